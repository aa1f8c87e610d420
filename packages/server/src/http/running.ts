/** The files under way: the time that a request may take is not for them, and a stop waits for them. */
import type { Duplex } from 'node:stream';
import type { Corriente } from './stream.js';

interface EnMarcha {
  readonly socket: Duplex;
  readonly corriente: Corriente;
  readonly fin: Promise<void>;
}

export class EnCurso {
  readonly #lotes = new Set<EnMarcha>();

  /** Whether a file comes over that connection. */
  tiene(socket: Duplex): boolean {
    return [...this.#lotes].some((lote) => lote.socket === socket);
  }

  /** Counts it among them until it has ended. */
  async agregar(lote: EnMarcha): Promise<void> {
    this.#lotes.add(lote);
    await lote.fin.finally(() => this.#lotes.delete(lote));
  }

  /** Cuts all that are left, and waits until each has given back what it took. */
  async cortar(): Promise<void> {
    const lotes = [...this.#lotes];
    for (const { corriente } of lotes) corriente.cortar('apagado');
    await Promise.all(lotes.map(async ({ fin }) => fin));
  }
}
