/** Opens the database of the service, prints its address, and reports a database that cannot be used. It never creates one. */
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import {
  type JobStore,
  NoDatabase,
  type Opening,
  type Store,
  cannotUse,
  needsAnotherSetting,
  openJobStore,
  openStore,
  withoutPassword,
} from '@curp-service/server/admin';
import { readConfig } from '@curp-service/server/config';
import { sources, tell, user } from './environment.js';
import { CommandFailure, EXIT, commandFailure } from './failure.js';
import { printError } from './terminal/color.js';
import { words } from './textos/words.js';

/** Waits longer than usual: indexing a hundred million records takes minutes, and another import waits for it. */
export const PATIENTLY: Opening = { statementTimeoutMs: 900_000 };

/** Finds the database by its own variable alone: a wrong PORT does not matter. `label`: the address without the password, and its origin. */
export function findDatabase() {
  sources.addUnit();
  const found = sources.find('DATABASE_URL');
  const { databaseUrl } = readConfig({ DATABASE_URL: found?.value }, user.language);
  const url = databaseUrl.replace(/^sqlite:(.+)$/, (_, path: string) => `sqlite:${resolve(path)}`);
  const origin =
    found === null ? tell('database_la_predeterminada_sin') : `${tell('database_de')} ${found.file ?? 'DATABASE_URL'}`;
  return { url, label: `${withoutPassword(url)} (${origin})` };
}

/** Opens the store, does the work and closes the store, even if the work fails. */
export async function withStore<T>(work: (store: Store, url: string) => Promise<T>, opening?: Opening): Promise<T> {
  const { url, label } = findDatabase();
  let store: Store | undefined;
  try {
    store = await openStore(url, { ...opening, existing: true, user: systemUser() });
    printError(`${tell('database_base_de_datos')}: ${label}`);
    return await work(store, url);
  } catch (error) {
    if (error instanceof NoDatabase) throw noTables(error, label);
    const reason = cannotUse(error, url, user.language);
    throw reason === null ? error : new CommandFailure(needsAnotherSetting(error) ? EXIT.CONFIG : EXIT.IO, reason);
  } finally {
    await store?.close();
  }
}

/** Like `withStore`, and opens the jobs of that database too. */
export const withJobs = async <T>(work: (jobs: JobStore, store: Store) => Promise<T>): Promise<T> =>
  withStore(async (store, url) => {
    const jobs = await openJobStore(url, 1);
    return work(jobs, store).finally(async () => jobs.close());
  });

export const noTables = ({ applied }: NoDatabase, label: string): CommandFailure =>
  applied === 0
    ? commandFailure(EXIT.CONFIG, ...words('database_no_hay_base', { label }))
    : commandFailure(EXIT.CONFIG, ...words('database_la_base_de', { label }));

/** Returns the user of the system for the audit log; with `sudo`, also the user who called it. */
function systemUser(): string {
  const { SUDO_USER: caller = '' } = process.env;
  const own = userName();
  return caller === '' || caller === own ? own : `${caller} (${own})`;
}

/** Returns the name of the user, or its number: a container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
