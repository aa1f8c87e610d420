/** Ends the program at Ctrl-C and similar signals, with the exit code of the signal. */
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `cleanUp` at a signal, before the program ends. Returns the function that stops listening. */
export function onSignals(cleanUp: () => void): () => void {
  const end = (signal: (typeof SIGNALS)[number]): void => {
    cleanUp();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
