/** Writes the figures of a run as a Markdown table. */
import type { Figures } from './attack.js';

export type Row = { readonly name: string; readonly cases: number; readonly wrong: number } & Partial<
  Omit<Figures, 'wrong' | 'cases'>
>;

const number = (n: number | undefined): string => (n === undefined ? '' : Math.round(n).toLocaleString('en-US'));

const cells = ({ name, cases, requests, answers, wrong, hung, livezMs, memory }: Row): string[] => [
  name,
  ...[cases, requests, answers, wrong, hung, livezMs, memory === undefined ? memory : memory / 1e6].map(number),
];

const statuses = ({ name, statuses: counts = new Map() }: Row): string =>
  `${name}: ${Array.from(counts as Figures['statuses'], ([status, n]) => `${status} × ${number(n)}`)
    .toSorted()
    .join(', ')}`;

export const table = (rows: readonly Row[]): string =>
  [
    '| part | tried | requests | answers | wrong | hung | `/livez` at most, ms | memory at most, MB |',
    `|---|${'---:|'.repeat(7)}`,
    ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
    '',
    ...rows.filter(({ statuses: counts }) => counts !== undefined).map(statuses),
    '',
  ].join('\n');
