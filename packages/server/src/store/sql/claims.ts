/** Hands out pieces of jobs in SQL: the project that waited longest comes first, then its job that waited longest. */
import type { Driver } from '../driver.js';
import { iso } from '../statement.js';
import type { ClaimedPiece, PieceClaims } from '../job-store.js';
import { RUNNING } from './pieces.js';

const FREE = '(hasta IS NULL OR hasta <= $1)';
const NEXT = `SELECT id AS lote, lotes.proyecto,
    (SELECT MIN(numero) FROM lote_piezas WHERE lote = id AND filas IS NULL AND ${FREE}) AS pieza
  FROM lotes LEFT JOIN lote_turnos ON lote_turnos.proyecto = lotes.proyecto
  WHERE estado IN ${RUNNING} AND EXISTS (SELECT 1 FROM lote_piezas WHERE lote = id AND filas IS NULL AND ${FREE})
  ORDER BY COALESCE(lote_turnos.turno, 0), lotes.turno, creado, id LIMIT 1`;

interface FreePiece extends Pick<ClaimedPiece, 'lote' | 'pieza'> {
  readonly proyecto: string;
}

export class SqlClaims implements PieceClaims {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async claim(now: number, until: number): Promise<ClaimedPiece | null> {
    for (;;) {
      const [free] = await this.#driver.query<FreePiece>(NEXT, [iso(now)]);
      if (free === undefined) return null;
      const attempt = await this.#take(free, now, until);
      // `null`: another worker was faster.
      if (attempt !== null) return { lote: free.lote, pieza: free.pieza, attempt };
    }
  }

  async hold({ lote, pieza, attempt }: ClaimedPiece, until: number): Promise<void> {
    await this.#driver.query(
      'UPDATE lote_piezas SET hasta = $1 WHERE lote = $2 AND numero = $3 AND intentos = $4 AND filas IS NULL',
      [iso(until), lote, pieza, attempt + 1],
    );
  }

  /** Takes a piece and ends the turn of its project and of its job. Gives how often the piece was taken before. */
  async #take({ lote, pieza, proyecto }: FreePiece, now: number, until: number): Promise<number | null> {
    return this.#driver.transaction(async (query) => {
      const [taken] = await query<{ intentos: number }>(
        `UPDATE lote_piezas SET intentos = intentos + 1, hasta = $2
         WHERE lote = $3 AND numero = $4 AND filas IS NULL AND ${FREE} RETURNING intentos`,
        [iso(now), iso(until), lote, pieza],
      );
      if (taken === undefined) return null;
      const [next] = await query<{ turno: number }>(
        `INSERT INTO lote_turnos (proyecto, turno) VALUES ($1, (SELECT COALESCE(MAX(turno), 0) + 1 FROM lote_turnos))
         ON CONFLICT (proyecto) DO UPDATE SET turno = excluded.turno RETURNING turno`,
        [proyecto],
      );
      await query('UPDATE lotes SET turno = $2 WHERE id = $1', [lote, next?.turno ?? 0]);
      return taken.intentos - 1;
    });
  }
}
