/** The interface of a database driver: everything that the stores need of a database. */
import type { PadronLoader } from './load/loader.js';
import type { Connections, OnChange } from './store.js';

export type SqlValue = string | number | Uint8Array | null;

/** Bytes in a buffer that only their receiver uses. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A moment as the tables hold it. */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** Runs one statement with parameters `$1`, `$2` … and gives its rows. The caller states their type. */
export type Query = <Row = unknown>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

/** Runs one statement, and gives how many rows it wrote. */
export type Execute = (sql: string, values?: readonly SqlValue[]) => Promise<number>;

export interface Driver {
  readonly query: Query;
  /** Gives the first row of a statement whose columns are all bytes; `null`: there is no row. The columns may share a buffer. */
  bytes(sql: string, values: readonly (string | number)[]): Promise<readonly (Bytes | null)[] | null>;
  /** Whether the database takes writes. Fails if it cannot be reached. */
  ping(): Promise<'ok' | 'read_only'>;
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
  /** Tells the listeners of all processes that a project changed, once the transaction of that query is committed. */
  notify(query: Query, proyecto: string): Promise<void>;
  listen(onChange: OnChange): () => Promise<void>;
  /** Whether an error says that a value is not unique. */
  isConflict(error: unknown): boolean;
  close(): Promise<void>;
}
