/** A small map of Mexico that highlights one state. */
import { loadFile } from '../base/load.js';
import { h, setChildren, svg } from '../base/dom.js';
import { STATE_NAMES, t } from '../base/language.js';
import type * as data from './data.js';

declare const curpMapa: typeof data;

/** The size below which a state gets a ring, in units of the map, which is 793 wide. */
const SMALL_ENTITY = 32;

export class StateMap {
  readonly element = h('figure', { class: 'mapa' });
  private drawing: SVGSVGElement | null = null;
  private lit: string | undefined;

  /** Highlights the state with this abbreviation; `undefined` highlights none. */
  render(abbreviation: string | undefined): void {
    this.lit = abbreviation;
    if (this.drawing !== null) this.lightState();
    else if (abbreviation !== undefined) {
      // If the map does not load, the page still shows the name of the state.
      void loadFile('mapa.js').then(
        () => this.draw(),
        () => {},
      );
    }
  }

  private draw(): void {
    const { viewBox, locations } = curpMapa;
    this.drawing ??= svg(
      'svg',
      { viewBox, role: 'img' },
      ...locations.map(({ name, path }) => svg('path', { d: path, 'data-estado': nameInNorm(name) })),
    );
    setChildren(this.element, this.drawing, h('figcaption', { t: 'pie_mapa' }));
    this.lightState();
  }

  private lightState(): void {
    const { drawing, lit } = this;
    const name = lit === undefined ? undefined : STATE_NAMES.get(lit);
    drawing?.querySelector('circle')?.remove();
    for (const state of drawing?.querySelectorAll<SVGPathElement>('path') ?? []) {
      const isLit = state.dataset['estado'] === name;
      state.classList.toggle('encendido', isLit);
      if (isLit) drawing?.append(...ring(state));
    }
    drawing?.setAttribute('aria-label', t('mapa_de', { entidad: name ?? '—' }));
  }
}

/** Returns the name of a state in the norm: the map names the capital in English. */
const nameInNorm = (name: string): string => (name === 'Mexico City' ? 'Ciudad de México' : name);

/** Draws a ring around a state too small to be noticed. */
function ring(state: SVGPathElement): SVGElement[] {
  const { x, y, width, height } = state.getBBox();
  if (Math.max(width, height) > SMALL_ENTITY) return [];
  return [svg('circle', { cx: x + width / 2, cy: y + height / 2, r: SMALL_ENTITY })];
}
