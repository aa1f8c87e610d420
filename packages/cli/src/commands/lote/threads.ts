/** Processes rows in several threads: the main thread reads, splits into blocks of whole rows and writes; all threads process rows. */
import { Buffer } from 'node:buffer';
import {
  type Block,
  type Evidence,
  NO_EVIDENCE,
  Splitter,
  type Lote,
  type LoteOptions,
  type Totals,
  isUtf16,
  doBlock,
  mergeEvidence,
  release,
  prepare,
  sumTotals,
} from '@curp-service/lote';
import { type BlockDone, doWholeBlock } from './messages.js';
import { Thread } from './thread.js';
import type { LocalWork, OnUnderstood } from './work.js';

/** Each worker holds the block it is processing and the next one. */
const BLOCKS_PER_THREAD = 2;
const NO_BYTES: Block = { bytes: new Uint8Array(), encoding: null };

interface Pending {
  done: BlockDone | null;
  readonly promise: Promise<BlockDone>;
}

/** Writes the same bytes as one thread would. */
export class Threads implements LocalWork {
  /** Sent to other threads, so it holds no functions. */
  readonly #options: LoteOptions;
  readonly #onUnderstood: OnUnderstood;
  /** How many workers there may be besides the main thread. */
  readonly #maxOthers: number;
  /** How many bytes are processed here before the first worker starts. */
  #alone: number;
  readonly #splitter: Splitter;
  readonly #threads: Thread[] = [];
  #lote: Lote | null = null;
  /** That of the blocks whose rows were given out. */
  #evidence: Evidence = NO_EVIDENCE;
  /** In the order of the file. */
  readonly #queue: Pending[] = [];

  constructor(options: LoteOptions, onUnderstood: OnUnderstood, count: number, startAfter: number) {
    this.#options = options;
    this.#onUnderstood = onUnderstood;
    this.#maxOthers = count - 1;
    this.#alone = startAfter;
    this.#splitter = new Splitter(options.formato, options.codificacion, options.reading?.encabezado.value);
  }

  readonly totals = (): Readonly<Totals> =>
    sumTotals([...(this.#lote === null ? [] : [this.#lote]), ...this.#threads].map(({ totals }) => totals));

  readonly evidence = (): Evidence => ({ ...this.#evidence, mark: this.#splitter.mark });

  readonly rows = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => this.#run(chunks);

  readonly close = async (): Promise<void> => {
    await Promise.all(this.#threads.map(async (thread) => thread.close()));
  };

  async *#run(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
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
    yield* doBlock(this.#lote, { bytes, encoding });
    this.#evidence = this.#lote.takeEvidence();
  }

  /** Hands the block to a worker or, if all are busy, processes it here. */
  #dispatch(block: Block, lote: Lote): void {
    this.#alone -= block.bytes.length;
    const thread = this.#alone > 0 ? undefined : this.#freeThread();
    const promise = thread === undefined ? Promise.resolve(doHere(lote, block)) : thread.run(block);
    const pending: Pending = { done: null, promise };
    promise.then(
      (done) => (pending.done = done),
      () => {}, // `finished` awaits the promise itself
    );
    this.#queue.push(pending);
  }

  #freeThread(): Thread | undefined {
    const thread = this.#threads.find(({ pending }) => pending < BLOCKS_PER_THREAD);
    if (thread !== undefined || this.#threads.length === this.#maxOthers) return thread;
    const created = new Thread({ options: this.#options, header: this.#splitter.header ?? NO_BYTES });
    this.#threads.push(created);
    return created;
  }

  /** Yields rows in the order of the file: those that are done or, with `all`, every one. */
  async *#finished(all = false): AsyncGenerator<Uint8Array, void> {
    const limit = this.#maxOthers * BLOCKS_PER_THREAD + 4;
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      if (first.done === null && !all && this.#queue.length < limit) return;
      const { bytes, evidence } = await first.promise;
      this.#queue.shift();
      this.#evidence = mergeEvidence(this.#evidence, evidence);
      yield bytes;
      release(bytes);
    }
  }
}

function doHere(lote: Lote, block: Block): BlockDone {
  const done = doWholeBlock(lote, block);
  release(block.bytes);
  return done;
}

async function* split(chunks: AsyncIterable<Uint8Array>, splitter: Splitter): AsyncGenerator<Block, void> {
  for await (const chunk of chunks) yield* splitter.split(chunk);
  yield* splitter.finish();
}
