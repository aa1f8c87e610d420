/** The interface of a database driver: everything that the stores need of a database, and how it fails. */
import type { RecordRun } from './load/run.js';

export interface Driver {
  readonly query: Query;
  /** Gives the first row of a statement whose columns are all bytes; `null`: there is no row. The columns may share a buffer. */
  readonly bytes: (sql: string, values: readonly (string | number)[]) => Promise<readonly (Bytes | null)[] | null>;
  /** Fails if the database cannot be reached. */
  readonly ping: () => Promise<Condition>;
  /** How many bytes the database may still grow on its disk; `null`: that cannot be known. */
  readonly freeBytes: () => Promise<number | null>;
  /** The connections of the pool, and the statements that wait for one; `null`: the database has no pool. */
  readonly connections: () => Readonly<Record<'total' | 'idle' | 'waiting', number>> | null;
  /** SQL of the database clock, which all replicas agree on: milliseconds since 1970. */
  readonly clock: string;
  /** Runs the work completely or not at all. `lasting`: once it is done, no power failure undoes it. */
  readonly transaction: <T>(work: (query: Query, execute: Execute) => Promise<T>, lasting?: 'lasting') => Promise<T>;
  readonly loader: PadronLoader;
  /** Removes erased rows from the files beside the database, where a write-ahead log still holds them. */
  readonly forgetErased: () => Promise<void>;
  /** Copies the database into an empty file while others use it. `false`: this database has a program for its copies. */
  readonly backup: (file: string) => Promise<boolean>;
  /** Announces to the listeners of all processes that a project changed, once the transaction of that query is committed. */
  readonly notify: (query: Query, proyecto: string) => Promise<void>;
  /** Calls `onChange` at changes by any process until the returned function is called. SQLite never does. */
  readonly listen: (onChange: OnChange) => () => Promise<void>;
  readonly isConflict: (error: unknown) => boolean;
  readonly close: () => Promise<void>;
}

/** Fills the table of the padron that does not answer. Each method works within a transaction. */
export interface PadronLoader {
  /** Empties the table, few rows at a time, and forgets added runs. `false`: commit, and call it again. */
  readonly clear: (query: Query, table: string) => Promise<boolean>;
  /** Adds a run. Its records are found once the table is arranged. */
  readonly append: (query: Query, table: string, run: RecordRun) => Promise<void>;
  /** Orders the added records by their keys; the last record of a key stays. `false`: commit, and call it again. */
  readonly arrange: (query: Query, table: string) => Promise<boolean>;
}

export type SqlValue = string | number | Uint8Array | null;

/** Bytes in a buffer that only their receiver uses. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Runs one statement with parameters `$1`, `$2` … and gives its rows. The caller states their type. */
export type Query = <Row = unknown>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

/** Runs one statement, and gives how many rows it wrote. */
export type Execute = (sql: string, values?: readonly SqlValue[]) => Promise<number>;

/** Called when a project or one of its tokens changed; `null`: any project may have changed. */
export type OnChange = (proyecto: string | null) => void;

/**
 * `read_only`: the database takes no writes; `corrupt`: its file is damaged; `replaced`: its file was deleted, or another is
 * in its place.
 */
type Condition = 'ok' | 'read_only' | 'corrupt' | 'replaced';

export async function readClock(query: Query, clock: string): Promise<number> {
  const [row] = await query<{ ms: number | string }>(`SELECT ${clock} AS ms`);
  return Number(row?.ms);
}

/** A moment as the tables hold it. */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** The database cannot be reached, or the connection was lost. */
export class StoreUnreachable extends Error {
  override readonly name = 'StoreUnreachable';
  /** The code of the system or the database. */
  readonly code: string | undefined;

  /** `sent`: the statement may have been executed all the same. */
  constructor(
    cause: unknown,
    readonly sent: boolean,
  ) {
    super(cause instanceof Error ? cause.message : '', { cause });
    this.code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  }
}

/** A newer version of this program changed the tables. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';

  constructor(
    /** The steps that the database has, and those that this version knows. */
    readonly applied: number,
    readonly known: number,
  ) {
    super(`the tables have step ${applied}, and this version knows ${known}`);
  }
}

/** There is no database at the address, or its tables are not those of this version. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';

  /** The steps that the database has. */
  constructor(readonly applied = 0) {
    super('there are no tables of this version');
  }
}
