/**
 * Stores the padron, the registry's records that the operator imported, in SQL for both databases.
 *
 * The row of `padron` names the active one of two tables. An import fills the inactive table. Then it changes that row, if it
 * replaces the padron or is the first import, or else copies the records into the active table. Every writer locks that row
 * first, so that writers wait for each other.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { type Execute, type Query, SqlStore, iso } from './driver.js';
import type { RecordRun } from './load/run.js';

/** `combinar` adds records to the padron and changes them. `reemplazar` replaces the padron once the import is complete. */
export type ImportMode = 'combinar' | 'reemplazar';

export interface ImportCounts {
  readonly added: number;
  /** The number of records with a known key and other data. */
  readonly changed: number;
}

/** An import that is under way or was interrupted. */
export interface PadronImport {
  /** The number of rows read from the file. */
  readonly read: number;
  readonly rejected: number;
  readonly file: string;
  readonly mode: ImportMode;
  /** When the import last wrote rows. */
  readonly moment: string;
}

/** An import that a process holds until another process begins one. */
export interface ImportTurn {
  readonly turn: string;
  /** The unfinished import that this import ended. */
  readonly abandoned: PadronImport | null;
}

/** Another process began an import, or the padron was erased. */
export class ImportTakenOver extends Error {
  override readonly name = 'ImportTakenOver';
}

/** Finds a key in one statement, because between two statements the other table may become active. */
export const FIND = `SELECT datos FROM padron_0 WHERE curp = $1 AND (SELECT vigente FROM padron) = 0
  UNION ALL SELECT datos FROM padron_1 WHERE curp = $1 AND (SELECT vigente FROM padron) = 1`;

const SELECT_IMPORT =
  'SELECT archivo AS file, modo AS mode, leidas AS read, rechazadas AS rejected, momento AS moment FROM padron_importacion';
/** The records that one transaction combines: few, so that others need not wait long. */
const COMBINED_ROWS = 10_000;
const EMPTY = { rows: 0, file: null, moment: null };

/** The row of `padron`: the number of the active table, and the number of its rows. */
interface Current {
  readonly vigente: number;
  readonly filas: number;
}

const answering = ({ vigente }: Current): string => `padron_${vigente}`;
const other = ({ vigente }: Current): string => `padron_${1 - vigente}`;

/** Locks out other writers until the transaction ends. */
async function lockPadron(query: Query): Promise<Current> {
  const [row] = await query<Current>('UPDATE padron SET unico = unico RETURNING vigente, filas');
  return row ?? { vigente: 0, filas: 0 };
}

export class Padron extends SqlStore {
  /** Returns the data of a key, or `null` if the padron does not have it. */
  async find(curp: string): Promise<string | null> {
    const [row] = await this.driver.query<{ datos: string }>(FIND, [curp]);
    return row?.datos ?? null;
  }

  /** Returns the state of the padron. `file` and `moment` are those of the last complete import, `null` without one. */
  async status() {
    const [padron] = await this.driver.query<{ rows: number; file: string | null; moment: string | null }>(
      'SELECT filas AS rows, archivo AS file, momento AS moment FROM padron',
    );
    const [ongoing] = await this.driver.query<PadronImport>(SELECT_IMPORT);
    return { ...(padron ?? EMPTY), ongoing: ongoing ?? null };
  }

