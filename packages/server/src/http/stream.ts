/** A file in both directions, one piece at a time: the next piece is read only when the last one is done. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Cause } from '@curp-service/contract/codes/service';

/** The file was cut: its client left or fell silent, or the service is stopping. */
export class StreamCut extends Error {
  override readonly name = 'StreamCut';
  constructor(readonly reason: Cause) {
    super();
  }
}

export class Stream {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #piece: Buffer | null = null;
  #ended = false;
  /** Why the file was cut; `null`: it was not. */
  #reason: Cause | null = null;
  /** Wakes the pending `read` or `write`. */
  #wake: () => void = () => undefined;

  constructor(request: IncomingMessage, response: ServerResponse, maxIdleMs: number) {
    this.#request = request.pause();
    this.#response = response;
    request.on('data', (piece: Buffer) => {
      this.#piece = piece;
      request.pause();
      this.#wake();
    });
    request.once('end', () => {
      this.#ended = true;
      this.#wake();
    });
    // However a connection ends, Node closes the response; it may have done so already.
    for (const side of [request, response]) side.on('error', () => undefined);
    const clientLeft = (): void => this.cut('peticion');
    response.once('close', clientLeft).setTimeout(maxIdleMs, clientLeft);
    if (response.destroyed) clientLeft();
  }

  /** Waits for the next piece; `null`: end of the upload. */
  async read(): Promise<Buffer | null> {
    this.throwIfCut();
    if (!this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#request.resume();
      });
    }
    this.throwIfCut();
    const piece = this.#piece;
    this.#piece = null;
    return piece;
  }

  /** The pieces that are left of the upload. */
  async *pieces(): AsyncGenerator<Buffer, void> {
    for (let piece = await this.read(); piece !== null; piece = await this.read()) yield piece;
  }

  /** Waits until the system has taken the whole piece; the caller must not change it before. */
  async write(piece: Uint8Array): Promise<void> {
    this.throwIfCut();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#response.write(piece, (error) => {
        if (error) this.cut('peticion');
        resolve();
      });
    });
    this.throwIfCut();
  }

  /** Makes the pending and every later `read` or `write` throw `StreamCut`. */
  cut(reason: Cause): void {
    this.#reason ??= reason;
    this.#wake();
  }

  /** Closes the connection so that the client can tell: without the last chunk or, in HTTP/1.0, with a reset. */
  close(): void {
    const { socket, httpVersionMinor } = this.#request;
    if (httpVersionMinor === 0) socket.resetAndDestroy();
    else socket.destroy();
  }

  throwIfCut(): void {
    if (this.#reason !== null) throw new StreamCut(this.#reason);
  }
}
