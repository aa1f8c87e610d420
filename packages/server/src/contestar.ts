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

/** The answer is written past the framework's reply, which would check and copy each header once more. */
export function createContestar(config: Config, log: Logger, metrics: Metrics): Contestar {
  return (request, reply, { http, sobre }, { operacion, proyecto, headers }) => {
    const { code_error } = sobre;
    const body = JSON.stringify(sobre);
    const todos: Record<string, string | number> = {
      ...PRIVADA,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': request.id,
    };
    Object.assign(todos, corsHeaders(config.corsOrigin, request.headers.origin), headers);
    if (code_error === 9 && http === 503) todos['retry-after'] = '5';
    reply.hijack();
    reply.raw.writeHead(http, todos).end(http === 304 || request.method === 'HEAD' ? undefined : body);
    const ahora = performance.now();
    const ms = ahora - (request.llegada ?? ahora);
    metrics.observe(operacion, code_error, ms / 1000);
    const level = levelOf(http);
    if (!log.isLevelEnabled(level)) return;
    const duracion = Math.round(ms * 1000) / 1000;
    log[level](
      { operacion, status: http, code_error, ms: duracion, proyecto: proyecto ?? null, request_id: request.id },
      'request',
    );
  };
}
