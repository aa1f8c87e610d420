/**
 * The padron in SQL for SQLite and PostgreSQL alike.
 *
 * One of two tables answers; the row of `padron` names it. An import that replaces the padron, or is the first, fills the
 * other table and then changes that row. Every writer locks that row first, so that writers wait for each other.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Driver } from '../driver.js';
import { type Execute, type Query, iso } from '../statement.js';
import { STAGE } from '../load/loader.js';
import { type Run, cutRun } from '../load/run.js';
import {
  type ImportCounts,
  type ImportMode,
  type ImportProgress,
  ImportTakenOver,
  type ImportTurn,
  type Padron,
  type PadronImport,
  type PadronStatus,
} from '../padron.js';

/** One statement: between two, the tables may change places. */
export const FIND = `SELECT datos FROM padron_0 WHERE curp = $1 AND (SELECT vigente FROM padron) = 0
  UNION ALL SELECT datos FROM padron_1 WHERE curp = $1 AND (SELECT vigente FROM padron) = 1`;

const SELECT_IMPORT = `SELECT identidad AS identity, archivo AS file, modo AS mode, leidas AS read, nuevas AS added,
  cambiadas AS changed, rechazadas AS rejected, bytes_rechazadas AS "rejectedBytes", momento AS moment FROM padron_importacion`;
/** The part of a run that one transaction combines: some thousand rows, so that others need not wait. */
const COMBINED_BYTES = 1 << 20;
const EMPTY = { rows: 0, file: null, moment: null };

/** The row of `padron`: the number of the table that answers, and its rows. */
interface Current {
  readonly vigente: number;
  readonly filas: number;
}

const answering = ({ vigente }: Current): string => `padron_${vigente}`;
const other = ({ vigente }: Current): string => `padron_${1 - vigente}`;
/** Combining with nothing is the same as replacing, and replacing is faster. */
const fillsOther = (mode: ImportMode, { filas }: Current): boolean => mode === 'reemplazar' || filas === 0;

export class SqlPadron implements Padron {
  readonly #driver: Driver;
  readonly #time: (query: Query) => Promise<number>;

  constructor(driver: Driver, time: (query: Query) => Promise<number>) {
    this.#driver = driver;
    this.#time = time;
  }

