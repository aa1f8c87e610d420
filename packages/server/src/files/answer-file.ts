/** Answers a stored file, for `/curp/lote` and for a job, in steps that take a few milliseconds, each in a turn. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import type { Reading } from '@curp-service/contract/reading';
import {
  type FilePass,
  type FileSink,
  type LoteOptions,
  type PeopleFile,
  type RowWork,
  SheetLote,
  type Totals,
  type Understood,
  answerFile,
  answerOnce,
  textFile,
} from '@curp-service/lote';
import { type Source, openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import type { Credit } from '../thread-messages.js';
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

/** What the main thread offers to a task. */
export interface TaskHost {
  readonly turn: Turn;
  /** The most bytes for the people of a file; if absent, those that `lote` takes. */
  readonly duplicateMemory?: number | undefined;
  /** The error of all remaining rows, once the project may no longer be served. */
  exhausted: ErrorEntry | null;
  /** Asks for more paid rows. */
  readonly needCredit: () => Promise<Credit>;
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
/** The bytes of the buffers of zlib and of the rows. */
const WORKBOOK_MEMORY = 3 << 20;

export class FileAnswerer {
  readonly #source: StoredFile;
  readonly #host: TaskHost;
  readonly #options: LoteOptions;
  readonly #book: FileQuestion['book'];
  readonly #held = new Map<string, number>();

  constructor({ options, book }: FileQuestion, source: StoredFile, host: TaskHost) {
    this.#options = { ...options, optionFor: columnOption, duplicateMemory: host.duplicateMemory };
    this.#book = book;
    this.#source = source;
    this.#host = host;
  }

  /** Reads the whole file. Throws `UnreadableFile` if its reading or its header is unusable. */
  async read(): Promise<ReadFile> {
    let width = 0;
    const onUnderstood = ({ columns, others = [] }: Understood): void => {
      width = columns === undefined ? 0 : columns.size + others.length;
    };
    const file = await this.#file({ onUnderstood, duplicates: null });
    const step = (work: RowWork): void => this.#hold('rows', work.memory);
    const { reading } = await answerFile(file, { step, write: () => undefined, restart: () => undefined });
    return { reading, columns: file instanceof SheetLote ? 0 : width };
  }

  /** Answers the file. `granted` is the number of good rows paid for. */
  async answer(sink: Pick<FileSink, 'write' | 'restart'>, granted: number): Promise<AnsweredFile> {
    const { reading } = this.#options;
    const file = await this.#file();
    const { written, ...watched } = this.#watch(granted);
    const write = async (bytes: Uint8Array): Promise<void> => {
      await sink.write(bytes);
      written();
    };
    const restart: FileSink['restart'] = async (...why) => sink.restart(...why);
    if (reading === undefined) return answerFile(file, { ...watched, write, restart });
    return answerOnce(file, reading, { ...watched, write });
  }

  /** Pays for the rows of each pass, and counts them. */
  #watch(granted: number): Pick<FileSink, 'begin' | 'step'> & { readonly written: () => void } {
    const host = this.#host;
    let paid = granted;
    /** True until the first step of the pass. Those of other sheets share what it is allowed. */
    let isFirst = true;
    let totals: FilePass['totals'] | null = null;
    return {
      begin: (pass) => {
        ({ totals } = pass);
        isFirst = true;
      },
      step: async (work) => {
        if (isFirst) work.limit(paid);
        isFirst = false;
        this.#hold('rows', work.memory);
        if (host.exhausted !== null) work.exhaust(host.exhausted);
        if (!work.waiting) return;
        const credit = await host.needCredit();
        if (typeof credit !== 'number') return work.exhaust(credit);
        paid += credit;
        work.allow(credit);
      },
      written: () => {
        if (totals !== null) host.turn.state.count(totals().rows, totals().good);
      },
    };
  }

  /** `more`: options that are not those of the client. */
  async #file(more: Partial<LoteOptions> = {}): Promise<PeopleFile> {
    const source = this.#source;
    const given = { ...this.#options, ...more };
    if (this.#book === null) return textFile({ chunks: () => this.#steps(source.pieces()) }, given);
    const sheet = await this.#openSheet(this.#book.hoja);
    if (this.#book.comesBack) return sheet;
    const options = { ...sheet.options, reading: sheet.options.reading ?? sheet.suggested };
    return textFile({ chunks: () => this.#steps(sheet.csv()) }, options);
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
