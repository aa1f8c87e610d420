/** Opens, migrates and copies the file of the embedded database. */
import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { CORRUPT, ForeignTables, NoDatabase, NotAFile, resultCode } from './driver.js';
import { ADD_PROGRAM, CREATE_STEPS, LAST_STEP, stepsAfter } from './schema.js';

/** The path of a database without a file. */
export const MEMORY = ':memory:';
/** The result codes of SQLite for a read-only file, and a full disk. */
const READONLY = 8;
const DISK_FULL = 13;
const BACKUP_LOCK_MS = 60_000;

/** Opens the database of a file. Unless it must be `existing`, creates it if needed and brings its tables up to date. */
export function openDatabase(path: string, existing: boolean): DatabaseSync {
  if (path !== MEMORY) findFile(path, existing);
  const db = openFile(path);
  db.exec('PRAGMA busy_timeout = 5000');
  const missing = missingSteps(db, existing); // before anything changes a file that another program may own
  // WAL lets the command line read and write while the service runs. Erased rows are overwritten and temporary tables stay in
  // memory, because both may hold people's data.
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
     PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY`,
  );
  if (missing.length > 0) migrateSqlite(db); // a read-only disk would refuse a transaction
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
 * Unless the file must be `existing`, creates one that only its owner may read; SQLite gives the same mode to the files beside it.
 * An existing file is not opened: closing it would drop the locks of this process's other connections, and another program would
 * take the log for abandoned and delete it.
 */
function findFile(path: string, existing: boolean): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === false) throw new NotAFile();
  if (found !== undefined) return;
  if (existing) throw new NoDatabase();
  createFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600)); // follows a symbolic link, as SQLite does
}

/** Creates a folder and those above it. In `/proc`, `mkdirSync` of Node with `recursive` never returns. */
function createFolder(folder: string): void {
  if (existsSync(folder) || folder === dirname(folder)) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder, 0o700);
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

/** Returns the steps that the tables lack. A file with tables and none of the steps belongs to another program. */
function missingSteps(db: DatabaseSync, existing: boolean): readonly string[] {
  const has = (condition: string): boolean =>
    db.prepare(`SELECT 1 FROM sqlite_master WHERE ${condition}`).get() !== undefined;
  const row = has("name = 'esquema'") ? db.prepare(LAST_STEP).get() : undefined;
  if (row === undefined && has("type = 'table' AND name <> 'esquema'"))
    throw new ForeignTables(has("name = 'migraciones'"));
  const { version, programa } = row ?? {};
  const last = row && { version: Number(version), programa: typeof programa === 'string' ? programa : null };
  return stepsAfter(last, 'sqlite', existing);
}

/** Creates the tables, or brings them up to date. Another process may have done so meanwhile. */
function migrateSqlite(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    db.exec(CREATE_STEPS);
    const steps = missingSteps(db, false);
    if (db.prepare("SELECT 1 FROM pragma_table_info('esquema') WHERE name = 'programa'").get() === undefined)
      db.exec(ADD_PROGRAM);
    for (const step of steps) db.exec(step);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK'); // a full disk has rolled it back
    throw error;
  }
}
