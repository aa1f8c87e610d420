/** Answers a file (`POST /curp/lote`) from its first byte to its last, and records its figures. */
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import { type Problem, failure } from '@curp-service/contract/envelope';
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import { readingHeader } from '@curp-service/contract/tell-reading';
import { Lote, type LoteOptions, type Totals, sumTotals } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import type { Admitted, Gate, IncomingRequest } from '../access/gate.js';
import type { Config } from '../config.js';
import { type RecordAnswer, type SendAnswer, answerHeaders, takeOver } from '../http/answer.js';
import type { Running } from '../http/running.js';
import { Stream, StreamCut } from '../http/stream.js';
import { levelOf } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import { Allowance } from './allowance.js';
import { CONTENT_TYPES, type FileParameter, asksForStream, wantsCsv, workbookFormat } from './options.js';
import { Pump } from './pump.js';
import type { Place, Places } from './places.js';
import { Spool, SpoolRefused } from './spool.js';
import type { TempSpace } from './temp-space.js';
import { figureHeaders, figures, rowCounter } from './totals.js';
import type { Turns } from './turns.js';
import { storeUpload } from './upload.js';
import { receiveWorkbook, unreadableAnswer } from './workbook.js';

export interface FileParts {
  readonly config: Config;
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly answer: SendAnswer;
  readonly record: RecordAnswer;
  readonly running: Running;
  readonly places: Places;
  readonly tempSpace: TempSpace;
  readonly turns: Turns;
  /** How long neither side may send anything. */
  readonly maxIdleMs: number;
}

export const OPERACION = 'lote';

/** Serves an admitted file. It never rejects: an error is answered or, once rows were sent, cuts the file. */
export async function serveFile(
  parts: FileParts,
  request: IncomingRequest,
  reply: FastifyReply,
  admitted: Admitted<FileParameter>,
  options: LoteOptions,
  language: Language,
  place: Place,
): Promise<void> {
  const { config, gate, metrics, answer, record, running, places, turns } = parts;
  const response = takeOver(reply);
  const context = { operacion: OPERACION, proyecto: admitted.project.id, headers: admitted.headers };
  const stream = new Stream(request.raw, response, parts.maxIdleMs);
  const allowance = new Allowance(gate, admitted, language);
  const book = workbookFormat(request.headers);
  const isBook = book !== undefined;
  const givesBook = isBook && !wantsCsv(request.headers);
  const spool = asksForStream(admitted.values) && !isBook ? null : new Spool(parts.tempSpace, context.proyecto);
  let totals: Readonly<Totals> = sumTotals([]);
  place.cut = (reason) => stream.cut(reason);
  /** HTTP/1.0 has no chunks, and so no trailers. */
  const hasTrailers = request.raw.httpVersionMinor > 0;

  /** Goes ahead of the rows too: `fetch` gives no trailers. */
  const lectura = ({ reading }: Lote): Readonly<Record<string, string>> =>
    reading === null ? {} : { 'lote-lectura': readingHeader(reading, language, isBook) };
  const begin = (lote: Lote): void => {
    if (response.headersSent) return;
    response.writeHead(200, {
      ...answerHeaders(config, request, context.headers),
      'content-type': givesBook ? MEDIA_TYPES[book] : CONTENT_TYPES[options.formato],
      ...lectura(lote),
      ...(hasTrailers
        ? { trailer: 'lote-filas, lote-correctas, lote-errores, lote-contradicciones, lote-lectura' }
        : {}),
    });
  };
  /** Sends the bytes that `rows` gives. `memory`: the bytes that it holds besides. */
  const send = async (lote: Lote, rows: (pump: Pump) => AsyncIterable<Uint8Array>, memory: number): Promise<Lote> => {
    totals = lote.totals;
    const countRows = rowCounter(lote.totals, (code, count) => {
      metrics.observeRows(code, count);
      if (code === 0) gate.usage.count(context.proyecto, OPERACION, gate.now(), count);
    });
    const onProgress = (): void => {
      countRows();
      places.hold(place, lote.memory + (spool?.memory ?? 0) + memory);
    };
    try {
      for await (const bytes of rows(new Pump({ lote, allowance, turns, onProgress }))) {
        begin(lote);
        await stream.write(bytes);
      }
    } finally {
      countRows();
    }
    return lote;
  };
  const onUpload = (memory: number): void => places.hold(place, memory);
  const answerText = async (): Promise<Lote> => {
    const reading =
      spool === null ? undefined : await storeUpload({ stream, turns, spool, onProgress: onUpload }, options);
    const lote = new Lote({ ...options, reading, language, allowed: allowance.granted });
    const pieces = spool === null ? stream.pieces() : spool.pieces();
    return send(lote, (pump) => pump.allRows(pieces), 0);
  };
  const answerWorkbook = async (stored: Spool): Promise<Lote> => {
    const upload = { stream, spool: stored, onProgress: onUpload };
    const { sheet, memory } = await receiveWorkbook(upload, admitted.values.hoja, { ...options, language });
    const reading = await sheet.survey();
    const more = { reading, allowed: allowance.granted };
    if (!givesBook) {
      return send(new Lote({ ...sheet.options, ...more }), (pump) => pump.allRows(sheet.csv()), memory);
    }
    const { lote, workbook } = sheet.work(reading, more);
    return send(lote, (pump) => workbook((_, csv) => pump.rows(csv)), memory);
  };
  const work = async (): Promise<Lote> => {
    try {
      return await (isBook && spool !== null ? answerWorkbook(spool) : answerText());
    } finally {
      allowance.close(totals.good);
      await spool?.close();
    }
  };
  const end = (lote: Lote): void => {
    begin(lote);
    if (hasTrailers) response.addTrailers({ ...figureHeaders(figures(totals)), ...lectura(lote) });
    response.end();
  };
  const recordEnd = (cause: Cause | null): void => {
    const { code, http } = cause === null ? { code: 0, http: 200 } : CODES[cause];
    const outcome = { http: response.headersSent ? 200 : http, code_error: code, cause, level: levelOf(http) };
    record(request, { ...context, ...outcome, figures: { ...figures(totals), cortado: cause !== null } });
  };
  const problemOf = (error: unknown): Problem => {
    if (error instanceof StreamCut) return { cause: error.reason };
    if (!(error instanceof SpoolRefused)) gate.log.error({ err: error, operacion: OPERACION }, 'bug');
    else if (error.cause !== undefined) gate.log.error({ err: error.cause, operacion: OPERACION }, 'disk');
    return error instanceof SpoolRefused ? error.problem : { cause: 'interno' };
  };

  const serve = async (): Promise<void> => {
    try {
      end(await work());
      recordEnd(null);
    } catch (error) {
      const unreadable = unreadableAnswer(error, language);
      if (unreadable !== null && !response.headersSent) {
        answer(request, reply, unreadable, context);
        return;
      }
      const problem = problemOf(error);
      if (response.headersSent || response.destroyed) {
        stream.close();
        recordEnd(problem.cause);
        return;
      }
      const headers = { ...context.headers, ...(error instanceof SpoolRefused ? {} : { connection: 'close' }) };
      answer(request, reply, failure([problem], language), { ...context, headers });
    }
  };
  await running.add({ socket: request.raw.socket, stream, end: serve() });
}
