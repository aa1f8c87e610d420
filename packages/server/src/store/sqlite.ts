/** Drives the embedded database: one file, with the SQLite of Node. */
import { accessSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import { sqliteLoader } from './load/sqlite-load.js';
import { Refusals } from './refusals.js';
import { COUNT_STEPS, CREATE_STEPS, READ_TABLES, WRITTEN_TABLES, stepsAfter } from './schema.js';
import type { Bytes, Driver, Execute, Query, SqlValue } from './driver.js';
import { ForeignTables, NoDatabase, StoreError } from './driver.js';

/** The longest wait for a lock that another connection holds. Other requests run meanwhile. */
const LOCK_TIMEOUT_MS = 5000;
/** The average pause before the next attempt to lock. Most transactions take less. */
const LOCK_PAUSE_MS = 10;
/** The result codes of SQLite for a wrong statement, such as one on a missing table, if others use the file, if it is read-only, if the disk fails, and if the file is damaged. */
const ERROR = 1;
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
/** The extended result codes of a key that exists. */
const CONFLICTS: ReadonlySet<unknown> = new Set([1555, 2067]);
/** The result codes of a damaged file: CORRUPT, NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([CORRUPT, 26]);
const BACKUP_LOCK_MS = 60_000;
/** The attempts to truncate the log, which a reader of another process prevents. No statement of the service reads for that long. */
const CHECKPOINT_ATTEMPTS = 50;
const CHECKPOINT_PAUSE_MS = 100;

/** Opens the database of a file. Unless it must be `existing`, creates it if needed and brings its tables up to date. */
export function openSqlite(path: string, lockTimeoutMs: number = LOCK_TIMEOUT_MS, existing = false): Driver {
  // A folder without permission is an error of its own.
  if (existing && statSync(path, { throwIfNoEntry: false }) === undefined) throw new NoDatabase();
  if (path !== ':memory:') createFile(path);
  const db = openFile(path);
  // WAL lets the command line read and write while the service runs. Erased rows are overwritten and temporary tables stay in
  // memory, because both may hold people's data.
  db.exec(
    `PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
     PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY`,
  );
  migrate(db, existing);
  db.exec('PRAGMA busy_timeout = 0');
  forgetErasedBefore(db);
  const files = identity(path);
  const refusals = Refusals.of(path);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = db.prepare(sql)));
    return statement;
  };
  /** The statements of the open transaction. */
  let executed: string[] = [];
  /** Runs a statement, and notes whether the database refused it. */
  const noted = <T>(sql: string, work: (statement: StatementSync) => T): T => {
    try {
      const result = work(prepare(sql));
      if (db.isTransaction) executed.push(sql);
      else refusals.note([sql], false);
      return result;
    } catch (error) {
      if (isRefusal(error)) refusals.note([sql], true);
      throw error;
    }
  };
  const run: Query = async <Row>(sql: string, values?: readonly SqlValue[]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the columns of its statement
    noted(sql, (statement) => statement.all(byName(values)) as Row[]);
  const execute: Execute = async (sql, values) =>
    noted(sql, (statement) => Number(statement.run(byName(values)).changes));
  // There is only one connection: statements outside an open transaction must wait, or its rollback would undo them.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => null);
    return turn;
  };
  /** Runs the work, and queues it again while another connection holds the lock, so that other statements run in between. */
  const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (const end = performance.now() + lockTimeoutMs; ;) {
      try {
        return await inTurn(work);
      } catch (error) {
        const code = resultCode(error);
        if (DAMAGED.has(code)) reportDamage(path);
        // If the disk fails at a commit, the log may hold the commit all the same.
        if (code !== BUSY || performance.now() > end) throw code === 0 ? error : new StoreError(error, code === IOERR);
      }
      await setTimeout(LOCK_PAUSE_MS * (0.5 + Math.random()));
    }
  };
  const commit = (): void => {
    try {
      db.exec('COMMIT');
      refusals.note(executed, false);
    } catch (error) {
      if (isRefusal(error)) refusals.note(executed, true);
      throw error;
    }
  };
  const transact = async <T>(work: (query: Query, execute: Execute) => Promise<T>): Promise<T> => {
    db.exec('BEGIN IMMEDIATE');
    executed = [];
    try {
      const result = await work(run, execute);
      if (identity(path) !== files) throw new StoreError(new Error('the file was deleted or replaced'), false);
      commit();
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };
  const transactLasting: typeof transact = async (work) => {
    db.exec('PRAGMA synchronous = FULL'); // this commit also syncs the earlier ones
    try {
      return await transact(work);
    } finally {
      db.exec('PRAGMA synchronous = NORMAL');
    }
  };
  return {
    query: async (sql, values) => patiently(async () => run(sql, values)),
    bytes: async (sql, values) =>
      patiently(async () => {
        const row = prepare(sql).get(byName(values));
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the columns of its statement
        return row === undefined ? null : (Object.values(row) as (Bytes | null)[]);
      }),
    transaction: async (work, lasting) =>
      patiently(async () => (lasting === undefined ? transact(work) : transactLasting(work))),
    ping: async () => {
      // Rows that are written to a replaced file are lost.
      if (identity(path) !== files) return 'replaced';
      const tables = [...READ_TABLES, ...WRITTEN_TABLES];
      const sql = `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('${tables.join("', '")}')`;
      const asked = patiently(async () => {
        await run('SELECT 1 FROM proyectos LIMIT 1');
        return run(sql);
      });
      const found = await asked.catch((error: unknown) => {
        if (isDamaged(path)) return [];
        if (error instanceof StoreError && error.errcode === ERROR) return []; // a table is missing
        throw error;
      });
      if (isDamaged(path)) return 'corrupt';
      const state = found.length < tables.length || refusals.any ? 'write_failures' : 'ok';
      if (path === ':memory:') return state;
      return access(path, constants.W_OK).then(
        () => state,
        () => 'read_only',
      );
    },
    freeBytes: async () => {
      if (path === ':memory:') return null;
      const { bavail, bsize } = await statfs(dirname(path));
      // New rows reuse the pages of erased rows.
      const sql = 'SELECT freelist_count * page_size AS n FROM pragma_freelist_count, pragma_page_size';
      const [erased] = await patiently(async () => run<{ n: number }>(sql));
      return bavail * bsize + (erased?.n ?? 0);
    },
    connections: () => null,
    clock: "unixepoch('subsec') * 1000",
    loader: sqliteLoader(db),
    forgetErased: async () => {
      for (let attempt = 1; attempt <= CHECKPOINT_ATTEMPTS; attempt += 1) {
        const [result] = await patiently(async () => run<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)'));
        if (result?.busy === 0) return;
        await setTimeout(CHECKPOINT_PAUSE_MS);
      }
      throw new Error('database is locked: another process keeps erased rows in the write-ahead log');
    },
    backup: async (file) => {
      backUp(path, file);
      return true;
    },
    notify: async () => undefined,
    listen: () => async () => undefined,
    isConflict: (error) => error instanceof StoreError && CONFLICTS.has(error.errcode),
    close: async () => inTurn(async () => db.close()),
  };
}

