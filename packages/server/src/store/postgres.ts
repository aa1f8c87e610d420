/** Drives PostgreSQL 13 or later, for any number of processes on one database. */
import pg from 'pg';
import {
  ADD_PROGRAM,
  type AppliedStep,
  CREATE_STEPS,
  LAST_STEP,
  READ_TABLES,
  WRITTEN_TABLES,
  stepsAfter,
} from './schema.js';
import type { Bytes, Driver, Execute, Query, SqlValue } from './driver.js';
import { ForeignTables, StoreError } from './driver.js';

/** The limit for one statement, and for an idle transaction, so that a dead process leaves no locks. */
const STATEMENT_MS = 5000;
/** The longest wait for a free or new connection. */
const CONNECTION_MS = 3000;
/** The client waits this much longer than `STATEMENT_MS`, in case the server says nothing at all. */
const MARGIN_MS = 1000;
const IDLE_CONNECTION_MS = 10_000;
/** The advisory lock that guards the migrations. */
const MIGRATION_LOCK = 0x63_75_72_70;
const UNKNOWN_TABLE = '42P01';
const UNIQUE_VIOLATION = '23505';
const READ_ONLY = '25006';

/** Reads bytes, which the server writes as `\\x` and hexadecimal digits, into a buffer of their own. */
const readBytes = (text: string): Bytes => new Uint8Array(Buffer.from(text.slice(2), 'hex'));

/** Returns the options of a connection. Options in the URL, like TLS and time limits, take precedence. */
const clientConfig = (connectionString: string): pg.ClientConfig => ({
  connectionString,
  application_name: 'curp-service',
  connectionTimeoutMillis: CONNECTION_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types: {
    getTypeParser: (oid, format) => {
      if (oid === pg.types.builtins.INT8) return Number; // every count in the tables is a safe integer
      return oid === pg.types.builtins.BYTEA ? readBytes : pg.types.getTypeParser(oid, format);
    },
  },
});

/** Opens the database of a URL, and brings its tables up to date unless they must be `existing`. */
export async function openPostgres(
  url: string,
  max: number,
  statementTimeoutMs: number = STATEMENT_MS,
  existing = false,
): Promise<Driver> {
  await migratePostgres(url, existing);
  const pool = new pg.Pool({
    ...clientConfig(url),
    max,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    query_timeout: statementTimeoutMs + MARGIN_MS,
  });
  // A statement on a lost connection fails by itself. An unhandled 'error' event would end the process.
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  return new PostgresDriver(pool);
}

class PostgresDriver implements Driver {
  readonly clock = 'EXTRACT(EPOCH FROM clock_timestamp()) * 1000';

  constructor(private readonly pool: pg.Pool) {}

  readonly query: Query = async (sql, values) => this.#withClient(async (query) => query(sql, values));

  readonly transaction: Driver['transaction'] = async (work) => {
    const done = await this.#withClient(async (query, execute) => {
      await query('BEGIN');
      try {
        const result = await work(query, execute);
        await query('COMMIT');
        return { result };
      } catch (error) {
        // The connection to a read-only server is closed: the next one may reach the new primary.
        if (error instanceof StoreError || isReadOnly(error)) throw error;
        await query('ROLLBACK');
        return { error };
      }
    });
    if ('error' in done) throw asStoreError(done.error);
    return done.result;
  };

  readonly ping: Driver['ping'] = async () => {
    const [row] = await this.query<{ lectura: string; permitido: boolean }>(CHECK).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === UNKNOWN_TABLE) return [];
      throw error;
    });
    if (row?.lectura === 'on') return 'read_only';
    return row?.permitido ? 'ok' : 'write_failures';
  };

  readonly freeBytes = async (): Promise<null> => null; // SQL does not show the free space of the server's disk
  readonly forgetErased = async (): Promise<void> => undefined; // the server recycles its log by itself
  readonly backup = async (): Promise<boolean> => false; // `pg_dump` makes backups
  readonly connections: Driver['connections'] = () => ({
    total: this.pool.totalCount,
    idle: this.pool.idleCount,
    waiting: this.pool.waitingCount,
  });

  readonly isConflict: Driver['isConflict'] = (error) =>
    error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
  readonly close = async (): Promise<void> => this.pool.end();

  async #withClient<T>(work: (query: Query, execute: Execute) => Promise<T>): Promise<T> {
    const client = await this.pool.connect().catch(unreachable);
    let usable = false; // after a failure, the connection may be lost or hold an open transaction
    try {
      const result = await work(
        async <Row>(sql: string, values?: readonly SqlValue[]) => (await runStatement<Row>(client, sql, values)).rows,
        async (sql, values) => (await runStatement(client, sql, values)).rowCount,
      );
      usable = true;
      return result;
    } catch (error) {
      throw asStoreError(error);
    } finally {
      client.release(!usable);
    }
  }
}

