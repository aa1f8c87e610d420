/** Processes the rows of a text in this process, in one thread or several. */
import { Buffer } from 'node:buffer';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startThread } from '@curp-service/server/own-files';
import {
  type Block,
  collect,
  answerBlock,
  answerRows,
  type Evidence,
  type FilePass,
  isUtf16,
  Lote,
  type LoteOptions,
  mergeEvidence,
  NO_EVIDENCE,
  prepare,
  release,
  Splitter,
  sumTotals,
  type Totals,
  type Understood,
} from '@curp-service/lote';

export type OnUnderstood = (understood: Understood) => void;

/** One thread is faster below this size: starting another takes about as long as the work. */
const SMALL_BYTES = 4 << 20;
/** The most threads that pay: one thread reads and writes for all, and keeps about eight busy. */
const MOST_THREADS = 8;

/** Processes the rows in `hilos` threads, by default as many as are worth starting. `size`: the bytes of the file; `null` if unknown. */
export function inThreads(
  options: LoteOptions,
  chunks: AsyncIterable<Uint8Array>,
  hilos: number | undefined,
  size: number | null,
): FilePass {
  const isForOne = options.homonimos === true || (size !== null && size < SMALL_BYTES);
  // Only one thread that answers all rows knows their numbers.
  const hasNumbers = (options.reading?.pedazos.value.length ?? 0) > 0;
  const count = hasNumbers ? 1 : (hilos ?? (isForOne ? 1 : Math.min(availableParallelism(), MOST_THREADS)));
  if (count === 1) return answerRows(new Lote(options), chunks);
  const work = new ThreadedWork(options, count, hilos === undefined ? SMALL_BYTES : 0);
  return {
    pieces: work.answer(chunks),
    totals: () => work.totals,
    evidence: () => work.evidence,
    close: async () => work.close(),
  };
}

/** The blocks that each worker holds: the one it processes and the next ones, so that no worker waits on a busy machine. */
const BLOCKS_PER_THREAD = 4;
const NO_BYTES: Block = { bytes: new Uint8Array(), encoding: null };

interface Pending {
  done: BlockDone | null;
  readonly promise: Promise<BlockDone>;
}

/** Processes the rows in several threads, and writes the same bytes as one thread would. */
class ThreadedWork {
  /** The options without functions, because they are sent to other threads. */
  readonly #options: LoteOptions;
  readonly #onUnderstood: OnUnderstood;
  /** The most workers that may run besides the main thread. */
  readonly #maxOthers: number;
  /** The bytes that are processed here before the first worker starts. */
  #alone: number;
  readonly #splitter: Splitter;
  readonly #threads: BlockThread[] = [];
  #lote: Lote | null = null;
  /** The evidence of the blocks whose rows were yielded. */
  #evidence: Evidence = NO_EVIDENCE;
  /** The blocks in the order of the file. */
  readonly #queue: Pending[] = [];

