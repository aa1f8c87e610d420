/** A file from its first byte to its last: what it takes, what it answers, and what is written down of it. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { Lote, type LoteOptions } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Config } from '../config.js';
import { type RecordAnswer, type SendAnswer, answerHeaders } from '../http/answer.js';
import { fileFailure, failure } from '@curp-service/contract/envelope';
import type { Admitted, Gate, IncomingRequest } from '../access/gate.js';
import type { Language } from '@curp-service/contract/language';
import { levelOf } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import { CONTENT_TYPES } from './options.js';
import { StreamCut, Stream, dropBody } from '../http/stream.js';
import { figures, rowCounter } from './totals.js';
import { Allowance } from './allowance.js';
import type { Running } from '../http/running.js';
import { pump } from './pump.js';

export interface FileParts {
  readonly config: Config;
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly answer: SendAnswer;
  readonly record: RecordAnswer;
  readonly running: Running;
  /** How long both sides may be silent. */
  readonly maxIdleMs: number;
}

export const OPERACION = 'lote';

/** Serves a file that was let in. It never fails: what goes wrong is answered, or cuts the file. */
export async function serveFile(
  partes: FileParts,
  request: IncomingRequest,
  reply: FastifyReply,
  admitida: Admitted<string>,
  opciones: LoteOptions,
  idioma: Language,
): Promise<void> {
  const { config, gate, metrics, answer: contestar, record: anotar, running: enCurso } = partes;
  const { raw: response } = reply.hijack();
  const contexto = { operacion: OPERACION, proyecto: admitida.project.id, headers: admitida.headers };
  const corriente = new Stream(request.raw, response, partes.maxIdleMs);
  const cupo = new Allowance(gate, admitida, idioma);
  const lote = new Lote({ ...opciones, language: idioma, allowed: cupo.granted });
  const contar = rowCounter(lote.totals, (codigo, cuantas) => {
    metrics.observeRows(codigo, cuantas);
    if (codigo === 0) gate.usage.count(contexto.proyecto, OPERACION, gate.now(), cuantas);
  });
  /** Without chunks there is no place for what comes behind them. */
  const conTrozos = request.raw.httpVersionMinor > 0;

  const empezar = (): void => {
    if (response.headersSent) return;
    response.writeHead(200, {
      ...answerHeaders(config, request, contexto.headers),
      'content-type': CONTENT_TYPES[opciones.formato],
      ...(conTrozos ? { trailer: 'lote-filas, lote-correctas, lote-errores' } : {}),
    });
  };
  const servir = async (): Promise<void> => {
    try {
      await pump({ lote, cupo, corriente, alEntregar: empezar, alAvanzar: contar });
    } finally {
      cupo.close(lote);
      contar();
    }
    empezar();
    const finales = Object.entries(figures(lote.totals)).map(([nombre, n]) => [`lote-${nombre}`, String(n)]);
    if (conTrozos) response.addTrailers(Object.fromEntries(finales));
    response.end();
  };
  const escribir = (causa: Cause | null): void => {
    const { code, http } = causa === null ? { code: 0, http: 200 } : CODES[causa];
    const hecho = { http: response.headersSent ? 200 : http, code_error: code, level: levelOf(http) };
    anotar(request, { ...contexto, ...hecho, figures: { ...figures(lote.totals), cortado: causa !== null } });
  };

  const trabajar = async (): Promise<void> => {
    try {
      await servir();
      escribir(null);
    } catch (error) {
      if (error instanceof UnreadableFile) {
        contestar(request, reply, fileFailure(error.entry), contexto);
        dropBody(request.raw);
        return;
      }
      const causa = error instanceof StreamCut ? error.reason : 'interno';
      if (causa === 'interno') gate.log.error({ err: error, operacion: OPERACION }, 'bug');
      if (response.headersSent || response.destroyed) {
        corriente.close();
        escribir(causa);
        return;
      }
      const headers = { ...contexto.headers, connection: 'close' };
      contestar(request, reply, failure([{ cause: causa }], idioma), { ...contexto, headers });
    }
  };
  await enCurso.add({ socket: request.raw.socket, stream: corriente, end: trabajar() });
}
