/** PostgreSQL for tests: databases on the one server of the run, and what is done to them behind the service's back. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A new and empty database; gives its URL. */
export async function newDatabase(): Promise<string> {
  const respuesta = await fetch(inject('postgres'));
  const url = await respuesta.text();
  if (!respuesta.ok) throw new Error(url);
  const nombre = `prueba_${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE DATABASE ${nombre}`);
  return Object.assign(new URL(url), { pathname: nombre }).href;
}

/** Runs one statement on a connection of its own. */
export async function query<Fila extends pg.QueryResultRow>(
  url: string,
  sql: string,
  valores: readonly unknown[] = [],
): Promise<Fila[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'prueba' });
  await client.connect();
  try {
    return (await client.query<Fila>(sql, [...valores])).rows;
  } finally {
    await client.end();
  }
}

/** Cuts the connections of the service to that database: all of them, or those of that name. Gives how many they were. */
export async function cutConnections(url: string, nombre = 'curp-service%'): Promise<number> {
  const cortadas = await query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE $1`,
    [nombre],
  );
  return cortadas.length;
}
