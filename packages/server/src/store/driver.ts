/** Defines what the stores need of a database, their base, and how a database fails. */

export type Dialect = 'sqlite' | 'postgres';

/** Each function may be passed on alone. */
export interface Driver {
  readonly query: Query;
  /** Checks the database. Fails if it cannot be reached. */
  readonly ping: () => Promise<Condition>;
  /** Returns how many bytes the database may still grow on its disk, or `null` if unknown. */
  readonly freeBytes: () => Promise<number | null>;
  /** Counts the connections of the pool and the statements that wait for one. Returns `null` for a database without a pool. */
  readonly connections: () => Readonly<Record<'total' | 'idle' | 'waiting', number>> | null;
  /** The SQL of the database clock, which all replicas share: milliseconds since 1970. */
  readonly clock: string;
  /** Runs the work completely or not at all. No power failure undoes `lasting` work once it has ended. */
  readonly transaction: <T>(work: (query: Query, execute: Execute) => Promise<T>, lasting?: 'lasting') => Promise<T>;
  /** Removes erased rows from the files beside the database, where a write-ahead log still holds them. */
  readonly forgetErased: () => Promise<void>;
  /** Copies the database into an empty file while others use it. Returns `false` if the database has its own program for copies. */
  readonly backup: (file: string) => Promise<boolean>;
  /** Returns whether a statement of a transaction failed because another row has the key. */
  readonly isConflict: (error: unknown) => boolean;
  readonly close: () => Promise<void>;
}

export type SqlValue = string | number | Uint8Array | null;

/** Bytes in a buffer that only the receiver uses. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Runs one statement with parameters `$1`, `$2` … and returns its rows. The caller states their type. */
export type Query = <Row = unknown>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

/** Runs one statement and returns the number of rows that it wrote. */
export type Execute = (sql: string, values?: readonly SqlValue[]) => Promise<number>;

/**
 * The condition of a database: `read_only` if it takes no writes, `corrupt` if its file is damaged, `replaced` if its file was
 * deleted or replaced, `write_failures` if it refuses a table.
 */
type Condition = 'ok' | 'read_only' | 'corrupt' | 'replaced' | 'write_failures';

/** The base of every store: statements on a driver, and the clock that all replicas share. */
export class SqlStore {
  /** `now` replaces the clock of the database. */
  constructor(
    protected readonly driver: Driver,
    protected readonly now?: () => number,
  ) {}

  /** The SQL of the clock: that of the database, or the number that replaces it. */
  protected get sqlClock(): string {
    return this.now === undefined ? this.driver.clock : String(this.now());
  }

  /** Returns the time of the database, in milliseconds since 1970. */
  async time(query: Query = this.driver.query): Promise<number> {
    const [row] = await query<{ ms: number | string }>(`SELECT ${this.sqlClock} AS ms`);
    return Number(row?.ms);
  }

  async close(): Promise<void> {
    return this.driver.close();
  }
}

/** Writes a moment as the tables store it. */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** The database failed, whatever the reason: it cannot be reached, the connection was lost, or it refused a statement. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** The error code of the system or the SQLSTATE of PostgreSQL, and the result code of SQLite. */
  readonly code: string | undefined;
  readonly errcode: number | undefined;
  /** Describes the result code of SQLite in a fixed text, which holds no data. */
  readonly errstr: string | undefined;
  /** The table that PostgreSQL names. */
  readonly table: string | undefined;

  /** `sent` is true if the database may have executed the statement. */
  constructor(
    cause: unknown,
    readonly sent: boolean,
  ) {
    super(cause instanceof Error ? cause.message : '', { cause });
    const { code, errcode, errstr, table }: Partial<Record<string, unknown>> = Object(cause);
    this.code = typeof code === 'string' ? code : undefined;
    this.errcode = typeof errcode === 'number' ? errcode : undefined;
    this.errstr = typeof errstr === 'string' ? errstr : undefined;
    this.table = typeof table === 'string' ? table : undefined;
  }
}

/** The result codes of SQLite for a damaged file and for one that is no database, which an encrypted file is not either. */
export const CORRUPT = 11;
const NOTADB = 26;

/** Returns the primary result code of an SQLite error, or 0 for another error. */
export const resultCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

/** Returns whether SQLite found that a file is damaged or no database. */
export const isDamage = (error: unknown): boolean => [CORRUPT, NOTADB].includes(resultCode(error));

/** A newer version of this program changed the tables. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';

  constructor(
    /** The number of steps that the database has, and the number that this version knows. */
    readonly applied: number,
    readonly known: number,
    /** The version that applied the last step, if the database says so. */
    readonly program: string | null,
  ) {
    super(`the tables have step ${applied}, and this version knows ${known}`);
  }
}

/** The database has tables that no step created: those of another program or, with `migraciones`, of an early build. */
export class ForeignTables extends Error {
  override readonly name = 'ForeignTables';
  constructor(hasMigrations: boolean) {
    super(hasMigrations ? 'tables of an early build' : 'tables of another program');
  }
}

/** The path of the database is that of a folder or a device. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile';
  constructor() {
    super('not a regular file');
  }
}

/** There is no database at the address, or its tables are not those of this version. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';

  /** `applied` is the number of steps that the database has. */
  constructor(readonly applied = 0) {
    super('there are no tables of this version');
  }
}
