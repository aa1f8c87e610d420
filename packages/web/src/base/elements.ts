/** The elements that several parts of the page are made of. */
import { type Content, h } from './dom.js';
import type { TextKey } from './language.js';

export const button = (label: TextKey, onclick: () => void, className = ''): HTMLButtonElement =>
  h('button', { type: 'button', class: `boton ${className}`, t: label, onclick });

export const actions = (...buttons: readonly Content[]): HTMLElement => h('div', { class: 'acciones' }, ...buttons);

export const card = (...children: readonly Content[]): HTMLElement => h('section', { class: 'tarjeta' }, ...children);

export const note = (text: TextKey): HTMLElement => h('p', { class: 'nota', t: text });

/** A value to choose, labelled by a text of the page or by `label`. */
export interface Choice {
  readonly value: string;
  readonly label?: string | undefined;
  readonly t?: TextKey | undefined;
}

/** Radio buttons side by side. */
export const radioRow = (
  name: string,
  choices: readonly Choice[],
  chosen: string | null = null,
  onChoose: (value: string) => void = () => {},
): HTMLElement =>
  h(
    'div',
    { class: 'opciones' },
    ...choices.flatMap(({ value, label = '', t }) => {
      const id = `${name}-${value}`;
      const onchange = (): void => onChoose(value);
      return [
        h('input', { type: 'radio', name, id, value, checked: value === chosen, onchange }),
        h('label', { for: id, t }, label),
      ];
    }),
  );

/** A list to choose one of. `dato`: the datum that gives its colour; `note`: what stands below. */
export function selectField(
  id: string,
  label: TextKey,
  choices: readonly Choice[],
  chosen: string,
  onChoose: (value: string) => void,
  { dato, note: text, isWrong = false }: { dato?: string; note?: string; isWrong?: boolean } = {},
): HTMLElement {
  const noteId = text === undefined ? undefined : `nota-${id}`;
  const select = h(
    'select',
    {
      id,
      'aria-invalid': isWrong && 'true',
      'aria-describedby': noteId,
      onchange: () => onChoose(select.value),
    },
    ...choices.map(({ value, t, label: name = t === undefined ? value : '' }) =>
      h('option', { value, t, selected: value === chosen }, name),
    ),
  );
  return h(
    'div',
    { class: 'campo', 'data-dato': dato },
    h('label', { for: id }, h('span', { t: label })),
    select,
    text !== undefined && h('p', { class: isWrong ? 'nota mal' : 'nota', id: noteId }, text),
  );
}

/** A table whose rows hold contents of cells, or cells. */
export const table = (headings: readonly string[], rows: readonly (readonly Content[])[]): HTMLElement =>
  h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...headings.map((heading) => h('th', { scope: 'col' }, heading)))),
    h('tbody', {}, ...rows.map((cells) => h('tr', {}, ...cells.map(toCell)))),
  );

const toCell = (content: Content): Content =>
  content instanceof HTMLTableCellElement || content === false ? content : h('td', {}, content);
