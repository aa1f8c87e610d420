/** Refuses requests that break HTTP or reach no operation, and answers uncaught errors, always in the envelope. */
import type { IncomingMessage } from 'node:http';
import { type Problem, failure } from '@curp-service/contract/envelope';
import { requestedLanguage } from '@curp-service/contract/language';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { type SendAnswer, corsHeaders, preflightHeaders } from './answer.js';

export const MAX_BODY_BYTES = 16_384;

const FRAMEWORK_PROBLEMS: Readonly<Record<string, Problem>> = {
  FST_ERR_BAD_URL: { cause: 'codificacion' },
  FST_ERR_CTP_BODY_TOO_LARGE: { cause: 'cuerpo_grande', parts: { limite: String(MAX_BODY_BYTES) } },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { cause: 'peticion' },
  ECONNRESET: { cause: 'peticion' },
};

/** The code of the framework for a body of a type that no parser takes. */
export const UNKNOWN_MEDIA_TYPE = 'FST_ERR_CTP_INVALID_MEDIA_TYPE';

function frameworkProblem({ code }: FastifyError, operation: string): Problem {
  if (code !== UNKNOWN_MEDIA_TYPE) return FRAMEWORK_PROBLEMS[code] ?? { cause: 'interno' };
  return { cause: operation.startsWith('lote') ? 'lote_tipo' : 'tipo_de_contenido' };
}

export function createErrorHandlers(config: Config, answer: SendAnswer, log: Logger) {
  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    problem: Problem,
    headers?: Readonly<Record<string, string>>,
  ): void => {
    const refusal = failure([problem], requestedLanguage(request.headers['accept-language']));
    answer(request, reply, refusal, { operacion: operationOf(request), headers });
  };

  /** Answers a request without a route: the path does not exist, or exists only with other methods. */
  const notFound = (request: FastifyRequest, reply: FastifyReply): void => {
    const allow = allowedMethods(request);
    if (allow === '') refuse(request, reply, { cause: 'sin_operacion' });
    else if (request.method !== 'OPTIONS') refuse(request, reply, { cause: 'metodo' }, { allow });
    else {
      reply.code(204).headers({ allow, ...preflightHeaders(allow), 'x-request-id': request.id });
      reply.headers(corsHeaders(config.corsOrigin, request.headers.origin)).send();
    }
  };

  const error = (failed: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (request.is404 && failed.code !== 'FST_ERR_BAD_URL') {
      notFound(request, reply); // the path is checked before anything else
      return;
    }
    const problem = frameworkProblem(failed, operationOf(request));
    if (problem.cause === 'interno') log.error({ err: failed }, 'bug');
    refuse(request, reply, problem);
  };
  return { refuse, notFound, error };
}

/** Returns the name of the operation for the log and the metrics; never text from the client. */
const operationOf = (request: FastifyRequest): string =>
  request.is404
    ? 'desconocida'
    : (request.routeOptions.config.operation ?? request.routeOptions.url?.replace('/curp/', '') ?? 'desconocida');

/** Returns the methods of a request's path as `Allow` lists them, or an empty text if the path does not exist. */
function allowedMethods({ raw, server }: FastifyRequest): string {
  const path = raw.url?.split('?', 1)[0]?.replace(/([^/])\/$/, '$1') ?? '';
  const url = path.replace(/^\/curp\/lotes\/[^/]+/, '/curp/lotes/:id');
  const methods = (['GET', 'HEAD', 'POST', 'DELETE'] as const).filter(
    (method) => server.findRoute({ method, url }) !== null,
  );
  return methods.length === 0 ? '' : [...methods, 'OPTIONS'].join(', ');
}

const WRONG_VERSION: Problem = { cause: 'version_http' };
const WRONG_CODING: Problem = { cause: 'transferencia' };
const MALFORMED_REQUEST: Problem = { cause: 'peticion' };

export function protocolProblem({ httpVersionMajor, headers, rawHeaders }: IncomingMessage): Problem | null {
  if (httpVersionMajor !== 1) return WRONG_VERSION; // a request line without a version is HTTP/0.9
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && !/^chunked$/i.test(coding)) return WRONG_CODING;
  return repeatedHeader(rawHeaders);
}

/** The headers of which Node takes the first and drops the others, with the problem of a request that repeats one. */
const SINGLE_HEADERS: ReadonlyMap<string, Problem> = new Map([
  ['host', MALFORMED_REQUEST],
  ['content-type', MALFORMED_REQUEST],
  ['authorization', { cause: 'repetido', parametro: 'token' }],
]);
const SINGLE_LENGTHS = new Set(Array.from(SINGLE_HEADERS.keys(), (name) => name.length));

/** Returns the problem of a header that is given twice, or `null`. In `rawHeaders`, names and values alternate. */
function repeatedHeader(rawHeaders: readonly string[]): Problem | null {
  const found = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i] ?? '';
    if (!SINGLE_LENGTHS.has(header.length)) continue;
    const name = header.toLowerCase();
    if (found.has(name)) return SINGLE_HEADERS.get(name) ?? null;
    if (SINGLE_HEADERS.has(name)) found.add(name);
  }
  return null;
}
