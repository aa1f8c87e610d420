/**
 * Parses the bytes of connections in small portions where it matters, so that no connection blocks the event loop for the others.
 *
 * Node reads up to 64 KiB of a connection at once and by default handles all of it in one turn of the event loop: thousands of
 * requests, or thousands of pieces of a body. A client that sends a request without a body and waits for its answer is left to
 * Node, which reads it with less work. A connection that sends more is read in portions from then on: each ends with the first
 * request, and the next one waits until that request is answered or, within a body, until its bytes are taken. A request that
 * just arrived is parsed at once. Further portions wait for later turns, which take about `TURN_MS` each, first come, first
 * served. Short turns also let new connections in, because Node accepts one connection per turn.
 *
 * What Node had read of a connection before, at most 64 KiB, is parsed in that turn. If it keeps the turn busy for longer than
 * `TURN_MS`, all connections are read in portions, and new ones too for `SIEGE_MS`.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { delayTimeouts } from './client-limit.js';

/** How long the waiting portions may take in one turn. */
const TURN_MS = 1;
/** How long every new connection is read in portions after clients kept a turn busy. */
const SIEGE_MS = 10_000;
/** The first portion of a body, in bytes. The next one is twice as long if a portion takes less than half of `TURN_MS`. */
const FIRST_PORTION = 1024;
const HEAD_END = '\r\n\r\n';
/** The end of a body in chunks, or of headers, before what looks like another request. */
const BEFORE_REQUEST = /\r\n\r\n(?:\r\n)*(?=[A-Z-]+ )/;

/** The connection of each socket. */
const CONNECTION_OF = new WeakMap<Duplex, Connection>();
export const connectionOf = (socket: Duplex): Connection | undefined => CONNECTION_OF.get(socket);

/** Makes `server` read in portions. Returns its connections. */
export function readInPortions(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const turns = new PortionTurns(sockets);
  const listeners = server.listeners('request');
  const handle: RequestListener = (request, response) => {
    for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
  };
  server.removeAllListeners('request').on('request', (request, response) => {
    connectionOf(request.socket)?.begin(request, response, handle);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    CONNECTION_OF.set(socket, new Connection(socket, turns));
    delayTimeouts(socket);
  });
  return sockets;
}

class PortionTurns {
  readonly #sockets: ReadonlySet<Socket>;
  readonly #waiting = new Set<Connection>();
  #taking = false;
  /** When, in this turn, the first connection sent several requests or chunks at once. */
  #firstOdd: number | null = null;
  #siegeEnd = 0;

  constructor(sockets: ReadonlySet<Socket>) {
    this.#sockets = sockets;
  }

