/** Explains a CURP: one character, all of them, and the ten CURPs that a person may have. */
import { WIRE_NAMES } from '@curp-service/contract/answers';
import type { Caracter } from '@curp-service/core';
import { REGLAS } from '@curp-service/core/reglas';
import { h } from '../base/dom.js';
import { table } from '../base/elements.js';
import { translated, t } from '../base/language.js';

/** Explains one character: its origin and its rule. */
export function explainCharacter({ posicion, caracter, dato, regla, texto: text }: Caracter): Node[] {
  return [
    h('span', { class: 'letra', 'data-dato': WIRE_NAMES[dato] }, caracter),
    h(
      'div',
      {},
      h('p', { class: 'de' }, `${t('posicion_n', { n: String(posicion) })} · ${t(WIRE_NAMES[dato])}`),
      h('p', {}, asSentence(text)),
      h('p', { class: 'nota' }, h('code', {}, regla), ` ${translated(REGLAS[regla])}`),
    ),
  ];
}

const asSentence = (text: string): string => `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}.`;

/** Shows the ten CURPs that RENAPO may assign. */
export function tenCurps(curps: readonly string[]): HTMLElement {
  return h(
    'details',
    { class: 'diez' },
    h('summary', { t: 'diez' }),
    h('p', { class: 'nota', t: 'diez_nota' }),
    h('ol', {}, ...curps.map((curp) => h('li', {}, h('code', {}, curp.slice(0, 16), h('b', {}, curp.slice(16)))))),
  );
}

/** Returns a table of all 18 characters. */
export function characterTable(explicacion: readonly Caracter[]): HTMLElement {
  const rows = explicacion.map(({ posicion, caracter, dato, regla, texto: text }) => [
    String(posicion),
    h('b', { class: 'letra', 'data-dato': WIRE_NAMES[dato] }, caracter),
    asSentence(text),
    h('td', {}, h('code', {}, regla), h('small', {}, ` ${translated(REGLAS[regla])}`)),
  ]);
  const headings = (['posicion', 'caracter', 'de_donde', 'regla'] as const).map((key) => t(key));
  return h(
    'details',
    { class: 'todos' },
    h('summary', { t: 'los_caracteres' }),
    h('div', { class: 'ancha' }, table(headings, rows)),
  );
}
