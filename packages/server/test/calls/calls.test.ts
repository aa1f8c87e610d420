/** The short form of the runs in `npm run test:faults` whose calls fail: a sample of them, another one with another `SEED`. */
import { tryCalls } from './try-calls.js';

const { SAMPLE = '2', SEED = '1' } = process.env;
tryCalls({ sample: Number(SAMPLE), seed: Number(SEED) });
