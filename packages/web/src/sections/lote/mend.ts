/** The rows to mend: each answers at once when a cell of it changes, and the piles count. */
import type { Fill } from '@curp-service/lote';
import { announce } from '../../base/announce.js';
import { h } from '../../base/dom.js';
import { actions, card, note } from '../../base/elements.js';
import { type TextKey, t } from '../../base/language.js';
import { isUndo, stateList } from './rows/cell-input.js';
import { RowList } from './rows/row-list.js';
import { type PileName, RowView, answerInWords, pileOf } from './rows/row-view.js';
import { type FinishedTask, reasonsInWords } from './rows.js';
import { type PageMessage, type View, choiceButtons } from './view.js';
import { sameText } from './worker/same-text.js';
import { readPile } from './worker/files.js';
import type { KeptRow } from './worker/tasks.js';

export class MendView implements View {
  readonly element: HTMLElement;
  private readonly lists: readonly RowList<KeptRow, RowView>[];
  private readonly order: readonly number[];
  private readonly places: ReadonlyMap<number, number>;
  /** The last answer to each row that was answered again, and the pile of each row when the file was answered. */
  private readonly answered = new Map<number, KeptRow>();
  private readonly before = new Map<number, PileName>();
  private readonly reviewedBefore: ReadonlySet<number>;
  private readonly errors: ReadonlySet<number>;

  /** `onCount`: called with what became of rows. */
  constructor(
    private readonly finished: FinishedTask,
    private readonly onCount: (words: string) => void,
    private readonly onEnd: () => void,
  ) {
    const { reviews, errors } = finished.result;
    this.reviewedBefore = new Set(finished.edits.reviewed);
    this.errors = new Set(errors.numbers);
    this.order = [...reviews.numbers, ...errors.numbers];
    this.places = new Map(this.order.map((number, i) => [number, i]));
    const context = {
      finished,
      now: this.now,
      fill: (row: KeptRow, fill: Fill, goesOn: boolean, sameAs?: string) => void this.fill(row, fill, goesOn, sameAs),
      review: (row: KeptRow, isRight: boolean) => void this.review(row, isRight),
      next: (number: number) => void this.next(number),
    };
    this.lists = [reviews, errors].map((pile) => new RowList(pile, (row) => new RowView(row, context)));
    const pile = (label: TextKey, i: number): HTMLElement | false =>
      [reviews, errors][i].numbers.length > 0 &&
      card(
        i === 0 ? 'aviso' : 'mal',
        h('div', {}, h('h2', { t: label }), note(finished.mayType ? 'corrija_celdas' : 'corrija_en_origen')),
        this.lists[i].element,
      );
    this.element = h(
      'div',
      { class: 'lote', onkeydown: (event: KeyboardEvent) => this.undoBy(event) },
      pile('filas_por_revisar', 0),
      pile('filas_con_error', 1),
      stateList(),
    );
  }

  render(): void {
    for (const list of this.lists) list.render();
  }

  /** Returns how many rows came to a pile, or left it. */
  moved(pile: PileName): number {
    let count = 0;
    for (const [number, before] of this.before) {
      const row = this.answered.get(number);
      const now = row === undefined ? before : pileOf(row, this.finished.edits.reviewed);
      count += Number(now === pile) - Number(before === pile);
    }
    return count;
  }

  /** Goes to the first row that is not ready behind this one, or to the first of all that are left. */
  async next(number = 0): Promise<void> {
    const from = (this.places.get(number) ?? -1) + 1;
    const isLeft = (each: number): boolean => this.pileNow(each) !== 'lista';
    const next = this.order.slice(from).find(isLeft) ?? this.order.slice(0, from).find(isLeft);
    const view = next === undefined ? undefined : await this.viewOf(next);
    if (view === undefined) this.onEnd();
    else view.focus();
  }

  private pileNow(number: number): PileName {
    const row = this.answered.get(number);
    if (row !== undefined) return pileOf(row, this.finished.edits.reviewed);
    if (this.errors.has(number)) return 'error';
    return this.finished.result.ready.has(number) ? 'lista' : 'revisar';
  }

