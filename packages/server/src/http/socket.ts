/** Answers input that never becomes a request (bad bytes, too many, too slow) in the envelope, and drains connections at a stop. */
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Answer, type Problem, failure } from '@curp-service/contract/envelope';
import type { FastifyHttpOptions } from 'fastify';
import type { Metrics } from '../observe/metrics.js';
import { PRIVATE_HEADERS } from './answer.js';
import { limitClient } from './client-limit.js';
import { connectionOf } from './portions.js';
import type { RunningFiles } from './stream.js';

/** The maximum bytes of a request's address and headers. */
export const MAX_HEADER_BYTES = 16_384;

const PARSER_PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: { cause: 'encabezados_largos', parts: { limite: String(MAX_HEADER_BYTES) } },
  HPE_INVALID_URL: { cause: 'codificacion' }, // like an unencoded Ñ
};

/** How long a client whose input was refused has to read the answer. */
const CLOSE_MS = 1000;
/** How long a connection may send nothing while the service stops: a new one has just been opened. */
const SILENT_MS = 500;
/** How much longer a request may take that Node reports as too slow: its bytes may have arrived while this process was paused. */
const LATE_MS = 1000;

/** Sets limits against slow clients and endless input. Files, which may take hours, have their own limits. */
export const socketOptions = (metrics: Metrics, running: RunningFiles, maxIdleMs: number) =>
  ({
    connectionTimeout: maxIdleMs,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => {
      const refuse = (): void => {
        const refusal = failure([PARSER_PROBLEMS[error.code] ?? { cause: 'peticion' }], 'es');
        answerRaw(socket, refusal, metrics, isOfHead(error));
      };
      if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') refuse();
      else refuseIfLate(socket, running, refuse);
    },
  }) satisfies FastifyHttpOptions<Server>;

/** Refuses a request unless it arrives within `LATE_MS`, or is a file. Node reports a slow request only once. */
function refuseIfLate(socket: Duplex, running: RunningFiles, refuse: () => void): void {
  const connection = connectionOf(socket);
  const { response, inBody } = connection ?? {};
  limitClient(LATE_MS, () => {
    if (socket.destroyed || running.has(socket)) return;
    if (connection?.isPending === true) {
      refuseIfLate(socket, running, refuse); // what it sent waits for the answers before it
    } else if (connection?.response === response && connection?.inBody === inBody) {
      if (isSilent(socket)) socket.destroy(); // a browser would take an answer for that to its next request
      else refuse();
    } else if (connection?.inBody === true) refuseIfLate(socket, running, refuse); // its headers have arrived, its body has not
  });
}

/** Returns whether the parser stopped within a `HEAD` request, whose answer has no body. */
function isOfHead({ rawPacket, bytesParsed }: Readonly<Record<'rawPacket' | 'bytesParsed', unknown>>): boolean {
  if (!Buffer.isBuffer(rawPacket)) return false; // the request was too slow
  const read = rawPacket.toString('latin1', 0, Number(bytesParsed) || undefined);
  const start = read.lastIndexOf('\r\n\r\n');
  return read.startsWith('HEAD ', start < 0 ? 0 : start + 4);
}

/**
 * Handles the events that Node would answer without the envelope. `continueAtOnce` returns whether to ask for the body of a
 * request now; otherwise its handler asks. Call this before `readInPortions`, so that a request waits here for the answers before it:
 * Node would put an earlier `100 Continue` into the middle of this request's own answer.
 */
export function watchSockets(server: Server, metrics: Metrics, continueAtOnce: (url: string) => boolean): void {
  const expecting = new WeakSet<ServerResponse>();
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy()).resume();
    answerRaw(socket, failure([{ cause: 'metodo' }], 'es'), metrics);
  });
  // The service ignores an expectation other than `100-continue`, as RFC 9110 allows.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => {
    expecting.add(response);
    server.emit('request', request, response);
  });
  server.prependListener('request', ({ url = '', headers, httpVersionMinor }, response) => {
    if (expecting.has(response) && continueAtOnce(url)) response.writeContinue();
    // Node's parser drops the bytes after a request for another protocol; closing the connection shows that to the client.
    const upgrades = headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
    // HTTP/1.0 has no chunks: a proxy in front of the service may see another end of the body.
    const hasChunks = httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined;
    if (upgrades || hasChunks) response.shouldKeepAlive = false;
  });
}

/**
 * Closes idle connections until no request is running, for at most `ms` milliseconds. Meanwhile the listener stays open, so
 * that new requests get an answer that asks them to retry.
 */
export async function drainConnections(server: Server, sockets: ReadonlySet<Socket>, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  const connections = promisify(server.getConnections.bind(server));
  const limited = new Set<Socket>();
  while (server.listening && performance.now() < deadline) {
    for (let turn = 0; turn < 2; turn += 1) await setImmediate(); // between two turns Node reads what has arrived
    if (![...sockets].some((socket) => connectionOf(socket)?.isPending)) server.closeIdleConnections();
    for (const socket of sockets) {
      if (limited.has(socket)) continue;
      limited.add(socket);
      limitClient(SILENT_MS, () => {
        if (isSilent(socket)) socket.destroy();
      });
    }
    if ((await connections()) === 0) return;
    await wait(50);
  }
}

/** Returns whether the client of an open connection has sent nothing: browsers open spare connections. */
const isSilent = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0;

function answerRaw(socket: Duplex, answer: Answer, metrics: Metrics, ofHead = false): void {
  connectionOf(socket)?.afterQueue(() => answerLast(socket, answer, metrics, ofHead));
}

/** Answers in place of a request that cannot be handled, after the answers to all others. */
function answerLast(socket: Duplex, answer: Answer, metrics: Metrics, ofHead: boolean): void {
  if (socket.writableEnded) return; // already answered: further input is dropped, so that the client can read the answer
  const last = connectionOf(socket)?.response;
  const current = last?.writableFinished === true ? null : last;
  if (socket.writable && current?.req.complete === true) {
    current.once('finish', () => answerLast(socket, answer, metrics, ofHead)); // the earlier request is answered first
    return;
  }
  if (!socket.writable || current?.headersSent === true) {
    socket.destroy(); // the client is gone, or another answer is half sent
    return;
  }
  const { http, envelope } = answer;
  metrics.observe('desconocida', envelope.code_error, 0);
  const body = JSON.stringify(envelope);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(http === 405 ? { allow: 'GET, HEAD, POST, OPTIONS' } : {}),
    ...PRIVATE_HEADERS,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\n${lines.join('')}\r\n${ofHead ? '' : body}`);
  limitClient(CLOSE_MS, () => socket.destroy()); // for clients that never close their side
}