const quotedNames = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** Reads whether the database takes writes, and whether the service has its rights to every table. Fails if a table is missing. */
const CHECK = `SELECT current_setting('transaction_read_only') AS lectura, bool_and(has_table_privilege(tabla, derecho)) AS permitido
  FROM (SELECT tabla, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS derecho FROM unnest(ARRAY[${quotedNames(WRITTEN_TABLES)}]) AS tabla
    UNION ALL SELECT tabla, 'SELECT' FROM unnest(ARRAY[${quotedNames(READ_TABLES)}]) AS tabla) AS derechos`;

const ignore = (): void => undefined;

const unreachable = (error: unknown): never => {
  throw new StoreError(error, false);
};

async function connectAlone(url: string): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(url)).on('error', ignore);
  await client.connect().catch((error: unknown) => {
    void client.end();
    unreachable(error);
  });
  return client;
}

interface StatementResult<Row> {
  readonly rows: readonly Row[];
  readonly rowCount: number;
}

/** Runs one or several statements and returns the rows of all. */
async function runStatement<Row>(
  client: pg.ClientBase,
  sql: string,
  values: readonly SqlValue[] = [],
): Promise<StatementResult<Row>> {
  const results = [await detectLoss(client.query<Row & pg.QueryResultRow>(sql, [...values]))].flat();
  const [result] = results;
  return {
    rows: results.length === 1 && result !== undefined ? result.rows : results.flatMap(({ rows }) => rows),
    rowCount: results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0),
  };
}

/** Turns the error of a lost connection into `StoreError`. */
async function detectLoss<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw isLost(error) ? new StoreError(error, true) : error;
  }
}

/** Returns whether the connection broke, or the server announced its end (classes 08 and 57P). */
const isLost = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '08');

const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY;

/** Turns any error of the database into `StoreError`. A refused statement changed nothing, and may work later. */
const asStoreError = (error: unknown): unknown =>
  error instanceof pg.DatabaseError ? new StoreError(error, false) : error;

/** Creates the tables in the first process. Other processes wait for it without limit. */
async function migratePostgres(url: string, existing: boolean): Promise<void> {
  const client = await connectAlone(url);
  const query = async <Row>(sql: string): Promise<Row | undefined> => (await runStatement<Row>(client, sql)).rows[0];
  const lastStep = async (): Promise<AppliedStep | undefined> => query<AppliedStep>(LAST_STEP);
  try {
    const found = await query<{ ours: string | null; any: string | null; early: string | null }>(
      `SELECT to_regclass('esquema') AS ours, to_regclass('proyectos') AS any, to_regclass('migraciones') AS early`,
    );
    const last = found?.ours === null ? undefined : await lastStep();
    if (last === undefined && found?.any !== null) throw new ForeignTables(found?.early !== null);
    // Without steps to apply, the user needs no right to change tables.
    if (stepsAfter(last, 'postgres', existing).length === 0) return;
    await query(`BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    // This limit is for other replicas, which wait while a step waits for a lock, like that of a backup.
    await query(`SET LOCAL lock_timeout = ${STATEMENT_MS}`);
    await query(CREATE_STEPS);
    await query(ADD_PROGRAM.replace('COLUMN', '$& IF NOT EXISTS'));
    for (const step of stepsAfter(await lastStep(), 'postgres', existing)) await query(step);
    await query('COMMIT');
  } finally {
    await client.end();
  }
}