  /** Begins an import and ends any other. */
  async begin(file: string, mode: ImportMode): Promise<ImportTurn> {
    const turn = randomBytes(8).toString('hex');
    const moment = iso(await this.time());
    let abandoned: PadronImport | null = null;
    await this.#repeat(async (within) => {
      const current = await lockPadron(within);
      const [previous] = await within<PadronImport>(SELECT_IMPORT);
      if (previous !== undefined) abandoned = previous;
      await within('DELETE FROM padron_importacion');
      if (!(await this.driver.loader.clear(within, other(current)))) return false;
      const sql = 'INSERT INTO padron_importacion (unico, turno, archivo, modo, momento) VALUES (1, $1, $2, $3, $4)';
      await within(sql, [turn, file, mode, moment]);
      return true;
    });
    return { turn, abandoned };
  }

  /** Adds records, which can be found after `finish`. Fails with `ImportTakenOver` if another process began an import. */
  async add(turn: string, run: RecordRun, { read, rejected }: Pick<PadronImport, 'read' | 'rejected'>): Promise<void> {
    return this.#inTurn(turn, async (within, current) => {
      await this.driver.loader.append(within, other(current), run);
      const sql = 'UPDATE padron_importacion SET leidas = $1, rechazadas = $2, momento = $3';
      await within(sql, [read, rejected, iso(await this.time(within))]);
    });
  }

  /** Completes the import. Fails with `ImportTakenOver` if another process began one. */
  async finish(turn: string): Promise<ImportCounts> {
    const arrange = async (): Promise<boolean> =>
      this.#inTurn(turn, async (within, current) => this.driver.loader.arrange(within, other(current)));
    while (!(await arrange())) await othersTurn();
    const counts = (await this.#replace(turn)) ?? (await this.#combine(turn));
    await this.#repeat(async (within) => {
      const current = await lockPadron(within);
      const ongoing = await within('SELECT 1 FROM padron_importacion');
      return ongoing.length > 0 || this.driver.loader.clear(within, other(current));
    });
    await this.driver.forgetErased();
    return counts;
  }

  /** Abandons the import. The next import erases its rows. */
  async abandon(turn: string): Promise<void> {
    await this.driver.query('DELETE FROM padron_importacion WHERE turno = $1', [turn]);
  }

  /** Erases everything, including an import under way. */
  async erase(): Promise<void> {
    await this.#repeat(async (within) => {
      const current = await lockPadron(within);
      await within('DELETE FROM padron_importacion');
      if (!(await this.driver.loader.clear(within, other(current)))) return false;
      const hadRows = (await within(`SELECT 1 FROM ${answering(current)} LIMIT 1`)).length > 0;
      // From here on the padron finds no key, however long the erasure takes.
      const change = hadRows ? 'vigente = 1 - vigente, ' : '';
      await within(`UPDATE padron SET ${change}filas = 0, archivo = NULL, momento = NULL`);
      return !hadRows;
    });
    await this.driver.forgetErased();
  }

  /** Runs transactions until one returns `true`. Yields between them, because SQLite blocks the event loop. */
  async #repeat(work: (within: Query) => Promise<boolean>): Promise<void> {
    while (!(await this.driver.transaction(work))) await othersTurn();
  }

  /** Runs a transaction of an import. Fails with `ImportTakenOver` unless this process holds the import. */
  async #inTurn<T>(
    turn: string,
    work: (within: Query, current: Current, mode: ImportMode, execute: Execute) => Promise<T>,
  ): Promise<T> {
    return this.driver.transaction(async (within, execute) => {
      const current = await lockPadron(within);
      const [row] = await within<{ modo: ImportMode }>('SELECT modo FROM padron_importacion WHERE turno = $1', [turn]);
      if (row === undefined) throw new ImportTakenOver();
      return work(within, current, row.modo, execute);
    });
  }

  async #complete(within: Query): Promise<void> {
    const moment = iso(await this.time(within));
    await within('UPDATE padron SET momento = $1, archivo = (SELECT archivo FROM padron_importacion)', [moment]);
    await within('DELETE FROM padron_importacion');
  }

  /** Makes the filled table active. Returns `null` if it must be combined with existing records. */
  async #replace(turn: string): Promise<ImportCounts | null> {
    return this.#inTurn(turn, async (within, current, mode) => {
      if (mode === 'combinar' && current.filas > 0) return null;
      const [row] = await within<{ n: number }>(`SELECT COUNT(*) AS n FROM ${other(current)}`);
      const added = row?.n ?? 0;
      await within('UPDATE padron SET vigente = 1 - vigente, filas = $1', [added]);
      await this.#complete(within);
      return { added, changed: 0 };
    });
  }

  /** Writes new and changed records in the order of their keys, some at a time. Identical records are not rewritten. */
  async #combine(turn: string): Promise<ImportCounts> {
    const total = { added: 0, changed: 0 };
    const next = async (after: string): Promise<string | null> =>
      this.#inTurn(turn, async (within, current, _, execute) => {
        const [to, from] = [answering(current), other(current)];
        const [end] = await within<{ curp: string | null }>(
          `SELECT COALESCE((SELECT curp FROM ${from} WHERE curp > $1 ORDER BY curp LIMIT 1 OFFSET ${COMBINED_ROWS}),
           (SELECT MAX(curp) FROM ${from} WHERE curp > $1)) AS curp`,
          [after],
        );
        const last = end?.curp ?? null;
        if (last === null) {
          await this.#complete(within);
          return null;
        }
        const added = await execute(
          `INSERT INTO ${to} (curp, datos) SELECT curp, datos FROM ${from} WHERE curp > $1 AND curp <= $2 ORDER BY curp
           ON CONFLICT (curp) DO NOTHING`,
          [after, last],
        );
        // A range on both tables keeps PostgreSQL from reading a whole table.
        const changed = await execute(
          `UPDATE ${to} SET datos = suyas.datos FROM ${from} AS suyas
           WHERE ${to}.curp = suyas.curp AND ${to}.datos <> suyas.datos
           AND suyas.curp > $1 AND suyas.curp <= $2 AND ${to}.curp > $1 AND ${to}.curp <= $2`,
          [after, last],
        );
        await within('UPDATE padron SET filas = filas + $1', [added]);
        total.added += added;
        total.changed += changed;
        return last;
      });
    for (let last = await next(''); last !== null; last = await next(last)) await othersTurn();
    return total;
  }
}
