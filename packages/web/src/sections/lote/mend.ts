/** The rows to mend, by the datum at fault: a field for the cell of each row, and one for all rows with the same text. */
import { h, setChildren } from '../../base/dom.js';
import { actions, button, card, note } from '../../base/elements.js';
import { STATE_NAMES, type TextKey, formatNumber, t } from '../../base/language.js';
import { type FinishedTask, cellName, dataOf, reasonOf } from './rows.js';
import { type PageMessage, type View, choiceButtons } from './view.js';
import { readPage } from './worker/files.js';
import { reasonKey } from './worker/faulty-rows.js';
import { type CellMend, type FaultCase, type FaultGroup, type KeptRow, PAGE_ROWS } from './worker/tasks.js';

/** The list of states that fields for a place suggest. */
const STATES = 'estados';

/** The texts typed for the rows of a case: one for all, and others for single rows. */
interface TypedCase {
  readonly column: number;
  readonly numbers: readonly number[];
  all: string | null;
  readonly each: Map<number, string>;
}

/** The cases with texts, by the number of their first row. */
type Typed = Map<number, TypedCase>;

const mendsIn = ({ column, numbers, all, each }: TypedCase): CellMend[] => [
  ...(all === null ? [] : [{ numbers, column, text: all }]),
  ...Array.from(each, ([number, text]) => ({ numbers: [number], column, text })),
];

/** Counts the rows that are mended. */
export const countRows = (mends: readonly CellMend[]): number =>
  mends.length === 1 ? (mends[0]?.numbers.length ?? 0) : new Set(mends.flatMap(({ numbers }) => numbers)).size;

export class MendView implements View {
  readonly element: HTMLFormElement;
  private readonly typed: Typed = new Map();
  private readonly groups: readonly GroupView[];
  private readonly count = h('span', {});
  private readonly bar = h(
    'div',
    { class: 'acciones al-pie-fijo' },
    this.count,
    h('button', { class: 'boton principal', t: 'procesar_de_nuevo' }),
  );

  constructor(finished: FinishedTask) {
    const { groups } = finished.result;
    this.groups = groups.map((group) => new GroupView(group, finished, this.typed, () => this.showCount()));
    const onsubmit = (event: SubmitEvent): void => {
      event.preventDefault();
      if (this.typed.size > 0) finished.onMend(Array.from(this.typed.values(), mendsIn).flat());
    };
    const pile = (label: TextKey, isError: boolean): HTMLElement | null => {
      const own = this.groups.filter(({ group }) => group.isError === isError);
      if (own.length === 0) return null;
      const hasCells = own.some(({ group }) => group.column >= 0) && note('corrija_celdas');
      const howTo = finished.task.columns === null ? note('corrija_en_origen') : hasCells;
      return card(
        isError ? 'mal' : 'aviso',
        h('div', {}, h('h2', { t: label }), howTo),
        ...own.map(({ element }) => element),
      );
    };
    this.element = h(
      'form',
      { class: 'lote', novalidate: true, autocomplete: 'off', onsubmit },
      pile('filas_por_revisar', false),
      pile('filas_con_error', true),
      h('datalist', { id: STATES }, ...Array.from(STATE_NAMES.values(), (value) => h('option', { value }))),
      this.bar,
    );
  }

  render(): void {
    for (const group of this.groups) group.render();
    this.showCount();
  }

  private showCount(): void {
    this.bar.hidden = this.typed.size === 0;
    const counts = Array.from(this.typed.values(), ({ all, numbers, each }) =>
      all === null ? each.size : numbers.length,
    );
    const n = counts.reduce((sum, count) => sum + count, 0);
    setChildren(this.count, t('n_corregidas', { n: formatNumber(n) }));
  }
}

class GroupView implements View {
  readonly element: HTMLElement;
  readonly group: FaultGroup;
  private readonly finished: FinishedTask;
  private readonly typed: Typed;
  private readonly onType: () => void;
  private readonly title = h('h3', {});
  private readonly list = h('div', { class: 'mas' });
  private readonly where = h('span', { class: 'nota' });
  private readonly previous = button('anterior', () => this.turn(-1));
  private readonly next = button('siguiente', () => this.turn(1));
  private page = 0;

  constructor(group: FaultGroup, finished: FinishedTask, typed: Typed, onType: () => void) {
    this.group = group;
    this.finished = finished;
    this.typed = typed;
    this.onType = onType;
    const turning = group.cases.count > PAGE_ROWS && actions(this.previous, this.next, this.where);
    this.element = h('section', { class: 'grupo-de-fallas' }, this.title, this.list, turning);
  }

  render(): void {
    const { field, rows } = this.group;
    const [one = '', many = ''] = t(field === null ? 'fallas_otras' : `fallas_${field}`).split('|');
    setChildren(this.title, `${formatNumber(rows)} ${rows === 1 ? one : many}`);
    void this.draw(this.page);
  }

  private turn(step: number): void {
    this.page += step;
    this.render();
    this.title.scrollIntoView();
  }

