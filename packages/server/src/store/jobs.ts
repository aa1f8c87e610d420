/** Stores bulk jobs in SQL for both databases. The store knows neither HTTP nor the rows of a file. */
import { setImmediate } from 'node:timers/promises';
import { type Bytes, type Driver, type Query, iso, readClock } from './driver.js';

export interface JobRow {
  readonly id: string;
  readonly proyecto: string;
  /** While a job is `recibiendo`, no client knows its id. */
  readonly estado: 'recibiendo' | 'en_cola' | 'en_proceso' | 'terminado' | 'fallido' | 'cancelado';
  /** The name that the client chose. */
  readonly nombre: string | null;
  /** A hash of the file and its options, if the client sent a key. */
  readonly huella: string | null;
  /** The options of the job as JSON. */
  readonly opciones: string;
  readonly piezas: number;
  readonly hechas: number;
  /** The lines of the file, and the lines of the finished pieces. */
  readonly lineas: number;
  readonly lineas_hechas: number;
  readonly filas: number;
  readonly correctas: number;
  /** JSON with the number of rows by code and, as `revisar`, the number of rows for review. */
  readonly errores: string;
  readonly salida: number;
  readonly creado: string;
  readonly inicio: string | null;
  readonly fin: string | null;
  readonly vence: string;
}

export interface KeptJob extends JobRow {
  readonly bytes: number;
}

export interface NewPiece {
  readonly numero: number;
  readonly codificacion: string | null;
  readonly lineas: number;
  /** The approximate bytes of its result. */
  readonly peso: number;
  readonly datos: Uint8Array;
}

/**
 * `lleno` if the project would exceed its bytes, `sin_espacio` if all projects together would, `ajena` if the job no longer
 * receives pieces.
 */
export type StoreOutcome = 'guardada' | 'lleno' | 'sin_espacio' | 'ajena';

/** The maximum bytes that the jobs of all projects, and of one project, may keep. */
export interface ByteLimits {
  readonly total: number;
  readonly perProject: number;
}

interface UploadTotals extends Pick<JobRow, 'piezas' | 'lineas' | 'huella'> {
  readonly expires: number;
  readonly clave: string | null;
}

/** The states in which pieces are processed. */
export const RUNNING = `('en_cola', 'en_proceso')`;
const COLUMNS = `id, proyecto, nombre, huella, estado, opciones, piezas, hechas, lineas, lineas_hechas, filas, correctas, errores, salida,
  creado, inicio, fin, vence`;
const RECEIVING = `SELECT proyecto FROM lotes WHERE id = $1 AND estado = 'recibiendo'`;

