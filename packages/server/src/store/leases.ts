/** Leases jobs to workers in SQL. A job is answered whole, and its result, counts, usage and quota become visible in one transaction. */
import { setImmediate } from 'node:timers/promises';
import { type Bytes, type Query, SqlStore, iso } from './driver.js';
import { addUsageRow, openMonth } from './usage.js';

/** A job that one worker holds until its time is over. */
export interface Lease {
  readonly id: string;
  readonly proyecto: string;
  /** The number of the lease. Whoever has an older one can write nothing any more. */
  readonly intento: number;
  /** The bytes of the file. */
  readonly archivo: number;
}

/** What a thread knows of a lease. */
export type TaskLease = Omit<Lease, 'proyecto'>;

/** How long a job is held and kept, and the bytes of its file and the rows that are answered. */
export interface JobHold {
  readonly until: number;
  readonly expires: number;
  readonly read: number;
  readonly rows: number;
}

export interface LeasedJob {
  /** The options of the job as JSON. */
  readonly opciones: string;
  /** True if the project may still be used. */
  readonly active: boolean;
  /** The rest of the project's quota; `null` if it has no quota. */
  readonly quotaLeft: number | null;
}

export interface FinishedJob {
  /** The options of the job with the reading by which it was answered, as JSON. */
  readonly opciones: string;
  readonly rows: number;
  readonly good: number;
  readonly reviews: number;
  /** The first row that was not compared with all others; 0 if all were. */
  readonly fullAt: number;
  readonly errors: ReadonlyMap<number, number>;
  /** The bytes of the result. */
  readonly size: number;
}

/** When and under which name the rows of a job are counted. */
export interface JobMoment {
  readonly now: number;
  readonly month: string;
  readonly day: string;
  readonly operation: string;
  /** When the ended job expires. */
  readonly expires: number;
}

/**
 * `hecho` if the result is visible and counted. Otherwise nothing was written, because the lease or the job is over (`ajeno`),
 * or the project may not have all these good rows (`sin_cuota`).
 */
type FinishOutcome = 'hecho' | 'ajeno' | 'sin_cuota';

/** Thrown to roll a transaction back. */
class RollBack extends Error {
  constructor(readonly outcome: FinishOutcome) {
    super();
  }
}

/** The states in which a job is answered. */
export const RUNNING = `('en_cola', 'en_proceso')`;
/** The number under which the chunks of a file are stored. Those of a result have the number of their lease. */
export const FILE = 0;
const HELD = `id = $1 AND intento = $2 AND estado IN ${RUNNING}`;

export class LeaseStore extends SqlStore {
  /**
   * Leases the next job until a moment: of the project with the fewest leased jobs, the oldest. Leaves out the `busy` projects.
   * Returns `null` if none is free.
   */
  async leaseJob(now: number, until: number, busy: readonly string[]): Promise<Lease | null> {
    const others = busy.length === 0 ? '' : `AND proyecto NOT IN (${busy.map((_, i) => `$${i + 2}`).join()})`;
    for (;;) {
      const [free] = await this.driver.query<{ id: string }>(
        `SELECT id FROM lotes WHERE estado IN ${RUNNING} AND (hasta IS NULL OR hasta <= $1) ${others}
         ORDER BY (SELECT COUNT(*) FROM lotes AS otros WHERE otros.proyecto = lotes.proyecto AND otros.estado IN ${RUNNING}
           AND otros.hasta > $1), creado, id LIMIT 1`,
        [iso(now), ...busy],
      );
      if (free === undefined) return null;
      const [lease] = await this.driver.query<Lease>(
        `UPDATE lotes SET estado = 'en_proceso', inicio = COALESCE(inicio, $1), hasta = $2, intento = intento + 1,
           leidos = 0, filas = 0, salida = 0
         WHERE id = $3 AND estado IN ${RUNNING} AND (hasta IS NULL OR hasta <= $1) RETURNING id, proyecto, intento, archivo`,
        [iso(now), iso(until), free.id],
      );
      if (lease !== undefined) return lease; // otherwise another worker was faster
    }
  }

