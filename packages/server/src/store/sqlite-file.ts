/** Opens, migrates and copies the file of the embedded database. */
import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ForeignTables, NoDatabase } from './driver.js';
import { COUNT_STEPS, CREATE_STEPS, stepsAfter } from './schema.js';

/** The path of a database without a file. */
export const MEMORY = ':memory:';
/** The result codes of SQLite for a read-only file, a damaged one, and a full disk. */
const READONLY = 8;
export const CORRUPT = 11;
const DISK_FULL = 13;
const BACKUP_LOCK_MS = 60_000;

/** Opens the database of a file. Unless it must be `existing`, creates it if needed and brings its tables up to date. */
export function openDatabase(path: string, existing: boolean): DatabaseSync {
  // A folder without permission is an error of its own.
  if (existing && statSync(path, { throwIfNoEntry: false }) === undefined) throw new NoDatabase();
  if (path !== MEMORY) createFile(path);
  const db = openFile(path);
  // WAL lets the command line read and write while the service runs. Erased rows are overwritten and temporary tables stay in
  // memory, because both may hold people's data.
  db.exec(
    `PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
     PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY`,
  );
  migrateSqlite(db, existing);
  db.exec('PRAGMA busy_timeout = 0');
  forgetErasedBefore(db);
  return db;
}

/**
 * Copies the database into an empty file, checks the copy and syncs it to disk. `VACUUM INTO` copies the database of one
 * moment, however much others write meanwhile, without the pages of erased rows. An error of the copy and not of the database
 * has a code of the system.
 */
export function backUp(path: string, file: string): void {
  const source = openFile(path, BACKUP_LOCK_MS);
  try {
    source.prepare('VACUUM INTO $1').run({ $1: file });
  } catch (error) {
    if (error instanceof Error && resultCode(error) === DISK_FULL)
      throw Object.assign(error, { code: 'ENOSPC', syscall: 'write' });
    throw error;
  } finally {
    source.close();
  }
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
  createFolder(dirname(path));
  unlessItExists(() => closeSync(openSync(path, 'wx', 0o600)));
}

/** Creates a folder and those above it. In `/proc`, `mkdirSync` of Node with `recursive` never returns. */
function createFolder(folder: string): void {
  if (existsSync(folder) || folder === dirname(folder)) return;
  createFolder(dirname(folder));
  unlessItExists(() => mkdirSync(folder, 0o700));
}

function unlessItExists(create: () => void): void {
  try {
    create();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Opens the file. SQLite reads a database on a read-only disk with its log or, if it has none, as a file that cannot change. */
function openFile(path: string, timeout = 0): DatabaseSync {
  const canChange = path === MEMORY || existsSync(`${path}-wal`) || isWritable(dirname(path));
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
export function identity(path: string): string {
  if (path === MEMORY) return '';
  return [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.ino ?? 'gone').join(' ');
}

/** Returns the primary result code of an SQLite error, or 0 for another error. */
export const resultCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

function migrateSqlite(db: DatabaseSync, existing: boolean): void {
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
    if (db.isTransaction) db.exec('ROLLBACK'); // a full disk has rolled it back
    throw error;
  }
}
