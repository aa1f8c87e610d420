/** The files under way, by their connection: the time that a request may take is not for them, and a stop waits for them. */
import type { Duplex } from 'node:stream';
import type { Corriente } from './corriente.js';

export class EnCurso {
  readonly #lotes = new Map<Duplex, { readonly corriente: Corriente; readonly fin: Promise<void> }>();

  tiene(socket: Duplex): boolean {
    return this.#lotes.has(socket);
  }

  /** Counts it among them until it has ended. */
  async agregar(socket: Duplex, corriente: Corriente, fin: Promise<void>): Promise<void> {
    this.#lotes.set(socket, { corriente, fin });
    await fin.finally(() => this.#lotes.delete(socket));
  }

  /** Cuts all that are left, and waits until each has given back what it took. */
  async cortar(): Promise<void> {
    for (const { corriente } of this.#lotes.values()) corriente.cortar('apagado');
    await Promise.allSettled(Array.from(this.#lotes.values(), ({ fin }) => fin));
  }
}
