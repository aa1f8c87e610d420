/** Loads the padron's tables in PostgreSQL: rows by `COPY`, then the index. */
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Query } from '../statement.js';
import { type PadronLoader, STAGE } from './loader.js';
import type { Run } from './run.js';

/** The limit for the lock to empty a table. Readers of that table wait behind it. */
const LOCK_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';
const UNIQUE_VIOLATION = '23505';

export const POSTGRES_LOADER: PadronLoader = {
  clear: async (query, table) => {
    const used = `SELECT 1 WHERE EXISTS (SELECT 1 FROM ${table}) OR to_regclass('${table}_curp') IS NOT NULL`;
    if ((await query(used)).length === 0) return true; // without the lock, which a backup keeps from others
    const work = `SET LOCAL lock_timeout = ${LOCK_MS}; TRUNCATE ${table}; DROP INDEX IF EXISTS ${table}_curp`;
    if (await isDone(query, work, LOCK_NOT_AVAILABLE)) return true;
    await setTimeout(LOCK_MS);
    return false;
  },
  append: copy,
  arrange: (table) => async (query, execute) => {
    const index = `CREATE UNIQUE INDEX IF NOT EXISTS ${table}_curp ON ${table} (curp)`;
    if (await isDone(query, index, UNIQUE_VIOLATION)) return { done: true, dropped: 0 };
    // Each run was a transaction of its own, so the youngest transaction wrote the last record of a key.
    const dropped = await execute(
      `DELETE FROM ${table} USING (SELECT ctid, row_number() OVER (PARTITION BY curp ORDER BY age(xmin)) AS lugar
       FROM ${table}) AS todas WHERE ${table}.ctid = todas.ctid AND lugar > 1`,
    );
    await query(index);
    return { done: true, dropped };
  },
  stage: async (query, run) => {
    // The planner knows nothing of the new rows: they are few, and an index finds each.
    await query(`CREATE TEMPORARY TABLE IF NOT EXISTS ${STAGE} (curp TEXT, datos TEXT) ON COMMIT DELETE ROWS;
      SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off`);
    await copy(query, STAGE, run);
  },
};

async function copy(query: Query, table: string, { bytes }: Run): Promise<void> {
  if (bytes.length > 0) await query(`COPY ${table} (curp, datos) FROM STDIN (FORMAT binary)`, [bytes]);
}

/** Runs statements. `false`: they failed with this code and did nothing. */
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
