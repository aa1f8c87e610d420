/** Answers a file (`POST /curp/lote`): stores the upload, lets a thread answer it into another file, and sends that. */
import { setTimeout } from 'node:timers/promises';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import type { Reading } from '@curp-service/contract/reading';
import { type Totals, release, sumTotals } from '@curp-service/lote';
import { describeReading, readingHeader } from '@curp-service/contract/describe-reading';
import type { Admitted } from '../access/gate.js';
import type { Secret } from '../thread-messages.js';
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
/** The interval of the looks at an answer that is sent while it is written. */
const LOOK_MS = 20;
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
    'lote-lectura': readingHeader(describeReading(reading, language, book !== undefined)),
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
  #state: TaskState | null = null;
  /** The good rows of an answer that is complete. */
  #good: number | null = null;
  /** The bytes of an answer that is complete. */
  #size: number | null = null;
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
    const { parts, stream, response, project } = this.#transfer;
    const upload = await this.#spool.finish();
    if (upload.size > SHORT_UPLOAD) this.#answer = await TempFile.create(parts.tempBytes, project);
    const input: UploadInput = {
      ...question,
      upload,
      answerFd: this.#answer?.fd ?? null,
      granted: this.#allowance.granted(),
      exhausted: await this.#allowance.check(),
    };
    const early: Promise<void>[] = [];
    const task = parts.threads.run<AnsweredUpload>(ANSWER_UPLOAD, input, {
      project,
      bytes: upload.size,
      signal: stream.signal,
      onNeed: async () => this.#allowance.refill(),
      onReading: (reading, secret) => {
        if (secret !== undefined && early.length === 0) early.push(this.#sendWhile(task, reading, secret));
      },
      onLook: (state) => this.#look(state),
      mayRepeat: () => !response.headersSent,
    });
    const done = await task;
    this.#good = done.totals.good;
    this.#size = done.size;
    this.#answer?.resize(done.size);
    if (early.length === 0) await this.#send(done);
    else await Promise.all(early);
    return done;
  }

  /** The bytes of the answer that can be sent, as the thread counts them: a pass that begins again writes from 0. */
  get #written(): number {
    return this.#size ?? this.#state?.written ?? 0;
  }

  /**
   * Closes all files, and gives back the units that no answered row used. Returns the number of rows that did. A client who leaves,
   * or whose file is refused midway, pays for the rows that were answered.
   */
  async close(): Promise<number> {
    const answered = this.#good ?? (this.#transfer.response.headersSent ? (this.#state?.good ?? 0) : 0);
    const good = this.#isFree ? 0 : answered;
    this.#allowance.close(good);
    await this.#answer?.close();
    await this.#spool.close();
    return good;
  }

  #look(state: TaskState): ErrorEntry | null {
    this.#state = state;
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
    if (answer instanceof Uint8Array) {
      if (size > 0) await this.#transfer.stream.write(answer);
    } else await this.#sendTo(size, 0, answer);
  }

  /** Sends an answer while a thread writes it, once its reading is certain. */
  #sendWhile(task: Promise<AnsweredUpload>, reading: Reading, secret: Secret): Promise<void> {
    let isRunning = true;
    const ended = (): void => void (isRunning = false);
    task.then(ended, ended);
    const send = async (): Promise<void> => {
      this.#begin(reading);
      for (let sent = 0, isLast = false; !isLast; sent = await this.#sendTo(this.#written, sent, secret)) {
        if (isRunning) await setTimeout(LOOK_MS);
        isLast = !isRunning;
      }
    };
    const sending = send();
    sending.catch(() => undefined); // the caller awaits it after the task
    return sending;
  }

  /** Sends the bytes of the answer up to `size`. Returns the number of bytes sent so far. */
  async #sendTo(size: number, sent: number, secret: Secret): Promise<number> {
    const file = new EncryptedFile(this.#answer?.fd ?? -1, secret);
    for (let from = sent; from < size; from += ANSWER_PIECE) {
      const piece = await file.read(from, Math.min(ANSWER_PIECE, size - from)).catch(diskFailed);
      await this.#transfer.stream.write(piece);
      release(piece);
    }
    return Math.max(sent, size);
  }
}
