/**
 * Parses the bytes of connections in small portions, so that no connection blocks the event loop for the others.
 *
 * Node reads up to 64 KiB of a connection at once and by default handles all of it in one turn of the event loop: thousands of
 * requests, or thousands of pieces of a body. Here a portion ends with the first request in it. The next portion waits until
 * that request is answered or, within a body, until its bytes are taken. The portions of one turn take about `TURN_MS`
 * together; other portions wait for later turns, first come, first served. Short turns also let new connections in, because
 * Node accepts one connection per turn.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readShared } from './node.js';

/** How long the waiting portions may take in one turn, and how long those that just arrived may take. */
const TURN_MS = 1;
/** The first portion of a body, in bytes. The next one is twice as long if a portion takes less than half of `TURN_MS`. */
const FIRST_PORTION = 1024;
const END_OF_HEADERS = '\r\n\r\n';

export class Portions {
  readonly #connections = new Map<Socket, Connection>();
  readonly #waiting = new Set<Connection>();
  /** When this turn takes no more portions; `null` if it has taken none yet. */
  #end: number | null = null;

  /** Reads every connection of `server` in place of Node's own listener. */
  constructor(server: Server) {
    server.on('connection', (socket) => {
      const connection = new Connection(socket, this);
      this.#connections.set(socket, connection);
      socket.once('close', () => {
        connection.stop();
        this.#connections.delete(socket);
      });
    });
    server.prependListener('request', (request, response) => {
      this.#connections.get(request.socket)?.began(request, response);
    });
  }

  get sockets(): Iterable<Socket> {
    return this.#connections.keys();
  }

  stop(socket: Socket): void {
    this.#connections.get(socket)?.stop();
  }

  /** Takes a portion that just arrived, in a later turn if this one has no time left. */
  now(connection: Connection): void {
    const hasTime = this.#end === null || performance.now() < this.#end;
    this.#begin();
    if (hasTime && !connection.isDrained) connection.takePortion();
    else this.later(connection);
  }

  later(connection: Connection): void {
    this.#waiting.add(connection);
    this.#begin();
  }

  #begin(): void {
    if (this.#end !== null) return;
    this.#end = performance.now() + TURN_MS;
    setImmediate(this.#takeWaiting);
  }

  /** Runs once in each turn, before Node looks for new bytes and connections. */
  readonly #takeWaiting = (): void => {
    const end = performance.now() + TURN_MS;
    for (const connection of this.#waiting) {
      this.#waiting.delete(connection);
      connection.takePortion();
      if (connection.isDrained || performance.now() >= end) break;
    }
    this.#end = null;
    if (this.#waiting.size > 0) this.#begin();
  };
}

/** Node sets `_paused` while a client does not read its answers. Meanwhile Node must receive no bytes from that client. */
type PausableSocket = Socket & { readonly _paused?: boolean };

class Connection {
  readonly #socket: PausableSocket;
  readonly #portions: Portions;
  /** The unparsed bytes. The connection is not read while there are any. */
  #rest: Buffer | null = null;
  /** The length of the next portion of a body. */
  #length = FIRST_PORTION;
  #request: IncomingMessage | null = null;
  #response: ServerResponse | null = null;
  /** Passes the pieces of a body's portion on as one; `null` if they already are one. */
  #join: (() => void) | null = null;
  /** The response that the next portion waits for. */
  #awaited: ServerResponse | null = null;
  /** Node's own listeners for bytes and for the end. `#parse` emits the requests in the bytes before it returns. */
  readonly #parse: (bytes: Buffer) => void;
  readonly #end: () => void;
  #ended = false;
  #stopped = false;

