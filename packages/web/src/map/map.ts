/** A small map of Mexico with one state lit. Its outlines are loaded when the first state is shown. */
import { cargar } from '../base/load.js';
import { h, poner, svg } from '../base/dom.js';
import { NOMBRES, t } from '../base/language.js';
import type * as datos from './data.js';

declare const curpMapa: typeof datos;

/** In the units of the map, which is 793 wide. */
const PEQUENO = 32;

export class Mapa {
  readonly elemento = h('figure', { class: 'mapa' });
  private dibujo: SVGSVGElement | null = null;
  private encendida: string | undefined;

  /** The state of an abbreviation; undefined: none. */
  pintar(abreviatura: string | undefined): void {
    this.encendida = abreviatura;
    if (this.dibujo !== null) this.encender();
    else if (abreviatura !== undefined) {
      // Without the map, the name of the state is there all the same.
      void cargar('mapa.js').then(
        () => this.dibujar(),
        () => {},
      );
    }
  }

  private dibujar(): void {
    const { viewBox, locations } = curpMapa;
    this.dibujo ??= svg(
      'svg',
      { viewBox, role: 'img' },
      ...locations.map(({ name, path }) => svg('path', { d: path, 'data-estado': nombreEnLaNorma(name) })),
    );
    poner(this.elemento, this.dibujo, h('figcaption', { t: 'pie_mapa' }));
    this.encender();
  }

  private encender(): void {
    const { dibujo, encendida } = this;
    const nombre = encendida === undefined ? undefined : NOMBRES.get(encendida);
    dibujo?.querySelector('circle')?.remove();
    for (const estado of dibujo?.querySelectorAll<SVGPathElement>('path') ?? []) {
      const esEste = estado.dataset['estado'] === nombre;
      estado.classList.toggle('encendido', esEste);
      if (esEste) dibujo?.append(...cerco(estado));
    }
    dibujo?.setAttribute('aria-label', t('mapa_de', { entidad: nombre ?? '—' }));
  }
}

/** The map has the capital in English. */
const nombreEnLaNorma = (nombre: string): string => (nombre === 'Mexico City' ? 'Ciudad de México' : nombre);

/** A ring around a state that would hardly be seen. */
function cerco(estado: SVGPathElement): SVGElement[] {
  const { x, y, width, height } = estado.getBBox();
  if (Math.max(width, height) > PEQUENO) return [];
  return [svg('circle', { cx: x + width / 2, cy: y + height / 2, r: PEQUENO })];
}
