/** A bar chart of the rows with errors, by kind of error. */
import type { Totals } from '@curp-service/lote';
import { kindOf } from '@curp-service/contract/codes/kinds';
import { h } from '../../../base/dom.js';
import { formatNumber, inLanguage } from '../../../base/language.js';
import type { Grupo, Hecho } from '../worker/messages.js';

export function errorChart({ totales, grupos: groups, cuantas }: Hecho): HTMLElement {
  const sorted = [...byCode(totales), ...groups.values()].toSorted((a, b) => b.filas - a.filas);
  return h(
    'ul',
    { class: 'grafica' },
    ...sorted.map(({ filas: rows, texto: text }) => {
      const bar = h('i', {});
      bar.style.setProperty('--parte', String(rows / cuantas));
      const label = inLanguage(text);
      return h(
        'li',
        {},
        h('span', {}, label.charAt(0).toLocaleUpperCase() + label.slice(1)),
        h('b', {}, formatNumber(rows), h('small', {}, ` ${formatPercent(rows / cuantas)}`)),
        bar,
      );
    }),
  );
}

const byCode = ({ errors }: Readonly<Totals>): Grupo[] =>
  Array.from(errors, ([code, rows]) => ({ filas: rows, texto: kindOf(code) }));

function formatPercent(share: number): string {
  const percent = share * 100;
  return `${percent >= 10 ? Math.round(percent) : percent >= 0.1 ? percent.toFixed(1) : '<0.1'} %`;
}
