/** The short form of the runs in `npm run test:faults` whose calls fail: a sample of them. */
import { tryCalls } from './try-calls.js';

tryCalls({ sample: Number(process.env['SAMPLE'] ?? 6), seed: Number(process.env['SEED'] ?? 1) }, (row) => {
  if (process.env['SAMPLE'] !== undefined) process.stdout.write(`${JSON.stringify(row)}\n`);
});
