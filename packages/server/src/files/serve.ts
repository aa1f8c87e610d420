/** Answers a file (`POST /curp/lote`) from its first byte to its last, and records its figures. */
import type { Answer, Failure } from '@curp-service/contract/envelope';
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';
import { readingHeader } from '@curp-service/contract/tell-reading';
import type { LoteOptions } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import type { Admitted, Gate, IncomingRequest } from '../access/gate.js';
import type { Config } from '../config.js';
import { type RecordAnswer, type SendAnswer, answerHeaders, takeOver } from '../http/answer.js';
import type { Running } from '../http/running.js';
import { Stream } from '../http/stream.js';
import { levelOf } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import type { FileThreads } from '../threads/threads.js';
import { Allowance } from './allowance.js';
import { ANSWER_FILE, type AnswerHost, type AnswerInput, type Progress } from './answer-file.js';
import { FileRefused, failureAnswer } from './failure.js';
import { CONTENT_TYPES, type FileParameter, wantsCsv, workbookFormat } from './options.js';
import type { Place, Places } from './places.js';
import { Spool } from './spool.js';
import type { TempSpace } from './temp-space.js';
import { RowCounter, figureHeaders, figures } from './totals.js';

export interface FileParts {
  readonly config: Config;
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly answer: SendAnswer;
  readonly record: RecordAnswer;
  readonly running: Running;
  readonly places: Places;
  readonly tempSpace: TempSpace;
  readonly threads: FileThreads;
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
  const { config, gate, metrics, answer, record, running, places, threads } = parts;
  const response = takeOver(reply);
  const context = { operacion: OPERACION, proyecto: admitted.project.id, headers: admitted.headers };
  const stream = new Stream(request.raw, response, parts.maxIdleMs);
  const allowance = new Allowance(gate, admitted, language);
  const book = workbookFormat(request.headers);
  const comesBack = book !== undefined && !wantsCsv(request.headers);
  const spool = new Spool(parts.tempSpace, context.proyecto);
  const rows = new RowCounter((code, count) => {
    metrics.observeRows(code, count);
    if (code === 0) gate.usage.count(context.proyecto, OPERACION, gate.now(), count);
  });
  place.cut = (reason) => stream.cut(reason);
  /** HTTP/1.0 has no chunks, and so no trailers. */
  const hasTrailers = request.raw.httpVersionMinor > 0;

  /** Goes ahead of the rows too: `fetch` gives no trailers. */
  const lectura = (reading: Reading): Readonly<Record<string, string>> => ({
    'lote-lectura': readingHeader(reading, language, book !== undefined),
  });
  const begin = (reading: Reading): void => {
    if (response.headersSent) return;
    response.writeHead(200, {
      ...answerHeaders(config, request, context.headers),
      'content-type': comesBack ? MEDIA_TYPES[book] : CONTENT_TYPES[options.formato],
      ...lectura(reading),
      ...(hasTrailers
        ? { trailer: 'lote-filas, lote-correctas, lote-errores, lote-contradicciones, lote-lectura' }
        : {}),
    });
  };
  const hold = (memory: number): void => {
    places.hold(place, spool.memory + memory);
    stream.throwIfCut();
  };
  const host: AnswerHost = {
    read: async (offset, length, memory) => {
      hold(memory);
      return spool.read(offset, length);
    },
    hold: async (memory) => hold(memory),
    write: async (bytes, { totals, reading }) => {
      rows.take(totals);
      stream.throwIfCut();
      begin(reading);
      await stream.write(bytes);
      return allowance.check();
    },
    refill: async () => {
      stream.throwIfCut();
      return allowance.refill();
    },
  };
  const work = async (): Promise<Progress> => {
    try {
      await spool.addAll(stream.pieces(), (memory) => places.hold(place, memory));
      const input: AnswerInput = {
        options: { ...options, language },
        upload: spool.stored,
        book: book === undefined ? null : { hoja: admitted.values.hoja, comesBack },
        allowed: allowance.granted,
        exhausted: await allowance.check(),
      };
      const done: Progress = await threads.run(ANSWER_FILE, input, host, () => !response.headersSent);
      rows.take(done.totals);
      stream.throwIfCut();
      return done;
    } finally {
      allowance.close(rows.totals.good);
      await spool.close();
    }
  };
  const end = ({ reading }: Progress): void => {
    begin(reading);
    if (hasTrailers) response.addTrailers({ ...figureHeaders(figures(rows.totals)), ...lectura(reading) });
    response.end();
  };
  const recordEnd = (failed: Answer<Failure> | null): void => {
    const { http, cause = null, envelope } = failed ?? { http: 200, envelope: { code_error: 0 } };
    const outcome = { http: response.headersSent ? 200 : http, code_error: envelope.code_error, cause };
    const totals = { ...figures(rows.totals), cortado: failed !== null };
    record(request, { ...context, ...outcome, level: levelOf(http), figures: totals });
  };

  const serve = async (): Promise<void> => {
    try {
      end(await work());
      recordEnd(null);
    } catch (error) {
      const failed = failureAnswer(error, gate, OPERACION, language);
      if (response.headersSent || response.destroyed) {
        stream.close();
        recordEnd(failed);
        return;
      }
      const isRead = failed.http < 500 || error instanceof FileRefused;
      const headers = { ...context.headers, ...(isRead ? {} : { connection: 'close' }) };
      answer(request, reply, failed, { ...context, headers });
    }
  };
  await running.add({ socket: request.raw.socket, stream, end: serve() });
}
