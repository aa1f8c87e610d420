/** Writes the results of the faults as a Markdown table. */
import type { FaultRow } from './try-one.js';

const TITLES = [
  'requests',
  'right',
  'clear errors',
  'refused',
  'wrong',
  'usage lost',
  'file and job rows',
  'lost or doubled',
  'recovery ms',
];

const cells = (row: FaultRow): string[] => {
  const { requests, right, clear, refused, wrong, lost, rows, badRows, recoveryMs } = row;
  return [requests, right, clear, refused, wrong.length, lost, rows, badRows, recoveryMs].map((n) =>
    Math.round(n).toLocaleString('en-US'),
  );
};

export const table = (rows: readonly FaultRow[]): string =>
  [
    `| fault | ${TITLES.join(' | ')} |`,
    `|---|${'---:|'.repeat(TITLES.length)}`,
    ...rows.map((row) => `| ${[row.name, ...cells(row)].join(' | ')} |`),
  ].join('\n');
