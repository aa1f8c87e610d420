/**
 * Parses the bytes of connections in small portions, so that no connection blocks the event loop for the others.
 *
 * Node reads up to 64 KiB of a connection at once and by default handles all of it in one turn of the event loop: thousands of
 * requests, or thousands of pieces of a body. Here the server reads every connection through a `Connection`, which gives it a
 * portion that ends with the first request. The next portion waits until that request is answered or, within a body, until its
 * bytes are taken. A request that just arrived is parsed at once. Further portions wait for later turns, which take about
 * `TURN_MS` each, first come, first served. Short turns also let new connections in, because Node accepts one connection per turn.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { limitClient } from './client-limit.js';

/** How long the waiting portions may take in one turn. */
const TURN_MS = 1;
/** The first portion of a body, in bytes. The next one is twice as long if a portion takes less than half of `TURN_MS`. */
const FIRST_PORTION = 1024;
const HEAD_END = '\r\n\r\n';
/** The end of a body in chunks, or of headers, before what looks like another request. */
const BEFORE_REQUEST = /\r\n\r\n(?:\r\n)*(?=[A-Z-]+ )/;

/** Makes `server` read in portions. Returns its connections. */
export function readInPortions(server: Server): ReadonlySet<Connection> {
  const connections = new Set<Connection>();
  const turns = new PortionTurns();
  const accept = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    const connection = new Connection(socket, turns);
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    for (const listener of accept) Reflect.apply(listener, server, [connection]);
  });
  server.prependListener('request', (request, response) => {
    if (request.socket instanceof Connection) request.socket.began(request, response);
  });
  return connections;
}

class PortionTurns {
  readonly #waiting = new Set<Connection>();
  #taking = false;

  /** Takes the next portion of a connection in a later turn. */
  add(connection: Connection): void {
    if (this.#waiting.size === 0 && !this.#taking) setImmediate(this.#take);
    this.#waiting.add(connection);
  }

  /** Runs once in each turn, before Node looks for new bytes and connections. */
  readonly #take = (): void => {
    const end = performance.now() + TURN_MS;
    this.#taking = true;
    for (const connection of this.#waiting) {
      this.#waiting.delete(connection);
      connection.takePortion();
      if (connection.isDrained || performance.now() >= end) break;
    }
    this.#taking = false;
    if (this.#waiting.size > 0) setImmediate(this.#take);
  };
}

/** A client's connection, as the server sees it. */
export class Connection extends Duplex {
  readonly #socket: Socket;
  readonly #turns: PortionTurns;
  /** The bytes not yet given to the server. */
  #rest: Buffer | null = null;
  /** False while the server does not read: its client does not read the answers, or a body is not taken. */
  #wanted = false;
  #ended = false;
  /** The length of the next portion of a body. */
  #length = FIRST_PORTION;
  /** The bytes of the body that were not given yet; infinite if it comes in chunks. */
  #bodyLeft = 0;
  #request: IncomingMessage | null = null;
  /** The answer to the last request that was read. */
  response: ServerResponse | null = null;
  /** Passes the pieces of a body's portion on as one; `null` if they already are one. */
  #join: (() => void) | null = null;
  /** The response that the next portion waits for. */
  #awaited: ServerResponse | null = null;

