/** A long list of rows of which only those near the window are drawn. */
import { h, setChildren } from '../../../base/dom.js';
import { readPage } from '../worker/files.js';
import { PILE_PAGE, type Pile } from '../worker/tasks.js';

/** How far outside of the window rows are drawn. */
const MARGIN = '1200px';
/** The height of a row that was never drawn. */
const ROW_HEIGHT = 220;

/** A row that is drawn. */
export interface DrawnRow {
  readonly element: HTMLElement;
  readonly number: number;
  readonly render?: () => void;
}

interface Stretch<V> {
  readonly element: HTMLElement;
  readonly page: number;
  /** The rows, while they are drawn. */
  rows: readonly V[];
}

export class RowList<T extends { readonly number: number }, V extends DrawnRow> {
  readonly element = h('div', { class: 'mas' });
  private readonly parts: readonly Stretch<V>[];
  private readonly places: ReadonlyMap<number, number>;
  private readonly byElement = new Map<Element, Stretch<V>>();
  private readonly observer: IntersectionObserver;

  /** `draw`: makes the view of a row. `height`: that of a row that was never drawn. */
  constructor(
    private readonly pile: Pile<T>,
    private readonly draw: (row: T) => V,
    height = ROW_HEIGHT,
  ) {
    const { numbers, pages } = pile;
    this.places = new Map(numbers.map((number, i) => [number, Math.floor(i / PILE_PAGE)]));
    this.parts = pages.map((_, page) => {
      const element = h('ol', { class: 'filas-por-corregir' });
      const rows = Math.min(PILE_PAGE, numbers.length - page * PILE_PAGE);
      element.style.minHeight = `${rows * height}px`;
      const part: Stretch<V> = { element, page, rows: [] };
      this.byElement.set(element, part);
      return part;
    });
    setChildren(this.element, ...this.parts.map(({ element }) => element));
    const seen = (entries: readonly IntersectionObserverEntry[]): void => {
      for (const { target, isIntersecting } of entries) {
        const part = this.byElement.get(target);
        if (part !== undefined) void (isIntersecting ? this.open(part) : this.close(part));
      }
    };
    this.observer = new IntersectionObserver(seen, { rootMargin: MARGIN });
    for (const { element } of this.parts) this.observer.observe(element);
  }

  render(): void {
    for (const row of this.drawn) row.render?.();
  }

  /** The rows that are drawn. */
  get drawn(): readonly V[] {
    return this.parts.flatMap(({ rows }) => rows);
  }

  has(number: number): boolean {
    return this.places.has(number);
  }

  /** Returns the view of a row, and draws it if it is not drawn. */
  async viewOf(number: number): Promise<V | undefined> {
    const part = this.parts[this.places.get(number) ?? -1];
    if (part === undefined) return undefined;
    await this.open(part);
    return part.rows.find((row) => row.number === number);
  }

  /** Returns rows as the file was answered. */
  async rowsOf(numbers: ReadonlySet<number>): Promise<T[]> {
    const pages = new Set(Array.from(numbers, (number) => this.places.get(number) ?? -1));
    const found: T[] = [];
    for (const page of pages) if (page >= 0) found.push(...(await readPage(this.pile, page)));
    return found.filter(({ number }) => numbers.has(number));
  }

  private async open(part: Stretch<V>): Promise<void> {
    if (part.rows.length > 0) return;
    const rows = await readPage(this.pile, part.page);
    if (part.rows.length > 0) return; // opened meanwhile
    part.rows = rows.map(this.draw);
    setChildren(part.element, ...part.rows.map(({ element }) => element));
    part.element.style.minHeight = '';
  }

  private close(part: Stretch<V>): void {
    if (part.rows.length === 0 || part.element.contains(document.activeElement)) return;
    part.element.style.minHeight = `${part.element.offsetHeight}px`;
    part.rows = [];
    setChildren(part.element);
  }
}