  constructor({ onUnderstood = () => {}, ...options }: LoteOptions, count: number, startAfter: number) {
    this.#options = options;
    this.#onUnderstood = onUnderstood;
    this.#maxOthers = count - 1;
    this.#alone = startAfter;
    this.#splitter = new Splitter(
      options.formato,
      options.codificacion,
      {
        encabezado: options.reading?.encabezado.value,
        layout: options.reading?.formato.value,
      },
      undefined,
      allocate,
      (bytes, byte, from) => Buffer.prototype.indexOf.call(bytes, byte, from),
    );
  }

  get totals(): Readonly<Totals> {
    return sumTotals([...(this.#lote === null ? [] : [this.#lote]), ...this.#threads].map(({ totals }) => totals));
  }

  get evidence(): Evidence {
    return { ...this.#evidence, mark: this.#splitter.mark };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(async (thread) => thread.close()));
  }

  async *answer(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const block of split(chunks, this.#splitter)) {
      if (this.#lote === null) yield* this.#start(block);
      else {
        this.#dispatch(block, this.#lote);
        yield* this.#finished();
      }
    }
    if (this.#lote === null) yield* this.#start(NO_BYTES);
    yield* this.#finished(true);
  }

  /** Processes the header and the first rows here: a small file needs no worker. */
  *#start(block: Block): Generator<Uint8Array, void> {
    const header = this.#splitter.header ?? NO_BYTES;
    const { encoding } = header.bytes.length > 0 ? header : block;
    // The splitter rewrites UTF-16 blocks as UTF-8, so the encoding of the file is reported here.
    const onUnderstood: OnUnderstood = (understood) =>
      this.#onUnderstood(isUtf16(encoding) ? { ...understood, encoding } : understood);
    this.#lote = prepare({ ...this.#options, onUnderstood });
    const bytes = new Uint8Array(Buffer.concat([header.bytes, block.bytes]));
    yield* answerBlock(this.#lote, { bytes, encoding });
    this.#evidence = this.#lote.takeEvidence();
  }

  /** Hands the block to a worker or, if all are busy, processes it here. */
  #dispatch(block: Block, lote: Lote): void {
    this.#alone -= block.bytes.length;
    const thread = this.#alone > 0 ? undefined : this.#freeThread();
    const promise = thread === undefined ? Promise.resolve(answerWholeBlock(lote, block)) : thread.run(block);
    const pending: Pending = { done: null, promise };
    promise.then(
      (done) => (pending.done = done),
      () => {}, // `#finished` awaits the promise itself
    );
    this.#queue.push(pending);
  }

  #freeThread(): BlockThread | undefined {
    const thread = this.#threads.find(({ pending }) => pending < BLOCKS_PER_THREAD);
    if (thread !== undefined || this.#threads.length === this.#maxOthers) return thread;
    const created = new BlockThread({ options: this.#options, header: this.#splitter.header ?? NO_BYTES });
    this.#threads.push(created);
    return created;
  }

  /** Yields rows in the order of the file: those that are ready or, with `all`, every one. */
  async *#finished(all = false): AsyncGenerator<Uint8Array, void> {
    const limit = this.#maxOthers * BLOCKS_PER_THREAD + 8;
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      if (first.done === null && !all && this.#queue.length < limit) return;
      const { bytes, evidence } = await first.promise;
      this.#queue.shift();
      this.#evidence = mergeEvidence(this.#evidence, evidence);
      yield bytes;
      reuse(bytes);
    }
  }
}

async function* split(chunks: AsyncIterable<Uint8Array>, splitter: Splitter): AsyncGenerator<Block, void> {
  for await (const chunk of chunks) yield* splitter.split(chunk);
  yield* splitter.finish();
}

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

class BlockThread {
  /** The totals of the blocks that it has answered. */
  totals: Totals = sumTotals([]);
  readonly #worker: Worker;
  /** Those who wait for blocks, in the order of the blocks. */
  #waiters: Waiter[] = [];
  #stopped: ThreadStopped | null = null;

  constructor(setup: WorkerSetup) {
    this.#worker = startThread(WORKER, {
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

  /** The number of blocks that it has not answered. */
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

export interface WorkerSetup {
  readonly options: LoteOptions;
  readonly header: Block;
}

/** The answered rows of a block, and their evidence about the reading of the file. */
interface BlockDone {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly evidence: Evidence;
}

/** The rows of one block, and the totals of all blocks that the worker has answered. */
export interface WorkerMessage {
  readonly done: BlockDone;
  readonly totals: Totals;
}

/** The size of the buffers that circulate between the threads: each holds a block or, on the way back, its rows. */
const BUFFER_SIZE = 0x90000;
/** The buffers that no thread uses now. */
const spare: ArrayBuffer[] = [];

/** Returns used memory if there is any: the system is slow to provide fresh pages. */
function allocate(length: number): Uint8Array<ArrayBuffer> {
  if (length > BUFFER_SIZE) return new Uint8Array(length);
  return new Uint8Array(spare.pop() ?? new ArrayBuffer(BUFFER_SIZE));
}

function reuse(bytes: Uint8Array<ArrayBuffer>): void {
  if (bytes.buffer.byteLength === BUFFER_SIZE) spare.push(bytes.buffer);
  else release(bytes);
}

/** Processes a block into one piece of memory, and reuses the memory of the block. */
export function answerWholeBlock(lote: Lote, block: Block): BlockDone {
  const bytes = collect(answerBlock(lote, block), block, allocate);
  reuse(block.bytes);
  return { bytes, evidence: lote.takeEvidence() };
}
