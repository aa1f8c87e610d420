/** What reaches the socket and is no request: bad bytes, too many of them, too slow ones. It gets the envelope too. */
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyHttpOptions } from 'fastify';
import { PRIVADA } from './answer.js';
import { type Problem, type Answer, failure } from '@curp-service/contract/envelope';
import { MAXIMO_URL } from '../access/gate.js';
import type { EnCurso } from './running.js';
import type { Metrics } from '../observe/metrics.js';

/** What the parser found wrong, by its code. */
const DEL_SOCKET: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: { cause: 'url_larga', parts: { limite: String(MAXIMO_URL) } },
  HPE_INVALID_URL: { cause: 'codificacion' }, // such as an Ñ as it is
};

/** Requests of one connection that may wait behind an answer which is not read: each holds its own in memory. */
const MAXIMO_EN_COLA = 100;

/** How long a client that made no sense has to read why. */
const CIERRE_MS = 1000;

/** With the answer that is being sent, which Node keeps there. */
type SocketDeHttp = Duplex & { readonly _httpMessage?: ServerResponse | null };

/** Limits against clients that are slow or send without end. A file, which may take hours, has its own. */
export const socketOptions = (metrics: Metrics, enCurso: EnCurso, maxIdleMs: number) =>
  ({
    connectionTimeout: maxIdleMs,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && enCurso.tiene(socket)) return; // told once for each request
      answerRaw(socket, failure([DEL_SOCKET[error.code] ?? { cause: 'peticion' }], 'es'), metrics);
    },
  }) satisfies FastifyHttpOptions<Server>;

/**
 * Answers what Node would answer by itself, without the envelope. Gives the open connections. `continuar`: whether the
 * body of a request is to be asked for at once; otherwise its handler does.
 */
export function watchSockets(
  server: Server,
  metrics: Metrics,
  continuar: (url: string) => boolean,
): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (_, socket) => answerRaw(socket, failure([{ cause: 'metodo' }], 'es'), metrics));
  // An expectation that is not `100-continue` is ignored, as RFC 9110 allows.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => {
    if (continuar(request.url ?? '')) response.writeContinue();
    server.emit('request', request, response);
  });
  return sockets;
}

/** Cuts the connection of a client that asks on and on without reading: tells whether it did. */
export function createCola(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const enCola = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    if (response.socket !== null) return false; // nothing is before it
    const cuantas = (enCola.get(socket) ?? 0) + 1;
    if (cuantas > MAXIMO_EN_COLA) {
      socket.destroy();
      return true;
    }
    enCola.set(socket, cuantas);
    response.once('close', () => enCola.set(socket, (enCola.get(socket) ?? 1) - 1));
    return false;
  };
}

/**
 * Waits until nothing is in flight, closing idle connections, and no longer than the time given. The listener stays open
 * meanwhile, so that who comes is told to come back.
 */
export async function drain(server: Server, sockets: ReadonlySet<Socket>, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  const connections = promisify(server.getConnections.bind(server));
  while (server.listening && performance.now() < deadline) {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy(); // open, and nothing was asked
    if ((await connections()) === 0) return;
    await wait(50);
  }
}

function answerRaw(socket: SocketDeHttp, respuesta: Answer, metrics: Metrics): void {
  if (socket.writableEnded) return; // told already: what else it sends is read and dropped, so that it can read the answer
  // oxlint-disable-next-line no-underscore-dangle -- as Node's own handler does; there is no other way to know
  const enCurso = socket._httpMessage;
  if (enCurso?.req.complete === true && !enCurso.headersSent) {
    enCurso.once('finish', () => answerRaw(socket, respuesta, metrics)); // the request before it is answered first
    return;
  }
  if (!socket.writable || enCurso?.headersSent === true) {
    socket.destroy(); // gone, or in the middle of another answer: there is no room for this one
    return;
  }
  const { http, envelope: sobre } = respuesta;
  metrics.observe('desconocida', sobre.code_error, 0);
  const body = JSON.stringify(sobre);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(http === 405 ? { allow: 'GET, HEAD, POST, OPTIONS' } : {}),
    ...PRIVADA,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), CIERRE_MS).unref(); // whoever never closes its side does not keep ours
}
