/** The choice to have the service do a file, and what it gives back. */
import type { LoteOptions } from '@curp-service/lote';
import { h, poner } from '../../../base/dom.js';
import { enMiles, t } from '../../../base/language.js';
import { decir } from '../../../base/announce.js';
import { bajar, nombrePara } from './download.js';
import type { DelServidor } from '../worker/service.js';
import { type Vista, boton, cifras, notaDePrueba, titulo } from './view.js';

/** Only where a service served the page, and for what it reads. */
export function eleccionDeServidor(alMandar: (token: string) => void): HTMLDetailsElement | null {
  if (!/^https?:$/.test(location.protocol)) return null;
  const token = h('input', { id: 'token', type: 'password', autocomplete: 'off', spellcheck: 'false' });
  return h(
    'details',
    {},
    h('summary', { t: 'en_servidor' }),
    h(
      'form',
      {
        class: 'persona',
        onsubmit: (evento: SubmitEvent) => {
          evento.preventDefault();
          if (token.value.trim() !== '') alMandar(token.value.trim());
        },
      },
      h('p', { class: 'nota ancho', t: 'en_servidor_nota' }),
      h('div', { class: 'campo' }, h('label', { for: 'token', t: 'token' }), token),
      h('button', { class: 'boton al-pie', t: 'mandar' }),
    ),
  );
}

export class VistaDelServidor implements Vista {
  readonly elemento: HTMLElement;
  private readonly cuentas = h('div', {});
  private readonly hecho: DelServidor;

  constructor(archivo: File, { formato, operacion }: LoteOptions, hecho: DelServidor, otro: () => void) {
    this.hecho = hecho;
    this.elemento = h(
      'section',
      { class: 'tarjeta' },
      titulo({ t: 'listo' }),
      this.cuentas,
      h(
        'div',
        { class: 'acciones' },
        boton('descargar_todo', () => bajar(hecho.todo, nombrePara(archivo.name, formato)), 'principal'),
        boton('otro_archivo', otro),
      ),
      notaDePrueba(operacion),
    );
    this.pintar();
    decir(t('resumen', { n: enMiles(hecho.filas), malas: enMiles(hecho.filas - hecho.correctas) }));
  }

  pintar(): void {
    const { filas, correctas } = this.hecho;
    const malas = filas - correctas;
    poner(
      this.cuentas,
      cifras([
        ['filas', enMiles(filas)],
        ['con_error', enMiles(malas), malas > 0 ? 'mal' : ''],
      ]),
    );
  }
}
