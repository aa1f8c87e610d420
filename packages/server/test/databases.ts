/** Both databases for tests: new ones, and direct access to them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { beforeAll } from 'vitest';
import { newDatabase, query as queryPostgres } from './postgres.js';

export interface TestDatabase {
  readonly url: string;
  readonly remove: () => void;
}

export function newSqlite(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'curp-'));
  return { url: `sqlite:${join(folder, 'curp.db')}`, remove: () => rmSync(folder, { recursive: true }) };
}

/** For `describe.each`. */
export const DATABASES: readonly { readonly name: string; readonly create: () => Promise<TestDatabase> }[] = [
  { name: 'SQLite', create: async () => newSqlite() },
  { name: 'PostgreSQL', create: async () => ({ url: await newDatabase(), remove: () => undefined }) },
];

/** Creates a database for the tests of a `describe`. Its address is known once they run. */
export function databaseFor(create: () => Promise<TestDatabase>): { readonly url: string } {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await create();
    return database.remove;
  });
  return {
    get url(): string {
      if (database === undefined) throw new Error('the database is created before the first test');
      return database.url;
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly string[] = [],
): Promise<Row[]> {
  if (!url.startsWith('sqlite:')) return queryPostgres(url, sql, values);
  const db = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 5000 });
  try {
    const rows = db.prepare(sql).all(Object.fromEntries(values.map((value, i) => [`$${i + 1}`, value])));
    return rows.map((row) => ({ ...row }) as Row);
  } finally {
    db.close();
  }
}
