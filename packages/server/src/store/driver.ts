/** The interface of a database driver: everything that the stores need of a database. */
import type { OnCopied } from './sqlite/backup.js';
import type { RecordRun } from './load/run.js';
import type { Condition, Connections, OnChange } from './store.js';

export interface Driver {
  readonly query: Query;
  /** Gives the first row of a statement whose columns are all bytes; `null`: there is no row. The columns may share a buffer. */
  bytes(sql: string, values: readonly (string | number)[]): Promise<readonly (Bytes | null)[] | null>;
  /** Fails if the database cannot be reached. */
  ping(): Promise<Condition>;
  /** How many bytes the database may still grow on its disk; `null`: that cannot be known. */
  freeBytes(): Promise<number | null>;
  /** `null`: there is no pool. */
  connections(): Connections | null;
  /** SQL of the database clock: milliseconds since 1970. */
  readonly clock: string;
  /** Runs the work completely or not at all. `lasting`: once it is done, no power failure undoes it. */
  transaction<T>(work: (query: Query, execute: Execute) => Promise<T>, lasting?: 'lasting'): Promise<T>;
  readonly loader: PadronLoader;
  /** Removes erased rows from the files beside the database, where a write-ahead log still holds them. */
  forgetErased(): Promise<void>;
  /** Copies the database into an empty file. `false`: another program makes the copies of this database. */
  backup(file: string, onCopied: OnCopied): Promise<boolean>;
  /** Tells the listeners of all processes that a project changed, once the transaction of that query is committed. */
  notify(query: Query, proyecto: string): Promise<void>;
  listen(onChange: OnChange): () => Promise<void>;
  /** Whether an error says that a value is not unique. */
  isConflict(error: unknown): boolean;
  close(): Promise<void>;
}

/** Fills the table of the padron that does not answer. Each method works within a transaction. */
export interface PadronLoader {
  /** Empties the table, few rows at a time, and forgets added runs. `false`: commit, and call it again. */
  clear(query: Query, table: string): Promise<boolean>;
  /** Adds a run. Its records are found once the table is arranged. */
  append(query: Query, table: string, run: RecordRun): Promise<void>;
  /** Orders the added records by their keys; the last record of a key stays. `false`: commit, and call it again. */
  arrange(query: Query, table: string): Promise<boolean>;
}

export type SqlValue = string | number | Uint8Array | null;

/** Bytes in a buffer that only their receiver uses. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Reads a clock of SQL, in milliseconds since 1970. */
export async function readClock(query: Query, clock: string): Promise<number> {
  const [row] = await query<{ ms: number | string }>(`SELECT ${clock} AS ms`);
  return Number(row?.ms);
}

/** A moment as the tables hold it. */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** Runs one statement with parameters `$1`, `$2` … and gives its rows. The caller states their type. */
export type Query = <Row = unknown>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

/** Runs one statement, and gives how many rows it wrote. */
export type Execute = (sql: string, values?: readonly SqlValue[]) => Promise<number>;
