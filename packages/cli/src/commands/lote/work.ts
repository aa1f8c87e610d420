/** Processes the rows of a text in this process, in one thread or several. */
import { Buffer } from 'node:buffer';
import { availableParallelism } from 'node:os';
import {
  type Block,
  answerRows,
  type Evidence,
  isUtf16,
  Lote,
  type LoteOptions,
  mergeEvidence,
  newSeed,
  NO_EVIDENCE,
  PeopleTable,
  Splitter,
  sumTotals,
  type TextPass,
  type Totals,
  type Understood,
} from '@curp-service/lote';
import {
  allocate,
  BlockAnswerer,
  type BlockDone,
  BlockThread,
  type ComparedBlock,
  type KnownDuplicates,
  reuse,
} from './blocks.js';

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
): TextPass {
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
    this.#answerer?.close();
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
    const answer = (options: LoteOptions, duplicates?: KnownDuplicates): BlockDone => {
      this.#answerer?.close();
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
  #compare({ people, evidence }: BlockDone): KnownDuplicates | null {
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
