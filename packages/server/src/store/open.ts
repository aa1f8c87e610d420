/** Opens the stores that a `DATABASE_URL` names. */
import type { Driver } from './driver.js';
import { JobStore } from './jobs.js';
import { Store } from './projects.js';

export interface Opening {
  /** Replaces the clock of the database. */
  readonly now?: () => number;
  readonly pool?: number;
  /** The limit for one statement and for another's lock: the short one of the service if absent. */
  readonly statementTimeoutMs?: number;
  /** If true, opening fails with `NoDatabase` instead of creating or changing tables. */
  readonly existing?: boolean;
  /** The administrator of the projects, whose name is recorded with each act. */
  readonly user?: string;
}

/** Opens `sqlite:PATH` or `postgres://…`, and creates the file or the tables if needed. */
export async function openStore(databaseUrl: string, opening: Opening = {}): Promise<Store> {
  return new Store(await openDriver(databaseUrl, opening), opening.now, opening.user);
}

/** Opens the job store of a database, with its own connections. Creates the tables if needed, unless they must be `existing`. */
export async function openJobStore(databaseUrl: string, pool: number, existing = false): Promise<JobStore> {
  return new JobStore(await openDriver(databaseUrl, { pool, existing }));
}

/** Opens the database without a store. */
export async function openDriver(
  databaseUrl: string,
  { pool = 10, statementTimeoutMs, existing }: Opening,
): Promise<Driver> {
  const [, path] = /^sqlite:(.+)$/.exec(databaseUrl) ?? [];
  if (path !== undefined) return (await import('./sqlite.js')).openSqlite(path, statementTimeoutMs, existing);
  return (await import('./postgres.js')).openPostgres(databaseUrl, pool, statementTimeoutMs, existing);
}