  /** Holds a job until another moment, and notes its progress. Returns `false` if the lease or the job is over. */
  async holdJob({ id, intento }: Lease, { until, expires, read, rows }: JobHold): Promise<boolean> {
    const sql = `UPDATE lotes SET hasta = $3, vence = $4, leidos = $5, filas = $6 WHERE ${HELD} RETURNING id`;
    return (await this.driver.query(sql, [id, intento, iso(until), iso(expires), read, rows])).length === 1;
  }

  /** Returns a leased job with the quota left in the month, or `null` if the lease or the job is over. */
  async takeJob({ id, intento }: Lease, month: string): Promise<LeasedJob | null> {
    const [row] = await this.driver.query<{ opciones: string; estado_proyecto: string | null; resto: number | null }>(
      `SELECT opciones, proyectos.estado AS estado_proyecto, cuota - COALESCE(tomada, 0) AS resto
       FROM lotes LEFT JOIN proyectos ON proyectos.id = lotes.proyecto
       LEFT JOIN cuotas ON cuotas.proyecto = lotes.proyecto AND mes = $3
       WHERE lotes.id = $1 AND intento = $2 AND lotes.estado IN ${RUNNING}`,
      [id, intento, month],
    );
    if (row === undefined) return null;
    return {
      opciones: row.opciones,
      active: row.estado_proyecto !== 'revocado',
      quotaLeft: row.resto === null ? null : Math.max(0, row.resto),
    };
  }

  /** Returns up to `length` bytes of a chunk, of the file (`FILE`) or of the result of a lease, or `null` if it was erased. */
  async readChunk(id: string, intento: number, numero: number, from: number, length: number): Promise<Bytes | null> {
    const sql = `SELECT substr(datos, $4, $5) AS datos FROM lote_chunks WHERE lote = $1 AND intento = $2 AND numero = $3`;
    const [row] = await this.driver.query<{ datos: Bytes }>(sql, [id, intento, numero, from + 1, length]);
    return row?.datos ?? null;
  }

  /** Writes a chunk of the result, which nobody sees yet. Returns `false` if the lease or the job is over. */
  async writeResult({ id, intento }: TaskLease, numero: number, datos: Uint8Array): Promise<boolean> {
    return this.driver.transaction(async (within) => {
      // The lock on the job keeps others from erasing it in between.
      const held = await within(`UPDATE lotes SET salida = salida + $3 WHERE ${HELD} RETURNING id`, [
        id,
        intento,
        datos.length,
      ]);
      if (held.length === 0) return false;
      const sql = 'INSERT INTO lote_chunks (lote, intento, numero, datos) VALUES ($1, $2, $3, $4)';
      await within(sql, [id, intento, numero, datos]);
      return true;
    });
  }

  /** Erases the results written so far, also those of earlier leases: the file is answered again. */
  async eraseResult({ id, intento }: TaskLease): Promise<void> {
    await this.eraseChunks(id, `intento <> ${FILE}`);
    await this.driver.query(`UPDATE lotes SET salida = 0 WHERE ${HELD}`, [id, intento]);
  }

  /** Makes the result visible, and counts its rows in the job, the quota and the usage: all of it once, or nothing. */
  async finishJob(
    { id, intento, proyecto }: Lease,
    { opciones, rows, good, reviews, fullAt, errors, size }: FinishedJob,
    hasQuota: boolean,
    moment: JobMoment,
  ): Promise<FinishOutcome> {
    const codes = {
      ...Object.fromEntries(errors),
      ...(reviews > 0 && { revisar: reviews }),
      ...(fullAt > 0 && { comparadas_hasta: fullAt - 1 }),
    };
    const bytes = size + Buffer.byteLength(opciones);
    try {
      await this.driver.transaction(async (within) => {
        const ended = await within(
          `UPDATE lotes SET estado = 'terminado', fin = $3, vence = $4, filas = $5, correctas = $6, errores = $7, hasta = NULL,
             salida = $8, leidos = archivo, opciones = $9, bytes = $10 WHERE ${HELD} RETURNING id`,
          [id, intento, iso(moment.now), iso(moment.expires), rows, good, JSON.stringify(codes), size, opciones, bytes],
        );
        if (ended.length === 0) throw new RollBack('ajeno');
        if (good > 0) await charge(within, proyecto, good, hasQuota, moment);
      }, 'lasting');
    } catch (error) {
      if (error instanceof RollBack) return error.outcome;
      throw error;
    }
    return 'hecho';
  }

