/** Drives the embedded database: one file, with the SQLite of Node. */
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import type { Driver, Execute, Query, SqlValue } from './driver.js';
import { StoreError, isDamage, resultCode } from './driver.js';
import { READ_TABLES, WRITTEN_TABLES } from './schema.js';
import { MEMORY, backUp, identity, openDatabase } from './sqlite-file.js';

/** The result codes of SQLite for a wrong statement, such as one on a missing table, for a lock of others, and for a failing disk. */
const WRONG_STATEMENT = 1;
const BUSY = 5;
const IOERR = 10;
/** The extended result codes of a key that exists. */
const CONFLICTS: ReadonlySet<unknown> = new Set([1555, 2067]);
/** The longest wait for a lock that another connection holds. Other requests run meanwhile. */
const LOCK_TIMEOUT_MS = 5000;
/** The average pause before the next attempt to lock. Most transactions take less. */
const LOCK_PAUSE_MS = 10;
/** The attempts to truncate the log, which a reader of another process prevents. No statement of the service reads for that long. */
const CHECKPOINT_ATTEMPTS = 50;
const CHECKPOINT_PAUSE_MS = 100;

/** Opens the database of a file. Unless it must be `existing`, creates it if needed and brings its tables up to date. */
export function openSqlite(path: string, lockTimeoutMs: number = LOCK_TIMEOUT_MS, existing = false): Driver {
  const file = path === MEMORY ? path : resolve(path); // SQLite takes a path that begins with `file:` for a URI
  return new SqliteDriver(openDatabase(file, existing), file, lockTimeoutMs);
}

class SqliteDriver implements Driver {
  readonly clock = "unixepoch('subsec') * 1000";
  /** The identity of the files that were opened. */
  readonly #files: string;
  readonly #statements = new Map<string, StatementSync>();
  /** `null`: unknown, because a change of it failed. */
  #mode: 'NORMAL' | 'FULL' | null = 'NORMAL';
  /** There is only one connection: statements outside an open transaction must wait, or its rollback would undo them. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: DatabaseSync,
    private readonly path: string,
    private readonly lockTimeoutMs: number,
  ) {
    this.#files = identity(path);
  }

  readonly query: Query = async (sql, values) => this.#patiently('NORMAL', async () => this.#run(sql, values));

  readonly transaction: Driver['transaction'] = async (work, lasting) =>
    this.#patiently(lasting === undefined ? 'NORMAL' : 'FULL', async () => this.#transact(work));

  readonly ping: Driver['ping'] = async () => {
    // Rows that are written to a replaced file are lost.
    if (identity(this.path) !== this.#files) return 'replaced';
    const tables = [...READ_TABLES, ...WRITTEN_TABLES];
    const sql = `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('${tables.join("', '")}')`;
    const asked = this.#patiently('NORMAL', async () => {
      await this.#run('SELECT 1 FROM proyectos LIMIT 1');
      return this.#run(sql);
    });
    const found = await asked.catch((error: unknown) => {
      if (damaged.has(this.path)) return [];
      if (error instanceof StoreError && error.errcode === WRONG_STATEMENT) return []; // a table is missing
      throw error;
    });
    if (damaged.has(this.path)) return 'corrupt';
    const state = found.length < tables.length ? 'write_failures' : 'ok';
    if (this.path === MEMORY) return state;
    return access(this.path, constants.W_OK).then(
      () => state,
      () => 'read_only',
    );
  };

  readonly freeBytes: Driver['freeBytes'] = async () => {
    if (this.path === MEMORY) return null;
    const { bavail, bsize } = await statfs(dirname(this.path));
    // New rows reuse the pages of erased rows.
    const sql = 'SELECT freelist_count * page_size AS n FROM pragma_freelist_count, pragma_page_size';
    const [erased] = await this.query<{ n: number }>(sql);
    return bavail * bsize + (erased?.n ?? 0);
  };

  readonly forgetErased: Driver['forgetErased'] = async () => {
    for (let attempt = 1; attempt <= CHECKPOINT_ATTEMPTS; attempt += 1) {
      const [result] = await this.query<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
      if (result?.busy === 0) return;
      await setTimeout(CHECKPOINT_PAUSE_MS);
    }
    throw new Error('database is locked: another process keeps erased rows in the write-ahead log');
  };

  readonly backup: Driver['backup'] = async (file) => {
    backUp(this.path, file);
    return true;
  };

  readonly isConflict = (error: unknown): boolean =>
    error instanceof Error && 'errcode' in error && CONFLICTS.has(error.errcode);
  readonly connections = (): null => null;
  readonly close = async (): Promise<void> => this.#inTurn(async () => this.db.close());

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.db.prepare(sql)));
    return statement;
  }

  readonly #run: Query = async <Row>(sql: string, values?: readonly SqlValue[]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the columns of its statement
    this.#prepare(sql).all(byName(values)) as Row[];

  readonly #execute: Execute = async (sql, values) => Number(this.#prepare(sql).run(byName(values)).changes);

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => null);
    return turn;
  }

  /**
   * Runs the work, and queues it again while another connection holds the lock, so that other statements run in between. A commit
   * with `FULL` is on the disk when it returns, and so are the earlier ones. The mode is set before the work: a statement that
   * failed behind a commit would repeat it.
   */
  async #patiently<T>(mode: 'NORMAL' | 'FULL', work: () => Promise<T>): Promise<T> {
    for (const end = performance.now() + this.lockTimeoutMs; ;) {
      try {
        return await this.#inTurn(async () => {
          if (this.#mode !== mode) {
            this.#mode = null;
            this.db.exec(`PRAGMA synchronous = ${mode}`);
            this.#mode = mode;
          }
          return work();
        });
      } catch (error) {
        const code = resultCode(error);
        if (isDamage(error) && !damaged.has(this.path)) {
          damaged.add(this.path);
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
          damages.postMessage(this.path);
        }
        // If the disk fails at a commit, the log may hold the commit all the same.
        if (code !== BUSY || performance.now() > end) throw code === 0 ? error : new StoreError(error, code === IOERR);
      }
      await setTimeout(LOCK_PAUSE_MS * (0.5 + Math.random()));
    }
  }

  async #transact<T>(work: (query: Query, execute: Execute) => Promise<T>): Promise<T> {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      const result = await work(this.#run, this.#execute);
      if (identity(this.path) !== this.#files) {
        const reason = 'the file was deleted or replaced';
        throw new StoreError(Object.assign(new Error(reason), { errstr: reason }), false);
      }
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }
}

const byName = (values: readonly SqlValue[] = []): Record<string, SqlValue> =>
  Object.fromEntries(values.map((value, i) => [`$${i + 1}`, value]));

/** The files that SQLite found damaged in any thread of this process. Only a statement that reads the damaged page fails. */
const damaged = new Set<string>();
const damages = new BroadcastChannel('curp-damage');
damages.unref();
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- its types know no messages
damages.onmessage = ({ data }: { readonly data: string }) => damaged.add(data);
