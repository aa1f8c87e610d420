/** A row of list A beside the row of B that is perhaps the same person: its cells to type in, the reasons, and two buttons. */
import { type Field, FIELDS } from '@curp-service/contract/columns';
import { errorInWords } from '@curp-service/contract/codes/file';
import { noticesInWords } from '@curp-service/contract/finding-message';
import { CELL } from '@curp-service/contract/people-words';
import { h, setChildren } from '../../../base/dom.js';
import { type TextKey, currentLanguage, t } from '../../../base/language.js';
import type { Crossed, CrossedRow, ListedRow } from '../worker/tasks.js';
import { cellInput, focusOnMending } from './cell-input.js';
import type { Edits } from './edits.js';

/** What the rows of a crossing share. */
export interface PairContext {
  readonly crossed: Crossed;
  readonly edits: Edits;
  readonly put: (row: CrossedRow, column: number, text: string) => void;
  /** Says whether a row is the person of its row of B; `null` takes that back. */
  readonly say: (row: CrossedRow, isSame: boolean | null) => void;
  readonly next: (number: number) => void;
}

const pileOfRow = ({ values: [pile], error }: CrossedRow, isDone: boolean): readonly [TextKey, className: string] => {
  if (error !== null) return ['sin_datos_para_cruzar', 'mal'];
  if (pile === 'misma') return ['la_misma', 'bien'];
  return pile === 'sola' ? ['solo_en_a', isDone ? 'bien' : ''] : ['quiza_la_misma', 'aviso'];
};

/** Returns whether nothing is left to say about a row. */
export const isPairDone = ({ values: [pile], error }: CrossedRow): boolean => error === null && pile !== 'quiza';

export class PairView {
  readonly element = h('li', {});
  readonly number: number;

  constructor(
    readonly row: CrossedRow,
    private readonly context: PairContext,
  ) {
    this.number = row.number;
    this.render();
  }

  render(): void {
    const { row, element, context: { crossed, edits } } = this; // oxfmt-ignore
    const language = currentLanguage();
    const [pile, className] = pileOfRow(row, edits.pairs.has(row.number));
    element.className = `por-corregir ${className}`;
    const title = h('b', {}, `${t('lista_corta', { lista: 'A' })}, ${t('fila').toLowerCase()} ${row.number}`);
    const cells = fieldsOfRow(row, crossed.fields).map(([field, column]) => this.cell(field, column));
    const texts = crossed.mayType ? [] : row.cells.filter((text) => text !== '');
    const reason =
      row.error === null ? noticesInWords(row.notices, language).join(' ') : errorInWords(row.error, CELL, language);
    setChildren(
      element,
      h('div', { class: 'cabeza' }, title, h('b', { class: 'estado' }, t(pile))),
      crossed.mayType ? h('div', { class: 'celdas' }, ...cells) : h('p', {}, texts.join(' · ')),
      row.b !== null &&
        personLine(row.b, `${t('lista_corta', { lista: 'B' })}, ${t('fila').toLowerCase()} ${row.b.number}`),
      h('ul', { class: 'motivos' }, h('li', {}, h('p', { class: 'motivo' }, reason), this.buttons())),
    );
  }

  /** Puts the focus where the row is answered. */
  focus(): void {
    const { element } = this;
    const target = element.querySelector<HTMLElement>('.poner') ?? element.querySelector<HTMLElement>('input, button');
    focusOnMending(target, element);
  }

  private buttons(): HTMLElement {
    const { row, context: { edits, say } } = this; // oxfmt-ignore
    const button = (label: TextKey, isSame: boolean | null, className = ''): HTMLButtonElement =>
      h('button', { type: 'button', class: `boton ${className}`, t: label, onclick: () => say(row, isSame) });
    const isOpen = row.values[0] === 'quiza';
    return h(
      'div',
      { class: 'acciones' },
      isOpen && button('es_la_misma', true, 'poner'),
      isOpen && button('es_otra', false),
      edits.pairs.has(row.number) && button('revisar_otra_vez', null),
    );
  }

  private cell(field: Field, column: number): HTMLElement {
    const { row, context: { edits, put, next } } = this; // oxfmt-ignore
    const text = edits.textOf(row, column);
    const { element, input } = cellInput({
      field,
      column,
      row,
      text: () => edits.textOf(row, column),
      put: (typed) => put(row, column, typed),
      next: () => next(row.number),
    });
    input.value = text;
    input.defaultValue = text;
    return element;
  }
}

/** Returns the data of a row in the order of its cells: those of the list or, where each row names its data, its own. */
function fieldsOfRow({ named }: CrossedRow, fields: Crossed['fields']): (readonly [Field, number])[] {
  const own = named && FIELDS.map((field) => [field, named.columns[field]] as const);
  return (fields ?? own ?? []).filter(([, column]) => column >= 0).toSorted(([, a], [, b]) => a - b);
}

/** Returns a person of a list in one line. */
const personLine = ({ texts, reason }: ListedRow, title: string): HTMLElement =>
  h(
    'p',
    { class: 'en-lista' },
    h('b', {}, title),
    ' ',
    texts.filter((text) => text !== '').join(' · '),
    reason && ` ${reason}`,
  );

/** Draws a person who is in one list only. */
export const aloneRow = (row: ListedRow): { readonly element: HTMLElement; readonly number: number } => ({
  number: row.number,
  element: h('li', {}, personLine(row, `${t('fila')} ${row.number}`)),
});
