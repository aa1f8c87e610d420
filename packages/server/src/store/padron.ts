/**
 * Stores the padron, the registry's records that the operator imported, in SQL for both databases.
 *
 * Records are numbered as they are written. The row of `padron` names the first and the last number that answer; of a key,
 * the record with the greatest of them does. An import writes records with greater numbers, which nobody finds, while others
 * write. At its end it changes that row: its records begin to answer, and with `reemplazar` the earlier ones stop. The records
 * that no longer answer are erased afterwards. Every writer locks that row first, so that writers wait for each other.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { type Execute, type Query, SqlStore, iso } from './driver.js';

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

/** Finds the data of a key in one statement: between two, an import may change the numbers that answer. */
export const FIND = `SELECT datos FROM padron_registros WHERE curp = $1
  AND numero BETWEEN (SELECT desde FROM padron) AND (SELECT hasta FROM padron) ORDER BY numero DESC LIMIT 1`;

/** The records that a caller adds at once. One transaction writes or erases so many, so that others need not wait long. */
export const BATCH_RECORDS = 10_000;

/** The data of each key. */
export type RecordBatch = ReadonlyMap<string, string>;

const SELECT_IMPORT =
  'SELECT archivo AS file, modo AS mode, leidas AS read, rechazadas AS rejected, momento AS moment FROM padron_importacion';
const EMPTY = { rows: 0, file: null, moment: null };

/** The row of `padron`. */
interface AnsweringNumbers {
  readonly desde: number;
  readonly hasta: number;
  readonly filas: number;
  readonly por_borrar: number;
}

/** Locks out other writers until the transaction ends. */
async function lockPadron(query: Query): Promise<AnsweringNumbers> {
  const [row] = await query<AnsweringNumbers>(
    'UPDATE padron SET unico = unico RETURNING desde, hasta, filas, por_borrar',
  );
  return row ?? { desde: 1, hasta: 0, filas: 0, por_borrar: 0 };
}

/**
 * Erases some records that do not answer: those before and after the numbers that do, then the replaced ones. Returns whether
 * none is left.
 */
