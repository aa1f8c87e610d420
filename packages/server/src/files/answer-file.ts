/** The task of a thread that answers a stored file: decides its reading by all rows, then gives them with their answers. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import type { Reading } from '@curp-service/contract/reading';
import { Lote, type LoteOptions, type RowWork, Survey, type Totals, decideReading } from '@curp-service/lote';
import { type StoredUpload, type UploadHost, UploadSource, openBook } from './upload-source.js';
import { columnOption } from './options.js';

export const ANSWER_FILE = 'answerFile';

export interface AnswerInput {
  readonly options: LoteOptions;
  readonly upload: StoredUpload;
  /** For a workbook: its sheet, and whether the whole workbook is to come back. */
  readonly book: { readonly hoja: string | undefined; readonly comesBack: boolean } | null;
  /** How many good rows are paid for. */
  readonly allowed: number;
  /** The error of all rows, if the project may no longer be served. */
  readonly exhausted: ErrorEntry | null;
}

/** How far the work is. */
export interface AnswerProgress {
  readonly totals: Totals;
  readonly reading: Reading;
}

export interface AnswerHost extends UploadHost {
  /** Sends bytes of the answer. Gives the error of all rows from here on, if the project may no longer be served. */
  readonly write: (bytes: Uint8Array, progress: AnswerProgress) => Promise<ErrorEntry | null>;
  /** Pays for more good rows; or gives the error of all rows from here on. */
  readonly refill: () => Promise<number | ErrorEntry>;
}

export async function answerFile(input: AnswerInput, host: AnswerHost): Promise<AnswerProgress> {
  const { upload, book, allowed, exhausted } = input;
  const options: LoteOptions = { ...input.options, optionFor: columnOption, allowed };
  const source = new UploadSource(upload, host);
  const answering = new Answering(source, host, exhausted);
  if (book === null) {
    const reading = await survey(source, options);
    return answering.send(new Lote({ ...options, reading }), reading, (lote) => answering.rows(lote, source.pieces()));
  }
  const sheet = await openBook(source, book.hoja, options);
  if (book.comesBack) await sheet.findPlace();
  const reading = await sheet.survey();
  if (!book.comesBack) {
    const lote = new Lote({ ...sheet.options, reading });
    return answering.send(lote, reading, () => answering.rows(lote, sheet.csv()));
  }
  const { lote, workbook } = sheet.work(reading);
  return answering.send(lote, reading, () => workbook(async () => answering.refill(lote)));
}

async function survey(source: UploadSource, options: LoteOptions): Promise<Reading> {
  const rows = new Survey(options);
  for await (const piece of source.pieces()) {
    rows.read(piece);
    source.hold('rows', rows.memory);
  }
  return decideReading(rows.finish(), options);
}

class Answering {
  readonly #source: UploadSource;
  readonly #host: AnswerHost;
  readonly #exhausted: ErrorEntry | null;
  /** The answer to the write under way: the next piece is computed meanwhile. */
  #written: Promise<ErrorEntry | null> = Promise.resolve(null);

  constructor(source: UploadSource, host: AnswerHost, exhausted: ErrorEntry | null) {
    this.#source = source;
    this.#host = host;
    this.#exhausted = exhausted;
  }

  /** Sends the bytes that `output` gives. */
  async send<T extends RowWork>(
    lote: T,
    reading: Reading,
    output: (lote: T) => AsyncIterable<Uint8Array>,
  ): Promise<AnswerProgress> {
    if (this.#exhausted !== null) lote.exhaust(this.#exhausted);
    for await (const bytes of output(lote)) {
      await this.#writeEnded(lote);
      this.#written = this.#host.write(bytes, { totals: lote.totals, reading });
      this.#written.catch(() => undefined); // who waits for it next is told
    }
    await this.#writeEnded(lote);
    return { totals: lote.totals, reading };
  }

  /** The answers of a file of text. */
  async *rows(lote: Lote, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const piece of pieces) yield* this.steps(lote, lote.process(piece));
    yield* this.steps(lote, lote.finish());
  }

  /** The answers to a stretch of the file. */
  async *steps(lote: Lote, outputs: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for (const output of outputs) {
      if (output.length > 0) yield output;
      this.#source.hold('rows', lote.memory);
      if (lote.waiting) await this.refill(lote);
    }
  }

  /** Pays for more rows. */
  async refill(lote: RowWork): Promise<void> {
    const paid = await this.#host.refill();
    if (typeof paid === 'number') lote.allow(paid);
    else lote.exhaust(paid);
  }

  async #writeEnded(lote: RowWork): Promise<void> {
    const error = await this.#written;
    if (error !== null) lote.exhaust(error);
  }
}
