/** A bar chart of the rows with errors, by kind of error. */
import type { Totals } from '@curp-service/lote';
import { kindOf } from '@curp-service/contract/codes/kinds';
import { h } from '../../../base/dom.js';
import { formatNumber, inLanguage } from '../../../base/language.js';
import type { ErrorGroup, FileResult } from '../worker/messages.js';

export function errorChart({ totals, groups, badCount }: FileResult): HTMLElement {
  const sorted = [...byCode(totals), ...groups.values()].toSorted((a, b) => b.rows - a.rows);
  return h(
    'ul',
    { class: 'grafica' },
    ...sorted.map(({ rows, text }) => {
      const bar = h('i', {});
      bar.style.setProperty('--parte', String(rows / badCount));
      const label = inLanguage(text);
      return h(
        'li',
        {},
        h('span', {}, label.charAt(0).toLocaleUpperCase() + label.slice(1)),
        h('b', {}, formatNumber(rows), h('small', {}, ` ${formatPercent(rows / badCount)}`)),
        bar,
      );
    }),
  );
}

const byCode = ({ errors }: Readonly<Totals>): ErrorGroup[] =>
  Array.from(errors, ([code, rows]) => ({ rows, text: kindOf(code) }));

function formatPercent(share: number): string {
  const percent = share * 100;
  return `${percent >= 10 ? Math.round(percent) : percent >= 0.1 ? percent.toFixed(1) : '<0.1'} %`;
}
