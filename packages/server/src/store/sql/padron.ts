/**
 * The padron in SQL for SQLite and PostgreSQL alike.
 *
 * One of two tables answers; the row of `padron` names it. An import that replaces the padron fills the other table and
 * then changes that row. Every writer locks that row first, so that writers wait for each other.
 */
import { randomBytes } from 'node:crypto';
import { type Driver, type Execute, type Query, iso } from '../driver.js';
import {
  type ImportCounts,
  type ImportMode,
  type ImportProgress,
  ImportTakenOver,
  type ImportTurn,
  type Padron,
  type PadronImport,
  type PadronRow,
  type PadronStatus,
} from '../padron.js';

/** One statement: between two, the tables may change places. */
export const FIND = `SELECT datos FROM padron_0 WHERE curp = $1 AND (SELECT vigente FROM padron) = 0
  UNION ALL SELECT datos FROM padron_1 WHERE curp = $1 AND (SELECT vigente FROM padron) = 1`;

const SELECT_IMPORT = `SELECT identidad AS identity, archivo AS file, modo AS mode, leidas AS read, nuevas AS added,
  cambiadas AS changed, rechazadas AS rejected, bytes_rechazadas AS "rejectedBytes", momento AS moment FROM padron_importacion`;
const KEY_LENGTH = 18;
const EMPTY = { rows: 0, file: null, moment: null };

const otherTable = (current: number): string => `padron_${1 - current}`;

export class SqlPadron implements Padron {
  readonly #driver: Driver;
  readonly #now: () => number;

  constructor(driver: Driver, now: () => number) {
    this.#driver = driver;
    this.#now = now;
  }

  async find(curp: string): Promise<string | null> {
    const [row] = await this.#driver.query<{ datos: string }>(FIND, curp);
    return row?.datos ?? null;
  }

  async status(): Promise<PadronStatus> {
    const { query } = this.#driver;
    const [padron] = await query<Omit<PadronStatus, 'ongoing'>>(
      'SELECT filas AS rows, archivo AS file, momento AS moment FROM padron',
    );
    const [ongoing] = await query<PadronImport>(SELECT_IMPORT);
    return { ...(padron ?? EMPTY), ongoing: ongoing ?? null };
  }

