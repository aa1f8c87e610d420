/** The switches of the conventions: a sentence each, and the readings to choose from. */
import { h } from '../../../base/dom.js';
import type { Switch } from './conventions.js';

export function switchList(
  switches: readonly Switch[],
  onChoose: (name: Switch['name'], value: string) => void,
): HTMLElement[] {
  return switches.map(({ name, sentence, isQuestion, choices, chosen }) => {
    const radios = choices.flatMap(({ value, label }, i) => {
      const id = `lectura-${name}-${i}`;
      return [
        h('input', {
          type: 'radio',
          name: `lectura-${name}`,
          id,
          checked: value === chosen,
          onchange: () => onChoose(name, value),
        }),
        h('label', { for: id }, label),
      ];
    });
    return h(
      'fieldset',
      { class: isQuestion && chosen === null ? 'convencion pregunta' : 'convencion', 'data-convencion': name },
      h('legend', {}, sentence),
      h('div', { class: 'opciones' }, ...radios),
    );
  });
}
