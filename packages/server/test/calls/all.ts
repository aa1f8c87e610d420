/** The part of `npm run test:faults` in which each call fails in each way. Prints how many calls and ways there were. */
import { afterAll } from 'vitest';
import { type CallsRow, tryCalls } from './try-calls.js';

const rows: CallsRow[] = [];
tryCalls({ seed: 1 }, (row) => rows.push(row));

afterAll(() => {
  const lines = rows.map(({ scenario, database, calls, ways, reached }) =>
    [scenario, database, calls, ways, reached].join(' | '),
  );
  const head = '| scenario | calls of | calls | ways to fail | reached |\n|---|---|---:|---:|---:|';
  process.stdout.write(`\n${head}\n${lines.map((line) => `| ${line} |`).join('\n')}\n\n`);
});