  private async draw(page: number): Promise<void> {
    const { count } = this.group.cases;
    const cases = await readPage(this.group.cases, page);
    if (page !== this.page) return; // the user turned the page meanwhile
    const last = Math.min((page + 1) * PAGE_ROWS, count);
    const range = { a: formatNumber(page * PAGE_ROWS + 1), b: formatNumber(last), n: formatNumber(count) };
    setChildren(this.where, t('pagina_de', range));
    this.previous.disabled = page === 0;
    this.next.disabled = last === count;
    const reasons = Map.groupBy(cases, ({ rows: [first] }) => (first === undefined ? '' : reasonKey(first)));
    setChildren(this.list, ...Array.from(reasons.values(), (same) => this.reason(same)));
  }

  /** Shows a reason once, the choices that it offers, and the cases that have it. */
  private reason(cases: readonly FaultCase[]): HTMLElement {
    const [row] = cases[0]?.rows ?? [];
    const words = [...new Set(cases.map(({ rows: [first] }) => first?.cells[this.group.column] ?? ''))];
    const { text, choices } = row === undefined ? { text: '', choices: [] } : reasonOf(row, words);
    return h(
      'div',
      { class: 'mas' },
      h('p', { class: 'motivo' }, text),
      otherReadings(choices, this.finished),
      h('ul', { class: 'casos' }, ...cases.map((one) => h('li', {}, ...this.fields(one)))),
    );
  }

  private fields({ rows, numbers }: FaultCase): (Node | null)[] {
    const [first] = rows;
    if (first === undefined) return [];
    if (numbers.length === 1) return [this.field(numbers, first, '')];
    const more = numbers.length - rows.length;
    const each = h('ul', { class: 'casos' }, ...rows.map((row) => h('li', {}, this.field(numbers, row, ''))));
    const others = more > 0 ? h('p', { class: 'nota' }, t('y_n_mas', { n: formatNumber(more) })) : null;
    if (this.group.column < 0) return [each, others];
    const label = t('en_n_filas', { valor: first.cells[this.group.column] ?? '', n: formatNumber(numbers.length) });
    const list = h('details', {}, h('summary', {}, t('fila_por_fila')), each, others);
    const all = this.field(numbers, first, label);
    all.addEventListener('input', ({ target }) => {
      for (const input of list.querySelectorAll('input')) input.value = (target as HTMLInputElement).value;
    });
    return [all, list];
  }

  /** Returns a field for the cell at fault of a row, or of all rows of its case. `label`: the label of the field for all. */
  private field(numbers: readonly number[], row: KeptRow, label: string): HTMLElement {
    const { column, field } = this.group;
    const isOne = label === '';
    const cell = column < 0 ? `${t('fila')} ${row.number}` : cellName(column, row.number);
    const data = dataOf(row, this.finished.columns).filter(Boolean).join(' · ');
    const text = [h('b', {}, isOne ? cell : label), isOne && h('small', {}, ` ${data}`)];
    if (column < 0) return h('p', { class: 'caso' }, h('span', {}, ...text));
    const before = row.cells[column] ?? '';
    const id = `${isOne ? 'celda' : 'celdas'}-${cell}`;
    const typed = this.typed.get(numbers[0] ?? 0);
    const input = h('input', {
      id,
      value: (isOne ? typed?.each.get(row.number) : undefined) ?? typed?.all ?? before,
      spellcheck: 'false',
      list: field === 'entidad' ? STATES : undefined,
      oninput: () => this.type(numbers, isOne ? row.number : null, input.value, before),
    });
    const { suggested } = row;
    const put = (): void => {
      input.value = suggested ?? '';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.focus();
    };
    const known =
      suggested !== undefined &&
      h('button', { type: 'button', class: 'boton', onclick: put }, t('poner', { texto: suggested }));
    return h(
      'div',
      { class: 'caso' },
      h('label', { for: id }, ...text),
      h('div', { class: 'con-boton' }, input, known),
    );
  }

  /** Stores the text typed for one row of a case, or for all. */
  private type(numbers: readonly number[], one: number | null, text: string, before: string): void {
    const [first = 0] = numbers;
    const { column } = this.group;
    const typed = this.typed.get(first) ?? { column, numbers, all: null, each: new Map<number, string>() };
    if (one === null) {
      typed.all = text === before ? null : text;
      typed.each.clear();
    } else if (text === (typed.all ?? before)) typed.each.delete(one);
    else typed.each.set(one, text);
    if (typed.all === null && typed.each.size === 0) this.typed.delete(first);
    else this.typed.set(first, typed);
    this.onType();
  }
}

/** Returns a button for each other way to read the file that a message offers. */
export function otherReadings(
  choices: PageMessage['choices'],
  { result: { reading }, onDeclare }: FinishedTask,
): HTMLElement | null {
  const others = choices.filter(({ name, value }) => String(reading[name].value ?? '') !== value);
  return others.length === 0 ? null : actions(...choiceButtons(others, onDeclare));
}
