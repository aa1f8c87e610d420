/**
 * Answers a stored file, for `/curp/lote` and for a job. A sample of the rows decides how the file is read, and each row is
 * answered once. If the rows prove another reading, the file is answered again with that.
 */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import type { Reading } from '@curp-service/contract/reading';
import {
  Lote,
  type LoteOptions,
  PlaceMoved,
  type RowWork,
  SheetLote,
  type Totals,
  type Understood,
  decideReading,
  isSexUnknown,
  readTwice,
  sameReading,
  sample,
  Survey,
} from '@curp-service/lote';
import { type Source, openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import type { Credit, Secret } from '../threads.js';
import type { Turn } from '../turns.js';
import { columnOption } from './options.js';

export interface FileQuestion {
  /** With a `reading`, the file has been read before: that reading is certain. */
  readonly options: LoteOptions;
  /** The sheet of a workbook, and whether the answer is the whole workbook; `null` for text. */
  readonly book: { readonly hoja?: string | undefined; readonly comesBack: boolean } | null;
}

/** The bytes of a stored file. */
export interface StoredFile extends Source {
  /** Yields all bytes in order. Each piece is valid until the next is requested. */
  readonly pieces: () => AsyncGenerator<Uint8Array, void>;
}

/** Takes the bytes of the answer. */
export interface FileSink {
  readonly write: (bytes: Uint8Array) => void | Promise<void>;
  /** Drops the bytes written so far. */
  readonly restart: () => Promise<void>;
}

/** What the main thread offers to a task. */
export interface TaskHost {
  readonly turn: Turn;
  /** The error of all remaining rows, once the project may no longer be served. */
  exhausted: ErrorEntry | null;
  /** Asks for more paid rows. */
  readonly needCredit: () => Promise<Credit>;
  /** Reports that the reading is certain, so that the answer may be sent while it is written. */
  readonly confirm: (reading: Reading, secret?: Secret) => void;
}

export interface ReadFile {
  readonly reading: Reading;
  /** The number of columns of a CSV. */
  readonly columns: number;
}

export interface AnsweredFile {
  readonly totals: Totals;
  readonly reading: Reading;
}

/** A step of a text takes about this long: the next has half or twice as many bytes. */
const STEP_MS = 8;
const SHORTEST_STEP = 1 << 10;
const LONGEST_STEP = 1 << 16;
/** If the answer takes longer, all rows are surveyed first, which is quick, so that the client need not wait for the last. */
const SLOW_MS = 10_000;
/** A file of this size or less is sampled as a whole. */
const SMALL = 1 << 18;
const STRETCHES = 8;
const STRETCH_SIZE = 1 << 15;
/** The bytes of the buffers of zlib and of the rows. */
const WORKBOOK_MEMORY = 3 << 20;

/** All rows together prove another reading than the one in use. */
class OtherReading extends Error {
  constructor(readonly reading: Reading) {
    super();
  }
}

/** One way to read the rows of a file. */
interface Rows {
  readonly options: LoteOptions;
  readonly supposed: Reading;
  /** True if the rows of a sheet may prove another place for the answers: the pass then throws `PlaceMoved`. */
  readonly mayMove: boolean;
  /** Returns the reading that all rows show. */
  readonly survey: () => Promise<Reading>;
  /** Begins a pass over the rows: returns the work, and yields the answer. `refill` pays for more rows. */
  readonly pass: (options: PassOptions, refill: (work: RowWork) => Promise<void>) => Pass;
}

interface PassOptions extends LoteOptions {
  readonly reading: Reading;
  readonly allowed: number;
}

interface Pass {
  readonly work: RowWork;
  readonly answer: AsyncIterable<Uint8Array>;
}

export class FileAnswerer {
  readonly #source: StoredFile;
  readonly #host: TaskHost;
  readonly #options: LoteOptions;
  readonly #book: FileQuestion['book'];
  readonly #held = new Map<string, number>();

  constructor({ options, book }: FileQuestion, source: StoredFile, host: TaskHost) {
    this.#options = { ...options, optionFor: columnOption };
    this.#book = book;
    this.#source = source;
    this.#host = host;
  }

  /** Reads the whole file. Throws `UnreadableFile` if its reading or its header is unusable. */
  async read(): Promise<ReadFile> {
    const { options, survey } = await this.#rows(false);
    const reading = await survey();
    let read: ReadFile | null = options.formato === 'ndjson' || this.#book !== null ? { reading, columns: 0 } : null;
    const onUnderstood = ({ columns = new Map(), others = [] }: Understood): void => {
      read = { reading, columns: columns.size + others.length };
    };
    const lote = new Lote({ ...options, reading, onUnderstood });
    lote.exhaust({ code_error: 0, parametro: null, error_message: '' }); // only the header matters
    for await (const piece of this.#source.pieces()) {
      if (read !== null) return read;
      for (const _ of lote.process(piece)); // calls `onUnderstood` at the header
    }
    if (read === null) for (const _ of lote.finish());
    return read ?? { reading, columns: 0 };
  }

  /** Answers the file. `granted` is the number of good rows paid for. */
  async answer(sink: FileSink, granted: number): Promise<AnsweredFile> {
    try {
      return await this.#answerRows(await this.#rows(true), sink, granted);
    } catch (error) {
      if (!(error instanceof PlaceMoved)) throw error;
      await sink.restart();
      return this.#answerRows(await this.#rows(false), sink, granted);
    }
  }

  async #answerRows(rows: Rows, sink: FileSink, granted: number): Promise<AnsweredFile> {
    const { options, supposed, mayMove, survey } = rows;
    let paid = granted;
    const refill = async (work: RowWork): Promise<void> => {
      const credit = this.#host.exhausted ?? (await this.#host.needCredit());
      if (typeof credit !== 'number') return work.exhaust(credit);
      paid += credit;
      work.allow(credit);
    };
    const pass = async (reading: Reading, isCertain: boolean) => {
      const { work, answer } = rows.pass({ ...options, reading, allowed: paid }, refill);
      let isSure = isCertain;
      if (isSure && !mayMove) this.#host.confirm(reading);
      const start = performance.now();
      for await (const bytes of answer) {
        const written = sink.write(bytes);
        if (written !== undefined) await written;
        this.#host.turn.state.count(work.totals.rows, work.totals.good);
        if (this.#host.exhausted !== null) work.exhaust(this.#host.exhausted);
        if ((isSure && !mayMove) || performance.now() - start < SLOW_MS) continue;
        if (mayMove) throw new PlaceMoved(); // the next pass knows the place
        const shown = await survey();
        if (!sameReading(shown, reading)) throw new OtherReading(shown);
        isSure = true;
        this.#host.confirm(shown);
      }
      return { totals: work.totals, evidence: work.takeEvidence() };
    };
    const certain = options.reading ?? (isSexUnknown(supposed.sexo) ? await survey() : null);
    if (certain !== null) return { reading: certain, totals: (await pass(certain, true)).totals };
    try {
      const { reading, done } = await readTwice(supposed, options, async (used) => {
        if (used !== supposed) await sink.restart();
        return pass(used, used !== supposed);
      });
      return { reading, totals: done.totals };
    } catch (error) {
      if (!(error instanceof OtherReading)) throw error;
      await sink.restart();
      return { reading: error.reading, totals: (await pass(error.reading, true)).totals };
    }
  }

  async #rows(supposesPlace: boolean): Promise<Rows> {
    if (this.#book === null)
      return this.#text(this.#options, this.#source.pieces.bind(this.#source), await this.#sample());
    const sheet = await this.#openSheet(this.#book.hoja);
    if (!this.#book.comesBack) return this.#text(sheet.options, () => sheet.csv(), sheet.suggested);
    await sheet.findPlace(supposesPlace);
    return {
      options: sheet.options,
      supposed: sheet.suggested,
      mayMove: supposesPlace,
      survey: async () => sheet.survey(),
      pass: ({ reading, allowed }, refill) => {
        const { lote: work, workbook } = sheet.work(reading, { allowed });
        return { work, answer: workbook(async () => refill(work)) };
      },
    };
  }

  #text(options: LoteOptions, pieces: () => AsyncIterable<Uint8Array>, supposed: Reading): Rows {
    return {
      options,
      supposed,
      mayMove: false,
      survey: async () => {
        const survey = new Survey(options);
        for await (const step of this.#steps(pieces())) {
          survey.read(step);
          this.#hold('survey', survey.memory);
        }
        this.#hold('survey', 0);
        return decideReading(survey.finish(), options);
      },
      pass: (passOptions, refill) => {
        const work = new Lote(passOptions);
        return { work, answer: this.#answers(work, pieces(), refill) };
      },
    };
  }

  async *#answers(
    lote: Lote,
    pieces: AsyncIterable<Uint8Array>,
    refill: (work: RowWork) => Promise<void>,
  ): AsyncGenerator<Uint8Array, void> {
    const hold = (): void => this.#hold('rows', lote.memory);
    async function* settle(outputs: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
      for (const output of outputs) {
        if (output.length > 0) yield output;
        hold();
        if (lote.waiting) await refill(lote);
      }
    }
    for await (const step of this.#steps(pieces)) yield* settle(lote.process(step));
    yield* settle(lote.finish());
  }

  /** Yields the bytes in steps that take a few milliseconds, each in a turn. */
  async *#steps(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    let length = LONGEST_STEP / 4;
    for await (const piece of pieces) {
      for (let from = 0; from < piece.length;) {
        await this.#host.turn.pause();
        const start = performance.now();
        const step = piece.subarray(from, from + length);
        yield step;
        from += step.length;
        const took = performance.now() - start;
        if (took > 2 * STEP_MS) length = Math.max(SHORTEST_STEP, length / 2);
        else if (took < STEP_MS / 2) length = Math.min(LONGEST_STEP, length * 2);
      }
    }
  }

  /** Returns the reading that stretches of a text suggest, from its beginning to its end. */
  async #sample(): Promise<Reading> {
    const source = this.#source;
    if (this.#options.reading !== undefined) return this.#options.reading;
    if (source.size <= SMALL) return sample([await source.read(0, source.size)], this.#options);
    const last = source.size - STRETCH_SIZE;
    const stretches: Uint8Array[] = [];
    // Stretches begin at even offsets, where the characters of UTF-16 begin.
    for (let i = 0; i < STRETCHES; i++)
      stretches.push(await source.read(Math.floor((last * i) / (STRETCHES - 1) / 2) * 2, STRETCH_SIZE));
    return sample(stretches, this.#options);
  }

  async #openSheet(hoja: string | undefined): Promise<SheetLote> {
    const { turn } = this.#host;
    const onMemory = (bytes: number): void => this.#hold('workbook', WORKBOOK_MEMORY + bytes);
    onMemory(0);
    const sheet = await openSheet(this.#source, { hoja, codec: nodeCodec(), onMemory, pause: () => turn.pause() });
    return SheetLote.open(sheet, this.#options);
  }

  /** Notes how many bytes a part of the work holds. */
  #hold(part: string, bytes: number): void {
    this.#held.set(part, bytes);
    this.#host.turn.state.held = [...this.#held.values()].reduce((sum, each) => sum + each, 0);
  }
}
