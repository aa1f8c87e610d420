/** The question about a whole name in one column: what comes first, with names of the file cut both ways. */
import { parseNombre } from '@curp-service/core';
import { h } from '../../../base/dom.js';
import { t } from '../../../base/language.js';

const ORDERS = ['apellidos', 'nombres'] as const;

/** `chosen`: what comes first; empty until the user says so. `onChoose` gets an empty text if the surnames stand apart. */
export function fullNameQuestion(
  samples: readonly string[],
  chosen: string,
  onChoose: (order: string) => void,
): HTMLElement {
  const apart = h('button', { type: 'button', class: 'boton', onclick: () => onChoose('') }, t('apellidos_aparte'));
  return h(
    'fieldset',
    { class: chosen === '' ? 'convencion pregunta' : 'convencion' },
    h('legend', {}, t('pregunta_nombre')),
    h('div', { class: 'cortes' }, ...ORDERS.map((order) => cutsIn(order, samples, order === chosen, onChoose))),
    apart,
  );
}

function cutsIn(
  order: (typeof ORDERS)[number],
  samples: readonly string[],
  checked: boolean,
  onChoose: (order: string) => void,
): HTMLElement {
  const fields = ['nombres', 'apellido_paterno', 'apellido_materno'] as const;
  const rows = samples.map((name) => {
    const cut = parseNombre(name, order);
    const parts = [cut?.nombres, cut?.apellidoPaterno, cut?.apellidoMaterno];
    return h('tr', {}, ...parts.map((part) => h('td', {}, part ?? '—')));
  });
  const id = `nombre_completo-${order}`;
  const label = t(order === 'apellidos' ? 'primero_apellidos' : 'primero_nombres');
  return h(
    'div',
    {},
    h('input', { type: 'radio', name: 'nombre_completo', id, checked, onchange: () => onChoose(order) }),
    h('label', { for: id }, label),
    h(
      'div',
      { class: 'ancha', tabindex: '0', role: 'region', 'aria-label': label },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...fields.map((field) => h('th', { scope: 'col' }, t(field))))),
        h('tbody', {}, ...rows),
      ),
    ),
  );
}