  /** Returns the last answer to a row. */
  readonly now = (row: KeptRow): KeptRow => this.answered.get(row.number) ?? row;

  /** The rows count from here on as they are: a download has answered the whole file. */
  settle(): void {
    for (const number of this.before.keys()) this.before.set(number, this.pileNow(number));
  }

  /** Yields the rows that are not ready, as they are now. */
  async *faulty(): AsyncGenerator<KeptRow, void> {
    const { reviews, errors } = this.finished.result;
    for (const pile of [reviews, errors])
      for await (const row of readPile(pile)) if (this.pileNow(row.number) !== 'lista') yield this.now(row);
  }

  /** Returns rows as the file was answered. */
  private async listed(numbers: ReadonlySet<number>): Promise<KeptRow[]> {
    return (await Promise.all(this.lists.map(async (list) => list.rowsOf(numbers)))).flat();
  }

  private async viewOf(number: number): Promise<RowView | undefined> {
    return this.lists.find((list) => list.has(number))?.viewOf(number);
  }

  private async fill(row: KeptRow, fill: Fill, goesOn: boolean, sameAs?: string): Promise<void> {
    const { edits, result } = this.finished;
    const column = fill[0]?.[0] ?? -1;
    const numbers = new Set(sameAs === undefined ? [] : result.same.get(sameText(column, sameAs)));
    const same = (await this.listed(numbers))
      .map(this.now)
      .filter((each) => each.cells[column]?.trim() === sameAs?.trim());
    const rows = [row, ...same.filter(({ number }) => number !== row.number)];
    edits.put(rows, fill);
    await this.answer(rows);
    if (goesOn) await this.goOn(row.number);
  }

  private async review(row: KeptRow, isRight: boolean): Promise<void> {
    this.begin(row);
    this.finished.edits.review(row, isRight);
    this.answered.set(row.number, row);
    await this.show([row.number]);
    await (isRight ? this.goOn(row.number) : this.focusOn(row.number));
  }

  /** Takes the last change back. */
  private undoBy(event: KeyboardEvent): void {
    if (!isUndo(event)) return;
    event.preventDefault();
    void this.undo();
  }

  async undo(): Promise<void> {
    const numbers = this.finished.edits.undo();
    const [first] = numbers;
    if (first === undefined) return;
    await this.answer((await this.listed(new Set(numbers))).map(this.now));
    announce(t('deshecho', { fila: String(first) }));
    await this.focusOn(first);
  }

  /** Answers rows again, as they are now. */
  private async answer(rows: readonly KeptRow[]): Promise<void> {
    const { edits, worker } = this.finished;
    for (const row of rows) this.begin(row);
    const task = rows.map((row) => edits.rowNow(row.number) ?? row);
    const answer = await worker.ask({ kind: 'rows', task });
    const done = 'done' in answer ? answer.done : [];
    rows.forEach((row, i) => {
      const now = { ...row, cells: task[i]?.cells ?? row.cells };
      this.answered.set(row.number, done[i] ?? now);
    });
    await this.show(rows.map(({ number }) => number));
  }

  /** Notes in which pile a row was when the file was answered. */
  private begin(row: KeptRow): void {
    if (!this.before.has(row.number)) this.before.set(row.number, pileOf(row, this.reviewedBefore));
  }

  private async show(numbers: readonly number[]): Promise<void> {
    const shown = new Set(numbers);
    for (const list of this.lists) for (const row of list.drawn) if (shown.has(row.number)) row.render();
    this.onCount(numbers.length === 1 ? this.inWords(numbers[0] ?? 0) : '');
  }

  /** Goes to the next row if this one is ready. */
  private async goOn(number: number): Promise<void> {
    if (this.pileNow(number) === 'lista') await this.next(number);
    else await this.focusOn(number);
  }

  private async focusOn(number: number): Promise<void> {
    (await this.viewOf(number))?.focus();
  }

  /** Says what became of a row. */
  private inWords(number: number): string {
    const row = this.answered.get(number);
    if (row === undefined) return '';
    const reason = this.pileNow(number) === 'lista' ? t('fila_lista') : reasonsInWords(row);
    return `${t('fila')} ${number}: ${answerInWords(row, this.finished.task.options)} ${reason}`;
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
