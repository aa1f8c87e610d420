/** Sends every answer in the envelope: with its headers, a line in the log and a count in the metrics. */
import type { ServerResponse } from 'node:http';
import type { Cause } from '@curp-service/contract/codes/service';
import { type Answer, PERMANENT } from '@curp-service/contract/envelope';
import { failureInVersion2, isVersion2 } from '@curp-service/contract/version2';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { levelOf } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import type { Traces } from '../observe/traces.js';
import { corsHeaders } from './cors.js';
import { endAnswer } from './unread.js';

/** The log and the metrics use these names. */
interface AnswerContext {
  /** The name of the operation, or `desconocida`; never text of the client. */
  readonly operacion: string;
  readonly proyecto?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived, by the clock of `performance`; absent if its address could not be read. */
    arrivedAt?: number;
  }
}

export type SendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: Answer, context: AnswerContext) => void;

/** An answer may hold personal data: no cache keeps it, no other site learns its address, no page of one embeds it. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The headers of any answer to a request. */
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

/** Takes the response over from the framework, whose own reply would check and copy each header once more. */
export const takeOver = (reply: FastifyReply): ServerResponse => reply.hijack().raw;

export function createAnswer(config: Config, record: RecordAnswer): SendAnswer {
  return (request, reply, { http, envelope, cause }, context) => {
    const inVersion2 = envelope.error && isVersion2(request.raw.url ?? '');
    const body = JSON.stringify(inVersion2 ? failureInVersion2(envelope) : envelope);
    const headers = answerHeaders(config, request, context.headers);
    headers['content-type'] = 'application/json; charset=utf-8';
    headers['content-length'] = Buffer.byteLength(body);
    const passes = cause === undefined || !PERMANENT.has(cause);
    if (http === 429 || (http === 503 && passes)) headers['retry-after'] ??= '5';
    const withoutBody = http === 304 || request.method === 'HEAD';
    const response = takeOver(reply).writeHead(http, headers);
    endAnswer(request.raw, response, withoutBody ? undefined : body);
    record(request, { http, code_error: envelope.code_error, cause, ...context });
  };
}

interface AnswerRecord extends AnswerContext {
  readonly http: number;
  readonly code_error: number;
  readonly cause?: Cause | null | undefined;
  /** By default, the level of the status. */
  readonly level?: ReturnType<typeof levelOf>;
  /** Further figures for the log; never data of the request. */
  readonly figures?: Readonly<Record<string, number | boolean>>;
}

export type RecordAnswer = (request: FastifyRequest, answer: AnswerRecord) => void;

/** Counts an answer in the metrics, and writes its code to its trace and its line in the log. */
export function createRecord(log: Logger, metrics: Metrics, traces: Traces | null = null): RecordAnswer {
  return (request, { http, code_error, cause, operacion, proyecto, level = levelOf(http), figures }) => {
    const now = performance.now();
    const ms = now - (request.arrivedAt ?? now);
    metrics.observe(operacion, code_error, ms / 1000);
    if (cause) metrics.observeCause(cause);
    const trace = traces?.noteCode(code_error);
    if (!log.isLevelEnabled(level)) return;
    log[level](
      {
        operacion,
        status: http,
        code_error,
        ms: Math.round(ms * 1000) / 1000,
        proyecto: proyecto ?? null,
        request_id: request.id,
        ...trace,
        ...figures,
      },
      'request',
    );
  };
}
