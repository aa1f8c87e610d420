/** The short form of the runs in `npm run test:faults` whose calls fail: a sample of them, another one with another `SEED`. */
import { tryCalls } from './try-calls.js';

/** Ways that once broke a promise. */
const FOUND = [
  'files | a file answered | service: read 3316 1 | before | lost',
  'SQLite | a job from upload to download, and cancelled | service: PRAGMA synchronous = 4a70 1 | before | timeout',
  'PostgreSQL | a job from upload to download, and cancelled | thread: BEGIN a840 2 | before | no_permission',
  'SQLite | a backup | service: VACUUM INTO $1 157c 1 | before | full',
  'PostgreSQL | usage older than its retention | service: SELECT 0 AS 8164 1 | before | no_table',
  'PostgreSQL | a start on a new database, a stop and another start | service: COMMIT 7966 1 | after | timeout',
];

const { SAMPLE = '2', SEED = '1' } = process.env;
tryCalls({ sample: Number(SAMPLE), seed: Number(SEED), always: FOUND });
