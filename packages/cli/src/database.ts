/** The database that `DATABASE_URL` names, and what to say where it fails. */
import { type Opening, type Store, cannotUse, openStore } from '@curp-service/server/admin';
import { readConfig } from '@curp-service/server/config';
import type { Language } from '@curp-service/contract/language';
import { Failure, EXIT } from './failure.js';

/** Opens the store for some work, and closes it however that ends. */
export async function withStore<T>(
  variable: string | undefined,
  language: Language,
  work: (store: Store) => Promise<T>,
  opening?: Opening,
): Promise<T> {
  // Through the service's configuration, but of this variable alone: a bad port does not concern the command line.
  const { databaseUrl } = readConfig({ DATABASE_URL: variable }, language);
  let store: Store | undefined;
  try {
    store = await openStore(databaseUrl, opening);
    return await work(store);
  } catch (error) {
    const reason = cannotUse(error, databaseUrl, language);
    throw reason === null ? error : new Failure(EXIT.IO, reason);
  } finally {
    await store?.close();
  }
}
