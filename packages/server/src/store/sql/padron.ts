/**
 * The padron in SQL for SQLite and PostgreSQL alike.
 *
 * One of two tables answers; the row of `padron` names it. An import fills the other table. Then it changes that row, if it
 * replaces the padron or is the first, or else combines one table with the other. Every writer locks that row first, so that
 * writers wait for each other.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { type Driver, type Execute, type Query, iso } from '../driver.js';
import type { RecordRun } from '../load/run.js';
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

const SELECT_IMPORT =
  'SELECT archivo AS file, modo AS mode, leidas AS read, rechazadas AS rejected, momento AS moment FROM padron_importacion';
/** The records that one transaction combines, so that others need not wait. */
const COMBINED_ROWS = 10_000;
const EMPTY = { rows: 0, file: null, moment: null };

/** The row of `padron`: the number of the table that answers, and its rows. */
interface Current {
  readonly vigente: number;
  readonly filas: number;
}

const answering = ({ vigente }: Current): string => `padron_${vigente}`;
const other = ({ vigente }: Current): string => `padron_${1 - vigente}`;

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

  async begin(file: string, mode: ImportMode): Promise<ImportTurn> {
    const turn = randomBytes(8).toString('hex');
    const moment = iso(await this.#time(this.#driver.query));
    let abandoned: PadronImport | null = null;
    await this.#repeat(async (query) => {
      const current = await lockPadron(query);
      const [previous] = await query<PadronImport>(SELECT_IMPORT);
      if (previous !== undefined) abandoned = previous;
      await query('DELETE FROM padron_importacion');
      if (!(await this.#driver.loader.clear(query, other(current)))) return false;
      await query('INSERT INTO padron_importacion (unico, turno, archivo, modo, momento) VALUES (1, $1, $2, $3, $4)', [
        turn,
        file,
        mode,
        moment,
      ]);
      return true;
    });
    return { turn, abandoned };
  }

  async add(turn: string, run: RecordRun, { read, rejected }: ImportProgress): Promise<void> {
    await this.#inTurn(turn, async (query, _, current) => {
      await this.#driver.loader.append(query, other(current), run);
      const moment = iso(await this.#time(query));
      await query('UPDATE padron_importacion SET leidas = $1, rechazadas = $2, momento = $3', [read, rejected, moment]);
    });
  }

  async finish(turn: string): Promise<ImportCounts> {
    const { loader } = this.#driver;
    const arrange = async (): Promise<boolean> =>
      this.#inTurn(turn, async (query, _, current) => loader.arrange(query, other(current)));
    while (!(await arrange())) await othersTurn();
    const counts = (await this.#replace(turn)) ?? (await this.#combine(turn));
    await this.#repeat(async (query) => {
      const current = await lockPadron(query);
      const ongoing = await query('SELECT 1 FROM padron_importacion');
      return ongoing.length > 0 || loader.clear(query, other(current));
    });
    await this.#driver.forgetErased();
    return counts;
  }

  async abandon(turn: string): Promise<void> {
    await this.#driver.query('DELETE FROM padron_importacion WHERE turno = $1', [turn]);
  }

  async erase(): Promise<void> {
    await this.#repeat(async (query) => {
      const current = await lockPadron(query);
      await query('DELETE FROM padron_importacion');
      if (!(await this.#driver.loader.clear(query, other(current)))) return false;
      const hadRows = (await query(`SELECT 1 FROM ${answering(current)} LIMIT 1`)).length > 0;
      // From here on the padron answers nothing, however long the erasing takes.
      const change = hadRows ? 'vigente = 1 - vigente, ' : '';
      await query(`UPDATE padron SET ${change}filas = 0, archivo = NULL, momento = NULL`);
      return !hadRows;
    });
    await this.#driver.forgetErased();
  }

  /** Runs transactions until one says that all is done. SQLite never waits, so signals and requests get their turn. */
  async #repeat(work: (query: Query) => Promise<boolean>): Promise<void> {
    while (!(await this.#driver.transaction(work))) await othersTurn();
  }

  /** Runs a transaction of an import. Fails unless this process holds the import. */
  async #inTurn<T>(
    turn: string,
    work: (query: Query, execute: Execute, current: Current, mode: ImportMode) => Promise<T>,
  ): Promise<T> {
    return this.#driver.transaction(async (query, execute) => {
      const current = await lockPadron(query);
      const [row] = await query<{ modo: ImportMode }>('SELECT modo FROM padron_importacion WHERE turno = $1', [turn]);
      if (row === undefined) throw new ImportTakenOver();
      return work(query, execute, current, row.modo);
    });
  }

  /** Makes the filled table answer. `null`: it is to be combined with records that are there. */
  async #replace(turn: string): Promise<ImportCounts | null> {
    return this.#inTurn(turn, async (query, _, current, mode) => {
      if (mode === 'combinar' && current.filas > 0) return null;
      const [row] = await query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${other(current)}`);
      const added = row?.n ?? 0;
      await query('UPDATE padron SET vigente = 1 - vigente, filas = $1', [added]);
      await this.#complete(query);
      return { added, changed: 0 };
    });
  }

  /** Writes new and changed records in the order of their keys, some at a time. Identical ones are not rewritten. */
  async #combine(turn: string): Promise<ImportCounts> {
    const total = { added: 0, changed: 0 };
    const next = async (after: string): Promise<string | null> =>
      this.#inTurn(turn, async (query, execute, current) => {
        const [to, from] = [answering(current), other(current)];
        const [end] = await query<{ curp: string | null }>(
          `SELECT COALESCE((SELECT curp FROM ${from} WHERE curp > $1 ORDER BY curp LIMIT 1 OFFSET ${COMBINED_ROWS}),
           (SELECT MAX(curp) FROM ${from} WHERE curp > $1)) AS curp`,
          [after],
        );
        const last = end?.curp ?? null;
        if (last === null) {
          await this.#complete(query);
          return null;
        }
        const added = await execute(
          `INSERT INTO ${to} (curp, datos) SELECT curp, datos FROM ${from} WHERE curp > $1 AND curp <= $2 ORDER BY curp
           ON CONFLICT (curp) DO NOTHING`,
          [after, last],
        );
        // The range of both tables keeps PostgreSQL from reading all of one.
        const changed = await execute(
          `UPDATE ${to} SET datos = suyas.datos FROM ${from} AS suyas
           WHERE ${to}.curp = suyas.curp AND ${to}.datos <> suyas.datos
           AND suyas.curp > $1 AND suyas.curp <= $2 AND ${to}.curp > $1 AND ${to}.curp <= $2`,
          [after, last],
        );
        await query('UPDATE padron SET filas = filas + $1', [added]);
        total.added += added;
        total.changed += changed;
        return last;
      });
    for (let last = await next(''); last !== null; last = await next(last)) await othersTurn();
    return total;
  }

  async #complete(query: Query): Promise<void> {
    const moment = iso(await this.#time(query));
    await query('UPDATE padron SET momento = $1, archivo = (SELECT archivo FROM padron_importacion)', [moment]);
    await query('DELETE FROM padron_importacion');
  }
}

/** Keeps other writers out until the transaction ends. */
async function lockPadron(query: Query): Promise<Current> {
  const [row] = await query<Current>('UPDATE padron SET unico = unico RETURNING vigente, filas');
  return row ?? { vigente: 0, filas: 0 };
}
