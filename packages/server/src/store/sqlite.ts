/** The embedded store: one file, with SQLite as Node has it. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CONTAR_MIGRACIONES, CREAR_MIGRACIONES, pasosDesde } from './migrations.js';
import type { Driver, Query, Valor } from './driver.js';

/** Opens the database of a file, makes it where there is none, and brings its tables up to date. */
export function openSqlite(path: string): Driver {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(path);
  // WAL: the command line reads and writes while the service does.
  db.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON',
  );
  migrate(db);
  db.exec('PRAGMA busy_timeout = 250'); // who else holds the lock is waited for, but nothing else is done meanwhile
  const statements = new Map<string, StatementSync>();
  const run: Query = async <Fila>(sql: string, ...valores: readonly Valor[]) => {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = db.prepare(sql)));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever wrote the statement knows its columns
    return statement.all(Object.fromEntries(valores.map((valor, i) => [`$${i + 1}`, valor]))) as Fila[];
  };
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
          const result = await work(run);
          db.exec('COMMIT');
          return result;
        } catch (error) {
          if (db.isTransaction) db.exec('ROLLBACK');
          throw error;
        }
      }),
    avisar: async () => undefined,
    escuchar: () => async () => undefined,
    isConflict: (error) => error instanceof Error && error.message.includes('UNIQUE constraint failed'),
    close: async () => inTurn(async () => db.close()),
  };
}

function migrate(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    db.exec(CREAR_MIGRACIONES);
    const aplicadas = Number(db.prepare(CONTAR_MIGRACIONES).get()?.['aplicadas']);
    for (const paso of pasosDesde(aplicadas, 'sqlite')) db.exec(paso);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
