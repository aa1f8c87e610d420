/**
 * The thread of a backup. `VACUUM INTO` copies the database as of one moment, however much is written meanwhile, and leaves
 * out the pages of erased rows.
 */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { BackupAnswer, BackupOrder } from './backup.js';

const BUSY_MS = 60_000;
const CORRUPT = 11;

const { path, file }: BackupOrder = workerData;
parentPort?.postMessage(copy(), []);

function copy(): BackupAnswer {
  try {
    const source = new DatabaseSync(path, { timeout: BUSY_MS });
    source.prepare('VACUUM INTO $1').run({ $1: file });
    source.close();
    const made = new DatabaseSync(file);
    const [found] = Object.values(made.prepare('PRAGMA integrity_check(1)').get() ?? {});
    made.close();
    return found === 'ok' ? null : { message: String(found), errcode: CORRUPT };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { message: error.message, errcode: 'errcode' in error ? Number(error.errcode) : 0 };
  }
}
