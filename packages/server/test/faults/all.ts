/** `npm run test:faults`: runs every fault and prints a table of the results. */
import { FAULTS } from './faults/index.js';
import { tryAll } from './try-all.js';
import { table } from './table.js';

const obstacles = new Map(FAULTS.map((fault) => [fault, fault.obstacle?.() ?? null]));

tryAll(
  FAULTS.filter((fault) => obstacles.get(fault) === null),
  5,
  (rows) => {
    process.stdout.write(`\n${table(rows)}\n\n`);
    for (const [{ name }, obstacle] of obstacles) {
      if (obstacle !== null) process.stdout.write(`Not shown: ${name}: ${obstacle}\n`);
    }
  },
);