  /**
   * Notes that the computation of a job failed, and frees it from a moment on. Ends the job after the last of `attempts`; `message` says
   * why its file cannot be answered.
   */
  async failJob(
    { id, intento }: Lease,
    attempts: number,
    until: number,
    { now, expires }: JobMoment,
    message?: string,
  ): Promise<void> {
    const errores = JSON.stringify(message === undefined ? {} : { error_message: message });
    await this.driver.query(
      `UPDATE lotes SET fallos = fallos + 1, hasta = $3, estado = CASE WHEN fallos + 1 >= $4 THEN 'fallido' ELSE estado END,
         fin = CASE WHEN fallos + 1 >= $4 THEN $5 END, vence = $6, errores = $7 WHERE ${HELD}`,
      [id, intento, iso(until), attempts, iso(now), iso(expires), errores],
    );
  }

  /** Lists the ended jobs that still have their file, which nobody needs any more. */
  async endedWithFile(): Promise<readonly string[]> {
    const sql = `SELECT id FROM lotes WHERE estado IN ('terminado', 'fallido') AND archivo > 0`;
    return (await this.driver.query<{ id: string }>(sql)).map(({ id }) => id);
  }

  /** Erases the file of an ended job and, unless it is its result, everything else. */
  async eraseFile(id: string): Promise<void> {
    const others = `intento <> COALESCE((SELECT intento FROM lotes WHERE id = $1 AND estado = 'terminado'), -1)`;
    await this.eraseChunks(id, others);
    await this.driver.forgetErased();
    await this.driver.query(
      `UPDATE lotes SET archivo = 0, bytes = CASE WHEN estado = 'fallido' THEN 0 ELSE bytes END WHERE id = $1`,
      [id],
    );
  }

  /** Erases chunks of a job one by one, because SQLite overwrites their bytes within one turn of the event loop. */
  protected async eraseChunks(id: string, condition: string): Promise<void> {
    const sql = `DELETE FROM lote_chunks WHERE lote = $1 AND (intento, numero) = (SELECT intento, numero FROM lote_chunks
      WHERE lote = $1 AND ${condition} LIMIT 1) RETURNING numero`;
    while ((await this.driver.query(sql, [id])).length > 0) await setImmediate();
  }
}

/** Counts the good rows in the quota and in the usage. Rolls back if the project is revoked, or its quota allows fewer. */
async function charge(
  query: Query,
  proyecto: string,
  good: number,
  hasQuota: boolean,
  { month, day, operation }: JobMoment,
): Promise<void> {
  const revoked = await query(`SELECT id FROM proyectos WHERE id = $1 AND estado = 'revocado'`, [proyecto]);
  if (revoked.length > 0) throw new RollBack('sin_cuota');
  if (hasQuota) {
    await openMonth(query, proyecto, month);
    const taken = await query(
      `UPDATE cuotas SET tomada = tomada + $3 WHERE proyecto = $1 AND mes = $2
       AND (tomada + $3 <= (SELECT cuota FROM proyectos WHERE id = $1)
         OR (SELECT cuota FROM proyectos WHERE id = $1) IS NULL) RETURNING tomada`,
      [proyecto, month, good],
    );
    if (taken.length === 0) throw new RollBack('sin_cuota');
  }
  await addUsageRow(query, { proyecto, dia: day, operacion: operation, cuenta: good });
}
