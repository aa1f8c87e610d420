/** Findings about data or a key, one a line, with their positions and their rule. */
import type { Hallazgo } from '@curp-service/core';
import { REGLAS } from '@curp-service/core/reglas';
import { h } from '../base/dom.js';
import { segun, t } from '../base/language.js';

export function lista(hallazgos: readonly Hallazgo[]): HTMLElement | null {
  if (hallazgos.length === 0) return null;
  return h(
    'ul',
    { class: 'hallazgos' },
    ...hallazgos.map(({ severidad, mensaje, posiciones, regla }) =>
      h(
        'li',
        { class: severidad === 'error' ? 'mal' : 'aviso' },
        h('span', { class: 'frase' }, mensaje.replace(/^curp/, 'CURP')),
        ' ',
        h('small', {}, `${donde(posiciones)}${regla}: ${segun(REGLAS[regla])}`),
      ),
    ),
  );
}

function donde(posiciones: readonly number[]): string {
  if (posiciones.length === 0 || posiciones.length === 18) return '';
  const clave = posiciones.length === 1 ? 'posicion_n' : 'posiciones';
  return `${t(clave, { n: rangos(posiciones) })} · `;
}

/** `1-4, 11`. */
function rangos(numeros: readonly number[]): string {
  const tramos: [number, number][] = [];
  for (const n of numeros) {
    const ultimo = tramos.at(-1);
    if (ultimo?.[1] === n - 1) ultimo[1] = n;
    else tramos.push([n, n]);
  }
  return tramos.map(([a, b]) => (a === b ? String(a) : `${a}-${b}`)).join(', ');
}
