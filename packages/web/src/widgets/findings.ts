/** A list of findings with their positions and rules. */
import type { Hallazgo } from '@curp-service/core';
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
        h('span', { class: 'frase' }, messageOf(hallazgo)),
        ' ',
        h('small', {}, `${where(hallazgo.posiciones)}${hallazgo.regla}: ${translated(REGLAS[hallazgo.regla])}`),
      ),
    ),
  );
}

function where(posiciones: readonly number[]): string {
  if (posiciones.length === 0 || posiciones.length === 18) return '';
  const key = posiciones.length === 1 ? 'posicion_n' : 'posiciones';
  return `${t(key, { n: positionRanges(posiciones) })} · `;
}
