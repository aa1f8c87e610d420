/** The store that a `DATABASE_URL` names. */
import { SqlStore } from './sql-store.js';
import { openSqlite } from './sqlite.js';
import type { Store } from './store.js';

/** Opens `sqlite:PATH`, and makes the file where there is none. */
export function openStore(databaseUrl: string, now: () => number = Date.now): Store {
  return new SqlStore(openSqlite(databaseUrl.replace(/^sqlite:/, '')), now);
}
