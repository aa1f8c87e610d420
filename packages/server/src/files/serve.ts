/** A file from its first byte to its last: what it takes, what it answers, and what is written down of it. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { Lote, type LoteOptions } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Config } from '../config.js';
import { type Anotar, type Contestar, headersDe } from '../http/answer.js';
import { fileFailure, failure } from '@curp-service/contract/envelope';
import type { Admitida, Gate, Peticion } from '../access/gate.js';
import type { Language } from '@curp-service/contract/language';
import { levelOf } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import { TIPOS } from './options.js';
import { Cortada, Corriente, soltar } from '../http/stream.js';
import { cifras, contador } from './totals.js';
import { Cupo } from './allowance.js';
import type { EnCurso } from '../http/running.js';
import { pasar } from './pump.js';

export interface PartesDeLote {
  readonly config: Config;
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly contestar: Contestar;
  readonly anotar: Anotar;
  readonly enCurso: EnCurso;
  /** How long both sides may be silent. */
  readonly maxIdleMs: number;
}

export const OPERACION = 'lote';

/** Serves a file that was let in. It never fails: what goes wrong is answered, or cuts the file. */
export async function recibir(
  partes: PartesDeLote,
  request: Peticion,
  reply: FastifyReply,
  admitida: Admitida<string>,
  opciones: LoteOptions,
  idioma: Language,
): Promise<void> {
  const { config, gate, metrics, contestar, anotar, enCurso } = partes;
  const { raw: response } = reply.hijack();
  const contexto = { operacion: OPERACION, proyecto: admitida.proyecto.id, headers: admitida.headers };
  const corriente = new Corriente(request.raw, response, partes.maxIdleMs);
  const cupo = new Cupo(gate, admitida, idioma);
  const lote = new Lote({ ...opciones, language: idioma, allowed: cupo.permitidas });
  const contar = contador(lote.totals, (codigo, cuantas) => {
    metrics.observeRows(codigo, cuantas);
    if (codigo === 0) gate.usage.contar(contexto.proyecto, OPERACION, gate.now(), cuantas);
  });
  /** Without chunks there is no place for what comes behind them. */
  const conTrozos = request.raw.httpVersionMinor > 0;

  const empezar = (): void => {
    if (response.headersSent) return;
    response.writeHead(200, {
      ...headersDe(config, request, contexto.headers),
      'content-type': TIPOS[opciones.formato],
      ...(conTrozos ? { trailer: 'lote-filas, lote-correctas, lote-errores' } : {}),
    });
  };
  const servir = async (): Promise<void> => {
    try {
      await pasar({ lote, cupo, corriente, alEntregar: empezar, alAvanzar: contar });
    } finally {
      cupo.cerrar(lote);
      contar();
    }
    empezar();
    const finales = Object.entries(cifras(lote.totals)).map(([nombre, n]) => [`lote-${nombre}`, String(n)]);
    if (conTrozos) response.addTrailers(Object.fromEntries(finales));
    response.end();
  };
  const escribir = (causa: Cause | null): void => {
    const { code, http } = causa === null ? { code: 0, http: 200 } : CODES[causa];
    const hecho = { http: response.headersSent ? 200 : http, code_error: code, level: levelOf(http) };
    anotar(request, { ...contexto, ...hecho, cifras: { ...cifras(lote.totals), cortado: causa !== null } });
  };

  const trabajar = async (): Promise<void> => {
    try {
      await servir();
      escribir(null);
    } catch (error) {
      if (error instanceof UnreadableFile) {
        contestar(request, reply, fileFailure(error.entry), contexto);
        soltar(request.raw);
        return;
      }
      const causa = error instanceof Cortada ? error.causa : 'interno';
      if (causa === 'interno') gate.log.error({ err: error, operacion: OPERACION }, 'bug');
      if (response.headersSent || response.destroyed) {
        corriente.cerrar();
        escribir(causa);
        return;
      }
      const headers = { ...contexto.headers, connection: 'close' };
      contestar(request, reply, failure([{ cause: causa }], idioma), { ...contexto, headers });
    }
  };
  await enCurso.agregar({ socket: request.raw.socket, corriente, fin: trabajar() });
}
