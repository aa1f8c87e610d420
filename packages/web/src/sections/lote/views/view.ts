/** The interface of the views for files, and the elements that several of them share. */
import type { OperationName } from '@curp-service/contract/columns';
import { h } from '../../../base/dom.js';
import { type TextKey, formatNumber, applyTexts } from '../../../base/language.js';

export interface View {
  readonly element: HTMLElement;
  /** Writes everything that depends on the language. */
  render(): void;
}

/** Settings that hold for the next file too. */
export interface Settings {
  operacion: OperationName;
  homonimos: boolean;
  excel: boolean;
}

const OPERATIONS = ['calcular', 'validar', 'cotejar'] as const satisfies readonly OperationName[];

/** The radio buttons for the operation. */
export function operationChoice(settings: Settings, onChange: () => void): HTMLElement {
  const sentence = h('p', { class: 'nota', t: `filas_${settings.operacion}` });
  const choose = (operacion: OperationName): void => {
    settings.operacion = operacion;
    sentence.dataset['t'] = `filas_${operacion}`;
    applyTexts(sentence);
    onChange();
  };
  const radios = OPERATIONS.flatMap((operacion) => [
    h('input', {
      type: 'radio',
      name: 'operacion-lote',
      id: `operacion-${operacion}`,
      checked: settings.operacion === operacion,
      onchange: () => choose(operacion),
    }),
    h('label', { for: `operacion-${operacion}`, t: operacion }),
  ]);
  return h(
    'fieldset',
    { class: 'campo' },
    h('legend', { t: 'que_hacer' }),
    h('div', { class: 'opciones' }, ...radios),
    sentence,
  );
}

/** A checkbox for a setting. */
export function checkbox(
  settings: Settings,
  setting: 'homonimos' | 'excel',
  label: TextKey,
  onChange: () => void,
  note: HTMLElement | null = null,
): HTMLElement {
  const input = h('input', {
    type: 'checkbox',
    id: `casilla-${setting}`,
    checked: settings[setting],
    onchange: () => {
      settings[setting] = input.checked;
      onChange();
    },
  });
  return h('label', {}, input, h('span', {}, h('span', { t: label }), note));
}

/** A list to choose one of. */
export function selectField(
  id: string,
  label: TextKey,
  options: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
  onChoose: (value: string) => void,
): HTMLElement {
  const select = h(
    'select',
    { id, onchange: () => onChoose(select.value) },
    ...options.map(({ value, label: text }) => h('option', { value, selected: value === chosen }, text)),
  );
  return h('div', { class: 'campo' }, h('label', { for: id, t: label }), select);
}

export const button = (label: TextKey, onclick: () => void, className = ''): HTMLButtonElement =>
  h('button', { type: 'button', class: `boton ${className}`, t: label, onclick });

/** A list of figures with their labels. */
export const figures = (pairs: readonly (readonly [name: TextKey, value: string, className?: string])[]): HTMLElement =>
  h(
    'dl',
    { class: 'cifras' },
    ...pairs.map(([name, value, className]) =>
      h('div', { class: className }, h('dt', { t: name }), h('dd', {}, value)),
    ),
  );

export const formatBytes = (n: number): string =>
  n < 1e6 ? `${formatNumber(Math.ceil(n / 1e3))} kB` : `${(n / 1e6).toFixed(1)} MB`;

/** The heading of a view; it takes the focus when the view appears. */
export const heading = (props: Readonly<Record<string, unknown>>, ...children: (Node | string)[]): HTMLElement =>
  h('h2', { tabindex: '-1', ...props }, ...children);

/** A reminder that neither a calculated nor a valid CURP proves a registration. */
export const proofNote = (operacion: OperationName | undefined): HTMLElement =>
  h('p', { class: 'nota', t: operacion === 'validar' ? 'valida_no_prueba' : 'no_prueba' });
