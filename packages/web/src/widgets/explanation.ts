/** Why a key is what it is, told: a character, all of them, and the ten keys that it may be. */
import type { Caracter } from '@curp-service/core';
import { REGLAS } from '@curp-service/core/reglas';
import { h } from '../base/dom.js';
import { segun, t } from '../base/language.js';

/** One character: what it comes from, and the rule. */
export function explicado({ posicion, caracter, dato, regla, texto }: Caracter): Node[] {
  return [
    h('span', { class: 'letra', 'data-origen': dato }, caracter),
    h(
      'div',
      {},
      h('p', { class: 'de' }, `${t('posicion_n', { n: String(posicion) })} · ${t(dato)}`),
      h('p', { class: 'frase' }, frase(texto)),
      h('p', { class: 'nota' }, h('code', {}, regla), ` ${segun(REGLAS[regla])}`),
    ),
  ];
}

const frase = (texto: string): string => `${texto.charAt(0).toLocaleUpperCase()}${texto.slice(1)}.`;

/** The keys that the registry may have assigned. */
export function lasDiez(claves: readonly string[]): HTMLElement {
  return h(
    'details',
    { class: 'diez' },
    h('summary', { t: 'diez' }),
    h('p', { class: 'nota', t: 'diez_nota' }),
    h('ol', {}, ...claves.map((clave) => h('li', {}, h('code', {}, clave.slice(0, 16), h('b', {}, clave.slice(16)))))),
  );
}

/** All eighteen. */
export function tabla(explicacion: readonly Caracter[]): HTMLElement {
  const filas = explicacion.map(({ posicion, caracter, dato, regla, texto }) =>
    h(
      'tr',
      {},
      h('td', {}, String(posicion)),
      h('td', {}, h('b', { class: 'letra', 'data-origen': dato }, caracter)),
      h('td', {}, frase(texto)),
      h('td', {}, h('code', {}, regla), h('small', {}, ` ${segun(REGLAS[regla])}`)),
    ),
  );
  const titulos = ['posicion', 'caracter', 'de_donde', 'regla'] as const;
  return h(
    'details',
    { class: 'todos' },
    h('summary', { t: 'los_caracteres' }),
    h(
      'div',
      { class: 'ancha' },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...titulos.map((titulo) => h('th', { scope: 'col', t: titulo })))),
        h('tbody', {}, ...filas),
      ),
    ),
  );
}