  /** Takes the next portion of a connection in a later turn. */
  add(connection: Connection): void {
    if (this.#waiting.size === 0 && !this.#taking) setImmediate(this.#take);
    this.#waiting.add(connection);
  }

  get isSiege(): boolean {
    return performance.now() < this.#siegeEnd;
  }

  /** Notes that a connection sends several requests or chunks at once: what Node has already read is parsed in this turn. */
  noteOdd(): void {
    const now = performance.now();
    if (this.#firstOdd === null) {
      this.#firstOdd = now;
      setImmediate(() => {
        this.noteOdd();
        this.#firstOdd = null;
      });
    } else if (now - this.#firstOdd > TURN_MS && now >= this.#siegeEnd) {
      this.#siegeEnd = now + SIEGE_MS;
      for (const socket of this.#sockets) connectionOf(socket)?.readInPortions();
    }
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

/** The connection of a client: its requests and answers, and the bytes that wait. */
export class Connection {
  readonly #socket: Socket;
  readonly #turns: PortionTurns;
  /** Gives bytes to the server, and reads more of them; `null` while Node does both. */
  #give: ((bytes: Buffer | null) => void) | null = null;
  #readMore: () => void = () => undefined;
  /** The bytes not yet given to the server, and those that arrived behind them. */
  #rest: Buffer | null = null;
  #later: Buffer[] = [];
  #laterLength = 0;
  #ended = false;
  /** The length of the next portion of a body. */
  #length = FIRST_PORTION;
  /** The bytes of the body that were not given yet; infinite if it comes in chunks. */
  #bodyLeft = 0;
  #request: IncomingMessage | null = null;
  /** The answer to the last request that was read. */
  response: ServerResponse | null = null;
  /** The requests that Node parsed behind one that is not answered yet, each with the answer that it waits for. */
  #queue: { readonly last: ServerResponse; readonly handle: () => void }[] = [];
  /** Passes the pieces of a body's portion on as one; `null` if they already are one. */
  #join: (() => void) | null = null;
  /** Looks for the next portion. */
  readonly #wake = (): void => this.#turns.add(this);

  constructor(socket: Socket, turns: PortionTurns) {
    this.#socket = socket;
    this.#turns = turns;
    if (turns.isSiege) this.readInPortions();
  }

  /** Puts itself between the socket and its stream, through which Node's parser reads as soon as it has another reader. */
  readInPortions(): void {
    if (this.#give !== null) return;
    const socket = this.#socket;
    this.#give = socket.push.bind(socket);
    // oxlint-disable no-underscore-dangle -- the documented name of what every readable stream implements
    this.#readMore = socket._read.bind(socket, 0);
    socket._read = () => {
      if (this.#mayRead) this.#readMore();
    };
    // oxlint-enable no-underscore-dangle
    socket.push = (bytes: Buffer | null) => this.#arrive(bytes);
    socket.on('data', () => undefined).on('resume', this.#wake);
    this.response?.once('close', this.#wake);
    this.#give(Buffer.alloc(0)); // the stream asks for more from then on
  }

  /** Reads on, within limits: only so can the end of a connection be noticed. */
  get #mayRead(): boolean {
    return this.#laterLength < this.#socket.readableHighWaterMark;
  }

  /** Takes what the socket has read. Returns whether it shall read on. */
  #arrive(bytes: Buffer | null): boolean {
    if (bytes === null) this.#ended = true;
    else if (this.#rest === null) this.#rest = bytes;
    else {
      this.#later.push(bytes);
      this.#laterLength += bytes.length;
    }
    if (this.inBody) this.#turns.add(this);
    else this.takePortion();
    this.#passEnd();
    return this.#mayRead;
  }

  /** Passes the end on once nothing is before it, without waiting for an answer: Node notices by it that the client of a running request left. */
  #passEnd(): void {
    if (this.#ended && !this.isPending) this.#give?.(null);
  }

  /** Handles a request that the parser found, at once or after the answers to those before it. */
  begin(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    const last = this.response;
    const { 'transfer-encoding': coding, 'content-length': length = 0 } = request.headers;
    const isInChunks = coding !== undefined;
    const mustWait = last !== null && !last.closed;
    const wasLeftToNode = this.#give === null;
    this.#length = FIRST_PORTION;
    this.#bodyLeft = isInChunks ? Infinity : Number(length);
    this.#join = isInChunks ? joinPieces(request) : null;
    if (mustWait || this.#bodyLeft > 0) this.readInPortions();
    this.#request = request;
    this.response = response;
    if (this.#give !== null) response.once('close', this.#wake);
    if (wasLeftToNode && isInChunks) this.#wake(); // Node has parsed some of the body
    if (mustWait || (wasLeftToNode && isInChunks)) this.#turns.noteOdd();
    if (mustWait) this.#queue.push({ last, handle: () => handle(request, response) });
    else handle(request, response);
  }

  /** Calls `handle` after the handlers of all requests that were parsed before. Input behind it waits until they are answered. */
  afterQueue(handle: () => void): void {
    this.readInPortions();
    const last = this.#queue.at(-1)?.last;
    if (last === undefined) handle();
    else this.#queue.push({ last, handle });
  }

  /** True if the connection has bytes or requests that the server has not handled: Node may take it for idle. */
  get isPending(): boolean {
    return this.#rest !== null || this.#queue.length > 0;
  }

  /** True if the request was refused: its body is read only so that the client can finish, one portion a turn. */
  get isDrained(): boolean {
    return this.inBody && this.response?.headersSent === true;
  }

  /** True while the body of the last request has not arrived completely. */
  get inBody(): boolean {
    return this.#request?.complete === false;
  }

  /** Gives the server the next request or portion, unless the previous one is not yet answered or taken. */
  takePortion(): void {
    const socket = this.#socket;
    if (socket.destroyed || this.#give === null) return;
    if (socket.writableEnded) {
      this.#rest = null; // the connection can send no other answer
      this.#later = [];
      this.#laterLength = 0;
      this.#queue = [];
    }
    this.#join?.(); // of what Node parsed before
    if (this.#queue[0]?.last.closed) {
      this.#queue.shift()?.handle();
      this.#turns.add(this);
      this.#passEnd();
    } else if (this.#queue.length === 0 && !socket.isPaused() && !this.#isAnswering) this.#giveNext(this.#give);
  }

  #giveNext(give: (bytes: Buffer) => void): void {
    const bytes = this.#rest;
    if (bytes !== null) {
      const inBody = this.inBody;
      const started = inBody ? performance.now() : 0;
      const length = inBody ? this.#ofBody(bytes) : ofHeaders(bytes);
      this.#bodyLeft -= length;
      this.#rest = length < bytes.length ? bytes.subarray(length) : null;
      give(length < bytes.length ? bytes.subarray(0, length) : bytes);
      this.#join?.();
      if (inBody) this.#length = performance.now() - started < TURN_MS / 2 ? length * 2 : FIRST_PORTION;
    }
    if (this.#rest === null && this.#later.length > 0) {
      this.#rest = Buffer.concat(this.#later);
      this.#later = [];
      this.#laterLength = 0;
    }
    if (this.#rest !== null) this.#turns.add(this);
    if (!this.#ended && this.#mayRead) this.#readMore();
    this.#passEnd();
  }

  /** True if the last request has arrived and is not yet answered. */
  get #isAnswering(): boolean {
    return this.response?.closed === false && this.#request?.complete === true;
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

/**
 * Joins the chunks of a body, each of which may hold a single byte. Returns a function that passes the joined chunks on, and pauses
 * the connection, as Node does, if they wait to be taken.
 */
function joinPieces(request: IncomingMessage): () => void {
  const push = request.push.bind(request);
  let pieces: Buffer[] = [];
  const give = (): void => {
    if (pieces.length > 0 && !push(Buffer.concat(pieces))) request.socket.pause();
    pieces = [];
  };
  request.push = (piece: Buffer | null) => {
    if (piece !== null) return pieces.push(piece) > 0;
    give();
    return push(null);
  };
  return give;
}
