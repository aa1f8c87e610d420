/** Sends the result of a job in bounded ranges, no faster than its client reads, and to a bounded number of clients. */
import { MEDIA_TYPES, isWorkbookFormat } from '@curp-service/contract/jobs';
import { readingHeader } from '@curp-service/contract/tell-reading';
import { release } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import { CODES } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';
import { answerHeaders, takeOver } from '../http/answer.js';
import type { Admitted, IncomingRequest } from '../access/gate.js';
import { CONTENT_TYPES } from '../files/options.js';
import { StreamCut, Stream } from '../http/stream.js';
import { figureHeaders, figures } from '../files/totals.js';
import type { FileParts } from '../files/serve.js';
import { levelOf } from '../observe/log.js';
import type { JobRow } from '../store/job-store.js';
import type { Place } from '../files/places.js';
import { WORKBOOK_MEMORY } from '../files/workbook.js';
import { filledBook } from './book.js';
import { type StoredBook, readJobOptions } from './options.js';
import { JOB_REQUESTS, statusOf } from './status.js';
import type { Jobs } from './jobs.js';

/** A download holds one range in memory until its client has taken it. */
const RANGE_BYTES = 1 << 20;
const MAX_PER_PROJECT = 10;
const MAX_IN_ALL = 50;

/** Counts the downloads under way in this process. */
export class Downloads {
  readonly #byProject = new Map<string, number>();
  #all = 0;

  /** Counts a download until the returned function is called; or tells why it may not begin. */
  begin(project: string): Problem | (() => void) {
    const own = this.#byProject.get(project) ?? 0;
    if (own >= MAX_PER_PROJECT) return { cause: 'lotes_descargas', parts: { limite: String(MAX_PER_PROJECT) } };
    if (this.#all >= MAX_IN_ALL) return { cause: 'sobrecarga' };
    this.#change(project, 1);
    return () => this.#change(project, -1);
  }

  #change(project: string, by: 1 | -1): void {
    this.#all += by;
    const own = (this.#byProject.get(project) ?? 0) + by;
    if (own === 0) this.#byProject.delete(project);
    else this.#byProject.set(project, own);
  }
}

/** `place`: where the memory of a workbook counts. */
export async function sendResult(
  { config, gate, record, running, maxIdleMs, places }: FileParts,
  { store }: Jobs,
  request: IncomingRequest,
  reply: FastifyReply,
  { project, headers }: Admitted<string>,
  job: JobRow,
  place: Place | null,
): Promise<void> {
  const response = takeOver(reply);
  const stream = new Stream(request.raw, response, maxIdleMs);
  const options = readJobOptions(job.opciones);
  const { reading, language, libro } = options;
  const formato = libro === undefined ? options.formato : (libro.formato ?? 'xlsx');
  const { contradicciones: contradictions } = statusOf(job, 0);
  const totals = figures({ rows: job.filas, good: job.correctas, contradictions });

  const sendPiece = async (numero: number): Promise<void> => {
    for (let from = 0, isLast = false; !isLast; from += RANGE_BYTES) {
      const bytes = await store.result(job.id, numero, from, RANGE_BYTES);
      if (bytes === null) throw new StreamCut('lotes_desconocido'); // the job was erased meanwhile
      isLast = bytes.length < RANGE_BYTES;
      if (bytes.length > 0) await stream.write(bytes);
      release(bytes);
    }
  };
  const sendRows = async (): Promise<void> => {
    for (let numero = 0; numero < job.piezas; numero += 1) await sendPiece(numero);
  };
  const sendBook = async (book: StoredBook): Promise<void> => {
    if (place !== null) place.cut = (reason) => stream.cut(reason);
    const onMemory = (texts: number): void => {
      if (place !== null) places.hold(place, WORKBOOK_MEMORY + texts);
      stream.throwIfCut();
    };
    onMemory(0);
    for await (const piece of filledBook(store, job.id, { ...options, libro: book }, onMemory)) {
      await stream.write(piece);
    }
  };
  const sendPieces = async (): Promise<void> => {
    response.writeHead(200, {
      ...answerHeaders(config, request, headers),
      // The length of a workbook is known when it is written.
      ...(libro === undefined ? { 'content-length': job.salida } : {}),
      'content-type': isWorkbookFormat(formato) ? MEDIA_TYPES[formato] : CONTENT_TYPES[formato],
      'content-disposition': `attachment; filename="${job.id}.${formato}"`,
      ...figureHeaders(totals),
      ...(reading === undefined ? {} : { 'lote-lectura': readingHeader(reading, language, libro !== undefined) }),
    });
    if (request.method !== 'HEAD') await (libro === undefined ? sendRows() : sendBook(libro));
    response.end();
  };
  const send = async (): Promise<void> => {
    const outcome = { operacion: JOB_REQUESTS.download, proyecto: project.id, http: 200 };
    try {
      await sendPieces();
      record(request, { ...outcome, code_error: 0, figures: { ...totals, cortado: false } });
    } catch (error) {
      stream.close();
      if (!(error instanceof StreamCut)) gate.storeFailed(error);
      const cause = error instanceof StreamCut ? error.reason : 'almacen';
      const { code, http } = CODES[cause];
      const cut = { code_error: code, cause, level: levelOf(http), figures: { ...totals, cortado: true } };
      record(request, { ...outcome, ...cut });
    }
  };
  await running.add({ socket: request.raw.socket, stream, end: send() });
}
