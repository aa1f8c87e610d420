/** Bounds bodies: what is left of a refused one, and the bytes that the framing of any body may take. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterReading } from './late.js';

/** A connection may send this many bytes, and `MOST_FRAMING` times the body: a chunk of one byte takes six. */
const FREE_BYTES = 65_536;
const MOST_FRAMING = 3;
/** The most that Node reads of a connection at once: so much of the body may have arrived before its handler runs. */
const SOCKET_READ_BYTES = 65_536;

/** Compares a body with the bytes that its connection took for it. */
export class Framing {
  readonly #socket: Socket;
  readonly #start: number;
  #body = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#start = Math.max(0, socket.bytesRead - SOCKET_READ_BYTES);
  }

  /** Counts a piece of the body. Returns whether the connection has sent too many bytes for so much body. */
  isTooMuch(length: number): boolean {
    this.#body += length;
    return this.#socket.bytesRead - this.#start > FREE_BYTES + MOST_FRAMING * this.#body;
  }
}

/** The most refused bodies that are read at a time, and the most time and bytes for each. Beyond them, the connection is cut. */
const DROPPED_AT_ONCE = 32;
const DROP_MS = 5000;
const DROP_BYTES = 100_000_000;

/** Returns whether more of the body may arrive. Even a request without a body is not yet `complete` when its handler runs. */
export const hasUnreadBody = ({ complete, readableEnded, headers }: IncomingMessage): boolean =>
  !complete &&
  !readableEnded &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/**
 * Reads and drops the rest of refused bodies: a client that sends everything before it reads would otherwise see a broken
 * connection instead of its answer.
 */
export class UnreadBodies {
  #dropped = 0;

  /** Sends the body of an answer whose headers are written, and ends the answer after the body of the request. */
  end(request: IncomingMessage, response: ServerResponse, body: string | undefined): void {
    if (!hasUnreadBody(request) || this.#dropped >= DROPPED_AT_ONCE) {
      response.end(body);
      return;
    }
    response.cork();
    if (body === undefined) response.flushHeaders();
    else response.write(body);
    response.uncork(); // at once: a stop may cut the connection before the next tick
    this.#drop(request, () => response.end());
  }

  #drop(request: IncomingMessage, onEnd: () => void): void {
    const { socket } = request;
    const framing = new Framing(socket);
    let room = DROP_BYTES;
    this.#dropped += 1;
    afterReading(DROP_MS, () => void (request.complete || request.destroy()));
    request
      .removeAllListeners('data')
      .on('data', ({ length }: Buffer) => {
        room -= length;
        if (room < 0 || framing.isTooMuch(length)) request.destroy();
      })
      .once('end', onEnd)
      .once('close', () => (this.#dropped -= 1))
      .resume();
  }
}