export function sqlJobs(driver: Driver) {
  const { query, transaction } = driver;
  /** Returns whether a statement with `RETURNING` changed a row. */
  const changes = async (...statement: Parameters<Query>): Promise<boolean> => (await query(...statement)).length === 1;

  const eraseBytes = async (id: string): Promise<void> => {
    await query('UPDATE lotes SET nombre = NULL, cabecera = NULL WHERE id = $1', [id]);
    // One piece at a time, because SQLite overwrites its bytes within one turn of the event loop.
    const erase = `DELETE FROM lote_piezas WHERE lote = $1
      AND numero = (SELECT MIN(numero) FROM lote_piezas WHERE lote = $1) RETURNING numero`;
    while (await changes(erase, [id])) await setImmediate();
    await driver.forgetErased();
    await query(`UPDATE lotes SET bytes = 0 WHERE id = $1 AND estado = 'cancelado'`, [id]);
  };

  return {
    close: driver.close,
    freeBytes: driver.freeBytes,
    time: async () => readClock(query, driver.clock),

    /** Returns the bytes (options, headers, files, results) of one project or of all. An unfinished piece counts as its result. */
    bytesKept: async (proyecto?: string) => bytesKept(query, proyecto),

    /** Begins an upload, and deletes the oldest cancelled jobs beyond `maxJobs`. Returns `false` if the project has too many jobs. */
    create: async (
      { id, proyecto, nombre, opciones }: Pick<JobRow, 'id' | 'proyecto' | 'nombre' | 'opciones'>,
      now: number,
      expires: number,
      maxJobs: number,
    ): Promise<boolean> =>
      transaction(async (within) => {
        await within('INSERT INTO lote_turnos (proyecto, turno) VALUES ($1, 0) ON CONFLICT DO NOTHING', [proyecto]);
        await lockProject(within, proyecto);
        const sql = 'SELECT lotes FROM lote_totales WHERE proyecto = $1';
        const [kept] = await within<{ lotes: number }>(sql, [proyecto]);
        if ((kept?.lotes ?? 0) >= maxJobs) return false;
        // The bytes of a cancelled job must be erased before its row is deleted.
        await within(
          `DELETE FROM lotes WHERE id IN (SELECT id FROM lotes WHERE proyecto = $1 AND estado = 'cancelado'
             AND bytes = 0 ORDER BY creado DESC LIMIT 1000 OFFSET $2)`,
          [proyecto, maxJobs],
        );
        await within(
          `INSERT INTO lotes (id, proyecto, nombre, estado, opciones, bytes, creado, visto, vence)
           VALUES ($1, $2, $3, 'recibiendo', $4, $5, $6, $6, $7)`,
          [id, proyecto, nombre, opciones, Buffer.byteLength(opciones), iso(now), iso(expires)],
        );
        return true;
      }),

    addPiece: async (
      id: string,
      { numero, codificacion, lineas, peso, datos }: NewPiece,
      now: number,
      limits: ByteLimits,
    ): Promise<StoreOutcome> =>
      transaction(async (within) => {
        const [job] = await within<{ proyecto: string }>(RECEIVING, [id]);
        if (job === undefined) return 'ajena';
        const lack = await lackOfRoom(within, job.proyecto, peso, limits);
        if (lack !== null) return lack;
        const updated = await within(
          `UPDATE lotes SET bytes = bytes + $2, visto = $3 WHERE id = $1 AND estado = 'recibiendo' RETURNING id`,
          [id, peso, iso(now)],
        );
        if (updated.length === 0) return 'ajena';
        const sql = 'INSERT INTO lote_piezas (lote, numero, codificacion, lineas, peso) VALUES ($1, $2, $3, $4, $5)';
        await within(sql, [id, numero, codificacion, lineas, peso]);
        await within('INSERT INTO lote_bytes (lote, numero, datos) VALUES ($1, $2, $3)', [id, numero, datos]);
        return 'guardada';
      }),

    /** Notes that a slow upload is alive. Returns `false` if the job no longer receives pieces. */
    touch: async (id: string, now: number): Promise<boolean> =>
      changes(`UPDATE lotes SET visto = $2 WHERE id = $1 AND estado = 'recibiendo' RETURNING id`, [id, iso(now)]),

    setOptions: async (id: string, opciones: string): Promise<void> => {
      await query(
        `UPDATE lotes SET opciones = $2, bytes = bytes + $3 - length(opciones) WHERE id = $1 AND estado = 'recibiendo'`,
        [id, opciones, opciones.length],
      );
    },

    /**
     * Ends an upload, so that its pieces may be taken. If the project already has a job under the same key, returns that job
     * and leaves the upload unchanged.
     */
    complete: async (
      id: string,
      { bytes, encoding }: { readonly bytes: Uint8Array; readonly encoding: string | null },
      { piezas, lineas, huella, expires, clave }: UploadTotals,
      limits: ByteLimits,
    ): Promise<JobRow | Exclude<StoreOutcome, 'guardada'>> =>
      transaction(async (within) => {
        const [job] = await within<{ proyecto: string }>(RECEIVING, [id]);
        if (job === undefined) return 'ajena';
        const lack = await lackOfRoom(within, job.proyecto, bytes.length, limits);
        const known = clave === null ? null : await findByKey(within, job.proyecto, clave);
        if (known !== null) return known;
        if (lack !== null) return lack;
        const [row] = await within<JobRow>(
          `UPDATE lotes SET estado = 'en_cola', cabecera = $2, codificacion = $3, piezas = $4, lineas = $5, vence = $6,
             bytes = bytes + $7, clave = $8, huella = $9, turno = (SELECT MAX(turno) FROM lote_turnos)
           WHERE id = $1 AND estado = 'recibiendo' RETURNING ${COLUMNS}`,
          [id, bytes, encoding, piezas, lineas, iso(expires), bytes.length, clave, huella],
        );
        return row ?? 'ajena';
      }, 'lasting'),

    /** Returns `null` if the project has no such job. */
    find: async (id: string, proyecto: string): Promise<JobRow | null> => {
      const sql = `SELECT ${COLUMNS} FROM lotes WHERE id = $1 AND proyecto = $2`;
      const [row] = await query<JobRow>(sql, [id, proyecto]);
      return row ?? null;
    },

    /** Finds the job that a client stored under a key, unless it was cancelled. */
    findByKey: async (proyecto: string, clave: string) => findByKey(query, proyecto, clave),

    /** Lists the jobs of a project without its uploads under way, newest first, and returns their total. */
    list: async (proyecto: string, limit: number, offset: number) => {
      const own = `FROM lotes WHERE proyecto = $1 AND estado <> 'recibiendo'`;
      const [count] = await query<{ total: number }>(`SELECT COUNT(*) AS total ${own}`, [proyecto]);
      const jobs = await query<JobRow>(`SELECT ${COLUMNS} ${own} ORDER BY creado DESC, id DESC LIMIT $2 OFFSET $3`, [
        proyecto,
        limit,
        offset,
      ]);
      return { jobs, total: count?.total ?? 0 };
    },

    /**
     * Lists the jobs of all projects by project, newest first, with uploads under way and without cancelled jobs. With an id,
     * returns only that job.
     */
    kept: async (id?: string): Promise<readonly KeptJob[]> => {
      const [one, values] = id === undefined ? ['', []] : ['AND id = $1', [id]];
      const sql = `SELECT ${COLUMNS}, bytes FROM lotes WHERE estado <> 'cancelado' ${one} ORDER BY proyecto, creado DESC`;
      return query<KeptJob>(sql, values);
    },

    /** Returns up to `length` bytes of the result of a piece, or `null` if it was erased. */
    result: async (id: string, numero: number, from: number, length: number): Promise<Bytes | null> => {
      // In SQLite, an empty part is null.
      const part = 'COALESCE(substr(resultado, $3, $4), resultado)';
      const sql = `SELECT ${part} FROM lote_bytes WHERE lote = $1 AND numero = $2`;
      const [bytes = null] = (await driver.bytes(sql, [id, numero, from + 1, length])) ?? [];
      return bytes;
    },

    /** Returns `false` if the project has no such job. */
    cancel: async (id: string, proyecto: string, now: number): Promise<boolean> =>
      changes(
        `UPDATE lotes SET estado = 'cancelado', fin = COALESCE(fin, $3) WHERE id = $1 AND proyecto = $2 RETURNING id`,
        [id, proyecto, iso(now)],
      ),

    /** Cancels expired jobs, and uploads last seen at `abandoned` or before. Returns their ids, so that they can be erased. */
    cancelExpired: async (now: number, abandoned: number): Promise<readonly string[]> => {
      // There are two statements so that each finds its jobs by an index.
      const cancelled = async (condition: string, moment: number): Promise<readonly { id: string }[]> =>
        query(`UPDATE lotes SET estado = 'cancelado' WHERE ${condition} RETURNING id`, [iso(moment)]);
      const uploads = await cancelled(`estado = 'recibiendo' AND visto <= $1`, abandoned);
      const expired = await cancelled(`estado <> 'recibiendo' AND vence <= $1`, now);
      return [...uploads, ...expired].map(({ id }) => id);
    },

    /** Lists the cancelled jobs that still have bytes, because their erasure broke off or is under way. */
    halfErased: async (): Promise<readonly string[]> => {
      const rows = await query<{ id: string }>(`SELECT id FROM lotes WHERE estado = 'cancelado' AND bytes > 0`);
      return rows.map(({ id }) => id);
    },

    eraseBytes,

    erase: async (id: string): Promise<void> => {
      await eraseBytes(id);
      await query('DELETE FROM lotes WHERE id = $1', [id]);
    },

    pendingPieces: async (): Promise<number> => {
      const sql = `SELECT SUM(piezas - hechas) AS n FROM lotes WHERE estado IN ${RUNNING}`;
      const [row] = await query<{ n: string | null }>(sql);
      return Number(row?.n ?? 0);
    },
  };
}

