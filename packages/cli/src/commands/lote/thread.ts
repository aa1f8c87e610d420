/** A worker thread as the main thread sees it. */
import { Worker } from 'node:worker_threads';
import { type Block, type Totals, sumTotals } from '@curp-service/lote';
import type { BlockDone, WorkerMessage, WorkerSetup } from './messages.js';

const WORKER = new URL('./worker.js', import.meta.url);

/** Rows create hardly any objects, so a small young generation is enough. */
const YOUNG_GENERATION_MB = 2;

/** A thread stopped by itself: out of memory, or a bug. */
export class ThreadStopped extends Error {
  override readonly name = 'ThreadStopped';
}

interface Waiter {
  readonly resolve: (done: BlockDone) => void;
  readonly reject: (error: ThreadStopped) => void;
}

export class Thread {
  /** The totals of the blocks that it has done. */
  totals: Totals = sumTotals([]);
  readonly #worker: Worker;
  /** In the order in which the blocks were handed over. */
  #waiters: Waiter[] = [];
  #stopped: ThreadStopped | null = null;

  constructor(setup: WorkerSetup) {
    this.#worker = new Worker(WORKER, {
      workerData: setup,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#worker.on('message', ({ done, totals }: WorkerMessage) => {
      this.totals = totals;
      this.#waiters.shift()?.resolve(done);
    });
    // The error's own message is not shown: it might quote personal data.
    this.#worker.on('error', (error) => this.#stop('code' in error ? String(error.code) : error.name));
    this.#worker.on('exit', (code) => this.#stop(`exit ${code}`));
  }

  /** How many blocks it has not finished. */
  get pending(): number {
    return this.#waiters.length;
  }

  /** Transfers the block's memory to the thread and waits for its rows. */
  async run(block: Block): Promise<BlockDone> {
    return new Promise((resolve, reject) => {
      if (this.#stopped !== null) {
        reject(this.#stopped);
        return;
      }
      this.#waiters.push({ resolve, reject });
      this.#worker.postMessage(block, [block.bytes.buffer]);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #stop(reason: string): void {
    this.#stopped ??= new ThreadStopped(reason);
    for (const { reject } of this.#waiters) reject(this.#stopped);
    this.#waiters = [];
  }
}
