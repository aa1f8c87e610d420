/** The section that compares: a person and a key side by side, and where they differ. */
import { type Cotejo, cotejar } from '@curp-service/core';
import { type Caja, Cajas } from '../widgets/boxes.js';
import type { CampoClave } from '../widgets/key-field.js';
import { botonDeCopiar } from '../widgets/copy.js';
import { h, poner } from '../base/dom.js';
import { DATOS, type Formulario } from '../widgets/form.js';
import { enlace } from '../base/fragment.js';
import { opciones, t } from '../base/language.js';
import type { Seccion } from './section.js';
import { decir } from '../base/announce.js';

export class Cotejar implements Seccion {
  readonly nombre = 'cotejar';
  readonly elemento: HTMLElement;
  private readonly formulario: Formulario;
  private readonly clave: CampoClave;
  private readonly lugarDePersona = h('div', { class: 'lugar' });
  private readonly lugarDeClave = h('div', { class: 'lugar' });
  private readonly esperada = new Cajas('titulo-esperada', (posicion) => this.senalar(posicion));
  private readonly recibida = new Cajas('titulo-recibida', (posicion) => this.senalar(posicion));
  private readonly veredicto = h('p', { class: 'veredicto' });
  private readonly detalle = h('p', { class: 'nota' });
  private readonly campos = h('ul', { class: 'campos' });
  private cotejo: Cotejo | null = null;

  constructor(formulario: Formulario, clave: CampoClave) {
    this.formulario = formulario;
    this.clave = clave;
    this.elemento = h(
      'div',
      { class: 'cotejar' },
      h(
        'section',
        { class: 'tarjeta datos' },
        h('h2', { t: 'persona' }),
        this.lugarDePersona,
        this.lugarDeClave,
        h(
          'div',
          { class: 'acciones' },
          botonDeCopiar(
            'compartir',
            () => enlace('cotejar', { ...formulario.escrito, curp: clave.valor }),
            'enlace_copiado',
          ),
        ),
      ),
      h(
        'section',
        { class: 'tarjeta resultado' },
        this.veredicto,
        h('h3', { id: 'titulo-esperada', t: 'esperada' }),
        this.esperada.elemento,
        h('h3', { id: 'titulo-recibida', t: 'recibida' }),
        this.recibida.elemento,
        this.detalle,
        this.campos,
        h('p', { class: 'nota', t: 'no_prueba' }),
      ),
    );
  }

  abrir(): void {
    this.lugarDePersona.append(this.formulario.elemento);
    this.lugarDeClave.append(this.clave.elemento);
    this.pintar();
  }

  pintar(): void {
    const { formulario } = this;
    const { valor } = this.clave;
    const cotejo = valor === '' ? null : cotejar(valor, formulario.persona, opciones());
    this.cotejo = cotejo?.ok === true ? cotejo : null;
    this.elemento.classList.toggle('lista', this.cotejo !== null);
    if (this.cotejo === null) {
      const recibidos = Array.from(valor);
      this.esperada.pintar([]);
      this.recibida.pintar(recibidos.map((caracter) => ({ caracter, etiqueta: caracter })));
      const dicho = valor === '' || formulario.estaVacio ? t('para_cotejar') : formulario.avance.faltan;
      this.veredicto.className = 'veredicto';
      poner(this.veredicto, dicho !== '' && h('strong', {}, dicho));
      poner(this.campos);
      decir('');
    } else this.comparar(this.cotejo);
    this.senalar(0);
  }

  private comparar({ resultado, posiciones, campos }: Cotejo): void {
    const estado = resultado === 'difiere' ? 'mal' : resultado === 'identica' ? 'bien' : 'aviso';
    this.veredicto.className = `veredicto ${estado}`;
    poner(this.veredicto, h('strong', {}, t(resultado)));
    const cajas = (lado: 'esperado' | 'recibido'): readonly Caja[] =>
      posiciones.map((p) => ({ caracter: p[lado], etiqueta: etiquetaDe(p), estado: p.coincide ? 'bien' : 'mal' }));
    this.esperada.pintar(cajas('esperado'));
    this.recibida.pintar(cajas('recibido'));
    poner(
      this.campos,
      ...DATOS.map((dato) =>
        h(
          'li',
          { class: campos[dato] === 'coincide' ? 'bien' : 'mal' },
          h('span', {}, t(dato)),
          ' ',
          h('strong', {}, t(campos[dato] === 'coincide' ? 'dato_coincide' : 'dato_difiere')),
        ),
      ),
    );
    const difieren = DATOS.filter((dato) => campos[dato] === 'difiere').map(
      (dato) => `${t(dato)}: ${t('dato_difiere')}`,
    );
    decir([t(resultado), ...difieren].join('. '));
  }

  private senalar(posicion: number): void {
    const cual = this.cotejo?.posiciones[posicion - 1];
    this.esperada.senalar(posicion);
    this.recibida.senalar(posicion);
    poner(this.detalle, cual === undefined ? '' : etiquetaDe(cual));
  }
}

const etiquetaDe = ({ posicion, esperado, recibido, coincide }: Cotejo['posiciones'][number]): string =>
  t(coincide ? 'posicion_coincide' : 'posicion_difiere', { n: String(posicion), esperado, recibido: recibido || '—' });