/**
 * Copies the database into an empty file, checks the copy and syncs it to disk. `VACUUM INTO` copies the database of one
 * moment, however much others write meanwhile, without the pages of erased rows.
 */
function backUp(path: string, file: string): void {
  const source = openFile(path, BACKUP_LOCK_MS);
  source.prepare('VACUUM INTO $1').run({ $1: file });
  source.close();
  const copy = new DatabaseSync(file);
  const [found] = Object.values(copy.prepare('PRAGMA integrity_check(1)').get() ?? {});
  copy.close();
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'ERR_SQLITE_ERROR', errcode: CORRUPT });
  const fd = openSync(file, 'r+');
  fsyncSync(fd);
  closeSync(fd);
}

/**
 * Creates a file that only its owner may read; SQLite gives the same mode to the files beside it. An existing file is not
 * opened: closing it would drop the locks of this process's other connections, and another program would take the log for
 * abandoned and delete it.
 */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Opens the file. SQLite reads a database on a read-only disk with its log or, if it has none, as a file that cannot change. */
function openFile(path: string, timeout = 0): DatabaseSync {
  const canChange = path === ':memory:' || existsSync(`${path}-wal`) || isWritable(dirname(path));
  if (canChange) return new DatabaseSync(path, { timeout });
  return new DatabaseSync(Object.assign(pathToFileURL(path), { search: '?immutable=1' }), { readOnly: true });
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Removes erased rows from the log, where a killed process may have left them. A read-only disk keeps them. */
function forgetErasedBefore(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (resultCode(error) !== READONLY) throw error;
  }
}

/** Returns a text that changes when the file or its log is deleted or replaced. */
function identity(path: string): string {
  if (path === ':memory:') return '';
  return [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.ino ?? 'gone').join(' ');
}

/** Returns the primary result code of an SQLite error, or 0 for another error. */
const resultCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

/** Returns whether SQLite refused a statement for a reason that may last. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && resultCode(error) !== BUSY && !CONFLICTS.has(error.errcode);

const byName = (values: readonly SqlValue[] = []): Record<string, SqlValue> =>
  Object.fromEntries(values.map((value, i) => [`$${i + 1}`, value]));

function migrate(db: DatabaseSync, existing: boolean): void {
  const has = (table: string): boolean =>
    db.prepare('SELECT 1 FROM sqlite_master WHERE name = $1').get({ $1: table }) !== undefined;
  const missing = (): readonly string[] => {
    const applied = has('esquema') ? Number(db.prepare(COUNT_STEPS).get()?.['aplicados']) : 0;
    if (applied === 0 && has('proyectos')) throw new ForeignTables();
    return stepsAfter(applied, 'sqlite', existing);
  };
  if (missing().length === 0) return; // a read-only disk would refuse a transaction
  db.exec('BEGIN IMMEDIATE');
  try {
    db.exec(CREATE_STEPS);
    for (const step of missing()) db.exec(step);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

/** The files that SQLite found damaged in any thread of this process. Only a statement that reads the damaged page fails. */
const damaged = new Set<string>();
const otherThreads = new BroadcastChannel('curp-damage');
otherThreads.unref();
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- its types know no messages
otherThreads.onmessage = ({ data }: { readonly data: unknown }) => void damaged.add(String(data));

const isDamaged = (path: string): boolean => damaged.has(path);

function reportDamage(path: string): void {
  if (damaged.has(path)) return;
  damaged.add(path);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  otherThreads.postMessage(path);
}
