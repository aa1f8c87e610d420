/** The one rule of waiting for the database: what fails is tried again after a pause that doubles up to five seconds. */
import { setTimeout } from 'node:timers/promises';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/** Tries the work until it succeeds, and returns its result; or until `signal` aborts, and returns `undefined`. */
export async function untilItWorks<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<T | undefined> {
  let pause = FIRST_PAUSE_MS;
  do {
    try {
      return await work();
    } catch (error) {
      onError(error);
    }
    await setTimeout(pause, null, { signal, ref: false }).catch(() => null);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  } while (!signal.aborted);
  return undefined;
}

/** Repeats the work until `signal` aborts: each time after `ms` milliseconds and, while it fails, by the rule above. */
export async function repeat(
  work: () => Promise<unknown>,
  ms: number,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  for (;;) {
    await setTimeout(ms, null, { signal, ref: false }).catch(() => null);
    if (signal.aborted) return;
    await untilItWorks(work, signal, onError);
  }
}