async function findByKey(query: Query, proyecto: string, clave: string): Promise<JobRow | null> {
  const sql = `SELECT ${COLUMNS} FROM lotes WHERE proyecto = $1 AND clave = $2 AND estado <> 'cancelado'`;
  const [row] = await query<JobRow>(sql, [proyecto, clave]);
  return row ?? null;
}

/** Locks out other uploads of the project until the transaction ends, so that each sees the bytes of the others. */
async function lockProject(query: Query, proyecto: string): Promise<void> {
  await query('UPDATE lote_turnos SET turno = turno WHERE proyecto = $1', [proyecto]);
}

async function bytesKept(query: Query, proyecto?: string): Promise<number> {
  const [ofProject, values] = proyecto === undefined ? ['', []] : ['WHERE proyecto = $1', [proyecto]];
  const sql = `SELECT SUM(bytes) AS bytes FROM lote_totales ${ofProject}`;
  const [row] = await query<{ bytes: string | null }>(sql, values);
  return Number(row?.bytes ?? 0);
}

/**
 * Returns why a project may not keep these additional bytes, or `null` if it may. Locks the project until the transaction ends.
 * Projects do not wait for each other, so simultaneous uploads of several may exceed the total by a piece each.
 */
async function lackOfRoom(
  query: Query,
  proyecto: string,
  bytes: number,
  limits: ByteLimits,
): Promise<Extract<StoreOutcome, 'lleno' | 'sin_espacio'> | null> {
  await lockProject(query, proyecto);
  if ((await bytesKept(query, proyecto)) + bytes > limits.perProject) return 'lleno';
  return (await bytesKept(query)) + bytes > limits.total ? 'sin_espacio' : null;
}