  async begin(file: string, mode: ImportMode, identity: string, resume: boolean): Promise<ImportTurn> {
    const turn = randomBytes(8).toString('hex');
    const moment = iso(this.#now());
    let abandoned: PadronImport | null = null;
    return this.#repeat(async (query) => {
      const current = await lockPadron(query);
      const [previous] = await query<PadronImport>(SELECT_IMPORT);
      if (resume && previous?.identity === identity) {
        await query('UPDATE padron_importacion SET turno = $1', turn);
        return { ...previous, turn, abandoned };
      }
      if (previous !== undefined) abandoned = previous;
      await query('DELETE FROM padron_importacion');
      if (await hasRows(query, otherTable(current))) return this.#emptyOther(query, current);
      await query(
        `INSERT INTO padron_importacion (unico, turno, identidad, archivo, modo, leidas, nuevas, cambiadas, rechazadas,
         bytes_rechazadas, momento) VALUES (1, $1, $2, $3, $4, 0, 0, 0, 0, 0, $5)`,
        turn,
        identity,
        file,
        mode,
        moment,
      );
      const counts = { read: 0, added: 0, changed: 0, rejected: 0, rejectedBytes: 0 };
      return { turn, identity, file, mode, moment, ...counts, abandoned };
    });
  }

  async add(turn: string, rows: readonly PadronRow[], progress: ImportProgress): Promise<ImportCounts> {
    const texts = JSON.stringify(rows.map(({ curp, datos }) => curp + datos));
    return this.#driver.transaction(async (query, execute) => {
      const current = await lockPadron(query);
      const mode = await requireTurn(query, turn);
      const table = mode === 'reemplazar' ? otherTable(current) : `padron_${current}`;
      const counts = await this.#write(execute, table, texts, rows.length);
      if (mode === 'combinar') await query('UPDATE padron SET filas = filas + $1', counts.added);
      await query(
        `UPDATE padron_importacion SET leidas = $1, nuevas = nuevas + $2, cambiadas = cambiadas + $3, rechazadas = $4,
         bytes_rechazadas = $5, momento = $6`,
        progress.read,
        counts.added,
        counts.changed,
        progress.rejected,
        progress.rejectedBytes,
        iso(this.#now()),
      );
      return counts;
    });
  }

  async finish(turn: string): Promise<void> {
    await this.#driver.transaction(async (query) => {
      await lockPadron(query);
      const mode = await requireTurn(query, turn);
      await query(
        `UPDATE padron SET momento = $1, archivo = (SELECT archivo FROM padron_importacion)
         ${mode === 'reemplazar' ? ', vigente = 1 - vigente, filas = (SELECT nuevas FROM padron_importacion)' : ''}`,
        iso(this.#now()),
      );
      await query('DELETE FROM padron_importacion');
    });
    await this.#repeat(async (query) => {
      const current = await lockPadron(query);
      const ongoing = await query('SELECT 1 FROM padron_importacion');
      return ongoing.length > 0 || !(await hasRows(query, otherTable(current))) || this.#emptyOther(query, current);
    });
    await this.#driver.forgetErased();
  }

  async abandon(turn: string): Promise<void> {
    await this.#driver.query('DELETE FROM padron_importacion WHERE turno = $1', turn);
  }

  async erase(): Promise<void> {
    await this.#repeat(async (query) => {
      const current = await lockPadron(query);
      await query('DELETE FROM padron_importacion');
      if (await hasRows(query, otherTable(current))) return this.#emptyOther(query, current);
      if (!(await hasRows(query, `padron_${current}`))) {
        await query('UPDATE padron SET archivo = NULL, momento = NULL');
        return true;
      }
      // From here on the padron answers nothing, however long the erasing takes.
      await query('UPDATE padron SET vigente = 1 - vigente, filas = 0, archivo = NULL, momento = NULL');
      return null;
    });
    await this.#driver.forgetErased();
  }

  /** Runs transactions until one gives a result. */
  async #repeat<T>(work: (query: Query) => Promise<T | null>): Promise<T> {
    for (;;) {
      const result = await this.#driver.transaction(work);
      if (result !== null) return result;
    }
  }

  /** Erases some rows of the other table. `null`: there may be more. */
  async #emptyOther(query: Query, current: number): Promise<null> {
    await this.#driver.emptyTable(query, otherTable(current));
    return null;
  }

  /** Writes new and changed rows. Identical rows are not rewritten. */
  async #write(execute: Execute, table: string, texts: string, rows: number): Promise<ImportCounts> {
    const values = `SELECT substr(value, 1, ${KEY_LENGTH}) AS curp, substr(value, ${KEY_LENGTH + 1}) AS datos
      FROM ${this.#driver.jsonTexts}`;
    const added = await execute(
      `INSERT INTO ${table} (curp, datos) ${values} WHERE true ON CONFLICT (curp) DO NOTHING`,
      texts,
    );
    if (added === rows) return { added, changed: 0 };
    const changed = await execute(
      `UPDATE ${table} SET datos = suyas.datos FROM (${values}) AS suyas
       WHERE ${table}.curp = suyas.curp AND ${table}.datos <> suyas.datos`,
      texts,
    );
    return { added, changed };
  }
}

/** Keeps other writers out until the transaction ends, and gives the number of the table that answers. */
async function lockPadron(query: Query): Promise<number> {
  const [row] = await query<{ vigente: number }>('UPDATE padron SET unico = unico RETURNING vigente');
  return row?.vigente ?? 0;
}

/** Fails unless this process holds the import. */
async function requireTurn(query: Query, turn: string): Promise<ImportMode> {
  const [row] = await query<{ modo: ImportMode }>('SELECT modo FROM padron_importacion WHERE turno = $1', turn);
  if (row === undefined) throw new ImportTakenOver();
  return row.modo;
}

async function hasRows(query: Query, table: string): Promise<boolean> {
  return (await query(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0;
}
