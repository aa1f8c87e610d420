/** The first moment: no file yet, and the place to put one. */
import { h, poner, svg } from '../../../base/dom.js';
import { segun, t } from '../../../base/language.js';
import { decir } from '../../../base/announce.js';
import { archivoDeEjemplo } from '../example.js';
import type { Par } from '../worker/messages.js';
import { type Ajustes, type Vista, boton, eleccionDeOperacion, titulo } from './view.js';

/** `falla`: what was wrong with the last one; `null`: nobody knows. */
export class Inicio implements Vista {
  readonly elemento: HTMLElement;
  private readonly veredicto = h('p', { class: 'veredicto mal' });
  private readonly falla: Par | null | undefined;

  constructor(ajustes: Ajustes, alElegir: (archivo: File) => void, falla?: Par | null) {
    this.falla = falla;
    const entrada = h('input', {
      type: 'file',
      class: 'oculto',
      id: 'archivo',
      accept: '.csv,.tsv,.txt,.ndjson,.jsonl,.xlsx,.gz',
      onchange: () => {
        const [archivo] = entrada.files ?? [];
        if (archivo !== undefined) alElegir(archivo);
      },
    });
    this.elemento = h(
      'section',
      { class: 'tarjeta' },
      titulo({ t: 'un_archivo' }),
      falla !== undefined && this.veredicto,
      eleccionDeOperacion(ajustes, () => {}),
      h(
        'label',
        { class: 'soltar', for: 'archivo' },
        entrada,
        icono('M12 3v11m-4-4 4 4 4-4M4 14v5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5'),
        h('strong', { t: 'suelte' }),
        h('span', { class: 'boton principal', t: 'o_elija' }),
        h('span', { class: 'nota', t: 'formatos' }),
      ),
      h('p', { class: 'no-sale' }, icono('M7 11V8a5 5 0 0 1 10 0v3M5 11h14v10H5z'), h('span', { t: 'no_sale' })),
      h(
        'div',
        { class: 'acciones' },
        boton('archivo_ejemplo', () => alElegir(archivoDeEjemplo())),
      ),
    );
    this.pintar();
  }

  pintar(): void {
    if (this.falla === undefined) return;
    const dicho = this.falla === null ? t('se_detuvo') : segun(this.falla);
    poner(this.veredicto, dicho);
    decir(dicho);
  }
}

const icono = (d: string): SVGSVGElement =>
  svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d }));
