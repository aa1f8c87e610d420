/** The driver of the embedded database: one file, with the SQLite of Node. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { COUNT_MIGRATIONS, CREATE_MIGRATIONS, stepsAfter } from './migrations.js';
import type { Driver, Execute, Query, SqlValue } from './driver.js';

/** SQLite waits so long for a lock of another process. The whole service waits with it. */
const LOCK_TIMEOUT_MS = 250;
/** Rows erased at a time: some hundredths of a second. */
const ERASED_AT_ONCE = 2000;
/** A reader of another process keeps the log from being cut; none of ours reads for so long. */
const CHECKPOINT_ATTEMPTS = 50;
const CHECKPOINT_PAUSE_MS = 100;

/** Opens the database of a file, creates it if needed, and brings its tables up to date. */
export function openSqlite(path: string, lockTimeoutMs: number = LOCK_TIMEOUT_MS): Driver {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Only the owner may read the file. SQLite gives the files beside it the same mode.
    closeSync(openSync(path, 'a', 0o600));
  }
  const db = new DatabaseSync(path);
  // WAL: the command line can read and write while the service runs.
  db.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON',
  );
  migrate(db);
  // Erased rows are overwritten: they may hold people's data.
  db.exec(`PRAGMA busy_timeout = ${lockTimeoutMs}; PRAGMA secure_delete = ON`);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = db.prepare(sql)));
    return statement;
  };
  const run: Query = async <Row>(sql: string, ...values: readonly SqlValue[]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the columns of its statement
    prepare(sql).all(byName(values)) as Row[];
  const execute: Execute = async (sql, ...values) => Number(prepare(sql).run(byName(values)).changes);
  // There is one connection: statements from outside an open transaction must wait, or its rollback would undo them.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => null);
    return turn;
  };
  return {
    query: async (sql, ...values) => inTurn(async () => run(sql, ...values)),
    transaction: async (work) =>
      inTurn(async () => {
        db.exec('BEGIN IMMEDIATE');
        try {
          const result = await work(run, execute);
          db.exec('COMMIT');
          return result;
        } catch (error) {
          if (db.isTransaction) db.exec('ROLLBACK');
          throw error;
        }
      }),
    jsonTexts: 'json_each($1)',
    emptyTable: async (query, table) => {
      await query(`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} LIMIT ${ERASED_AT_ONCE})`);
    },
    forgetErased: async () => {
      for (let attempt = 1; attempt <= CHECKPOINT_ATTEMPTS; attempt += 1) {
        const [result] = await inTurn(async () => run<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)'));
        if (result?.busy === 0) return;
        await setTimeout(CHECKPOINT_PAUSE_MS);
      }
      throw new Error('database is locked: another process keeps erased rows in the write-ahead log');
    },
    notify: async () => undefined,
    listen: () => async () => undefined,
    isConflict: (error) => error instanceof Error && error.message.includes('UNIQUE constraint failed'),
    close: async () => inTurn(async () => db.close()),
  };
}

const byName = (values: readonly SqlValue[]): Record<string, SqlValue> =>
  Object.fromEntries(values.map((value, i) => [`$${i + 1}`, value]));

function migrate(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    db.exec(CREATE_MIGRATIONS);
    const applied = Number(db.prepare(COUNT_MIGRATIONS).get()?.['aplicadas']);
    for (const step of stepsAfter(applied, 'sqlite')) db.exec(step);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
