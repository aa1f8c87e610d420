/** A list of findings with their positions and rules. */
import type { Hallazgo } from '@curp-service/core';
import { WIRE_NAMES } from '@curp-service/contract/answers';
import { REGLAS } from '@curp-service/core/reglas';
import { h } from '../base/dom.js';
import { inLanguage, t } from '../base/language.js';

/** The message of a finding; it names the datum as the form does. */
export const messageOf = ({ mensaje: message, dato }: Hallazgo): string => message.replace(dato, t(WIRE_NAMES[dato]));

export function findingList(hallazgos: readonly Hallazgo[]): HTMLElement | null {
  if (hallazgos.length === 0) return null;
  return h(
    'ul',
    { class: 'hallazgos' },
    ...hallazgos.map((hallazgo) =>
      h(
        'li',
        { class: hallazgo.severidad === 'error' ? 'mal' : 'aviso' },
        h('span', { class: 'frase' }, messageOf(hallazgo)),
        ' ',
        h('small', {}, `${where(hallazgo.posiciones)}${hallazgo.regla}: ${inLanguage(REGLAS[hallazgo.regla])}`),
      ),
    ),
  );
}

function where(posiciones: readonly number[]): string {
  if (posiciones.length === 0 || posiciones.length === 18) return '';
  const key = posiciones.length === 1 ? 'posicion_n' : 'posiciones';
  return `${t(key, { n: ranges(posiciones) })} · `;
}

/** `1-4, 11`. */
function ranges(numbers: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const n of numbers) {
    const last = spans.at(-1);
    if (last?.[1] === n - 1) last[1] = n;
    else spans.push([n, n]);
  }
  return spans.map(([a, b]) => (a === b ? String(a) : `${a}-${b}`)).join(', ');
}
