/** The interface of a database driver: everything that the stores need of a database. */
import type { PadronLoader } from './load/loader.js';
import type { Bytes, Execute, Query } from './statement.js';
import type { Connections, OnChange } from './store.js';

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
