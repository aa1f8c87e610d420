/** One piece of a bulk job in PostgreSQL: taken, and done once, with all that is counted of it in the same transaction. */
import type { Bytes } from '../copy-bytes.js';
import { type Query, iso } from '../driver.js';
import type { PostgresDriver } from '../postgres.js';
import { openMonth, addUsageRow } from './usage.js';
import { RUNNING, type JobRow } from './jobs.js';

/** What there is to do, and with how much. */
export interface TakenPiece extends Pick<JobRow, 'id' | 'proyecto' | 'opciones'> {
  readonly numero: number;
  readonly activo: boolean;
  /** What is left of the project's quota; `null`: it has none. */
  readonly resto: number | null;
  readonly datos: Bytes;
  readonly codificacion: string | null;
  readonly cabecera: Bytes;
  readonly codificacionDeCabecera: string | null;
}

export interface FinishedPiece {
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly good: number;
  /** How many rows carry each code. */
  readonly errors: ReadonlyMap<number, number>;
}

/** When it was done, and as what. */
export interface Moment {
  readonly ahora: number;
  readonly mes: string;
  readonly dia: string;
  /** Its rows are used under this name. */
  readonly operacion: string;
  /** Until when its job is kept if no other is done. */
  readonly vence: number;
}

/** What became of it: somebody else had done it, the job is over, or the quota no longer holds so many good rows. */
export type FinishOutcome = 'hecha' | 'repetida' | 'ajena' | 'sin_cuota';

/** Ends a transaction without what it did. */
class Deshacer extends Error {
  constructor(readonly desenlace: FinishOutcome) {
    super();
  }
}

export class SqlPieces {
  readonly #driver: PostgresDriver;

  constructor(driver: PostgresDriver) {
    this.#driver = driver;
  }

  /** `null`: there is nothing to do any more. */
  async take(lote: string, numero: number, mes: string, ahora: number): Promise<TakenPiece | null> {
    const [fila] = await this.#driver.query<Fila>(
      `SELECT lotes.id, lotes.proyecto, opciones, inicio, lote_piezas.codificacion, proyectos.estado AS estado_proyecto,
         lotes.codificacion AS codificacion_cabecera, cuota - COALESCE(tomada, 0) AS resto
       FROM lote_piezas JOIN lotes ON lotes.id = lote LEFT JOIN proyectos ON proyectos.id = lotes.proyecto
       LEFT JOIN cuotas ON cuotas.proyecto = lotes.proyecto AND mes = $3
       WHERE lote = $1 AND numero = $2 AND lote_piezas.filas IS NULL AND lotes.estado IN ${RUNNING}`,
      lote,
      numero,
      mes,
    );
    if (fila === undefined) return null;
    if (fila.inicio === null) {
      await this.#driver.query(
        `UPDATE lotes SET estado = 'en_proceso', inicio = $2 WHERE id = $1 AND estado = 'en_cola'`,
        lote,
        iso(ahora),
      );
    }
    const sql = 'SELECT datos, cabecera FROM lote_piezas JOIN lotes ON lotes.id = lote WHERE lote = $1 AND numero = $2';
    const [datos, cabecera] = (await this.#driver.bytes(sql, lote, numero)) ?? [];
    if (!datos || !cabecera) return null;
    return {
      id: lote,
      numero,
      proyecto: fila.proyecto,
      opciones: fila.opciones,
      activo: fila.estado_proyecto !== 'revocado',
      resto: fila.resto === null ? null : Math.max(0, fila.resto),
      datos,
      codificacion: fila.codificacion,
      cabecera: cabecera.slice(),
      codificacionDeCabecera: fila.codificacion_cabecera,
    };
  }

  /** Writes its result, once, whoever else does the same piece at the same time. */
  async finish(
    { id, numero, proyecto, resto }: TakenPiece,
    hecha: FinishedPiece,
    momento: Moment,
  ): Promise<FinishOutcome> {
    try {
      await this.#driver.transaction(async (query) => {
        const [pieza] = await query<{ lineas: number }>(
          `UPDATE lote_piezas SET resultado = $3, filas = $4, datos = NULL
           WHERE lote = $1 AND numero = $2 AND filas IS NULL RETURNING lineas`,
          id,
          numero,
          hecha.bytes,
          hecha.rows,
        );
        if (pieza === undefined) throw new Deshacer('repetida');
        await sumarAlLote(query, id, pieza.lineas, hecha, momento);
        if (hecha.good > 0) await cobrar(query, proyecto, hecha.good, resto !== null, momento);
      });
      return 'hecha';
    } catch (error) {
      if (error instanceof Deshacer) return error.desenlace;
      throw error;
    }
  }

  /** Gives the whole job up. */
  async failJob(lote: string, { ahora, vence }: Moment): Promise<void> {
    await this.#driver.query(
      `UPDATE lotes SET estado = 'fallido', fin = $2, vence = $3 WHERE id = $1 AND estado IN ${RUNNING}`,
      lote,
      iso(ahora),
      iso(vence),
    );
  }
}

interface Fila extends Pick<JobRow, 'id' | 'proyecto' | 'opciones' | 'inicio'> {
  readonly estado_proyecto: string | null;
  readonly codificacion: string | null;
  readonly codificacion_cabecera: string | null;
  readonly resto: number | null;
}

async function sumarAlLote(
  query: Query,
  id: string,
  lineas: number,
  { bytes, rows: filas, good: correctas, errors: errores }: FinishedPiece,
  { ahora, vence }: Moment,
): Promise<void> {
  const [lote] = await query<{ errores: string; ultima: boolean }>(
    `SELECT errores, hechas + 1 = piezas AS ultima FROM lotes WHERE id = $1 AND estado IN ${RUNNING} FOR UPDATE`,
    id,
  );
  if (lote === undefined) throw new Deshacer('ajena');
  const suma: Record<string, number> = JSON.parse(lote.errores);
  for (const [codigo, n] of errores) suma[codigo] = (suma[codigo] ?? 0) + n;
  await query(
    `UPDATE lotes SET hechas = hechas + 1, lineas_hechas = lineas_hechas + $2, filas = filas + $3,
       correctas = correctas + $4, salida = salida + $5, errores = $6, vence = $7 WHERE id = $1`,
    id,
    lineas,
    filas,
    correctas,
    bytes.length,
    JSON.stringify(suma),
    iso(vence),
  );
  if (lote.ultima) await query(`UPDATE lotes SET estado = 'terminado', fin = $2 WHERE id = $1`, id, iso(ahora));
}

/** The good rows, in the quota and in the usage. */
async function cobrar(
  query: Query,
  proyecto: string,
  correctas: number,
  conCuota: boolean,
  { mes, dia, operacion }: Moment,
): Promise<void> {
  if (conCuota) {
    await openMonth(query, proyecto, mes);
    const tomadas = await query(
      `UPDATE cuotas SET tomada = tomada + $3 WHERE proyecto = $1 AND mes = $2
       AND (tomada + $3 <= (SELECT cuota FROM proyectos WHERE id = $1)
         OR (SELECT cuota FROM proyectos WHERE id = $1) IS NULL) RETURNING tomada`,
      proyecto,
      mes,
      correctas,
    );
    if (tomadas.length === 0) throw new Deshacer('sin_cuota');
  }
  await addUsageRow(query, { proyecto, dia, operacion, cuenta: correctas });
}
