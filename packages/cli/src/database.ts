/** Opens the database of `DATABASE_URL`, and tells the user if it cannot be used. */
import {
  type JobStore,
  type Opening,
  type Store,
  cannotUse,
  openJobStore,
  openStore,
} from '@curp-service/server/admin';
import { readConfig } from '@curp-service/server/config';
import type { Language } from '@curp-service/contract/language';
import { Failure, EXIT } from './failure.js';

/** The index of a hundred million records takes minutes, for which another import waits. */
export const PATIENTLY: Opening = { statementTimeoutMs: 900_000 };

export async function withStore<T>(
  variable: string | undefined,
  language: Language,
  work: (store: Store) => Promise<T>,
  opening?: Opening,
): Promise<T> {
  // Only this variable of the service is read: a wrong PORT does not matter here.
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

/** The same with the jobs of that database. */
export async function withJobs<T>(
  variable: string | undefined,
  language: Language,
  work: (jobs: JobStore, store: Store) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = readConfig({ DATABASE_URL: variable }, language);
  return withStore(variable, language, async (store) => {
    const jobs = await openJobStore(databaseUrl, 1);
    return work(jobs, store).finally(async () => jobs.close());
  });
}
