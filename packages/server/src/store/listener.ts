/** Keeps a connection on which the database tells of changes, and makes it again whenever it is lost. */
import { setTimeout } from 'node:timers/promises';
import type { OnChange } from './store.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

export interface Listener {
  /** Settled when the connection is lost or closed. */
  readonly ended: Promise<unknown>;
  close(): void;
}

/** Listens until the returned function is called. Pauses longer after each failed connection. */
export function keepListening(
  connect: (onChange: OnChange) => Promise<Listener>,
  onChange: OnChange,
): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
  const listen = async (): Promise<void> => {
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const listener = await connect(onChange);
        onChange(null); // changes until now went unheard
        pause = FIRST_PAUSE_MS;
        await Promise.race([listener.ended, stopped]);
        listener.close();
      } catch {
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
      // Random, so that not all replicas come back at the same moment.
      await setTimeout(pause * (0.5 + Math.random() / 2), null, { signal, ref: false }).catch(() => null);
    }
  };
  const ended = listen();
  return async () => {
    stop.abort();
    await ended;
  };
}
