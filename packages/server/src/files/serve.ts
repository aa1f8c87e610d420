/** Answers a file (`POST /curp/lote`): stores the upload, lets a thread answer it into another file, and sends that. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import type { Reading } from '@curp-service/contract/reading';
import { type Totals, release, sumTotals } from '@curp-service/lote';
import { describeReading, readingHeader } from '@curp-service/contract/describe-reading';
import type { Admitted } from '../access/gate.js';
import type { TaskState } from '../turns.js';
import { openAllowance } from './allowance.js';
import { ANSWER_PIECE, ANSWER_UPLOAD, type AnsweredUpload, type UploadInput } from './answer-upload.js';
import { EncryptedFile } from './encrypted-file.js';
import { FileRefused, diskFailed, isOwnFailure } from './failure.js';
import { fileHeaders, givenOptions } from './incoming.js';
import { CONTENT_TYPES, type FileParameter, type RequestOptions, wantsCsv, workbookFormatOf } from './options.js';
import { Spool, TempFile } from './spool.js';
import { type Transfer, figureHeaders, figures } from './transfer.js';

export const OPERACION = 'lote';

/** The answer to a shorter upload stays in memory, even if each of its bytes is a row. */
const SHORT_UPLOAD = 1 << 14;
/** The interval at which the project of a file is checked again. */
const CHECK_MS = 1000;

export async function serveFile(
  transfer: Transfer,
  admitted: Admitted<FileParameter>,
  { formato }: RequestOptions,
): Promise<void> {
  const { parts, request, stream, response, project, language } = transfer;
  const { gate, metrics } = parts;
  const book = workbookFormatOf(fileHeaders(request));
  const comesBack = book !== undefined && !wantsCsv(request.headers);
  let totals: Readonly<Totals> = sumTotals([]);
  /** False for HTTP/1.0, which has no chunks and so no trailers. */
  const hasTrailers = request.raw.httpVersionMinor > 0;

  /** Returns the header with the reading, sent before the rows and as a trailer: `fetch` ignores trailers. */
  const lectura = (reading: Reading): Readonly<Record<string, string>> => ({
    'lote-lectura': readingHeader(describeReading(reading, language, book !== undefined), language),
  });
  const begin = (reading: Reading): void =>
    transfer.begin(() => ({
      'content-type': comesBack ? MEDIA_TYPES[book] : CONTENT_TYPES[formato],
      ...lectura(reading),
      ...(hasTrailers
        ? { trailer: 'lote-filas, lote-correctas, lote-errores, lote-revisar, lote-comparadas-hasta, lote-lectura' }
        : {}),
    }));
  const count = (code: number, rows: number): void => {
    if (rows > 0) metrics.observeRows(code, rows);
    if (rows > 0 && code === 0) gate.usage.count(project, OPERACION, gate.clock.now(), rows);
  };
  await transfer.run({
    work: async () => {
      const answering = new Answering(transfer, admitted, begin);
      try {
        await answering.receive(formato);
        const { hoja, ...options } = givenOptions(request);
        const question = { options: { ...options, language }, book: book === undefined ? null : { hoja, comesBack } };
        const { reading, totals: done } = await answering.answer(question);
        totals = done;
        for (const [code, rows] of done.errors) count(code, rows);
        stream.throwIfCut();
        if (hasTrailers) response.addTrailers({ ...figureHeaders(figures(done)), ...lectura(reading) });
        transfer.finish(figures(done));
      } finally {
        count(0, await answering.close());
      }
    },
    figures: () => figures(totals),
    closes: (error, http) => http >= 500 && !(error instanceof FileRefused),
  });
}

/** One upload, from its first byte to the last of its answer. */
class Answering {
  readonly #transfer: Transfer;
  readonly #begin: (reading: Reading) => void;
  readonly #allowance: ReturnType<typeof openAllowance>;
  readonly #spool: Spool;
  #answer: TempFile | null = null;
  /** The good rows of an answer that is complete. */
  #good: number | null = null;
  /** True once the service has failed: the file is free. */
  #isFree = false;
  #checkedAt = performance.now();
  #exhausted: ErrorEntry | null = null;

  constructor(transfer: Transfer, admitted: Admitted<string>, begin: (reading: Reading) => void) {
    this.#transfer = transfer;
    this.#begin = begin;
    this.#allowance = openAllowance(transfer.parts.gate, admitted, transfer.language);
    this.#spool = new Spool(transfer.parts.tempBytes, transfer.project);
  }

  async receive(formato: RequestOptions['formato']): Promise<void> {
    await this.#spool.addAll(this.#transfer.pieces(formato), (memory) => this.#transfer.hold(memory));
  }

  async answer(question: Pick<UploadInput, 'options' | 'book'>): Promise<AnsweredUpload> {
    return this.#answerAll(question).catch((error: unknown) => {
      this.#isFree = isOwnFailure(error);
      throw error;
    });
  }

  async #answerAll(question: Pick<UploadInput, 'options' | 'book'>): Promise<AnsweredUpload> {
    const { parts, stream, project } = this.#transfer;
    const upload = await this.#spool.finish();
    if (upload.size > SHORT_UPLOAD) this.#answer = await TempFile.create(parts.tempBytes, project);
    const input: UploadInput = {
      ...question,
      upload,
      answerFd: this.#answer?.fd ?? null,
      granted: this.#allowance.granted(),
      exhausted: await this.#allowance.check(),
    };
    const done = await parts.threads.run<AnsweredUpload>(ANSWER_UPLOAD, input, {
      project,
      bytes: upload.size,
      signal: stream.signal,
      onNeed: async () => this.#allowance.refill(),
      onLook: (state) => this.#look(state),
      mayRepeat: () => true,
    });
    this.#good = done.totals.good;
    this.#answer?.resize(done.size);
    await this.#send(done);
    return done;
  }

  /**
   * Closes all files, and gives back the units that no answered row used. Returns the number of rows that did. A client who leaves
   * before the answer is complete pays nothing.
   */
  async close(): Promise<number> {
    const good = this.#isFree ? 0 : (this.#good ?? 0);
    this.#allowance.close(good);
    await this.#answer?.close();
    await this.#spool.close();
    return good;
  }

  #look(state: TaskState): ErrorEntry | null {
    this.#transfer.hold(this.#spool.memory + state.held);
    this.#answer?.resize(state.written);
    if (performance.now() - this.#checkedAt > CHECK_MS) {
      this.#checkedAt = performance.now();
      void this.#allowance.check().then((error) => (this.#exhausted = error));
    }
    return this.#exhausted;
  }

  async #send({ reading, answer, size }: AnsweredUpload): Promise<void> {
    this.#begin(reading);
    const { stream } = this.#transfer;
    if (answer instanceof Uint8Array) {
      if (size > 0) await stream.write(answer);
      return;
    }
    const file = new EncryptedFile(this.#answer?.fd ?? -1, answer);
    for (let from = 0; from < size; from += ANSWER_PIECE) {
      const piece = await file.read(from, Math.min(ANSWER_PIECE, size - from)).catch(diskFailed);
      await stream.write(piece);
      release(piece);
    }
  }
}
