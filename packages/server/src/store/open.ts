/** Opens the stores that a `DATABASE_URL` names. */
import type { Driver } from './driver.js';
import { sqlJobs } from './jobs.js';
import { sqlPieces } from './pieces.js';
import { type Store, sqlStore } from './projects.js';

export type JobStore = ReturnType<typeof sqlJobs> & ReturnType<typeof sqlPieces>;

export interface Opening {
  /** If absent, the clock of the database. */
  readonly now?: () => number;
  readonly pool?: number;
  /** The limit for one statement and for another's lock; if absent, the short one of the service. */
  readonly statementTimeoutMs?: number;
  /** Fails with `NoDatabase` instead of creating or changing tables. */
  readonly existing?: boolean;
  /** Who administers the projects: each act is recorded with this name. */
  readonly user?: string;
}

/** Opens `sqlite:PATH` or `postgres://…`, and creates the file or the tables if needed. */
export async function openStore(databaseUrl: string, opening: Opening = {}): Promise<Store> {
  return sqlStore(await openDriver(databaseUrl, opening), opening.now, opening.user);
}

/** Opens the jobs of that database, with connections of their own. */
export async function openJobStore(databaseUrl: string, pool: number): Promise<JobStore> {
  const driver = await openDriver(databaseUrl, { pool });
  return { ...sqlJobs(driver), ...sqlPieces(driver) };
}

async function openDriver(databaseUrl: string, { pool = 10, statementTimeoutMs, existing }: Opening): Promise<Driver> {
  const [, path] = /^sqlite:(.+)$/.exec(databaseUrl) ?? [];
  if (path !== undefined) return (await import('./sqlite.js')).openSqlite(path, statementTimeoutMs, existing);
  return (await import('./postgres.js')).openPostgres(databaseUrl, pool, statementTimeoutMs, existing);
}
