/** The elements that several parts of the page use. */
import { announce } from './announce.js';
import { type Content, type Props, h } from './dom.js';
import { type TextKey, t as textOf } from './language.js';

/** How long a button shows that it copied. */
const SHOWN_MS = 1800;

export const button = (label: TextKey, onclick: () => unknown, className = '', props: Props = {}): HTMLButtonElement =>
  h('button', { type: 'button', class: `boton ${className}`, t: label, onclick, ...props });

export const actions = (...buttons: readonly Content[]): HTMLElement => h('div', { class: 'acciones' }, ...buttons);

export const card = (className: string, ...children: readonly Content[]): HTMLElement =>
  h('section', { class: `tarjeta ${className}` }, ...children);

export const note = (text: TextKey): HTMLElement => h('p', { class: 'nota', t: text });

/** A value to choose, labelled by a text of the page or by `label`. */
export interface Choice {
  readonly value: string;
  readonly label?: string | undefined;
  readonly t?: TextKey | undefined;
}

/** Returns radio buttons side by side. */
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

/** Returns a list from which to choose one value. `dato`: the datum that gives its colour. `note`: the text below. */
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

/** Returns a table whose rows hold contents of cells, or cells. */
export const table = (headings: readonly string[], rows: readonly (readonly Content[])[]): HTMLElement =>
  h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...headings.map((heading) => h('th', { scope: 'col' }, heading)))),
    h('tbody', {}, ...rows.map((cells) => h('tr', {}, ...cells.map(asCell)))),
  );

const asCell = (content: Content): Content =>
  content instanceof HTMLTableCellElement || content === false ? content : h('td', {}, content);

/** Returns a button that copies a text to the clipboard and then says so. */
export function copyButton(
  label: TextKey,
  text: () => string,
  result: TextKey = 'copiada',
  className = '',
): HTMLButtonElement {
  const copy = async (): Promise<void> => {
    const message = textOf((await copyText(text())) ? result : 'no_copiada');
    copying.textContent = message;
    announce(message);
    setTimeout(() => (copying.textContent = textOf(label)), SHOWN_MS);
  };
  const copying = button(label, () => void copy(), className);
  return copying;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies on pages without `navigator.clipboard`, such as those served over plain HTTP. */
function copyBySelection(text: string): boolean {
  const area = h('textarea', { class: 'oculto', readonly: true });
  area.value = text;
  document.body.append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way there is without `navigator.clipboard`
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
