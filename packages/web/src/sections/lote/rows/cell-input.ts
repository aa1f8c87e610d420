/** A cell of a row to type in: Enter takes the text and goes on. */
import type { Field } from '@curp-service/contract/columns';
import { h } from '../../../base/dom.js';
import { STATE_NAMES } from '../../../base/language.js';
import { cellName } from '../rows.js';
import type { KeptRow } from '../worker/tasks.js';

/** The list of states that fields for a place suggest. */
const STATES = 'estados';

export const stateList = (): HTMLElement =>
  h('datalist', { id: STATES }, ...Array.from(STATE_NAMES.values(), (value) => h('option', { value })));

interface Cell {
  readonly field: Field | null;
  readonly column: number;
  readonly row: KeptRow;
  /** Returns the text that the cell has now. */
  readonly text: () => string;
  /** Takes another text. `goesOn`: the focus goes to what is next. */
  readonly put: (text: string, goesOn: boolean) => void;
  readonly next: () => void;
}

/** Puts the focus on what mends a row. What is typed into a cell replaces its text. */
export function focusOnMending(target: HTMLElement | null | undefined, row: HTMLElement): void {
  target?.focus({ preventScroll: true });
  if (target instanceof HTMLInputElement) target.select();
  row.scrollIntoView({ block: 'nearest' });
}

export function cellInput({ field, column, row: { number, named }, text, put, next }: Cell): {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
} {
  const name = named === undefined ? cellName(column, number) : String(number);
  const id = `celda-${named === undefined ? name : `${number}-${column}`}`;
  const isTyped = (): boolean => input.value !== text();
  const input = h('input', {
    id,
    spellcheck: 'false',
    autocomplete: 'off',
    list: field === 'entidad' ? STATES : undefined,
    onchange: () => void (isTyped() && put(input.value, false)),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      if (isTyped()) put(input.value, true);
      else next();
    },
  });
  const title = field === null ? (named?.names[column] ?? '') : h('span', { t: field });
  const element = h('div', { 'data-dato': field }, h('label', { for: id }, title, ' ', h('small', {}, name)), input);
  return { element, input };
}

/** Returns whether keys take the last change back: Ctrl+Z, unless a text is being typed, which the browser takes back. */
export function isUndo({ key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey) return false;
  return !(target instanceof HTMLInputElement && target.value !== target.defaultValue);
}
