/** Stores the pieces of bulk jobs in SQL. Workers claim pieces, and each piece is finished and counted once, in one transaction. */
import { type Bytes, type Driver, type Query, iso } from './driver.js';
import { type JobRow, RUNNING } from './jobs.js';
import { addUsageRow, openMonth } from './projects.js';

/** A piece that one worker holds, until it is finished or its time is over. */
export interface ClaimedPiece {
  readonly lote: string;
  readonly pieza: number;
  /** The number of times that the piece was claimed before. */
  readonly attempt: number;
}

export interface TakenPiece extends Pick<JobRow, 'id' | 'proyecto' | 'opciones'> {
  readonly numero: number;
  /** True if the project may still be used. */
  readonly active: boolean;
  /** The rest of the project's quota; `null` if it has no quota. */
  readonly quotaLeft: number | null;
  readonly data: Bytes;
  readonly encoding: string | null;
  readonly header: Bytes;
  readonly headerEncoding: string | null;
  /** The number of lines of the previous pieces. */
  readonly line: number;
}

export interface FinishedPiece {
  readonly bytes: Bytes;
  readonly rows: number;
  readonly good: number;
  readonly reviews: number;
  readonly errors: ReadonlyMap<number, number>;
}

/** When and under which name the rows of a piece are counted. */
export interface PieceMoment {
  readonly now: number;
  readonly month: string;
  readonly day: string;
  readonly operation: string;
  /** When the job expires unless another piece is finished. */
  readonly expires: number;
}

/**
 * `hecha` if the piece is stored and counted. Otherwise nothing was written, because another worker finished the piece
 * (`repetida`), the job is over (`ajena`), or the rest of the quota is less than the good rows (`sin_cuota`).
 */
type FinishOutcome = 'hecha' | 'repetida' | 'ajena' | 'sin_cuota';

/** Thrown to roll a transaction back. */
class RollBack extends Error {
  constructor(readonly outcome: FinishOutcome) {
    super();
  }
}

interface PieceRow extends Pick<JobRow, 'proyecto' | 'opciones' | 'inicio'> {
  readonly estado_proyecto: string | null;
  readonly codificacion: string | null;
  readonly codificacion_cabecera: string | null;
  readonly resto: number | null;
  readonly antes: number;
}

const FREE = '(hasta IS NULL OR hasta <= $1)';
/** The next free piece. Projects take turns, and so do the jobs of a project. */
const NEXT = `SELECT id AS lote, lotes.proyecto,
    (SELECT MIN(numero) FROM lote_piezas WHERE lote = id AND filas IS NULL AND ${FREE}) AS pieza
  FROM lotes LEFT JOIN lote_turnos ON lote_turnos.proyecto = lotes.proyecto
  WHERE estado IN ${RUNNING} AND EXISTS (SELECT 1 FROM lote_piezas WHERE lote = id AND filas IS NULL AND ${FREE})
  ORDER BY COALESCE(lote_turnos.turno, 0), lotes.turno, creado, id LIMIT 1`;

