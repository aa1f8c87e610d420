/**
 * Answers one file in several threads: each answers a stretch of it as a part of the file. The sums of all decide the reading, and the
 * notices about people who are in two rows are written when all are done. A file that cannot be cut is answered in this thread.
 */
import { closeSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { startThread } from '@curp-service/server/own-files';
import {
  DuplicateFinder,
  type Evidence,
  type LoteOptions,
  NoticeWriter,
  RepeatedPeople,
  type TextPass,
  type Totals,
  type Understood,
  newSeeds,
  placesOf,
  sumEvidence,
  sumTotals,
} from '@curp-service/lote';
import type { Reading } from '@curp-service/contract/reading';
import { readAt } from '../../files/bytes.js';
import { CHUNK_SIZE } from '../../files/streams.js';
import { type Stretches, type ThreadedFile, cutFile } from './stretches.js';
import { NUMBERS_OF_PERSON, type ThreadPart } from './thread-part.js';

const SCRIPT = new URL('./part-thread.js', import.meta.url);

interface ThreadFile {
  readonly fd: number;
  readonly size: number;
}

interface ThreadDone {
  readonly kind: 'done';
  readonly evidence: Evidence;
  readonly totals: Totals;
  readonly isCut: boolean;
  readonly files: readonly [answers: ThreadFile, people: ThreadFile];
}

type PartMessage = ThreadDone | { readonly kind: 'understood'; readonly understood: Understood };

/** A thread could not answer its stretch alone: the file is answered in one thread, which says why. */
class NotInThreads extends Error {
  override readonly name = 'NotInThreads';
}

type PassOptions = LoteOptions & { readonly reading: Reading };

/** One pass over a file in threads. */
class ThreadedPass {
  readonly #workers: Worker[] = [];
  readonly #progress: Float64Array<SharedArrayBuffer>;
  #done: readonly ThreadDone[] = [];
  #reviews = 0;
  #fullAt = 0;

  constructor(
    private readonly stretches: Stretches,
    private readonly options: PassOptions,
  ) {
    this.#progress = new Float64Array(new SharedArrayBuffer(stretches.cuts.length * Float64Array.BYTES_PER_ELEMENT));
  }

  /** The bytes that all threads have read. */
  get bytesRead(): number {
    return this.#progress.reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Runs the threads to their end. Throws `NotInThreads`. */
  async run(): Promise<void> {
    const { onUnderstood = () => {}, onRow: _, optionFor: __, overrides: ___, duplicates: ____, ...own } = this.options;
    const { fd, cuts, frame } = this.stretches;
    const shared = {
      fd,
      seeds: newSeeds(),
      seedOfWords: Math.trunc(Math.random() * 2 ** 31),
      progress: this.#progress.buffer,
    };
    const parts = cuts.map(([from, to], number) => {
      const part = number === 0 ? {} : { part: { ...frame, before: 0, repeatsHeader: false } };
      const options = structuredClone({ ...own, ...part });
      return { ...shared, from, to, number, options };
    });
    this.#done = await Promise.all(parts.map((part) => this.#runThread(part, onUnderstood)));
    const isOpen = this.#done.some(({ isCut }, i) => isCut && i < cuts.length - 1);
    if (isOpen || this.evidence().pieces.length > 0) throw new NotInThreads();
  }

  #runThread(part: ThreadPart, onUnderstood: (understood: Understood) => void): Promise<ThreadDone> {
    const { promise, resolve, reject } = Promise.withResolvers<ThreadDone>();
    // The main thread closes the files of the thread, after it.
    const worker = startThread(SCRIPT, { workerData: part, trackUnmanagedFds: false });
    this.#workers.push(worker);
    worker.on('message', (message: PartMessage) => {
      if (message.kind === 'done') resolve(message);
      else if (part.number === 0) onUnderstood(message.understood);
    });
    worker.on('error', () => reject(new NotInThreads()));
    worker.on('exit', () => reject(new NotInThreads()));
    return promise;
  }

  readonly evidence = (): Evidence => sumEvidence(this.#done.map(({ evidence }) => evidence));

  readonly totals = (): Readonly<Totals> => {
    const sum = sumTotals(this.#done.map(({ totals }) => totals));
    return { ...sum, reviews: sum.reviews + this.#reviews, fullAt: this.#fullAt };
  };

  /** Yields the answer. */
  async *pieces(): AsyncGenerator<Uint8Array, void> {
    const { formato, operacion = 'calcular', language = 'es', reading, duplicateMemory } = this.options;
    const { frame } = this.stretches;
    const done = this.#done.map(({ evidence }) => ({ evidence, frame }));
    const places = [undefined, ...placesOf(done, false)];
    const finder = new DuplicateFinder(duplicateMemory);
    const repeated = new RepeatedPeople(finder);
    this.#done.forEach(({ files: [, people] }, i) => addPeople(repeated, people, places[i]?.before ?? 0));
    const headerRow = frame.header?.number ?? 0;
    this.#fullAt = finder.fullAt === 0 ? 0 : finder.fullAt + headerRow;
    finder.table.close();
    for (const [
      i,
      {
        files: [answers],
      },
    ] of this.#done.entries()) {
      const part = { formato, operacion, language, reading, header: frame.header, part: places[i] };
      const writer = new NoticeWriter(part, repeated.rows);
      yield* repeated.rows.count === 0 ? bytesOf(answers) : writer.write(bytesOf(answers));
      this.#reviews += writer.newReviews;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(async (worker) => worker.terminate()));
    for (const { fd } of this.#done.flatMap(({ files }) => files)) closeSync(fd);
    this.#done = [];
  }
}

function addPeople(repeated: RepeatedPeople, { fd, size }: ThreadFile, before: number): void {
  for (let at = 0; at < size; at += CHUNK_SIZE) {
    const bytes = readAt(fd, at, Math.min(CHUNK_SIZE, size - at));
    const numbers = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    for (let i = 0; i < numbers.length; i += NUMBERS_OF_PERSON)
      repeated.add(numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3] + before);
  }
}

async function* bytesOf({ fd, size }: ThreadFile): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < size; at += CHUNK_SIZE) yield readAt(fd, at, Math.min(CHUNK_SIZE, size - at));
}

/** Answers a file in threads, or in this one if threads cannot. */
export function answerInThreads(file: ThreadedFile, options: PassOptions, alone: () => TextPass): TextPass {
  let pass: TextPass | ThreadedPass | null = null;
  async function* inThreads(stretches: Stretches): AsyncGenerator<Uint8Array, boolean> {
    const threaded = new ThreadedPass(stretches, options);
    pass = threaded;
    const timer = setInterval(() => (file.progress.done = threaded.bytesRead), PROGRESS_MS);
    try {
      await threaded.run();
    } catch (error) {
      if (!(error instanceof NotInThreads)) throw error;
      await threaded.close();
      return false;
    } finally {
      clearInterval(timer);
    }
    yield* threaded.pieces();
    return true;
  }
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    const stretches = await cutFile(file, options);
    if (stretches !== null && (yield* inThreads(stretches))) return;
    const own = alone();
    pass = own;
    yield* own.pieces;
  }
  return {
    pieces: pieces(),
    totals: () => pass?.totals() ?? sumTotals([]),
    evidence: () => pass?.evidence() ?? sumEvidence([]),
    close: async () => pass?.close?.(),
  };
}

const PROGRESS_MS = 100;
