/**
 * The thread that processes pieces, so that no request waits for them. It has connections of its own and a small heap:
 * so many bytes come and go that the collector runs often.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openJobStore } from '../store/open.js';
import { DatabaseClock } from '../store/clock.js';
import { pieceProcessor } from './piece.js';
import type { ThreadAnswer, ThreadOptions, ThreadRequest } from './thread.js';

const { databaseUrl, pool, retentionMs }: ThreadOptions = workerData;
const store = await openJobStore(databaseUrl, pool);
const clock = await DatabaseClock.open(store);
const processPiece = pieceProcessor({ pieces: store, now: clock.now, retentionMs });

async function serve({ number, piece }: ThreadRequest): Promise<void> {
  const answer = (message: ThreadAnswer): void => parentPort?.postMessage(message, []);
  try {
    answer({ number, result: await processPiece(piece) });
  } catch (error) {
    // Only the kind of the error: its message might repeat data of the file.
    answer({ number, error: error instanceof Error ? error.name : typeof error });
  }
}

parentPort?.on('message', (request: ThreadRequest | null) => {
  if (request !== null) void serve(request);
  else {
    clock.close();
    void store.close().then(() => parentPort?.close());
  }
});
