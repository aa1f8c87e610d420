/** A row that a person must check: all its cells to type in, every reason, and a button for each answer that is known. */
import { type Field, FIELDS } from '@curp-service/contract/columns';
import { rowProblemInWords } from '@curp-service/contract/codes/file';
import { noticesInWords } from '@curp-service/contract/finding-message';
import { CELL } from '@curp-service/contract/people-words';
import { type Fill, type LoteOptions, cellsOf } from '@curp-service/lote';
import { h, setChildren } from '../../../base/dom.js';
import { formatNumber, currentLanguage, t } from '../../../base/language.js';
import type { FinishedTask } from '../rows.js';
import { cellInput, focusOnMending } from './cell-input.js';
import { sameText, sharedColumn } from '../worker/same-text.js';
import type { KeptReason, KeptRow } from '../worker/tasks.js';

/** What the rows of a list share. */
export interface RowContext {
  readonly finished: FinishedTask;
  /** Returns a row with its last answer. */
  readonly now: (row: KeptRow) => KeptRow;
  /** Puts texts into cells of a row, or of all rows with the same text in this column. `goesOn`: the focus goes to what is next. */
  readonly fill: (row: KeptRow, fill: Fill, goesOn: boolean, sameAs?: string) => void;
  /** Marks a row as right, or takes the mark back. */
  readonly review: (row: KeptRow, isRight: boolean) => void;
  /** Goes to the next row that is not ready. */
  readonly next: (number: number) => void;
}

/** The piles of rows. */
export type PileName = 'lista' | 'revisar' | 'error';

export const pileOf = ({ number, error, notices }: KeptRow, reviewed: ReadonlySet<number>): PileName =>
  error !== null ? 'error' : notices.length > 0 && !reviewed.has(number) ? 'revisar' : 'lista';

const STATE_CLASS = { lista: 'bien', revisar: 'aviso', error: 'mal' } as const;

export class RowView {
  readonly element = h('li', { class: 'por-corregir' });
  readonly number: number;
  private readonly state = h('span', { class: 'de-fila' });
  private readonly reasons = h('ul', { class: 'motivos' });
  private readonly inputs = new Map<number, HTMLInputElement>();

  /** `listed`: the row as the file was answered. */
  constructor(
    private readonly listed: KeptRow,
    private readonly context: RowContext,
  ) {
    this.number = listed.number;
    const title = h('span', { class: 'de-fila' }, h('b', {}, h('span', { t: 'fila' }), ` ${this.number}`));
    const fields = fieldsOf(listed, context.finished);
    const cells = fields.map(({ field, column }) => this.cell(field, column));
    const canType = context.finished.mayType && fields.length > 0;
    const data = fields.map(({ column }) => listed.cells[column] ?? '').join(' · ');
    setChildren(
      this.element,
      h('div', { class: 'cabeza' }, title, this.state),
      canType ? h('div', { class: 'celdas' }, ...cells) : h('p', { class: 'nota' }, data || listed.cells.join(' · ')),
      this.reasons,
    );
    this.render();
  }

