/** The task of a thread that answers a stored file: it decides the reading by all rows, then sends the answered rows. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import type { Reading } from '@curp-service/contract/reading';
import {
  type LoteOptions,
  type PeopleFile,
  type SheetLote,
  type Totals,
  answerFile as answerPeople,
  sumTotals,
  textFile,
} from '@curp-service/lote';
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
  const { upload, book, allowed } = input;
  const options: LoteOptions = { ...input.options, optionFor: columnOption, allowed };
  const source = new UploadSource(upload, host);
  const file =
    book === null
      ? textFile({ chunks: () => source.pieces(), bytes: source }, options)
      : fileIn(await openBook(source, book.hoja, options), book.comesBack);
  let { exhausted } = input;
  let totals = (): Totals => sumTotals([]);
  let used: Reading | null = null;
  let written: Promise<ErrorEntry | null> = Promise.resolve(null);
  let shared = shareBytes(0);
  const writeEnded = async (): Promise<void> => {
    exhausted = (await written) ?? exhausted;
  };
  // Without `restart`: the client may already have what was sent.
  const done = await answerPeople(file, {
    begin: (pass, reading) => {
      ({ totals } = pass);
      used = reading;
    },
    step: async (work) => {
      source.hold('rows', work.memory);
      if (exhausted !== null) work.exhaust(exhausted);
      if (!work.waiting) return;
      const paid = await host.refill();
      if (typeof paid === 'number') work.allow(paid);
      else work.exhaust(paid);
    },
    // The next piece is computed while the previous one is written.
    write: async (bytes) => {
      await writeEnded();
      if (shared.length < bytes.length) shared = shareBytes(2 * bytes.length);
      shared.set(bytes);
      if (used !== null) written = host.write(shared.subarray(0, bytes.length), { totals: totals(), reading: used });
      written.catch(() => undefined); // `writeEnded` throws it
    },
  });
  await writeEnded();
  return done;
}

/** The file that answers a sheet: its workbook, or its rows as CSV. */
const fileIn = (sheet: SheetLote, comesBack: boolean): PeopleFile =>
  comesBack ? sheet : textFile({ chunks: () => sheet.csv() }, { ...sheet.options, reading: sheet.suggested });
