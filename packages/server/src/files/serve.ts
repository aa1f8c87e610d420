/** Answers a file (`POST /curp/lote`) from its first byte to its last, and records its figures. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import { failure, fileFailure } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import { readingHeader } from '@curp-service/contract/tell-reading';
import { Lote, type LoteOptions } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import type { Admitted, Gate, IncomingRequest } from '../access/gate.js';
import type { Config } from '../config.js';
import { type RecordAnswer, type SendAnswer, answerHeaders, takeOver } from '../http/answer.js';
import type { Running } from '../http/running.js';
import { Stream, StreamCut } from '../http/stream.js';
import { levelOf } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import { Allowance } from './allowance.js';
import { CONTENT_TYPES } from './options.js';
import { pump } from './pump.js';
import type { Place, Places } from './places.js';
import { figures, rowCounter } from './totals.js';
import type { Turns } from './turns.js';

export interface FileParts {
  readonly config: Config;
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly answer: SendAnswer;
  readonly record: RecordAnswer;
  readonly running: Running;
  readonly places: Places;
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
  admitted: Admitted<string>,
  options: LoteOptions,
  language: Language,
  place: Place,
): Promise<void> {
  const { config, gate, metrics, answer, record, running, places, turns } = parts;
  const response = takeOver(reply);
  const context = { operacion: OPERACION, proyecto: admitted.project.id, headers: admitted.headers };
  const stream = new Stream(request.raw, response, parts.maxIdleMs);
  const allowance = new Allowance(gate, admitted, language);
  const lote = new Lote({ ...options, language, allowed: allowance.granted });
  place.cut = (reason) => stream.cut(reason);
  const countRows = rowCounter(lote.totals, (code, rows) => {
    metrics.observeRows(code, rows);
    if (code === 0) gate.usage.count(context.proyecto, OPERACION, gate.now(), rows);
  });
  const onProgress = (): void => {
    countRows();
    places.hold(place, lote.memory);
  };
  /** HTTP/1.0 has no chunks, and so no trailers. */
  const hasTrailers = request.raw.httpVersionMinor > 0;

  /** Goes ahead of the rows too: `fetch` gives no trailers. */
  const lectura = (): Readonly<Record<string, string>> =>
    lote.reading === null ? {} : { 'lote-lectura': readingHeader(lote.reading, language) };
  const begin = (): void => {
    if (response.headersSent) return;
    response.writeHead(200, {
      ...answerHeaders(config, request, context.headers),
      'content-type': CONTENT_TYPES[options.formato],
      ...lectura(),
      ...(hasTrailers
        ? { trailer: 'lote-filas, lote-correctas, lote-errores, lote-contradicciones, lote-lectura' }
        : {}),
    });
  };
  const answerRows = async (): Promise<void> => {
    try {
      await pump({ lote, allowance, stream, turns, onOutput: begin, onProgress });
    } finally {
      allowance.close(lote);
      countRows();
    }
    begin();
    const trailers = Object.entries(figures(lote.totals)).map(([name, n]) => [`lote-${name}`, String(n)]);
    if (hasTrailers) response.addTrailers({ ...Object.fromEntries(trailers), ...lectura() });
    response.end();
  };
  const recordEnd = (cause: Cause | null): void => {
    const { code, http } = cause === null ? { code: 0, http: 200 } : CODES[cause];
    const outcome = { http: response.headersSent ? 200 : http, code_error: code, level: levelOf(http) };
    record(request, { ...context, ...outcome, figures: { ...figures(lote.totals), cortado: cause !== null } });
  };

  const serve = async (): Promise<void> => {
    try {
      await answerRows();
      recordEnd(null);
    } catch (error) {
      if (error instanceof UnreadableFile) {
        answer(request, reply, fileFailure(error.entry), context);
        return;
      }
      const cause = error instanceof StreamCut ? error.reason : 'interno';
      if (cause === 'interno') gate.log.error({ err: error, operacion: OPERACION }, 'bug');
      if (response.headersSent || response.destroyed) {
        stream.close();
        recordEnd(cause);
        return;
      }
      const headers = { ...context.headers, connection: 'close' };
      answer(request, reply, failure([{ cause }], language), { ...context, headers });
    }
  };
  await running.add({ socket: request.raw.socket, stream, end: serve() });
}
