/** The third moment: the work is under way. */
import { h, poner } from '../../../base/dom.js';
import { enMiles } from '../../../base/language.js';
import type { Avance } from '../worker/messages.js';
import { type Vista, boton, cifras, titulo } from './view.js';

export class Marcha implements Vista {
  readonly elemento: HTMLElement;
  private readonly barra = h('progress', { max: 1, 't-aria-label': 'en_marcha' });
  private readonly cifras = h('div', {});
  private readonly desde = performance.now();
  private avance: Avance | null = null;

  /** `leyendo`: nothing is done yet but to look at the file. */
  constructor(nombre: string, leyendo: boolean, alCancelar: () => void) {
    this.elemento = h(
      'section',
      { class: 'tarjeta marcha' },
      h(
        'div',
        {},
        titulo({ class: 'nombre-de-archivo' }, nombre),
        h('p', { class: 'nota', t: leyendo ? 'leyendo' : 'en_marcha' }),
      ),
      this.barra,
      this.cifras,
      h('div', { class: 'acciones' }, boton('cancelar', alCancelar)),
    );
    if (!leyendo) this.avanzar({ filas: 0, malas: 0, parte: null });
  }

  avanzar(avance: Avance): void {
    this.avance = avance;
    if (avance.parte !== null) this.barra.value = avance.parte;
    this.pintar();
  }

  pintar(): void {
    if (this.avance === null) return;
    const { filas, malas, parte } = this.avance;
    const segundos = (performance.now() - this.desde) / 1000;
    const queda = parte === null ? '…' : enTiempo((segundos / parte) * (1 - parte));
    poner(
      this.cifras,
      cifras([
        ['filas', enMiles(filas)],
        ['por_segundo', enMiles(filas / Math.max(segundos, 0.1))],
        ['con_error', enMiles(malas), malas > 0 ? 'mal' : ''],
        ['queda', queda],
      ]),
    );
  }
}

function enTiempo(segundos: number): string {
  const enteros = Math.ceil(segundos);
  return enteros < 60 ? `${enteros} s` : `${Math.floor(enteros / 60)} min ${enteros % 60} s`;
}
