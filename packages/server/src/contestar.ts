/** The one way out: every answer in the envelope gets its headers, its line in the log and its place in the metrics. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { corsHeaders } from './cors.js';
import type { Respuesta } from './envelope.js';
import { levelOf } from './log.js';
import type { Metrics } from './metrics.js';

interface Contexto {
  /** The operation, or what was asked for instead; never what the client wrote. */
  readonly operacion: string;
  readonly proyecto?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived, by the clock of `performance`; absent where its address could not even be read. */
    llegada?: number;
  }
}

export type Contestar = (
  request: FastifyRequest,
  reply: FastifyReply,
  respuesta: Respuesta,
  contexto: Contexto,
) => void;

/** An answer may hold a person's data: nobody keeps it, and no other site learns of its address. */
export const PRIVADA = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function createContestar(config: Config, log: Logger, metrics: Metrics): Contestar {
  return (request, reply, { http, sobre }, { operacion, proyecto, headers }) => {
    const { code_error } = sobre;
    reply.code(http).headers(PRIVADA).headers(corsHeaders(config.corsOrigin, request.headers.origin));
    reply.header('x-request-id', request.id);
    if (code_error === 9 && http === 503) reply.header('retry-after', '5');
    if (headers !== undefined) reply.headers(headers);
    const ahora = performance.now();
    const ms = ahora - (request.llegada ?? ahora);
    metrics.observe(operacion, code_error, ms / 1000);
    const level = levelOf(http);
    if (log.isLevelEnabled(level)) {
      const duracion = Math.round(ms * 1000) / 1000;
      const registro = {
        operacion,
        status: http,
        code_error,
        ms: duracion,
        proyecto: proyecto ?? null,
        request_id: request.id,
      };
      log[level](registro, 'request');
    }
    reply.send(http === 304 ? undefined : sobre);
  };
}
