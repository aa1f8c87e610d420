/** Answers blocks of rows: here, or in another thread that takes them one after the other. */
import type { Worker } from 'node:worker_threads';
import { startThread } from '@curp-service/server/own-files';
import {
  type Block,
  answerBlock,
  collect,
  type Duplicate,
  DuplicateRecorder,
  type Evidence,
  type HashSeed,
  type Lote,
  type LoteOptions,
  prepare,
  release,
  type Totals,
} from '@curp-service/lote';
import { type CommandFailure, EXIT, commandFailure } from '../../failure.js';

const BLOCK_WORKER = new URL('./worker.js', import.meta.url);

/** Rows create hardly any objects, so a small young generation is enough. */
const YOUNG_GENERATION_MB = 2;

/** The failure of a thread that stopped by itself: out of memory, or a bug. */
const threadStopped = (reason: string): CommandFailure =>
  commandFailure(EXIT.SOFTWARE, `Un hilo se detuvo (${reason}).`, `A thread stopped (${reason}).`);

interface Waiter {
  readonly resolve: (done: BlockDone) => void;
  readonly reject: (error: CommandFailure) => void;
}

export class BlockThread {
  readonly #worker: Worker;
  /** Those who wait for blocks, in the order of the blocks. */
  #waiters: Waiter[] = [];
  #stopped: CommandFailure | null = null;

  constructor(setup: WorkerSetup) {
    this.#worker = startThread(BLOCK_WORKER, {
      workerData: setup,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#worker.on('message', (done: BlockDone) => this.#waiters.shift()?.resolve(done));
    // The error's own message is not shown: it might quote personal data.
    this.#worker.on('error', (error) => this.#stop('code' in error ? String(error.code) : error.name));
    this.#worker.on('exit', (code) => this.#stop(`exit ${code}`));
  }

  /** The number of blocks that it has not answered. */
  get pending(): number {
    return this.#waiters.length;
  }

  /** Transfers the block's memory to the thread, with memory for its rows, and waits for them. */
  async run(block: ComparedBlock): Promise<BlockDone> {
    return new Promise((resolve, reject) => {
      if (this.#stopped !== null) {
        reject(this.#stopped);
        return;
      }
      this.#waiters.push({ resolve, reject });
      const message: WorkerMessage = { block, memory: allocate(0).buffer };
      this.#worker.postMessage(message, [block.bytes.buffer, message.memory]);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #stop(reason: string): void {
    this.#stopped ??= threadStopped(reason);
    for (const { reject } of this.#waiters) reject(this.#stopped);
    this.#waiters = [];
  }
}

export interface WorkerSetup {
  readonly options: LoteOptions;
  readonly seed: HashSeed;
  readonly header: Block;
}

export interface WorkerMessage {
  readonly block: ComparedBlock;
  readonly memory: ArrayBuffer;
}

export type KnownDuplicates = ReadonlyMap<number, Duplicate>;

/** A block, with its duplicates once they are known. */
export type ComparedBlock = Block & { readonly duplicates?: KnownDuplicates | undefined };

/** The answered rows of a block, their evidence about the reading of the file, and the people in them. */
export interface BlockDone {
  readonly block: Block;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly evidence: Evidence;
  readonly totals: Totals;
  readonly people: Int32Array<ArrayBuffer>;
}

/** The size of the buffers that circulate between the threads: each holds a block or, on the way back, its rows. */
const BUFFER_SIZE = 0x90000;
const MOST_SPARE = 64;
/** The buffers that no thread uses now. */
const spare: ArrayBuffer[] = [];

/** Returns used memory if there is any: the system is slow to provide fresh pages. */
export function allocate(length: number): Uint8Array<ArrayBuffer> {
  if (length > BUFFER_SIZE) return new Uint8Array(length);
  return new Uint8Array(spare.pop() ?? new ArrayBuffer(BUFFER_SIZE));
}

export function reuse(bytes: Uint8Array<ArrayBuffer>): void {
  if (bytes.buffer.byteLength === BUFFER_SIZE && spare.length < MOST_SPARE) spare.push(bytes.buffer);
  else release(bytes);
}

/** Answers the blocks of a file, in any order. The header must be in the first of them. */
export class BlockAnswerer {
  readonly #recorder: DuplicateRecorder;
  readonly #lote: Lote;

  constructor(options: LoteOptions, seed: HashSeed) {
    this.#recorder = new DuplicateRecorder(seed);
    this.#lote = prepare({ ...options, duplicates: this.#recorder });
  }

  close(): void {
    this.#lote.close();
  }

  /** Processes a block into one piece of memory. */
  answer({ duplicates, ...block }: ComparedBlock): BlockDone {
    this.#recorder.begin(duplicates);
    const bytes = collect(answerBlock(this.#lote, block), block, allocate);
    return {
      block,
      bytes,
      evidence: this.#lote.takeEvidence(),
      totals: this.#lote.takeTotals(),
      people: this.#recorder.takeRecords(),
    };
  }
}
