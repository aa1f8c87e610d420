/** Copies a SQLite database while others read and write it, in a thread: one statement copies all of it. */
import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { startThread } from '../../own-files.js';

const THREAD = new URL('./backup-thread.js', import.meta.url);
const TELL_MS = 200;

/** Told how many bytes are copied, of about how many. */
export type OnCopied = (bytes: number, total: number) => void;

export interface BackupOrder {
  readonly path: string;
  readonly file: string;
}

/** `null`: it is done. */
export type BackupAnswer = { readonly message: string; readonly errcode: number } | null;

/** Fills an empty file, and returns once the copy was checked and is on disk. Fails if the database is damaged. */
export async function backUp(order: BackupOrder, onCopied: OnCopied): Promise<void> {
  const total = statSync(order.path).size;
  const timer = setInterval(() => onCopied(statSync(order.file).size, total), TELL_MS);
  const worker = startThread(THREAD, { workerData: order });
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the thread sends
    const [answer] = (await once(worker, 'message')) as [BackupAnswer];
    if (answer !== null) {
      throw Object.assign(new Error(answer.message), { code: 'ERR_SQLITE_ERROR', errcode: answer.errcode });
    }
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
  const fd = openSync(order.file, 'r+');
  fsyncSync(fd);
  closeSync(fd);
}
