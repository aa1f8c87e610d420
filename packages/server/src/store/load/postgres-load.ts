/** Loads the padron's tables in PostgreSQL: first the rows by `COPY`, then the index. */
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { PadronLoader, Query } from '../driver.js';

/** The longest wait for the lock that empties a table. Readers of the table wait for that long too. */
const LOCK_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';
export const UNIQUE_VIOLATION = '23505';

export const POSTGRES_LOADER: PadronLoader = {
  clear: async (query, table) => {
    const used = `SELECT 1 WHERE EXISTS (SELECT 1 FROM ${table}) OR to_regclass('${table}_curp') IS NOT NULL`;
    if ((await query(used)).length === 0) return true; // without the lock, which a backup would block
    const work = `SET LOCAL lock_timeout = ${LOCK_MS}; TRUNCATE ${table}; DROP INDEX IF EXISTS ${table}_curp`;
    if (await isDone(query, work, LOCK_NOT_AVAILABLE)) return true;
    await setTimeout(LOCK_MS);
    return false;
  },
  append: async (query, table, { bytes }) => {
    if (bytes.length > 0) await query(`COPY ${table} (curp, datos) FROM STDIN (FORMAT binary)`, [bytes]);
  },
  arrange: async (query, table) => {
    const index = `CREATE UNIQUE INDEX IF NOT EXISTS ${table}_curp ON ${table} (curp)`;
    if (await isDone(query, index, UNIQUE_VIOLATION)) return true;
    // Each run is one transaction, so the youngest transaction wrote the last record of a key.
    await query(
      `DELETE FROM ${table} USING (SELECT ctid, row_number() OVER (PARTITION BY curp ORDER BY age(xmin)) AS lugar
       FROM ${table}) AS todas WHERE ${table}.ctid = todas.ctid AND lugar > 1`,
    );
    await query(index);
    return true;
  },
};

/** Runs statements. Returns `false` if they failed with this code and changed nothing. */
async function isDone(query: Query, sql: string, code: string): Promise<boolean> {
  await query('SAVEPOINT intento');
  try {
    await query(sql);
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === code)) throw error;
    await query('ROLLBACK TO intento');
    return false;
  }
}
