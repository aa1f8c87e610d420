/** PostgreSQL for tests: new databases on the one server of the run, and direct access to them. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates an empty database and returns its URL. */
export async function newDatabase(): Promise<string> {
  const response = await fetch(inject('postgres'));
  const url = await response.text();
  if (!response.ok) throw new Error(url);
  const name = `prueba_${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE DATABASE ${name}`);
  return Object.assign(new URL(url), { pathname: name }).href;
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'prueba' });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Takes an advisory lock on a connection of its own, and returns what releases it. */
export async function holdLock(url: string, key: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: 'prueba' });
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1)', [key]);
  return async () => client.end();
}

/** Cuts the service's connections to a database, all or those of a name, and returns their number. */
export async function cutConnections(url: string, name = 'curp-service%'): Promise<number> {
  const cut = await query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE $1`,
    [name],
  );
  return cut.length;
}
