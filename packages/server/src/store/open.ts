/** The store that a `DATABASE_URL` names. */
import type { Driver } from './driver.js';
import { SqlStore } from './sql/projects.js';
import type { Store } from './store.js';

export interface Opening {
  readonly now?: () => number;
  /** Connections to PostgreSQL, at most. */
  readonly pool?: number;
  /** For one statement, or for a lock of another, in milliseconds; if absent, what a service can wait for. */
  readonly statementTimeoutMs?: number;
}

/** Opens `sqlite:PATH`, and makes the file where there is none; or `postgres://…`, and makes the tables. */
export async function openStore(
  databaseUrl: string,
  { now = Date.now, pool = 10, statementTimeoutMs: esperaMs }: Opening = {},
): Promise<Store> {
  return new SqlStore(await openDriver(databaseUrl, pool, esperaMs), now);
}

/** Only the driver that is needed is loaded. */
async function openDriver(databaseUrl: string, pool: number, esperaMs?: number): Promise<Driver> {
  const [, path] = /^sqlite:(.+)$/.exec(databaseUrl) ?? [];
  if (path !== undefined) return (await import('./sqlite.js')).openSqlite(path, esperaMs);
  return (await import('./postgres.js')).openPostgres(databaseUrl, pool, esperaMs);
}
