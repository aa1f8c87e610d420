/** Ends the program at Ctrl-C and similar signals, with the exit code of the signal. */
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `cleanUp` at the first signal; a second signal does not wait for it. Returns the function that stops listening. */
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
