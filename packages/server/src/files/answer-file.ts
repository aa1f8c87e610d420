/** The task of a thread that answers a stored file: it decides the reading by all rows, then sends the answered rows. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import type { Reading } from '@curp-service/contract/reading';
import { Lote, type LoteOptions, type RowWork, Survey, type Totals, decideReading } from '@curp-service/lote';
import {
  type SharedBytes,
  type StoredUpload,
  type UploadHost,
  UploadSource,
  openBook,
  shareBytes,
} from './upload-source.js';
import { columnOption } from './options.js';

export const ANSWER_FILE = 'answerFile';

export interface AnswerInput {
  readonly options: LoteOptions;
  readonly upload: StoredUpload;
  /** The sheet of a workbook, and whether the answer is the whole workbook; `null` for text. */
  readonly book: { readonly hoja: string | undefined; readonly comesBack: boolean } | null;
  /** The number of good rows paid for. */
  readonly allowed: number;
  /** The error of all rows; `null` if the project may be served. */
  readonly exhausted: ErrorEntry | null;
}

export interface AnswerProgress {
  readonly totals: Totals;
  readonly reading: Reading;
}

export interface AnswerHost extends UploadHost {
  /** Sends bytes of the answer. Returns the error of all remaining rows if the project may no longer be served. */
  readonly write: (bytes: SharedBytes, progress: AnswerProgress) => Promise<ErrorEntry | null>;
  /** Pays for more good rows and returns their number, or the error of all remaining rows. */
  readonly refill: () => Promise<number | ErrorEntry>;
}

export async function answerFile(input: AnswerInput, host: AnswerHost): Promise<AnswerProgress> {
  const { upload, book, allowed, exhausted } = input;
  const options: LoteOptions = { ...input.options, optionFor: columnOption, allowed };
  const source = new UploadSource(upload, host);

  const refill = async (lote: RowWork): Promise<void> => {
    const paid = await host.refill();
    if (typeof paid === 'number') lote.allow(paid);
    else lote.exhaust(paid);
  };
  async function* answers(lote: Lote, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    async function* steps(outputs: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
      for (const output of outputs) {
        if (output.length > 0) yield output;
        source.hold('rows', lote.memory);
        if (lote.waiting) await refill(lote);
      }
    }
    for await (const piece of pieces) yield* steps(lote.process(piece));
    yield* steps(lote.finish());
  }
  /** Sends the answers. The next piece is computed while the previous one is written. */
  const send = async (
    lote: RowWork,
    reading: Reading,
    output: () => AsyncIterable<Uint8Array>,
  ): Promise<AnswerProgress> => {
    let written: Promise<ErrorEntry | null> = Promise.resolve(null);
    let shared = shareBytes(0);
    const writeEnded = async (): Promise<void> => {
      const error = await written;
      if (error !== null) lote.exhaust(error);
    };
    if (exhausted !== null) lote.exhaust(exhausted);
    for await (const bytes of output()) {
      await writeEnded();
      if (shared.length < bytes.length) shared = shareBytes(2 * bytes.length);
      shared.set(bytes);
      written = host.write(shared.subarray(0, bytes.length), { totals: lote.totals, reading });
      written.catch(() => undefined); // `writeEnded` throws it
    }
    await writeEnded();
    return { totals: lote.totals, reading };
  };

  if (book === null) {
    const reading = await survey(source, options);
    const lote = new Lote({ ...options, reading });
    return send(lote, reading, () => answers(lote, source.pieces()));
  }
  const sheet = await openBook(source, book.hoja, options);
  if (book.comesBack) await sheet.findPlace();
  const reading = await sheet.survey();
  if (!book.comesBack) {
    const lote = new Lote({ ...sheet.options, reading });
    return send(lote, reading, () => answers(lote, sheet.csv()));
  }
  const { lote, workbook } = sheet.work(reading);
  return send(lote, reading, () => workbook(async () => refill(lote)));
}

async function survey(source: UploadSource, options: LoteOptions): Promise<Reading> {
  const rows = new Survey(options);
  for await (const piece of source.pieces()) {
    rows.read(piece);
    source.hold('rows', rows.memory);
  }
  return decideReading(rows.finish(), options);
}
