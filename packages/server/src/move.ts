/** Moves all data of a service from the embedded database to PostgreSQL: one transaction on each, and nothing if it ends early. */
import type { Driver, Query, SqlValue } from './store/driver.js';
import { READ_TABLES, WRITTEN_TABLES } from './store/schema.js';
import { type ListedService, listedServices } from './store/heartbeat.js';

/** The tables that describe the database itself: the steps that it has, and the services that use it. */
const OWN_TABLES: ReadonlySet<string> = new Set(['esquema', 'servicios']);
/** The tables in the order in which they were created, so that a row follows the row that it refers to. */
const MOVED_TABLES = [...WRITTEN_TABLES, ...READ_TABLES].filter((table) => !OWN_TABLES.has(table));
/** The tables that have rows before anybody uses them. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['padron']);
/** PostgreSQL numbers the rows of these tables; the next number follows the last one that was moved. */
const NUMBERED: readonly string[] = ['auditoria', 'padron_registros'];
/** A statement writes at most so many values, and PostgreSQL takes at most 65,535. */
const VALUES = 8192;
/** A chunk of a file has a mebibyte, so that a statement writes a few of them. */
const CHUNK_ROWS = 8;

/** Why nothing can be moved. */
export class CannotMove extends Error {
  override readonly name = 'CannotMove';
  constructor(
    readonly reason: 'services' | 'filled' | 'counts',
    /** Which of the two databases. */
    readonly side: 'from' | 'to',
    /** The services that use it; a table with rows, or whose count differs. */
    readonly found: readonly (ListedService | string)[],
  ) {
    super(`cannot move: ${reason}`);
  }
}

export interface MovedTable {
  readonly table: string;
  readonly rows: number;
}

interface MoveOptions {
  readonly from: Driver;
  readonly to: Driver;
  /** Services of both databases that were killed, which no longer count. */
  readonly ended: ReadonlySet<string>;
  readonly onRows: (table: string, rows: number, total: number) => void;
}

/** Copies every table, compares the counts, and returns them. The source keeps its data, which nobody can change meanwhile. */
export async function moveDatabase({ from, to, ended, onRows }: MoveOptions): Promise<readonly MovedTable[]> {
  return from.transaction(async (read) => {
    const running = async (query: Query) => (await listedServices(query)).filter(({ id }) => !ended.has(id));
    refuseServices('from', await running(read));
    return to.transaction(async (write) => {
      // Until the end, no service can start on the target, and nobody can write to it.
      await write(`LOCK TABLE ${[...MOVED_TABLES, 'servicios'].join(', ')} IN EXCLUSIVE MODE`);
      refuseServices('to', await running(write));
      await write('DELETE FROM servicios');
      for (const table of MOVED_TABLES)
        if (!NEVER_EMPTY.has(table) && (await count(write, table)) > 0) throw new CannotMove('filled', 'to', [table]);
      const moved: MovedTable[] = [];
      for (const table of MOVED_TABLES) moved.push(await copyTable(table, read, write, onRows));
      for (const table of NUMBERED)
        await write(
          `SELECT setval(pg_get_serial_sequence('${table}', 'numero'), GREATEST(MAX(numero), 1), COUNT(*) > 0) FROM ${table}`,
        );
      return moved;
    }, 'lasting');
  });
}

function refuseServices(side: 'from' | 'to', services: readonly ListedService[]): void {
  if (services.length > 0) throw new CannotMove('services', side, services);
}

const count = async (query: Query, table: string): Promise<number> => {
  const [row] = await query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
  return row?.n ?? 0;
};

async function copyTable(table: string, read: Query, write: Query, onRows: MoveOptions['onRows']): Promise<MovedTable> {
  const total = await count(read, table);
  // A trigger may have written totals, and a table may have its first row.
  await write(`DELETE FROM ${table}`);
  onRows(table, 0, total);
  const columns = (await read<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)).map(
    ({ name }) => name,
  );
  const limit = table === 'lote_chunks' ? CHUNK_ROWS : Math.floor(VALUES / columns.length);
  let after = -1;
  for (let rows = 0; rows < total;) {
    const batch = await read<{ fila: number } & Readonly<Record<string, SqlValue>>>(
      `SELECT rowid AS fila, * FROM ${table} WHERE rowid > $1 ORDER BY rowid LIMIT $2`,
      [after, limit],
    );
    after = batch.at(-1)?.fila ?? Infinity;
    const places = batch.map((_, i) => `(${columns.map((__, j) => `$${i * columns.length + j + 1}`).join(', ')})`);
    await write(
      `INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE VALUES ${places.join(', ')}`,
      batch.flatMap((row) => columns.map((column) => row[column] ?? null)),
    );
    rows += batch.length;
    onRows(table, rows, total);
  }
  if ((await count(write, table)) !== total) throw new CannotMove('counts', 'to', [table]);
  return { table, rows: total };
}