  constructor(socket: Socket, turns: PortionTurns) {
    super({ decodeStrings: false, readableHighWaterMark: 1, writableHighWaterMark: socket.writableHighWaterMark });
    this.#socket = socket;
    this.#turns = turns;
    socket
      .on('data', (bytes) => {
        this.#rest = this.#rest === null ? bytes : Buffer.concat([this.#rest, bytes]);
        if (this.inBody) turns.add(this);
        else this.takePortion();
        if (this.#rest !== null) socket.pause();
      })
      .on('end', () => {
        this.#ended = true;
        // Without bytes before it, the end is passed on at once: Node notices by it that the client of a running request left.
        if (this.#rest === null) this.push(null);
        else turns.add(this);
      })
      .on('timeout', () => {
        const { bytesRead } = socket;
        limitClient(0, () => {
          if (socket.bytesRead === bytesRead) this.emit('timeout');
        });
      })
      .on('error', () => undefined) // nobody can be answered: the end of the connection is all that counts
      .on('close', () => this.destroy());
  }

  /** The rest are what Node and the service call on a connection. */
  get bytesRead(): number {
    return this.#socket.bytesRead;
  }
  setTimeout(ms: number, listener?: () => void): this {
    this.#socket.setTimeout(ms);
    if (listener !== undefined) this.once('timeout', listener);
    return this;
  }
  resetAndDestroy(): void {
    this.#socket.resetAndDestroy();
  }
  destroySoon(): void {
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy()).end();
  }

  override _write(bytes: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, encoding, done);
  }
  override _writev(pieces: readonly { chunk: Buffer | string; encoding: BufferEncoding }[], done: () => void): void {
    this.#socket.cork();
    const last = pieces.length - 1;
    pieces.forEach(({ chunk, encoding }, i) => this.#socket.write(chunk, encoding, i === last ? done : undefined));
    this.#socket.uncork();
  }
  override _final(done: () => void): void {
    this.#socket.end(done);
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#rest = null;
    this.#socket.destroy();
    done(error);
  }
  override _read(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#turns.add(this);
  }

  /** Notes the request that the parser found in a portion. */
  began(request: IncomingMessage, response: ServerResponse): void {
    this.#request = request;
    this.response = response;
    this.#length = FIRST_PORTION;
    const isInChunks = request.headers['transfer-encoding'] !== undefined;
    this.#bodyLeft = isInChunks ? Infinity : Number(request.headers['content-length'] ?? 0);
    this.#join = isInChunks ? joinPieces(request) : null;
  }

  /** True if the connection has bytes that the server has not read: Node may take it for idle. */
  get isPending(): boolean {
    return this.#rest !== null;
  }

  /** True if the request was refused: its body is read only so that the client can finish, one portion a turn. */
  get isDrained(): boolean {
    return this.inBody && this.response?.headersSent === true;
  }

  /** True while the body of the last request has not arrived completely. */
  get inBody(): boolean {
    return this.#request?.complete === false;
  }

  /** Gives the server the next portion, unless the previous one is not yet answered or taken. */
  takePortion(): void {
    if (this.destroyed || !this.#wanted || this.#mustWait()) return;
    if (this.writableEnded) this.#rest = null; // the connection can send no other answer
    const bytes = this.#rest;
    if (bytes !== null) {
      const inBody = this.inBody;
      const started = inBody ? performance.now() : 0;
      const length = inBody ? this.#ofBody(bytes) : ofHeaders(bytes);
      this.#bodyLeft -= length;
      this.#rest = length < bytes.length ? bytes.subarray(length) : null;
      this.#wanted = this.push(length < bytes.length ? bytes.subarray(0, length) : bytes);
      this.#join?.();
      if (inBody) this.#length = performance.now() - started < TURN_MS / 2 ? length * 2 : FIRST_PORTION;
    }
    if (this.#rest === null && this.#ended) this.push(null);
    else if (!this.#wanted) return;
    else if (this.#rest !== null) this.#turns.add(this);
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  #mustWait(): boolean {
    const { response } = this;
    if (response === null || response.closed || this.#request?.complete !== true) return false;
    if (this.#awaited !== response) response.once('close', () => this.#turns.add(this));
    this.#awaited = response;
    return true;
  }

  /** Returns the length of the next portion of a body, which ends with it: a request may follow. */
  #ofBody(bytes: Buffer): number {
    const length = Math.min(bytes.length, this.#length);
    if (this.#bodyLeft < Infinity) return Math.max(1, Math.min(length, this.#bodyLeft));
    const end = BEFORE_REQUEST.exec(bytes.toString('latin1', 0, length));
    return end === null ? length : end.index + end[0].length;
  }
}

/** Returns the length of the next portion outside a body, which ends after the first headers. */
function ofHeaders(bytes: Buffer): number {
  const end = bytes.indexOf(HEAD_END, 0, 'latin1');
  return end === -1 ? bytes.length : end + HEAD_END.length;
}

/** Joins the chunks of a body, each of which may hold a single byte. Returns a function that passes the joined chunks on. */
function joinPieces(request: IncomingMessage): () => void {
  const push = request.push.bind(request);
  let pieces: Buffer[] = [];
  const give = (): void => {
    if (pieces.length > 0) push(Buffer.concat(pieces));
    pieces = [];
  };
  request.push = (piece: Buffer | null) => {
    if (piece !== null) return pieces.push(piece) > 0;
    give();
    return push(null);
  };
  return give;
}
