/** Ctrl-C and its like: what is not finished goes away, one line says so, and the exit code tells which it was. */
import { constants } from 'node:os';

const SENALES = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens until the work ends. `alMorir`: the last thing that is done; a second signal does not wait. Gives what stops listening. */
export function atenderSenales(alMorir: () => Promise<void> | null): () => void {
  let muriendo = false;
  const morir = (senal: (typeof SENALES)[number]): void => {
    const salir = (): never => process.exit(128 + constants.signals[senal]);
    const ultimo = muriendo ? null : alMorir();
    muriendo = true;
    if (ultimo === null) salir();
    else ultimo.then(salir, salir);
  };
  for (const senal of SENALES) process.on(senal, morir);
  return () => {
    for (const senal of SENALES) process.off(senal, morir);
  };
}
