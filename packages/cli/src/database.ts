/** Opens the database of the service, says which one that is, and tells the user if it cannot be used. Never creates one. */
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import {
  type JobStore,
  NoDatabase,
  type Opening,
  type Store,
  cannotUse,
  openJobStore,
  openStore,
  withoutPassword,
} from '@curp-service/server/admin';
import { readConfig } from '@curp-service/server/config';
import type { SettingSources } from '@curp-service/server/settings';
import { type Bilingual, type Language, say } from '@curp-service/contract/language';
import { CommandFailure, EXIT } from './failure.js';
import { sanitize } from './terminal/color.js';

/** The index of a hundred million records takes minutes, for which another import waits. */
export const PATIENTLY: Opening = { statementTimeoutMs: 900_000 };

interface NamedDatabase {
  readonly url: string;
  /** Its address without the password, and where that comes from. */
  readonly label: string;
}

/** Only this variable of the service is read: a wrong PORT does not matter here. */
function findDatabase(sources: SettingSources, language: Language): NamedDatabase {
  sources.addUnit();
  const found = sources.find('DATABASE_URL');
  const { databaseUrl } = readConfig({ DATABASE_URL: found?.value }, language);
  const url = databaseUrl.replace(/^sqlite:(.+)$/, (_, path: string) => `sqlite:${resolve(path)}`);
  const origin =
    found === null
      ? say(['la predeterminada, sin DATABASE_URL', 'the default, without DATABASE_URL'], language)
      : `${say(['de', 'from'], language)} ${found.file ?? 'DATABASE_URL'}`;
  return { url, label: `${withoutPassword(url)} (${origin})` };
}

export async function withStore<T>(
  sources: SettingSources,
  language: Language,
  work: (store: Store, url: string) => Promise<T>,
  opening?: Opening,
): Promise<T> {
  const { url, label } = findDatabase(sources, language);
  let store: Store | undefined;
  try {
    store = await openStore(url, { ...opening, existing: true, user: systemUser() });
    process.stderr.write(sanitize(`${say(['Base de datos', 'Database'], language)}: ${label}\n`));
    return await work(store, url);
  } catch (error) {
    if (error instanceof NoDatabase) throw new CommandFailure(EXIT.CONFIG, say(noTables(error, label), language));
    const reason = cannotUse(error, url, language);
    throw reason === null ? error : new CommandFailure(EXIT.IO, reason);
  } finally {
    await store?.close();
  }
}

/** The same with the jobs of that database. */
export const withJobs = async <T>(
  sources: SettingSources,
  language: Language,
  work: (jobs: JobStore, store: Store) => Promise<T>,
): Promise<T> =>
  withStore(sources, language, async (store, url) => {
    const jobs = await openJobStore(url, 1);
    return work(jobs, store).finally(async () => jobs.close());
  });

const noTables = ({ applied }: NoDatabase, label: string): Bilingual =>
  applied === 0
    ? [
        `No hay base de datos del servicio en ${label}. Indique la suya con DATABASE_URL o con --config ARCHIVO. Si aún no la hay, la crea \`curp servir\`.`,
        `There is no database of the service at ${label}. Name yours with DATABASE_URL or with --config FILE. If there is none yet, \`curp servir\` creates it.`,
      ]
    : [
        `La base de datos ${label} es de una versión anterior. Inicie el servicio de esta versión, que la actualiza.`,
        `The database ${label} is of an earlier version. Start the service of this version, which updates it.`,
      ];

/** The user of the system, for the record of acts; with `sudo`, also who called it. */
function systemUser(): string {
  const { SUDO_USER: caller = '' } = process.env;
  const own = userName();
  return caller === '' || caller === own ? own : `${caller} (${own})`;
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
