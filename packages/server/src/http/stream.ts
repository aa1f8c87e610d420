/** Transfers a file in both directions, one piece at a time: the next piece is read only when the caller asks for it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Cause } from '@curp-service/contract/codes/service';
import { ifStillSilent } from './late.js';
import { Framing } from './unread-body.js';

/** The file was cut: its client left or fell silent, or the service is stopping. */
export class StreamCut extends Error {
  override readonly name = 'StreamCut';
  constructor(readonly reason: Cause) {
    super();
  }
}

/** The minimum bytes per second that a client must take or send, measured over `WINDOW_MS` of waiting for it. */
const LEAST_RATE = 1000;
const WINDOW_MS = 300_000;
/** The bytes of an upload that may wait to be read. */
const MOST_WAITING = 65_536;

export class Stream {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #windowMs: number;
  readonly #framing: Framing;
  /** How long the service has waited for the client in this window, and the bytes received and sent in it. */
  #waitedMs = 0;
  #moved = 0;
  #ended: boolean;
  /** What has arrived, and how much of it: Node has an object of its own for each chunk, even of one byte. */
  #arrived = Buffer.alloc(0);
  #waiting = 0;
  readonly #cut = new AbortController();
  /** True while the service waits for the client, and not the client for the service. */
  #isWaiting = false;
  /** Wake the pending `read` and the pending `write`. */
  #wakeRead: () => void = () => undefined;
  #wakeWrite: () => void = () => undefined;

  constructor(request: IncomingMessage, response: ServerResponse, maxIdleMs: number, windowMs = WINDOW_MS) {
    this.#request = request;
    this.#response = response;
    this.#windowMs = windowMs;
    this.#framing = new Framing(request.socket);
    this.#ended = request.readableEnded; // without a body, it has ended before
    request.on('data', (piece: Buffer) => this.#keep(piece));
    request.once('end', () => {
      this.#ended = true;
      this.#wakeRead();
    });
    // Node closes the response however a connection ends, and may already have closed it.
    for (const side of [request, response]) side.on('error', () => undefined);
    const clientLeft = (): void => this.cut('peticion');
    response.once('close', clientLeft).setTimeout(maxIdleMs, () => {
      if (this.#isWaiting) ifStillSilent(request.socket, clientLeft);
    });
    if (response.destroyed) clientLeft();
  }

  /** Waits for more of the upload and returns all bytes that have arrived, or `null` at the end of the upload. */
  async read(): Promise<Buffer | null> {
    for (;;) {
      this.throwIfCut();
      const piece = Buffer.from(this.#arrived.subarray(0, this.#waiting));
      this.#waiting = 0;
      if (piece.length > 0) return piece;
      if (this.#ended) return null;
      this.#request.resume();
      await this.#wait((wake) => (this.#wakeRead = wake));
    }
  }

  /** Keeps what arrives, and lets the client wait if that is much. Cuts a body whose chunks take too many bytes. */
  #keep(piece: Buffer): void {
    const needed = this.#waiting + piece.length;
    if (needed > this.#arrived.length) this.#arrived = Buffer.concat([this.#arrived], 2 * needed);
    piece.copy(this.#arrived, this.#waiting);
    this.#waiting = needed;
    this.#moved += piece.length;
    if (needed >= MOST_WAITING) this.#request.pause();
    if (this.#framing.isTooMuch(piece.length)) {
      this.cut('peticion');
      this.close();
    }
    this.#wakeRead();
  }

  async *pieces(): AsyncGenerator<Buffer, void> {
    for (let piece = await this.read(); piece !== null; piece = await this.read()) yield piece;
  }

  /** Sends a piece and waits until the system has taken all of it. The caller must not change the piece before. */
  async write(piece: Uint8Array): Promise<void> {
    this.throwIfCut();
    await this.#wait((wake) => {
      this.#wakeWrite = wake;
      this.#response.write(piece, (error) => {
        if (error) this.cut('peticion');
        wake();
      });
    });
    this.#moved += piece.length;
    this.throwIfCut();
  }

  /** Makes the pending and every later `read` or `write` throw `StreamCut`. */
  cut(reason: Cause): void {
    if (!this.signal.aborted) this.#cut.abort(new StreamCut(reason));
    this.#wakeRead();
    this.#wakeWrite();
  }

  /** Closes the connection so that the client notices the cut: without the last chunk or, in HTTP/1.0, with a reset. */
  close(): void {
    const { socket, httpVersionMinor } = this.#request;
    if (httpVersionMinor === 0) socket.resetAndDestroy();
    else socket.destroy();
  }

  /** Waits until `wake` is called. Cuts a client that was slower than `LEAST_RATE` over a whole window. */
  async #wait(start: (wake: () => void) => void): Promise<void> {
    const since = performance.now();
    this.#isWaiting = true;
    await new Promise<void>(start).finally(() => (this.#isWaiting = false));
    this.#waitedMs += performance.now() - since;
    if (this.#waitedMs < this.#windowMs) return;
    if (this.#moved < (LEAST_RATE * this.#waitedMs) / 1000) this.cut('peticion');
    this.#waitedMs = 0;
    this.#moved = 0;
  }

  throwIfCut(): void {
    this.signal.throwIfAborted();
  }

  /** Aborts with a `StreamCut` when the file is cut. */
  get signal(): AbortSignal {
    return this.#cut.signal;
  }
}

interface RunningFile {
  readonly socket: Duplex;
  readonly stream: Stream;
  readonly end: Promise<void>;
}

/** The files being transferred: they are exempt from the time limit of a request, and a stop waits for them. */
export class RunningFiles {
  readonly #files = new Set<RunningFile>();

  has(socket: Duplex): boolean {
    return [...this.#files].some((file) => file.socket === socket);
  }

  /** Keeps the file in the set until it ends. */
  async add(file: RunningFile): Promise<void> {
    this.#files.add(file);
    await file.end.finally(() => this.#files.delete(file));
  }

  /** Cuts every file, and waits until each has given back its unused quota. */
  async cutAll(): Promise<void> {
    const files = [...this.#files];
    for (const { stream } of files) stream.cut('apagado');
    await Promise.all(files.map(async ({ end }) => end));
  }
}
