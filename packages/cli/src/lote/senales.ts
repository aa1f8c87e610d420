/** Ctrl-C and its like: what is not finished goes away, one line says so, and the exit code tells which it was. */
import { constants } from 'node:os';

const SENALES = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens until the work ends. `alMorir`: the last thing that is done. Gives what stops listening. */
export function atenderSenales(alMorir: () => void): () => void {
  const morir = (senal: (typeof SENALES)[number]): void => {
    alMorir();
    process.exit(128 + constants.signals[senal]);
  };
  for (const senal of SENALES) process.on(senal, morir);
  return () => {
    for (const senal of SENALES) process.off(senal, morir);
  };
}
