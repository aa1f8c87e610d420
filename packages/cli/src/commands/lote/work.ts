/** Processes the rows of a text in this process, in one thread or several. */
import { Buffer } from 'node:buffer';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startThread } from '@curp-service/server/own-files';
import {
  type Block,
  collect,
  type Duplicate,
  DuplicateRecorder,
  answerBlock,
  answerRows,
  type Evidence,
  type FilePass,
  type HashSeed,
  isUtf16,
  Lote,
  type LoteOptions,
  mergeEvidence,
  newSeed,
  NO_EVIDENCE,
  PeopleTable,
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
  const isForOne = size !== null && size < SMALL_BYTES;
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
  promise: Promise<BlockDone>;
  /** True once its people are compared with those of the blocks before it. */
  isCompared: boolean;
}

/** Processes the rows in several threads, and writes the same bytes as one thread would. */
class ThreadedWork {
  /** The options without functions, because they are sent to other threads. */
  readonly #options: LoteOptions;
  readonly #seed = newSeed();
  /** The people of the blocks that are compared, and the number of their rows. */
  readonly #people: PeopleTable;
  #compared = 0;
  readonly #onUnderstood: OnUnderstood;
  /** The most workers that may run besides the main thread. */
  readonly #maxOthers: number;
  /** The bytes that are processed here before the first worker starts. */
  #alone: number;
  readonly #splitter: Splitter;
  readonly #threads: BlockThread[] = [];
  #answerer: BlockAnswerer | null = null;
  /** The evidence and the totals of the blocks whose rows were yielded. */
  #evidence: Evidence = NO_EVIDENCE;
  #totals: Totals = sumTotals([]);
  /** The blocks in the order of the file. */
  readonly #queue: Pending[] = [];

  constructor({ onUnderstood = () => {}, ...options }: LoteOptions, count: number, startAfter: number) {
    this.#options = options;
    this.#people = new PeopleTable(options.duplicateMemory);
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
    const { fullAt } = this.#people;
    return { ...this.#totals, fullAt: fullAt === 0 ? 0 : fullAt + Math.max(0, this.#evidence.header.row) };
  }

  get evidence(): Evidence {
    return { ...this.#evidence, mark: this.#splitter.mark };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(async (thread) => thread.close()));
  }

  async *answer(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const block of split(chunks, this.#splitter)) {
      if (this.#answerer === null) yield this.#start(block);
      else {
        this.#queue.push(this.#dispatch(block, this.#answerer));
        yield* this.#finished(this.#answerer);
      }
    }
    if (this.#answerer === null) yield this.#start(NO_BYTES);
    else yield* this.#finished(this.#answerer, true);
  }

  /** Processes the header and the first rows here: a small file needs no worker. */
  #start(block: Block): Uint8Array {
    const header = this.#splitter.header ?? NO_BYTES;
    const { encoding } = header.bytes.length > 0 ? header : block;
    // The splitter rewrites UTF-16 blocks as UTF-8, so the encoding of the file is reported here.
    const onUnderstood: OnUnderstood = (understood) =>
      this.#onUnderstood(isUtf16(encoding) ? { ...understood, encoding } : understood);
    const bytes = new Uint8Array(Buffer.concat([header.bytes, block.bytes]));
    const answer = (options: LoteOptions, duplicates?: Duplicates): BlockDone => {
      this.#answerer = new BlockAnswerer(options, this.#seed);
      return this.#answerer.answer({ bytes, encoding, duplicates });
    };
    const done = answer({ ...this.#options, onUnderstood });
    const duplicates = this.#compare(done);
    return this.#take(duplicates === null ? done : answer(this.#options, duplicates));
  }

  /** Hands the block to a worker or, if all are busy, processes it here. */
  #dispatch(block: ComparedBlock, answerer: BlockAnswerer): Pending {
    this.#alone -= block.bytes.length;
    const thread = this.#alone > 0 ? undefined : this.#freeThread();
    const promise = thread === undefined ? Promise.resolve(answerer.answer(block)) : thread.run(block);
    const pending: Pending = { done: null, promise, isCompared: block.duplicates !== undefined };
    promise.then(
      (done) => (pending.done = done),
      () => {}, // `#finished` awaits the promise itself
    );
    return pending;
  }

  #freeThread(): BlockThread | undefined {
    const thread = this.#threads.find(({ pending }) => pending < BLOCKS_PER_THREAD);
    if (thread !== undefined || this.#threads.length === this.#maxOthers) return thread;
    const { header } = this.#splitter;
    const created = new BlockThread({ options: this.#options, seed: this.#seed, header: header ?? NO_BYTES });
    this.#threads.push(created);
    return created;
  }

  /** Compares the people of a block with those before it. Returns its duplicates, or `null` if it has none. */
  #compare({ people, evidence }: BlockDone): Duplicates | null {
    const duplicates = this.#people.take(people, this.#compared);
    this.#compared += evidence.rows;
    return duplicates.size === 0 ? null : duplicates;
  }

  /** Compares the blocks that are answered, as far as no block before them is missing. A block with duplicates is answered again. */
  #compareAll(answerer: BlockAnswerer): void {
    for (const [i, { done, isCompared }] of this.#queue.entries()) {
      if (isCompared) continue;
      if (done === null) return;
      const duplicates = this.#compare(done);
      this.#queue[i].isCompared = true;
      if (duplicates !== null) this.#queue[i] = this.#dispatch({ ...done.block, duplicates }, answerer);
      else reuse(done.block.bytes);
    }
  }

  /** Yields rows in the order of the file: those that are ready or, with `all`, every one. */
  async *#finished(answerer: BlockAnswerer, all = false): AsyncGenerator<Uint8Array, void> {
    const limit = this.#maxOthers * BLOCKS_PER_THREAD + 8;
    for (let [first] = this.#queue; first !== undefined; [first] = this.#queue) {
      if (first.done === null && !all && this.#queue.length < limit) return;
      await first.promise;
      this.#compareAll(answerer);
      if (this.#queue[0] !== first) continue; // the block is answered again
      this.#queue.shift();
      const done = await first.promise;
      yield this.#take(done);
      reuse(done.bytes);
    }
  }

  /** Counts the rows of a block, and returns them. */
  #take({ bytes, evidence, totals }: BlockDone): Uint8Array {
    this.#evidence = mergeEvidence(this.#evidence, evidence);
    this.#totals = sumTotals([this.#totals, totals]);
    return bytes;
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
  readonly #worker: Worker;
  /** Those who wait for blocks, in the order of the blocks. */
  #waiters: Waiter[] = [];
  #stopped: ThreadStopped | null = null;

  constructor(setup: WorkerSetup) {
    this.#worker = startThread(WORKER, {
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
    this.#stopped ??= new ThreadStopped(reason);
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

type Duplicates = ReadonlyMap<number, Duplicate>;

/** A block, with its duplicates once they are known. */
type ComparedBlock = Block & { readonly duplicates?: Duplicates | undefined };

/** The answered rows of a block, their evidence about the reading of the file, and the people in them. */
interface BlockDone {
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
function allocate(length: number): Uint8Array<ArrayBuffer> {
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
