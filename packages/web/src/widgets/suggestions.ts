/** The keys that may have been meant, each a button that puts it in the field. */
import type { Sugerencia } from '@curp-service/core';
import { h } from '../base/dom.js';
import { t } from '../base/language.js';

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

/** The characters of the key, the changed ones marked. */
const marked = ({ curp, cambio, posiciones }: Sugerencia): (Node | string)[] =>
  Array.from(curp, (c, i) => (cambio !== 'sobra' && posiciones.includes(i + 1) ? h('b', {}, c) : c));
