/** The embedded store: one file, with SQLite as Node has it. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { COUNT_MIGRATIONS, CREATE_MIGRATIONS, stepsAfter } from './migrations.js';
import type { Driver, Execute, Query, SqlValue } from './driver.js';

/** Who else holds the lock is waited for so long, but nothing else is done meanwhile. */
const ESPERA_MS = 250;
/** Rows that are erased at a time: some hundredths of a second. */
const BORRADO = 2000;

/** Opens the database of a file, makes it where there is none, and brings its tables up to date. */
export function openSqlite(path: string, esperaMs: number = ESPERA_MS): Driver {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600)); // whatever the folder, nobody else reads it; SQLite makes those beside it alike
  }
  const db = new DatabaseSync(path);
  // WAL: the command line reads and writes while the service does.
  db.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON',
  );
  migrate(db);
  // What is erased is written over: it may be people's data.
  db.exec(`PRAGMA busy_timeout = ${esperaMs}; PRAGMA secure_delete = ON`);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = db.prepare(sql)));
    return statement;
  };
  const run: Query = async <Fila>(sql: string, ...valores: readonly SqlValue[]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever wrote the statement knows its columns
    prepare(sql).all(porNombre(valores)) as Fila[];
  const execute: Execute = async (sql, ...valores) => Number(prepare(sql).run(porNombre(valores)).changes);
  // One connection: whatever comes while a transaction is open waits, or it would be undone with it.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => null);
    return turn;
  };
  return {
    query: async (sql, ...valores) => inTurn(async () => run(sql, ...valores)),
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
    emptyTable: async (query, tabla) => {
      await query(`DELETE FROM ${tabla} WHERE rowid IN (SELECT rowid FROM ${tabla} LIMIT ${BORRADO})`);
    },
    notify: async () => undefined,
    listen: () => async () => undefined,
    isConflict: (error) => error instanceof Error && error.message.includes('UNIQUE constraint failed'),
    close: async () => inTurn(async () => db.close()),
  };
}

const porNombre = (valores: readonly SqlValue[]): Record<string, SqlValue> =>
  Object.fromEntries(valores.map((valor, i) => [`$${i + 1}`, valor]));

function migrate(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    db.exec(CREATE_MIGRATIONS);
    const aplicadas = Number(db.prepare(COUNT_MIGRATIONS).get()?.['aplicadas']);
    for (const paso of stepsAfter(aplicadas, 'sqlite')) db.exec(paso);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