export function sqlPieces({ query, bytes, transaction }: Driver) {
  return {
    /** Claims the next free piece until a moment, and ends the turn of its project and job. Returns `null` if none is free. */
    claimPiece: async (now: number, until: number): Promise<ClaimedPiece | null> => {
      for (;;) {
        const [free] = await query<{ lote: string; pieza: number; proyecto: string }>(NEXT, [iso(now)]);
        if (free === undefined) return null;
        const { lote, pieza, proyecto } = free;
        const attempt = await transaction(async (within) => {
          const [taken] = await within<{ intentos: number }>(
            `UPDATE lote_piezas SET intentos = intentos + 1, hasta = $2
             WHERE lote = $3 AND numero = $4 AND filas IS NULL AND ${FREE} RETURNING intentos`,
            [iso(now), iso(until), lote, pieza],
          );
          if (taken === undefined) return null; // another worker was faster
          const [next] = await within<{ turno: number }>(
            `INSERT INTO lote_turnos (proyecto, turno) VALUES ($1, (SELECT COALESCE(MAX(turno), 0) + 1 FROM lote_turnos))
             ON CONFLICT (proyecto) DO UPDATE SET turno = excluded.turno RETURNING turno`,
            [proyecto],
          );
          await within('UPDATE lotes SET turno = $2 WHERE id = $1', [lote, next?.turno ?? 0]);
          return taken.intentos - 1;
        });
        if (attempt !== null) return { lote, pieza, attempt };
      }
    },

    /** Holds the piece until another moment, unless another worker claimed it meanwhile. */
    holdPiece: async ({ lote, pieza, attempt }: ClaimedPiece, until: number): Promise<void> => {
      await query(
        'UPDATE lote_piezas SET hasta = $1 WHERE lote = $2 AND numero = $3 AND intentos = $4 AND filas IS NULL',
        [iso(until), lote, pieza, attempt + 1],
      );
    },

    /** Returns a piece with its bytes and the quota left in the month, or `null` if the piece is finished or its job is over. */
    takePiece: async (id: string, numero: number, month: string, now: number): Promise<TakenPiece | null> => {
      const [row] = await query<PieceRow>(
        `SELECT lotes.proyecto, opciones, inicio, lote_piezas.codificacion, proyectos.estado AS estado_proyecto,
           lotes.codificacion AS codificacion_cabecera, cuota - COALESCE(tomada, 0) AS resto,
           (SELECT CAST(COALESCE(SUM(lineas), 0) AS INTEGER) FROM lote_piezas WHERE lote = $1 AND numero < $2) AS antes
         FROM lote_piezas JOIN lotes ON lotes.id = lote LEFT JOIN proyectos ON proyectos.id = lotes.proyecto
         LEFT JOIN cuotas ON cuotas.proyecto = lotes.proyecto AND mes = $3
         WHERE lote = $1 AND numero = $2 AND lote_piezas.filas IS NULL AND lotes.estado IN ${RUNNING}`,
        [id, numero, month],
      );
      if (row === undefined) return null;
      if (row.inicio === null) {
        const sql = `UPDATE lotes SET estado = 'en_proceso', inicio = $2 WHERE id = $1 AND estado = 'en_cola'`;
        await query(sql, [id, iso(now)]);
      }
      const sql =
        'SELECT datos, cabecera FROM lote_bytes JOIN lotes ON lotes.id = lote WHERE lote = $1 AND numero = $2';
      const [data, header] = (await bytes(sql, [id, numero])) ?? [];
      if (!data || !header) return null;
      return {
        id,
        numero,
        proyecto: row.proyecto,
        opciones: row.opciones,
        active: row.estado_proyecto !== 'revocado',
        quotaLeft: row.resto === null ? null : Math.max(0, row.resto),
        data,
        encoding: row.codificacion,
        header: header.slice(), // `data` and `header` may share one buffer
        headerEncoding: row.codificacion_cabecera,
        line: row.antes,
      };
    },

    /** Writes the result of a piece and counts its rows in the job, the quota and the usage: all of it once, or nothing. */
    finishPiece: async (
      { id, numero, proyecto, quotaLeft }: TakenPiece,
      finished: FinishedPiece,
      moment: PieceMoment,
    ): Promise<FinishOutcome> => {
      try {
        await transaction(async (within) => {
          const [piece] = await within<{ lineas: number; peso: number }>(
            `UPDATE lote_piezas SET filas = $3 WHERE lote = $1 AND numero = $2 AND filas IS NULL RETURNING lineas, peso`,
            [id, numero, finished.rows],
          );
          if (piece === undefined) throw new RollBack('repetida');
          const sql = 'UPDATE lote_bytes SET resultado = $3, datos = NULL WHERE lote = $1 AND numero = $2';
          await within(sql, [id, numero, finished.bytes]);
          await addToJob(within, id, piece, finished, moment);
          if (finished.good > 0) await charge(within, proyecto, finished.good, quotaLeft !== null, moment);
        });
        return 'hecha';
      } catch (error) {
        if (error instanceof RollBack) return error.outcome;
        throw error;
      }
    },

    /** Ends the whole job as `fallido`. */
    failJob: async (id: string, { now, expires }: PieceMoment): Promise<void> => {
      const sql = `UPDATE lotes SET estado = 'fallido', fin = $2, vence = $3 WHERE id = $1 AND estado IN ${RUNNING}`;
      await query(sql, [id, iso(now), iso(expires)]);
    },
  };
}

async function addToJob(
  query: Query,
  id: string,
  { lineas, peso }: { readonly lineas: number; readonly peso: number },
  { bytes, rows, good, reviews, errors }: FinishedPiece,
  { now, expires }: PieceMoment,
): Promise<void> {
  const [job] = await query<Pick<JobRow, 'errores' | 'hechas' | 'piezas'>>(
    `UPDATE lotes SET hechas = hechas + 1, lineas_hechas = lineas_hechas + $2, filas = filas + $3,
       correctas = correctas + $4, salida = salida + $5, vence = $6, bytes = bytes + $7
     WHERE id = $1 AND estado IN ${RUNNING} RETURNING errores, hechas, piezas`,
    [id, lineas, rows, good, bytes.length, iso(expires), bytes.length - peso],
  );
  if (job === undefined) throw new RollBack('ajena');
  const sums: Record<string, number> = JSON.parse(job.errores);
  for (const [code, n] of errors) sums[code] = (sums[code] ?? 0) + n;
  if (reviews > 0) sums['revisar'] = (sums['revisar'] ?? 0) + reviews;
  await query('UPDATE lotes SET errores = $2 WHERE id = $1', [id, JSON.stringify(sums)]);
  if (job.hechas === job.piezas)
    await query(`UPDATE lotes SET estado = 'terminado', fin = $2 WHERE id = $1`, [id, iso(now)]);
}

/** Counts the good rows in the quota and in the usage. */
async function charge(
  query: Query,
  proyecto: string,
  good: number,
  hasQuota: boolean,
  { month, day, operation }: PieceMoment,
): Promise<void> {
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
