/** The one way out: every answer in the envelope gets its headers, its line in the log and its place in the metrics. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { corsHeaders } from './cors.js';
import type { Answer } from '@curp-service/contract/envelope';
import { levelOf } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import { DEMO } from '../access/tokens.js';

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

export type Contestar = (request: FastifyRequest, reply: FastifyReply, respuesta: Answer, contexto: Contexto) => void;

/** An answer may hold a person's data: nobody keeps it, and no other site learns of its address. */
export const PRIVADA = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The headers of any answer to a request. */
export const headersDe = (
  { corsOrigin }: Config,
  request: FastifyRequest,
  headers: Contexto['headers'],
): Record<string, string | number> => ({
  ...PRIVADA,
  'x-request-id': request.id,
  ...corsHeaders(corsOrigin, request.headers.origin),
  ...headers,
});

/** The answer is written past the framework's reply, which would check and copy each header once more. */
export function createContestar(config: Config, anotar: Anotar): Contestar {
  return (request, reply, { http, envelope: sobre, permanent: dura }, contexto) => {
    const { code_error } = sobre;
    const body = JSON.stringify(sobre);
    const headers = headersDe(config, request, contexto.headers);
    headers['content-type'] = 'application/json; charset=utf-8';
    headers['content-length'] = Buffer.byteLength(body);
    // A page of another site must not read people's records through a browser on this machine.
    if (contexto.operacion === 'obtener_datos' && contexto.proyecto === DEMO) {
      delete headers['access-control-allow-origin'];
    }
    if (http === 503 && dura !== true) headers['retry-after'] = '5';
    reply.hijack();
    reply.raw.writeHead(http, headers).end(http === 304 || request.method === 'HEAD' ? undefined : body);
    anotar(request, { http, code_error, ...contexto });
  };
}

interface Hecho extends Contexto {
  readonly http: number;
  readonly code_error: number;
  /** That of its status, if absent. */
  readonly level?: ReturnType<typeof levelOf>;
  /** What else there is to say of it: figures, nothing that was sent. */
  readonly cifras?: Readonly<Record<string, number | boolean>>;
}

export type Anotar = (request: FastifyRequest, hecho: Hecho) => void;

/** Writes down that a request was answered. */
export function createAnotar(log: Logger, metrics: Metrics): Anotar {
  return (request, { http, code_error, operacion, proyecto, level = levelOf(http), cifras }) => {
    const ahora = performance.now();
    const ms = ahora - (request.llegada ?? ahora);
    metrics.observe(operacion, code_error, ms / 1000);
    if (!log.isLevelEnabled(level)) return;
    const duracion = Math.round(ms * 1000) / 1000;
    log[level](
      {
        operacion,
        status: http,
        code_error,
        ms: duracion,
        proyecto: proyecto ?? null,
        request_id: request.id,
        ...cifras,
      },
      'request',
    );
  };
}
