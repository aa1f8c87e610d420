/** Ctrl-C and its like: what is not finished goes away, one line says so, and the exit code tells which it was. */
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens until the work ends. `alMorir`: the last thing that is done; a second signal does not wait. Gives what stops listening. */
export function onSignals(cleanUp: () => Promise<void> | null): () => void {
  let ending = false;
  const end = (signal: (typeof SIGNALS)[number]): void => {
    const exit = (): never => process.exit(128 + constants.signals[signal]);
    const cleaning = ending ? null : cleanUp();
    ending = true;
    if (cleaning === null) exit();
    else cleaning.then(exit, exit);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
