/** The part of `npm run test:faults` in which each call fails in each way. Prints how many calls and ways each scenario had, as it ends. */
import { type CallsRow, tryCalls } from './try-calls.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

print('\n| scenario | calls of | calls | ways to fail | reached |\n|---|---|---:|---:|---:|');
tryCalls({ seed: 1 }, ({ scenario, database, calls, ways, reached }: CallsRow) =>
  print(`| ${[scenario, database, calls, ways, reached].join(' | ')} |`),
);