async function eraseSome(
  query: Query,
  execute: Execute,
  { desde, hasta, por_borrar: first }: AnsweringNumbers,
): Promise<boolean> {
  if (first === 0) return true;
  const some = async (condition: string, bound: number): Promise<number> =>
    execute(
      `DELETE FROM padron_registros WHERE numero IN
         (SELECT numero FROM padron_registros WHERE numero ${condition} $1 ORDER BY numero LIMIT ${BATCH_RECORDS})`,
      [bound],
    );
  if ((await some('<', desde)) > 0 || (await some('>', hasta)) > 0) return false;
  const [next] = await query<{ last: number | null }>(
    `SELECT MAX(numero) AS last FROM
       (SELECT numero FROM padron_registros WHERE numero >= $1 ORDER BY numero LIMIT ${BATCH_RECORDS}) AS siguientes`,
    [first],
  );
  const last = next?.last ?? null;
  // The inner query reads the index for each record. A join would read the whole table while PostgreSQL has no statistics of it.
  const replaced = `SELECT (SELECT MAX(antes.numero) FROM padron_registros AS antes
      WHERE antes.curp = nuevos.curp AND antes.numero < nuevos.numero)
    FROM padron_registros AS nuevos WHERE nuevos.numero BETWEEN $1 AND $2`;
  if (last !== null) await query(`DELETE FROM padron_registros WHERE numero IN (${replaced})`, [first, last]);
  await query('UPDATE padron SET por_borrar = $1', [last === null ? 0 : last + 1]);
  return last === null;
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

  /** Begins an import and ends any other. First erases the records that an interrupted one left. */
  async begin(file: string, mode: ImportMode): Promise<ImportTurn> {
    const turn = randomBytes(8).toString('hex');
    const moment = iso(await this.time());
    let abandoned: PadronImport | null = null;
    await this.#repeat(async (within, execute) => {
      const numbers = await lockPadron(within);
      const [previous] = await within<PadronImport>(SELECT_IMPORT);
      if (previous !== undefined) abandoned = previous;
      await within('DELETE FROM padron_importacion');
      if (!(await eraseSome(within, execute, numbers))) return false;
      const sql = 'INSERT INTO padron_importacion (unico, turno, archivo, modo, momento) VALUES (1, $1, $2, $3, $4)';
      await within(sql, [turn, file, mode, moment]);
      await within('UPDATE padron SET por_borrar = $1', [numbers.hasta + 1]);
      return true;
    });
    return { turn, abandoned };
  }

  /** Adds at most `BATCH_RECORDS`, found after `finish`. Fails with `ImportTakenOver` if another process began an import. */
  async add(
    turn: string,
    records: RecordBatch,
    { read, rejected }: Pick<PadronImport, 'read' | 'rejected'>,
  ): Promise<void> {
    // In the order of their keys, a batch changes each page of the index once.
    const sorted = Array.from(records.keys()).toSorted();
    const json = `{${sorted.map((curp) => `"${curp}":[${JSON.stringify(records.get(curp))}]`).join()}}`;
    return this.#inTurn(turn, async (within) => {
      // Both databases have this function, and this operator on an array.
      await within('INSERT INTO padron_registros (curp, datos) SELECT key, value ->> 0 FROM json_each($1)', [json]);
      const sql = 'UPDATE padron_importacion SET leidas = $1, rechazadas = $2, momento = $3';
      await within(sql, [read, rejected, iso(await this.time(within))]);
    });
  }

  /** Completes the import in one step; `clean` must follow. Fails with `ImportTakenOver` if another process began one. */
  async finish(turn: string): Promise<ImportCounts> {
    const [numbers, mode] = await this.#inTurn(turn, async (_, found, of) => [found, of] as const);
    const { keys, rows, last } = await this.#countKeys(numbers);
    const replaces = mode === 'reemplazar';
    const { known, changed } = replaces ? { known: 0, changed: 0 } : await this.#countKnown(numbers);
    return this.#inTurn(turn, async (within, { desde, hasta, filas }) => {
      const [first, before] = replaces ? [hasta + 1, 0] : [desde, filas];
      const answering = last < first ? [1, 0] : [first, last]; // SQLite numbers the records of an empty table from 1
      const replacesSome = keys < rows || known > 0;
      await within(
        `UPDATE padron SET desde = $1, hasta = $2, filas = $3, momento = $4, por_borrar = $5,
           archivo = (SELECT archivo FROM padron_importacion)`,
        [...answering, before + keys - known, iso(await this.time(within)), (replacesSome ? hasta : last) + 1],
      );
      await within('DELETE FROM padron_importacion');
      return { added: keys - known, changed };
    });
  }

  /** Erases the records that no longer answer. If it is interrupted, the next import does so. */
  async clean(): Promise<void> {
    await this.#repeat(async (within, execute) => {
      const numbers = await lockPadron(within);
      const ongoing = await within(SELECT_IMPORT); // its process has erased them
      return ongoing.length > 0 || eraseSome(within, execute, numbers);
    });
    await this.driver.forgetErased();
  }

  /** Abandons the import. The next import erases its records. */
  async abandon(turn: string): Promise<void> {
    await this.driver.query('DELETE FROM padron_importacion WHERE turno = $1', [turn]);
  }

  /** Erases everything, including an import under way. */
  async erase(): Promise<void> {
    await this.driver.transaction(async (within) => {
      await lockPadron(within);
      await within('DELETE FROM padron_importacion');
      // No number answers from here on, however long the erasure takes.
      await within('UPDATE padron SET desde = 1, hasta = 0, filas = 0, archivo = NULL, momento = NULL, por_borrar = 1');
    });
    await this.clean();
  }

  /** Runs transactions until one returns `true`. Yields between them, because SQLite blocks the event loop. */
  async #repeat(work: (within: Query, execute: Execute) => Promise<boolean>): Promise<void> {
    while (!(await this.driver.transaction(work))) await othersTurn();
  }

  /** Runs a transaction of an import. Fails with `ImportTakenOver` unless this process holds the import. */
  async #inTurn<T>(
    turn: string,
    work: (within: Query, numbers: AnsweringNumbers, mode: ImportMode) => Promise<T>,
  ): Promise<T> {
    return this.driver.transaction(async (within) => {
      const numbers = await lockPadron(within);
      const [row] = await within<{ modo: ImportMode }>('SELECT modo FROM padron_importacion WHERE turno = $1', [turn]);
      if (row === undefined) throw new ImportTakenOver();
      return work(within, numbers, row.modo);
    });
  }

  /** Counts the keys and the records of the import in the order of the index, so that no sort needs memory. */
  async #countKeys({ hasta }: AnsweringNumbers) {
    const [counts] = await this.driver.query<Record<'keys' | 'rows' | 'last', number>>(
      `SELECT COUNT(*) AS keys, CAST(COALESCE(SUM(n), 0) AS BIGINT) AS rows, COALESCE(MAX(mayor), CAST($1 AS BIGINT)) AS last
       FROM (SELECT COUNT(*) AS n, MAX(numero) AS mayor FROM padron_registros WHERE +numero > $1 GROUP BY curp) AS claves`,
      [hasta],
    );
    return counts ?? { keys: 0, rows: 0, last: hasta };
  }

  /** Counts the keys of the import that the padron has, and those of them with other data. */
  async #countKnown({ desde, hasta }: AnsweringNumbers) {
    const [counts] = await this.driver.query<Record<'known' | 'changed', number>>(
      `SELECT COUNT(*) AS known, COUNT(CASE WHEN antes.datos <> padron_registros.datos THEN 1 END) AS changed
       FROM padron_registros JOIN padron_registros AS antes
         ON antes.curp = padron_registros.curp AND antes.numero BETWEEN $1 AND $2
       WHERE padron_registros.numero > $2 AND NOT EXISTS (SELECT 1 FROM padron_registros AS otros
         WHERE otros.curp = padron_registros.curp AND otros.numero > padron_registros.numero)`,
      [desde, hasta],
    );
    return counts ?? { known: 0, changed: 0 };
  }
}
