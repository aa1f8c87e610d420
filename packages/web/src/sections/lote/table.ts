/** A table of rows in pages: reads and draws only the page in view. */
import { type Content, h, setChildren } from '../../base/dom.js';
import { actions, button, table } from '../../base/elements.js';
import { type TextKey, formatNumber, t } from '../../base/language.js';
import type { ShownRow } from './rows.js';
import { PAGE_ROWS } from './worker/tasks.js';
import type { View } from './view.js';

export class RowTable implements View {
  readonly element: HTMLElement;
  private readonly readPage: (page: number) => Promise<readonly ShownRow[]>;
  private readonly columnNames: readonly string[];
  private readonly total: number;
  private readonly frame: HTMLElement;
  private readonly where = h('span', { class: 'nota' });
  private readonly previous = button('anterior', () => this.turn(-1));
  private readonly next = button('siguiente', () => this.turn(1));
  private page = 0;

  constructor(
    label: TextKey,
    total: number,
    columnNames: readonly string[],
    readPage: (page: number) => Promise<readonly ShownRow[]>,
  ) {
    this.total = total;
    this.columnNames = columnNames;
    this.readPage = readPage;
    this.frame = h('div', { class: 'ancha', tabindex: '0', role: 'region', 't-aria-label': label });
    const turning = total > PAGE_ROWS && actions(this.previous, this.next, this.where);
    this.element = h('div', { class: 'tabla' }, this.frame, turning);
  }

  render(): void {
    void this.draw(this.page);
  }

  private turn(step: number): void {
    this.page += step;
    this.render();
    this.frame.scrollTop = 0;
  }

  private async draw(page: number): Promise<void> {
    const { columnNames } = this;
    const rows = await this.readPage(page);
    if (page !== this.page) return; // the user turned the page meanwhile
    const last = Math.min((page + 1) * PAGE_ROWS, this.total);
    const range = { a: formatNumber(page * PAGE_ROWS + 1), b: formatNumber(last), n: formatNumber(this.total) };
    setChildren(this.where, t('pagina_de', range));
    this.previous.disabled = page === 0;
    this.next.disabled = last === this.total;
    // Columns that are empty on this page are hidden.
    const hasReason = rows.some(({ reason }) => reason !== '');
    const hasCell = rows.some(({ cell }) => cell !== '');
    const filled = columnNames.flatMap((_, i) => (rows.some(({ cells }) => cells[i]) ? [i] : []));
    const headings = [
      t('fila'),
      ...(hasCell ? [t('celda')] : []),
      ...(hasReason ? [t('motivo')] : []),
      ...filled.map((i) => columnNames[i] ?? ''),
    ];
    const cellsOf = ({ number, cells, reason, isError, cell }: ShownRow): readonly Content[] => [
      h('th', { scope: 'row' }, String(number)),
      hasCell && h('td', { class: 'celda' }, cell),
      hasReason && h('td', { class: isError ? 'motivo mal' : 'motivo aviso' }, reason),
      ...filled.map((i) => cells[i] ?? ''),
    ];
    setChildren(this.frame, table(headings, rows.map(cellsOf)));
  }
}
