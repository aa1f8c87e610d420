/** The handle of the thread that processes pieces: started with the first piece, ended after a while without any. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ClaimedPiece } from '../store/pieces.js';
import type { PieceResult } from './piece.js';

const WORKER = new URL('./worker.js', import.meta.url);
const IDLE_MS = 30_000;
/** A piece that takes longer never ends. */
const LIMIT_MS = 300_000;
/** Rows create hardly any objects. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 2 };

export interface ThreadOptions {
  readonly databaseUrl: string;
  readonly pool: number;
  readonly retentionMs: number;
}

export interface ThreadRequest {
  readonly number: number;
  readonly piece: ClaimedPiece;
}

export type ThreadAnswer = { readonly number: number } & (
  | { readonly result: PieceResult }
  | { readonly error: string }
);

/**
 * A piece failed, or the thread ended by itself: out of memory, or a bug. The message is the kind of the error or the exit
 * code, never data of the file.
 */
export class PieceCrashed extends Error {
  override readonly name = 'PieceCrashed';
}

interface PendingPiece {
  readonly resolve: (result: PieceResult) => void;
  readonly reject: (error: PieceCrashed) => void;
}

export class PieceThread {
  readonly #options: ThreadOptions;
  #worker: Worker | null = null;
  #number = 0;
  readonly #waiting = new Map<number, PendingPiece>();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  async process(piece: ClaimedPiece): Promise<PieceResult> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const number = (this.#number += 1);
    const limit = setTimeout(() => void worker.terminate(), LIMIT_MS).unref();
    try {
      return await new Promise<PieceResult>((resolve, reject) => {
        this.#waiting.set(number, { resolve, reject });
        worker.postMessage({ number, piece } satisfies ThreadRequest, []);
      });
    } finally {
      clearTimeout(limit);
      this.#waiting.delete(number);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null) return;
    worker.ref();
    worker.postMessage(null, []);
    await once(worker, 'exit');
  }

  #start(): Worker {
    const worker = new Worker(WORKER, { workerData: this.#options, resourceLimits: RESOURCE_LIMITS });
    const crash = (reason: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(new PieceCrashed(reason));
    };
    worker.on('message', (answer: ThreadAnswer) => {
      const waiting = this.#waiting.get(answer.number);
      if ('result' in answer) waiting?.resolve(answer.result);
      else waiting?.reject(new PieceCrashed(answer.error));
    });
    worker.on('error', (error) => crash(error.name));
    worker.on('exit', (code) => crash(`exit ${code}`));
    worker.unref();
    return worker;
  }
}