  constructor(socket: Socket, portions: Portions) {
    this.#socket = socket;
    this.#portions = portions;
    this.#parse = takeListener(socket, 'data');
    this.#end = takeListener(socket, 'end');
    readShared(socket, (bytes) => {
      if (this.#stopped || socket.writableEnded) return; // the last answer is sent
      this.#rest = this.#rest === null ? bytes : Buffer.concat([this.#rest, bytes]);
      portions.now(this);
      if (this.#rest === null) return;
      this.#rest = Buffer.from(this.#rest);
      socket.pause();
    });
    // The consumer of a body resumes the connection for more bytes. The unparsed ones come first.
    socket.on('resume', () => {
      if (this.#rest === null) return;
      socket.pause();
      portions.later(this);
    });
    socket.on('end', () => {
      this.#ended = true;
      if (this.#rest === null) this.#end();
      else portions.later(this); // Node does not resume an ended connection
    });
  }

  /** Notes the request that the parser found in a portion. */
  began(request: IncomingMessage, response: ServerResponse): void {
    this.#request = request;
    this.#response = response;
    this.#length = FIRST_PORTION;
    this.#join = request.headers['transfer-encoding'] === undefined ? null : joinPieces(request);
  }

  /** True if the request was refused: its body is read only so that the client can finish, one portion a turn. */
  get isDrained(): boolean {
    return this.#request?.complete === false && this.#response?.headersSent === true;
  }

  /** Drops everything else that the connection sends, even its end: Node may have given its parser to another connection. */
  stop(): void {
    this.#rest = null;
    this.#ended = false;
    this.#stopped = true;
    this.#socket.removeAllListeners('end').resume();
  }

  /** Parses the next portion, unless the previous one is not yet answered or taken. */
  takePortion(): void {
    const bytes = this.#rest;
    if (bytes === null) return;
    if (this.#socket.destroyed || this.#socket.writableEnded) {
      // The connection can send no other answer. A request parsed now would break the order of answers that Node relies on.
      this.#rest = null;
      this.#socket.resume();
      return;
    }
    if (this.#mustWait()) return;
    const inBody = this.#request?.complete === false;
    const started = inBody ? performance.now() : 0;
    const length = this.#portionOf(bytes, inBody);
    this.#rest = length < bytes.length ? bytes.subarray(length) : null;
    this.#parse(length < bytes.length ? bytes.subarray(0, length) : bytes);
    this.#join?.();
    if (inBody) this.#length = performance.now() - started < TURN_MS / 2 ? length * 2 : FIRST_PORTION;
    if (this.#rest !== null) this.#portions.later(this);
    else if (this.#ended) this.#end();
    else if (this.#socket.isPaused() && !this.#isHeld) this.#socket.resume();
  }

  /** True if Node waits until the client has read its answers. Node then resumes the connection. */
  get #isHeld(): boolean {
    // oxlint-disable-next-line no-underscore-dangle -- Node's own mark; there is no other way to know
    return this.#socket._paused === true;
  }

  #mustWait(): boolean {
    if (this.#isHeld) return true;
    const request = this.#request;
    const response = this.#response;
    if (request === null || response === null) return false;
    if (!request.complete) return !this.#ended && request.readableLength >= request.readableHighWaterMark;
    if (response.closed) return false;
    if (this.#awaited !== response) response.once('close', () => this.#portions.later(this));
    this.#awaited = response;
    return true;
  }

  /** Returns the length of the next portion: it ends after the first headers and, in a body, has at most `#length` bytes. */
  #portionOf(bytes: Buffer, inBody: boolean): number {
    const end = bytes.indexOf(END_OF_HEADERS, inBody ? FIRST_PORTION : 0, 'latin1');
    const length = end === -1 ? bytes.length : end + END_OF_HEADERS.length;
    return inBody ? Math.min(length, this.#length) : length;
  }
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

/** Removes the last listener of an event and returns it. */
function takeListener(socket: Socket, event: 'data' | 'end'): (bytes?: Buffer) => void {
  const listener = socket.listeners(event).at(-1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- how the events are declared
  const typed = listener as (bytes?: Buffer) => void;
  socket.removeListener(event, typed);
  return typed;
}
