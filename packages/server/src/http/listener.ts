/**
 * Creates the server: it reads one request at a time of a connection, limits how long a client may take, and answers in the
 * envelope also what never becomes a request. All of it stands on documented parts of Node.
 */
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
  createServer,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Answer, type Problem, failure } from '@curp-service/contract/envelope';
import type { Metrics } from '../observe/metrics.js';
import { PRIVATE_HEADERS } from './answer.js';
import { afterReading, ifStillSilent } from './late.js';
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

interface ListenerParts {
  readonly metrics: Metrics;
  /** The files being transferred, which may take hours and have their own limits. */
  readonly running: RunningFiles;
  /** How long a connection may be silent. */
  readonly maxIdleMs: number;
  /** Returns whether to ask for the body of a request at once; otherwise its handler asks. */
  readonly continueAtOnce: (url: string) => boolean;
}

/** An error of Node's parser, with the bytes where it stopped, or of its limits of time. */
interface InputError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
  readonly bytesParsed?: unknown;
}

/** A connection with its last request. */
interface Connection {
  /** When it was opened, by the clock of `performance`. */
  readonly openedAt: number;
  request: IncomingMessage | null;
  response: ServerResponse | null;
  /** True if it closes after this answer. */
  isLast: boolean;
}

export class Listener {
  readonly server: Server;
  readonly #parts: ListenerParts;
  #handle: RequestListener = () => undefined;
  readonly #connections = new Map<Duplex, Connection>();

  constructor(parts: ListenerParts, options: ServerOptions = {}) {
    this.#parts = parts;
    this.server = createServer({
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      optimizeEmptyRequests: true, // a request without a body has no stream
      highWaterMark: 16_384, // so many chunks of one byte may wait in memory to be read
      ...options,
    })
      .setTimeout(parts.maxIdleMs, (socket: Socket) =>
        ifStillSilent(socket, () => {
          if (!parts.running.has(socket)) socket.destroy();
        }),
      )
      .on('connection', (socket) => {
        this.#connections.set(socket, { openedAt: performance.now(), request: null, response: null, isLast: false });
        socket.once('close', () => this.#connections.delete(socket));
      })
      .on('request', (request, response) => this.#begin(request, response))
      .on('checkContinue', (request, response) => this.#begin(request, response, true))
      // The service ignores an expectation other than `100-continue`, as RFC 9110 allows.
      .on('checkExpectation', (request, response) => this.#begin(request, response))
      .on('connect', (_, socket) => {
        socket.on('error', () => socket.destroy()).resume();
        this.#refuse(socket, failure([{ cause: 'metodo' }], 'es'));
      });
  }

  /** Passes every request to `handle` from now on. */
  serve(handle: RequestListener): Server {
    this.#handle = handle;
    return this.server;
  }

  /** Handles a request. One that a client sends before it got the answer to the last is dropped, and the connection closed. */
  #begin(request: IncomingMessage, response: ServerResponse, expectsContinue = false): void {
    const { socket, headers, url = '', httpVersionMinor } = request;
    const connection = this.#connections.get(socket);
    if (connection === undefined) return; // it has closed
    if (isAnswering(connection)) {
      closeAfter(connection);
      return;
    }
    connection.request = request;
    connection.response = response;
    if (expectsContinue && this.#parts.continueAtOnce(url)) response.writeContinue();
    // Node's parser drops the bytes after a request for another protocol; closing the connection shows that to the client.
    const upgrades = headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
    // HTTP/1.0 has no chunks: a proxy in front of the service may see another end of the body.
    const hasChunks = httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined;
    if (upgrades || hasChunks) response.setHeader('connection', 'close');
    this.#handle(request, response);
  }

  /** Answers what Node's parser or its limits of time refuse. */
  readonly refuseInput = (error: InputError, socket: Duplex): void => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      this.#refuseIfLate(socket);
      return;
    }
    const problem = PARSER_PROBLEMS[error.code ?? ''] ?? { cause: 'peticion' };
    this.#refuse(socket, failure([problem], 'es'), isOfHead(error));
  };

  /** Refuses a request unless it arrives within `LATE_MS`, or is a file. Node reports a slow request only once. */
  #refuseIfLate(socket: Duplex): void {
    const before = this.#connections.get(socket)?.request;
    const isBodyLate = before?.complete === false;
    afterReading(LATE_MS, () => {
      const now = this.#connections.get(socket)?.request;
      const isLate = isBodyLate ? !before.complete : now === before || now?.complete !== true;
      if (!isLate || socket.destroyed || this.#parts.running.has(socket)) return;
      if (isSilent(socket)) socket.destroy(); // a browser would take an answer for that to its next request
      else this.#refuse(socket, failure([{ cause: 'peticion' }], 'es'));
    });
  }

  /** Answers in place of a request that cannot be handled, and closes the connection. */
  #refuse(socket: Duplex, { http, envelope }: Answer, ofHead = false): void {
    if (socket.writableEnded) return; // already answered: further input is dropped, so that the client can read the answer
    const connection = this.#connections.get(socket);
    const running = connection !== undefined && isAnswering(connection) ? connection : null;
    if (running?.request?.complete === true) {
      closeAfter(running);
      return;
    }
    if (!socket.writable || running?.response?.headersSent === true) {
      socket.destroy(); // the client is gone, or another answer is half sent
      return;
    }
    this.#parts.metrics.observe('desconocida', envelope.code_error, 0);
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
    afterReading(CLOSE_MS, () => socket.destroy()); // for clients that never close their side
  }

  /**
   * Closes idle connections until no request is running, for at most `ms` milliseconds. Meanwhile the server stays open, so that
   * new requests get an answer that asks them to retry.
   */
  async drain(ms: number): Promise<void> {
    const { server } = this;
    const deadline = performance.now() + ms;
    const connections = promisify(server.getConnections.bind(server));
    while (server.listening && performance.now() < deadline) {
      for (let turn = 0; turn < 2; turn += 1) await setImmediate(); // between two turns Node reads what has arrived
      server.closeIdleConnections();
      const now = performance.now();
      for (const [socket, { openedAt }] of this.#connections)
        if (isSilent(socket) && now - openedAt > SILENT_MS) socket.destroy();
      if ((await connections()) === 0) return;
      await wait(50);
    }
  }
}

/** Returns whether the last request has no whole answer yet. */
const isAnswering = ({ response }: Connection): boolean => response?.writableFinished === false;

/** Closes the connection once the answer in progress is sent, and reads no more of it until then. */
function closeAfter(connection: Connection): void {
  const { request, response, isLast } = connection;
  if (isLast || request === null || response === null) return;
  connection.isLast = true;
  if (!response.headersSent) response.setHeader('connection', 'close');
  request.socket.pause();
  response.once('close', () => request.socket.destroySoon());
}

/** Returns whether the parser stopped within a `HEAD` request, whose answer has no body. */
function isOfHead({ rawPacket, bytesParsed }: InputError): boolean {
  if (!Buffer.isBuffer(rawPacket)) return false;
  const read = rawPacket.toString('latin1', 0, Number(bytesParsed) || undefined);
  const start = read.lastIndexOf('\r\n\r\n');
  return read.startsWith('HEAD ', start < 0 ? 0 : start + 4);
}

/** Returns whether the client of an open connection has sent nothing: browsers open spare connections. */
const isSilent = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0;
