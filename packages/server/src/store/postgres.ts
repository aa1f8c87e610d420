/** The shared store: PostgreSQL 13 or later, for as many processes as use the same database. */
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Bytes, BytesCopy } from './copy-bytes.js';
import { type Listener, keepListening } from './listener.js';
import { COUNT_MIGRATIONS, CREATE_MIGRATIONS, stepsAfter } from './migrations.js';
import type { Driver, Execute, Query, SqlValue } from './driver.js';
import { type OnChange, StoreUnreachable } from './store.js';

/** To get a connection, be it a free one or a new one. */
const CONEXION_MS = 3000;
/** For one statement, and for a transaction in which nothing happens: a process that dies leaves no locks behind. */
const SENTENCIA_MS = 5000;
/** For its answer beyond that time, where the server says nothing at all. */
const HOLGURA_MS = 1000;
/** To empty a table that others read: while that lock is waited for, they wait too. */
const CANDADO_MS = 200;
const OCIOSA_MS = 10_000;
const CANAL = 'curp_cambios';
/** Of the advisory lock under which the tables are made. */
const CANDADO = 0x63_75_72_70;
const TABLA_DESCONOCIDA = '42P01';
const REPETIDO = '23505';
const SIN_CANDADO = '55P03';

/** The URL goes before these: it may set TLS, and other limits of time. */
const comun = (connectionString: string): pg.ClientConfig => ({
  connectionString,
  application_name: 'curp-service',
  connectionTimeoutMillis: CONEXION_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types: {
    // No count of ours is beyond what a number holds.
    getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
  },
});

export interface PostgresDriver extends Driver {
  /** The one row of a statement whose columns are all bytes; `null`: there is none. */
  bytes(sql: string, ...valores: readonly (string | number)[]): Promise<readonly (Bytes | null)[] | null>;
}

/** Opens the database of a URL, and brings its tables up to date. */
export async function openPostgres(url: string, max: number, esperaMs: number = SENTENCIA_MS): Promise<PostgresDriver> {
  await migrate(url);
  const pool = new pg.Pool({
    ...comun(url),
    max,
    idleTimeoutMillis: OCIOSA_MS,
    statement_timeout: esperaMs,
    idle_in_transaction_session_timeout: SENTENCIA_MS,
    query_timeout: esperaMs + HOLGURA_MS,
  });
  // A connection that is lost tells whoever uses it; nobody else need know.
  pool.on('error', nada).on('connect', (client) => client.on('error', nada));
  const withClient = async <T>(
    work: (query: Query, execute: Execute, client: pg.ClientBase) => Promise<T>,
  ): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new StoreUnreachable(error, false);
    });
    let sirve = false; // after a failure it is gone, or whatever several statements in one have begun is still open
    try {
      const hecho = await work(
        async <Fila>(sql: string, ...valores: readonly SqlValue[]) => (await run<Fila>(client, sql, valores)).rows,
        async (sql, ...valores) => (await run(client, sql, valores)).rowCount,
        client,
      );
      sirve = true;
      return hecho;
    } finally {
      client.release(!sirve);
    }
  };
  return {
    query: async (sql, ...valores) => withClient(async (query) => query(sql, ...valores)),
    bytes: async (sql, ...valores) =>
      withClient(async (_, __, client) => {
        // Such a statement takes no parameters.
        const completa = sql.replaceAll(/\$(\d)/g, (___, i: string) =>
          pg.escapeLiteral(String(valores[Number(i) - 1])),
        );
        return conPerdida(client.query(new BytesCopy(completa)).row);
      }),
    transaction: async (work) => {
      const hecho = await withClient(async (query, execute) => {
        await query('BEGIN');
        try {
          const result = await work(query, execute);
          await query('COMMIT');
          return { result };
        } catch (error) {
          if (error instanceof StoreUnreachable) throw error;
          await query('ROLLBACK');
          return { error };
        }
      });
      if ('error' in hecho) throw hecho.error;
      return hecho.result;
    },
    jsonTexts: 'json_array_elements_text($1::json) AS textos (value)',
    emptyTable: async (query, tabla) => {
      await query('SAVEPOINT vaciar');
      await query(`SET LOCAL lock_timeout = ${CANDADO_MS}`);
      try {
        await query(`TRUNCATE ${tabla}`);
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && error.code === SIN_CANDADO)) throw error;
        await query('ROLLBACK TO vaciar');
        await setTimeout(CANDADO_MS);
      }
    },
    notify: async (query, proyecto) => {
      await query('SELECT pg_notify($1, $2)', CANAL, proyecto);
    },
    listen: (alCambiar) => keepListening(async (oir) => listen(url, oir), alCambiar),
    isConflict: (error) => error instanceof pg.DatabaseError && error.code === REPETIDO,
    close: async () => pool.end(),
  };
}

const nada = (): void => undefined;

interface Hecho<Fila> {
  readonly rows: readonly Fila[];
  readonly rowCount: number;
}

/** Of several statements in one, the rows of all. */
async function run<Fila>(client: pg.ClientBase, sql: string, valores: readonly SqlValue[]): Promise<Hecho<Fila>> {
  const hechas = [await conPerdida(client.query<Fila & pg.QueryResultRow>(sql, [...valores]))].flat();
  const [primera] = hechas;
  return {
    rows: hechas.length === 1 && primera !== undefined ? primera.rows : hechas.flatMap(({ rows }) => rows),
    rowCount: hechas.reduce((suma, { rowCount }) => suma + (rowCount ?? 0), 0),
  };
}

/** What a statement gives; where the connection was lost on the way, that is told. */
async function conPerdida<T>(hecha: Promise<T>): Promise<T> {
  try {
    return await hecha;
  } catch (error) {
    throw isLost(error) ? new StoreUnreachable(error, true) : error;
  }
}

/** Whether the connection is gone: it broke, or the server said that it would (classes 08 and 57P). */
const isLost = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '08');

/** A connection for one thing. */
async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config).on('error', nada);
  try {
    return await client.connect();
  } catch (error) {
    void client.end();
    throw new StoreUnreachable(error, false);
  }
}

/** Whichever process comes first makes the tables; the others wait for it, however long, and find them made. */
async function migrate(url: string): Promise<void> {
  const client = await connect(comun(url));
  const count = async (): Promise<number> =>
    (await client.query<{ aplicadas: number }>(COUNT_MIGRATIONS)).rows[0]?.aplicadas ?? 0;
  try {
    const aplicadas = await count().catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === TABLA_DESCONOCIDA) return 0;
      throw error;
    });
    // Where all is done, the tables need not be this user's to change.
    if (stepsAfter(aplicadas, 'postgres').length === 0) return;
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${CANDADO})`);
    await client.query(CREATE_MIGRATIONS);
    for (const paso of stepsAfter(await count(), 'postgres')) await client.query(paso);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function listen(url: string, alCambiar: OnChange): Promise<Listener> {
  const client = await connect({
    ...comun(url),
    application_name: 'curp-service escucha',
    query_timeout: SENTENCIA_MS + HOLGURA_MS,
  });
  const fin = new Promise((resolve) => client.once('end', resolve));
  const close = (): void => void client.end(); // without waiting for a server that may be gone
  client.on('notification', ({ payload }) => alCambiar(payload ?? null));
  try {
    await client.query(`LISTEN ${CANAL}`);
  } catch (error) {
    close();
    throw error;
  }
  return { ended: fin, close };
}
