/** The database that `DATABASE_URL` names, and what to say where it fails. */
import { type Opening, type Store, cannotUse, openStore } from '@curp-service/server/admin';
import { readConfig } from '@curp-service/server/config';
import type { Language } from '@curp-service/contract/language';
import { Falla, SALIDA } from './failure.js';

/** Opens the store for some work, and closes it however that ends. */
export async function withStore<T>(
  variable: string | undefined,
  idioma: Language,
  work: (store: Store) => Promise<T>,
  opening?: Opening,
): Promise<T> {
  // Through the service's configuration, but of this variable alone: a bad port does not concern the command line.
  const { databaseUrl } = readConfig({ DATABASE_URL: variable }, idioma);
  let store: Store | undefined;
  try {
    store = await openStore(databaseUrl, opening);
    return await work(store);
  } catch (error) {
    const motivo = cannotUse(error, databaseUrl, idioma);
    throw motivo === null ? error : new Falla(SALIDA.IO, motivo);
  } finally {
    await store?.close();
  }
}
