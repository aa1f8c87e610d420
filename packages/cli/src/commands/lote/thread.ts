/** One of several threads, as the one that hands out the work sees it. */
import { Worker } from 'node:worker_threads';
import type { Block, Totals } from '@curp-service/lote';
import type { WorkerSetup, BlockDone } from './messages.js';

const WORKER = new URL('./worker.js', import.meta.url);

/** Rows make hardly any objects, so a thread needs no more room for new ones. */
const YOUNG_GENERATION_MB = 2;

/** A thread that stopped by itself: out of memory, or a fault of this program. */
export class ThreadStopped extends Error {
  override readonly name = 'ThreadStopped';
}

interface Waiter {
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: ThreadStopped) => void;
}

export class Thread {
  /** Of the blocks that it has done. */
  totals: Totals = { rows: 0, good: 0, errors: new Map() };
  private readonly worker: Worker;
  /** Whoever waits for a block, in the order in which they were handed over. */
  private waiters: Waiter[] = [];
  private stopped: ThreadStopped | null = null;

  constructor(setup: WorkerSetup) {
    this.worker = new Worker(WORKER, {
      workerData: setup,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.worker.on('message', ({ bytes, totals }: BlockDone) => {
      this.totals = totals;
      this.waiters.shift()?.resolve(bytes);
    });
    // By its code or its kind: a message might repeat what the thread was reading.
    this.worker.on('error', (error) => this.stop('code' in error ? String(error.code) : error.name));
    this.worker.on('exit', (code) => this.stop(`exit ${code}`));
  }

  /** How many blocks it has in hand. */
  get pending(): number {
    return this.waiters.length;
  }

  /** Hands a block over, not to be seen here again, and waits for its rows. */
  async run(block: Block): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      if (this.stopped !== null) {
        reject(this.stopped);
        return;
      }
      this.waiters.push({ resolve, reject });
      this.worker.postMessage(block, [block.bytes.buffer]);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private stop(reason: string): void {
    this.stopped ??= new ThreadStopped(reason);
    for (const { reject } of this.waiters) reject(this.stopped);
    this.waiters = [];
  }
}
