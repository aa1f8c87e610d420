/** Sends every answer in the envelope with its headers, and records it in the log and the metrics. */
import type { ServerResponse } from 'node:http';
import type { Cause } from '@curp-service/contract/codes/service';
import { type Answer, PERMANENT } from '@curp-service/contract/envelope';
import { failureInVersion2, isVersion2 } from '@curp-service/contract/version2';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { type CountedLines, levelOf } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import { UnreadBodies, hasUnreadBody } from './unread-body.js';

/** The context of an answer. The log and the metrics use these names. */
interface AnswerContext {
  /** The name of the operation, or `desconocida`; never text from the client. */
  readonly operacion: string;
  readonly proyecto?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request arrived, by the clock of `performance`; absent if its address could not be read. */
    arrivedAt?: number;
  }
}

export type SendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: Answer, context: AnswerContext) => void;

/** The headers of an answer that may hold personal data: no cache keeps it, and no other site learns its address or embeds it. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export const answerHeaders = (
  { corsOrigin }: Config,
  request: FastifyRequest,
  headers: AnswerContext['headers'],
): Record<string, string | number> => ({
  ...PRIVATE_HEADERS,
  'x-request-id': request.id,
  ...corsHeaders(corsOrigin, request.headers.origin),
  ...headers,
});

/** Takes the response over from the framework, whose reply would check and copy each header once more. */
export const takeOver = (reply: FastifyReply): ServerResponse => reply.hijack().raw;

export function createAnswer(config: Config, record: RecordAnswer): SendAnswer {
  const unread = new UnreadBodies();
  return (request, reply, { http, envelope, cause, ...data }, context) => {
    const inVersion2 = envelope.error && isVersion2(request.raw.url ?? '');
    const body = JSON.stringify(inVersion2 ? failureInVersion2({ http, envelope, ...data }) : envelope);
    const headers = answerHeaders(config, request, context.headers);
    headers['content-type'] = 'application/json; charset=utf-8';
    headers['content-length'] = Buffer.byteLength(body);
    const passes = cause === undefined || !PERMANENT.has(cause);
    if (http === 429 || (http === 503 && passes)) headers['retry-after'] ??= '5';
    if (hasUnreadBody(request.raw)) headers['connection'] = 'close'; // its next request might arrive with the rest of the body
    const response = takeOver(reply).writeHead(http, headers);
    unread.end(request.raw, response, request.method === 'HEAD' ? undefined : body);
    record(request, { http, code_error: envelope.code_error, cause, ...context });
  };
}

interface AnswerRecord extends AnswerContext {
  readonly http: number;
  readonly code_error: number;
  readonly cause?: Cause | null | undefined;
  /** The level of the log line: by default, that of the status. */
  readonly level?: ReturnType<typeof levelOf>;
  /** Further figures for the log; never data from the request. */
  readonly figures?: Readonly<Record<string, number | boolean>>;
}

export type RecordAnswer = (request: FastifyRequest, answer: AnswerRecord) => void;

/** Returns a function that counts an answer in the metrics and writes its line to the log. */
export function createRecord(log: Logger, metrics: Metrics, strangers: CountedLines): RecordAnswer {
  return (request, { http, code_error, cause, operacion, proyecto, level = levelOf(http), figures }) => {
    const now = performance.now();
    const ms = now - (request.arrivedAt ?? now);
    metrics.observe(operacion, code_error, ms / 1000);
    if (cause) metrics.observeCause(cause);
    if (!log.isLevelEnabled(level)) return;
    const fields = {
      operacion,
      status: http,
      code_error,
      ms: Math.round(ms * 1000) / 1000,
      proyecto: proyecto ?? null,
      request_id: request.id,
      ...figures,
    };
    const isOfStranger = proyecto === undefined && level === 'info';
    if (isOfStranger) strangers.add(`${operacion} ${code_error}`, fields);
    else log[level](fields, 'request');
  };
}

const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const EXPOSED = {
  'access-control-expose-headers':
    'ETag, Location, Lote-Comparadas-Hasta, Lote-Correctas, Lote-Errores, Lote-Filas, Lote-Lectura, Lote-Revisar, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
};

/** Returns the headers that let a page of this origin read an answer. */
export function corsHeaders(allowed: readonly string[], origin: string | undefined): Record<string, string> {
  if (allowed.length === 0) return {};
  if (allowed.includes('*')) return origin === undefined ? ANY_ORIGIN : { ...ANY_ORIGIN, ...EXPOSED };
  const vary = { vary: 'Origin' };
  if (origin === undefined || !allowed.includes(origin)) return vary;
  return { ...vary, 'access-control-allow-origin': origin, ...EXPOSED };
}

/** Returns the headers that answer a CORS preflight request. */
export const preflightHeaders = (methods: string): Record<string, string> => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'Accept-Language, Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '86400',
});
