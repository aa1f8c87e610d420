/** The findings about a key with their positions and, if the user asks why, their rules, and the keys that the user may have meant. */
import type { Hallazgo, Sugerencia } from '@curp-service/core';
import { findingMessage, positionRanges } from '@curp-service/contract/finding-message';
import { REGLAS } from '@curp-service/core/reglas';
import { h } from '../base/dom.js';
import { currentLanguage, translated, t } from '../base/language.js';

export const messageOf = (hallazgo: Hallazgo): string => findingMessage(hallazgo, currentLanguage());

export function findingList(hallazgos: readonly Hallazgo[]): HTMLElement | null {
  if (hallazgos.length === 0) return null;
  return h(
    'ul',
    { class: 'hallazgos' },
    ...hallazgos.map((hallazgo) =>
      h(
        'li',
        { class: hallazgo.severidad === 'error' ? 'mal' : 'aviso' },
        h('span', {}, messageOf(hallazgo)),
        h('small', {}, where(hallazgo.posiciones)),
        h(
          'details',
          {},
          h('summary', { class: 'nota', t: 'regla' }),
          `${hallazgo.regla}: ${translated(REGLAS[hallazgo.regla])}`,
        ),
      ),
    ),
  );
}

function where(posiciones: readonly number[]): string {
  if (posiciones.length === 0 || posiciones.length === 18) return '';
  const key = posiciones.length === 1 ? 'posicion_n' : 'posiciones';
  return t(key, { n: positionRanges(posiciones) });
}

/** Lists the keys that the user may have meant, each a button that puts it in the field. */
export function suggestionList(
  sugerencias: readonly Sugerencia[],
  onChoice: (curp: string) => void,
): HTMLElement | null {
  if (sugerencias.length === 0) return null;
  return h(
    'div',
    { class: 'sugerencias' },
    h('h3', {}, t('quiso_decir')),
    h(
      'ul',
      {},
      ...sugerencias.map((sugerencia) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'boton clave', onclick: () => onChoice(sugerencia.curp) },
            h('code', {}, ...marked(sugerencia)),
          ),
          ' ',
          h('small', {}, sugerencia.mensaje),
        ),
      ),
    ),
  );
}

/** Returns the characters of the key, with the changed ones marked. */
const marked = ({ curp, cambio, posiciones }: Sugerencia): (Node | string)[] =>
  Array.from(curp, (c, i) => (cambio !== 'sobra' && posiciones.includes(i + 1) ? h('b', {}, c) : c));
