/** What is not an operation, or went wrong before or inside one: it leaves in the envelope too. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Contestar } from './answer.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { type Problem, failure } from '@curp-service/contract/envelope';
import { requestedLanguage } from '@curp-service/contract/language';

export const MAXIMO_CUERPO = 16_384;

/** What the framework found wrong with a request, by its code. */
const DEL_FRAMEWORK: Readonly<Record<string, Problem>> = {
  FST_ERR_BAD_URL: { cause: 'codificacion' },
  FST_ERR_CTP_BODY_TOO_LARGE: { cause: 'cuerpo_grande', parts: { limite: String(MAXIMO_CUERPO) } },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { cause: 'tipo_de_contenido' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { cause: 'peticion' },
  ECONNRESET: { cause: 'peticion' },
};

export interface ErrorHandlers {
  /** No route: the path does not exist, or exists with other methods. */
  readonly notFound: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly error: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;
}

export function createErrorHandlers(config: Config, contestar: Contestar, log: Logger): ErrorHandlers {
  const rechazar = (
    request: FastifyRequest,
    reply: FastifyReply,
    problema: Problem,
    headers?: Readonly<Record<string, string>>,
  ): void => {
    const respuesta = failure([problema], requestedLanguage(request.headers['accept-language']));
    contestar(request, reply, respuesta, { operacion: operacionDe(request), headers });
  };

  const notFound: ErrorHandlers['notFound'] = (request, reply) => {
    const allow = metodosDe(request);
    if (allow === '') rechazar(request, reply, { cause: 'sin_operacion' });
    else if (request.method !== 'OPTIONS') rechazar(request, reply, { cause: 'metodo' }, { allow });
    else {
      reply.code(204).headers({ allow, ...preflightHeaders(allow), 'x-request-id': request.id });
      reply.headers(corsHeaders(config.corsOrigin, request.headers.origin)).send();
    }
  };

  const error: ErrorHandlers['error'] = (fallado, request, reply) => {
    if (request.is404 && fallado.code !== 'FST_ERR_BAD_URL') {
      notFound(request, reply); // the path comes first
      return;
    }
    const problema = DEL_FRAMEWORK[fallado.code] ?? { cause: 'interno' };
    if (problema.cause === 'interno') log.error({ err: fallado }, 'bug');
    // Where the framework gave up reading, the rest of the body must not be taken for another request.
    rechazar(request, reply, problema, reply.hasHeader('connection') ? { connection: 'close' } : undefined);
  };
  return { notFound, error };
}

/** The operation for the log and the metrics; never what the client wrote. */
const operacionDe = (request: FastifyRequest): string =>
  request.is404 ? 'desconocida' : (request.routeOptions.url?.replace(/^\/curp\/|\/:id.*/g, '') ?? 'desconocida');

/** The methods of the path of a request, as `Allow` names them; empty: there is no such path. */
function metodosDe({ raw, server }: FastifyRequest): string {
  const camino = raw.url?.split('?', 1)[0]?.replace(/([^/])\/$/, '$1') ?? '';
  const url = camino.replace(/^\/curp\/lotes\/[^/]+/, '/curp/lotes/:id');
  const admitidos = (['GET', 'HEAD', 'POST', 'DELETE'] as const).filter(
    (method) => server.findRoute({ method, url }) !== null,
  );
  return admitidos.length === 0 ? '' : [...admitidos, 'OPTIONS'].join(', ');
}