  /** Shows the last answer to the row. */
  render(): void {
    const row = this.context.now(this.listed);
    const { edits, task } = this.context.finished;
    const pile = pileOf(row, edits.reviewed);
    const isReviewed = pile === 'lista' && row.notices.length > 0;
    this.element.className = `por-corregir ${STATE_CLASS[pile]}`;
    const key = answerInWords(row, task.options);
    const says = t(isReviewed ? 'fila_revisada' : pile === 'lista' ? 'fila_lista' : pile === 'revisar' ? 'fila_por_revisar' : 'fila_sin_clave'); // prettier-ignore
    setChildren(this.state, h('code', {}, key), ' ', h('b', { class: 'estado' }, says));
    for (const [column, input] of this.inputs) {
      const text = row.cells[column] ?? '';
      if (input !== document.activeElement || input.value === input.defaultValue) input.value = text;
      input.defaultValue = text;
      const isWrong = pile !== 'lista' && row.reasons.some((reason) => reason.column === column);
      if (isWrong) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
    const reasons = pile === 'lista' && !isReviewed ? [] : row.reasons;
    const isDone = pile === 'lista';
    setChildren(
      this.reasons,
      ...reasons.map((reason) => this.reason(row, reason, isDone)),
      ...this.others(row),
      isReviewed &&
        h(
          'li',
          {},
          this.button(t('revisar_otra_vez'), () => this.context.review(row, false)),
        ),
    );
    const last = this.reasons.querySelector(':scope > li:last-child .acciones');
    if (pile === 'revisar') last?.append(this.button(t('asi_esta_bien'), () => this.context.review(row, true)));
  }

  /** Puts the focus where the row is mended: on the first known answer, the cell at fault, or what says that the row is right. */
  focus(): void {
    const wrong = this.element.querySelector<HTMLElement>('[aria-invalid]');
    const target = this.element.querySelector<HTMLElement>('.motivos .poner') ?? wrong ?? this.element.querySelector<HTMLElement>('button, input'); // prettier-ignore
    focusOnMending(target, this.element);
  }

  private cell(field: Field | null, column: number): HTMLElement {
    const { finished, fill, now, next } = this.context;
    const { element, input } = cellInput({
      field,
      column,
      row: this.listed,
      text: () => finished.edits.textOf(this.listed, column),
      put: (text, goesOn) => fill(now(this.listed), [[column, text]], goesOn),
      next: () => next(this.number),
    });
    this.inputs.set(column, input);
    return element;
  }

  private reason(row: KeptRow, reason: KeptReason, isDone: boolean): HTMLElement {
    const { finished, fill } = this.context;
    const column = sharedColumn(reason, row.cells);
    const text = row.cells[column] ?? '';
    const count = column < 0 ? 0 : (finished.result.same.get(sameText(column, text))?.length ?? 0);
    const buttons = reason.fills.flatMap((each) => {
      const label = fillInWords(each);
      const isShared = count > 1 && each.length === 1;
      const all = t('en_las_n', { accion: label, n: formatNumber(count) });
      return [
        this.button(label, () => fill(row, each, true), 'poner'),
        ...(isShared ? [this.button(all, () => fill(row, each, true, text))] : []),
      ];
    });
    const words = h('p', { class: 'motivo' }, reasonInWords(reason));
    return h('li', {}, words, h('div', { class: 'acciones' }, ...(isDone || !finished.mayType ? [] : buttons)));
  }

  /** Offers to put a typed text into the other rows with the text that it replaced. */
  private others(row: KeptRow): HTMLElement[] {
    const { finished, fill } = this.context;
    return this.listed.reasons.flatMap((reason) => {
      const column = sharedColumn(reason, this.listed.cells);
      const before = this.listed.cells[column] ?? '';
      const count = finished.result.same.get(sameText(column, before))?.length ?? 0;
      const text = row.cells[column] ?? '';
      if (column < 0 || count < 2 || text === before) return [];
      const label = t('tambien_en_n', { texto: text, n: formatNumber(count), antes: before });
      const put = this.button(label, () => fill(row, [[column, text]], true, before));
      return [h('li', {}, h('div', { class: 'acciones' }, put))];
    });
  }

  private button(label: string, onclick: () => void, className = ''): HTMLButtonElement {
    return h('button', { type: 'button', class: `boton ${className}`, onclick }, label);
  }
}

/** Returns the answer to a row, without its reason. */
export const answerInWords = (row: KeptRow, { operacion = 'calcular' }: LoteOptions): string =>
  cellsOf(row, operacion, currentLanguage()).texts.slice(0, -1).filter(Boolean).join(' · ');

/** Says what a button puts into the cells. */
function fillInWords(fill: Fill): string {
  const texts = fill.map(([, text]) => text).filter((text) => text !== '');
  return texts.length === 0 ? t('dejar_vacia') : t('poner', { texto: texts.join(' | ') });
}

/** Words why a person must check a row, for a list that shows its cells. */
function reasonInWords({ reason }: KeptReason): string {
  const language = currentLanguage();
  if (typeof reason === 'string') return reason;
  if ('cause' in reason) return rowProblemInWords(reason, CELL, language);
  return noticesInWords([reason], language).join(' ');
}

/** Returns the data of a row in the order of its cells. */
function fieldsOf(
  row: KeptRow,
  { columns }: FinishedTask,
): { readonly field: Field | null; readonly column: number }[] {
  const byField = row.named?.columns ?? columns?.byField;
  if (byField === undefined) return [];
  const shown = columns?.shown ?? Object.values(byField);
  return FIELDS.filter((field) => byField[field] >= 0 && shown.includes(byField[field]))
    .map((field) => ({ field, column: byField[field] }))
    .toSorted((a, b) => a.column - b.column);
}
