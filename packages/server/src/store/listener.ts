/** An ear on the database: a connection of its own, made again whenever it is lost, ever more slowly while it cannot be. */
import { setTimeout } from 'node:timers/promises';
import type { OnChange } from './store.js';

const PRIMERA_MS = 100;
const ULTIMA_MS = 5000;

export interface Listener {
  /** Settled when the connection is lost or closed. */
  readonly ended: Promise<unknown>;
  close(): void;
}

/** Listens until what it gives is called. While nobody listens, whoever asks finds out by asking again. */
export function keepListening(
  conectar: (alCambiar: OnChange) => Promise<Listener>,
  alCambiar: OnChange,
): () => Promise<void> {
  const parar = new AbortController();
  const { signal } = parar;
  const cancelada = new Promise((resolve) => signal.addEventListener('abort', resolve));
  const mantener = async (): Promise<void> => {
    let espera = PRIMERA_MS;
    while (!signal.aborted) {
      try {
        const oreja = await conectar(alCambiar);
        alCambiar(null); // nobody has told what happened until now
        espera = PRIMERA_MS;
        await Promise.race([oreja.ended, cancelada]);
        oreja.close();
      } catch {
        espera = Math.min(espera * 2, ULTIMA_MS);
      }
      // Not all replicas at the same moment.
      await setTimeout(espera * (0.5 + Math.random() / 2), null, { signal, ref: false }).catch(() => null);
    }
  };
  const fin = mantener();
  return async () => {
    parar.abort();
    await fin;
  };
}