  async find(curp: string): Promise<string | null> {
    const [row] = await this.#driver.query<{ datos: string }>(FIND, [curp]);
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
    const moment = iso(await this.#time(this.#driver.query));
    let abandoned: PadronImport | null = null;
    return this.#repeat(async (query) => {
      const current = await lockPadron(query);
      const [previous] = await query<PadronImport>(SELECT_IMPORT);
      if (resume && previous?.identity === identity) {
        await query('UPDATE padron_importacion SET turno = $1', [turn]);
        return { ...previous, turn, abandoned };
      }
      if (previous !== undefined) abandoned = previous;
      await query('DELETE FROM padron_importacion');
      if (!(await this.#driver.loader.clear(query, other(current)))) return null;
      await query(
        `INSERT INTO padron_importacion (unico, turno, identidad, archivo, modo, leidas, nuevas, cambiadas, rechazadas,
         bytes_rechazadas, momento) VALUES (1, $1, $2, $3, $4, 0, 0, 0, 0, 0, $5)`,
        [turn, identity, file, mode, moment],
      );
      const counts = { read: 0, added: 0, changed: 0, rejected: 0, rejectedBytes: 0 };
      return { turn, identity, file, mode, moment, ...counts, abandoned };
    });
  }

  async add(turn: string, run: Run, progress: ImportProgress): Promise<ImportCounts> {
    const appended = await this.#inTurn(turn, async (query, _, mode, current) => {
      if (!fillsOther(mode, current)) return null;
      await this.#driver.loader.append(query, other(current), run);
      return this.#count(query, { added: run.rows, changed: 0 }, progress);
    });
    if (appended !== null) return appended;
    const parts = cutRun(run, COMBINED_BYTES);
    const total = { added: 0, changed: 0 };
    for (const [i, part] of parts.entries()) {
      const { added, changed } = await this.#inTurn(turn, async (query, execute, _, current) => {
        const counts = await this.#combine(query, execute, answering(current), part);
        await query('UPDATE padron SET filas = filas + $1', [counts.added]);
        // The position moves with the last part. Combining the others once more changes and counts nothing.
        return this.#count(query, counts, i === parts.length - 1 ? progress : null);
      });
      total.added += added;
      total.changed += changed;
    }
    return total;
  }

  async finish(turn: string): Promise<ImportCounts> {
    const table = await this.#inTurn(turn, async (_, __, mode, current) =>
      fillsOther(mode, current) ? other(current) : null,
    );
    if (table !== null) await this.#arrange(turn, table);
    const counts = await this.#inTurn(turn, async (query) => {
      await query(
        `UPDATE padron SET momento = $1, archivo = (SELECT archivo FROM padron_importacion)
         ${table === null ? '' : ', vigente = 1 - vigente, filas = (SELECT nuevas FROM padron_importacion)'}`,
        [iso(await this.#time(query))],
      );
      return query<ImportCounts>('DELETE FROM padron_importacion RETURNING nuevas AS added, cambiadas AS changed');
    });
    await this.#repeat(async (query) => {
      const current = await lockPadron(query);
      const ongoing = await query('SELECT 1 FROM padron_importacion');
      return ongoing.length > 0 || (await this.#driver.loader.clear(query, other(current))) || null;
    });
    await this.#driver.forgetErased();
    return counts[0] ?? { added: 0, changed: 0 };
  }

  async abandon(turn: string): Promise<void> {
    await this.#driver.query('DELETE FROM padron_importacion WHERE turno = $1', [turn]);
  }

  async erase(): Promise<void> {
    await this.#repeat(async (query) => {
      const current = await lockPadron(query);
      await query('DELETE FROM padron_importacion');
      if (!(await this.#driver.loader.clear(query, other(current)))) return null;
      const hadRows = (await query(`SELECT 1 FROM ${answering(current)} LIMIT 1`)).length > 0;
      // From here on the padron answers nothing, however long the erasing takes.
      const change = hadRows ? 'vigente = 1 - vigente, ' : '';
      await query(`UPDATE padron SET ${change}filas = 0, archivo = NULL, momento = NULL`);
      return hadRows ? null : true;
    });
    await this.#driver.forgetErased();
  }

  /** Runs transactions until one gives a result. SQLite never waits, so signals and requests get their turn in between. */
  async #repeat<T>(work: (query: Query) => Promise<T | null>): Promise<T> {
    for (;;) {
      const result = await this.#driver.transaction(work);
      if (result !== null) return result;
      await othersTurn();
    }
  }

  /** Runs a transaction of an import. Fails unless this process holds the import. */
  async #inTurn<T>(
    turn: string,
    work: (query: Query, execute: Execute, mode: ImportMode, current: Current) => Promise<T>,
  ): Promise<T> {
    return this.#driver.transaction(async (query, execute) => {
      const current = await lockPadron(query);
      const [row] = await query<{ modo: ImportMode }>('SELECT modo FROM padron_importacion WHERE turno = $1', [turn]);
      if (row === undefined) throw new ImportTakenOver();
      return work(query, execute, row.modo, current);
    });
  }

  async #arrange(turn: string, table: string): Promise<void> {
    const step = this.#driver.loader.arrange(table);
    const next = async (): Promise<boolean> =>
      this.#inTurn(turn, async (query, execute) => {
        const { done, dropped } = await step(query, execute);
        if (dropped > 0) await query('UPDATE padron_importacion SET nuevas = nuevas - $1', [dropped]);
        return done;
      });
    while (!(await next())) await othersTurn();
  }

  async #count(query: Query, counts: ImportCounts, progress: ImportProgress | null): Promise<ImportCounts> {
    const add = 'UPDATE padron_importacion SET nuevas = nuevas + $1, cambiadas = cambiadas + $2, momento = $3';
    await query(add, [counts.added, counts.changed, iso(await this.#time(query))]);
    if (progress !== null) {
      const move = 'UPDATE padron_importacion SET leidas = $1, rechazadas = $2, bytes_rechazadas = $3';
      await query(move, [progress.read, progress.rejected, progress.rejectedBytes]);
    }
    return counts;
  }

  /** Writes new and changed rows in the order of their keys. Identical rows are not rewritten. */
  async #combine(query: Query, execute: Execute, table: string, run: Run): Promise<ImportCounts> {
    await this.#driver.loader.stage(query, run);
    const added = await execute(
      `INSERT INTO ${table} (curp, datos) SELECT curp, datos FROM ${STAGE} WHERE true ORDER BY curp
       ON CONFLICT (curp) DO NOTHING`,
    );
    if (added === run.rows) return { added, changed: 0 };
    const changed = await execute(
      `UPDATE ${table} SET datos = suyas.datos FROM ${STAGE} AS suyas
       WHERE ${table}.curp = suyas.curp AND ${table}.datos <> suyas.datos`,
    );
    return { added, changed };
  }
}

/** Keeps other writers out until the transaction ends. */
async function lockPadron(query: Query): Promise<Current> {
  const [row] = await query<Current>('UPDATE padron SET unico = unico RETURNING vigente, filas');
  return row ?? { vigente: 0, filas: 0 };
}
