/** The two directions of a file under way. One piece at a time: while it is in hand, nothing more is read or written. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Cause } from '@curp-service/contract/codes/service';

/** How long what is left of an upload that was refused is read and dropped, for a client that reads only afterwards. */
const RESTO_MS = 5000;

/** The file was cut: its client went or fell silent, or the service stops. */
export class Cortada extends Error {
  override readonly name = 'Cortada';
  constructor(readonly causa: Cause) {
    super();
  }
}

export class Corriente {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #pieza: Buffer | null = null;
  #fin = false;
  /** Why it was cut; `null`: it was not. */
  #causa: Cause | null = null;
  /** Wakes whoever waits for a piece to come, or to be gone. */
  #seguir: () => void = () => undefined;

  constructor(request: IncomingMessage, response: ServerResponse, maxIdleMs: number) {
    this.#request = request.pause();
    this.#response = response;
    request.on('data', (pieza: Buffer) => {
      this.#pieza = pieza;
      request.pause();
      this.#seguir();
    });
    request.once('end', () => {
      this.#fin = true;
      this.#seguir();
    });
    // Whatever becomes of a connection, the response is closed; it may have been before this.
    for (const lado of [request, response]) lado.on('error', () => undefined);
    const seFue = (): void => this.cortar('peticion');
    response.once('close', seFue).setTimeout(maxIdleMs, seFue);
    if (response.destroyed) seFue();
  }

  /** The next piece, once it has come; `null`: that was all. */
  async leer(): Promise<Buffer | null> {
    this.#revisar();
    if (!this.#fin) {
      await new Promise<void>((resolve) => {
        this.#seguir = resolve;
        this.#request.resume();
      });
    }
    this.#revisar();
    const pieza = this.#pieza;
    this.#pieza = null;
    return pieza;
  }

  /** Waits until the system has taken all of the piece, which is not to be changed so long. */
  async escribir(pieza: Uint8Array): Promise<void> {
    this.#revisar();
    await new Promise<void>((resolve) => {
      this.#seguir = resolve;
      this.#response.write(pieza, (error) => {
        if (error) this.cortar('peticion');
        resolve();
      });
    });
    this.#revisar();
  }

  /** Nothing more is read or written: whoever tries, or waits, gets `Cortada`. */
  cortar(causa: Cause): void {
    this.#causa ??= causa;
    this.#seguir();
  }

  /** Closes the connection so that the client can tell: without the last chunk or, where there are none, with a reset. */
  cerrar(): void {
    const { socket, httpVersionMinor } = this.#request;
    if (httpVersionMinor === 0) socket.resetAndDestroy();
    else socket.destroy();
  }

  #revisar(): void {
    if (this.#causa !== null) throw new Cortada(this.#causa);
  }
}

/** Lets go of an upload that was answered before its end. */
export function soltar(request: IncomingMessage): void {
  if (request.readableEnded) return;
  const reloj = setTimeout(() => request.socket.destroy(), RESTO_MS).unref();
  const parar = (): void => clearTimeout(reloj);
  request.removeAllListeners('data').once('end', parar).once('close', parar).resume();
}
