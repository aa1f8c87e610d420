/** Bulk jobs in PostgreSQL: a file in pieces, and what becomes of each. It knows neither HTTP nor what rows are. */
import type { JobStatus } from '@curp-service/contract/jobs';
import type { Bytes } from '../copy-bytes.js';
import { type SqlValue, iso } from '../driver.js';
import type { PostgresDriver } from '../postgres.js';

/** A job, without its bytes. */
export interface JobRow {
  readonly id: string;
  readonly proyecto: string;
  /** While it is `recibiendo`, nobody knows its id. */
  readonly estado: JobStatus['estado'] | 'recibiendo';
  /** JSON, of whoever wrote it. */
  readonly opciones: string;
  readonly piezas: number;
  readonly hechas: number;
  /** Lines of the file, and those of the pieces that are done: what is left is known by lines alone. */
  readonly lineas: number;
  readonly lineas_hechas: number;
  readonly filas: number;
  readonly correctas: number;
  /** JSON: how many rows carry each code. */
  readonly errores: string;
  /** Bytes of the result. */
  readonly salida: number;
  readonly creado: string;
  readonly inicio: string | null;
  readonly fin: string | null;
  readonly vence: string;
}

export interface NewPiece {
  readonly numero: number;
  readonly codificacion: string | null;
  readonly lineas: number;
  readonly datos: Uint8Array;
}

/** The header of a file, which every piece is done with. */
export interface FileHeader {
  readonly bytes: Uint8Array;
  readonly encoding: string | null;
}

const COLUMNAS = `id, proyecto, estado, opciones, piezas, hechas, lineas, lineas_hechas, filas, correctas, errores, salida,
  creado, inicio, fin, vence`;
export const RUNNING = `('en_cola', 'en_proceso')`;
/** Bytes are erased so many pieces at a time, so that no statement takes long. */
const BORRADAS = 20;

export class SqlJobs {
  readonly #driver: PostgresDriver;

  constructor(driver: PostgresDriver) {
    this.#driver = driver;
  }

  /** How many bytes the project has sent that are still kept. */
  async bytesKept(proyecto: string): Promise<number> {
    const [fila] = await this.#driver.query<{ bytes: string | null }>(
      `SELECT SUM(bytes) AS bytes FROM lotes WHERE proyecto = $1 AND estado <> 'cancelado'`,
      proyecto,
    );
    return Number(fila?.bytes ?? 0);
  }

  async create(id: string, proyecto: string, opciones: string, ahora: number, vence: number): Promise<void> {
    await this.#driver.query(
      `INSERT INTO lotes (id, proyecto, estado, opciones, creado, visto, vence)
       VALUES ($1, $2, 'recibiendo', $3, $4, $4, $5)`,
      id,
      proyecto,
      opciones,
      iso(ahora),
      iso(vence),
    );
  }

  /** `false`: it is no longer being received. */
  async addPiece(id: string, { numero, codificacion, lineas, datos }: NewPiece, ahora: number): Promise<boolean> {
    const hechas = await this.#driver.query(
      `WITH suyo AS (UPDATE lotes SET bytes = bytes + $6, visto = $7 WHERE id = $1 AND estado = 'recibiendo' RETURNING id)
       INSERT INTO lote_piezas (lote, numero, codificacion, lineas, datos) SELECT id, $2, $3, $4, $5 FROM suyo
       RETURNING numero`,
      id,
      numero,
      codificacion,
      lineas,
      datos,
      datos.length,
      iso(ahora),
    );
    return hechas.length === 1;
  }

  /** It is still coming, however slowly. `false`: it is no longer being received. */
  async touch(id: string, ahora: number): Promise<boolean> {
    const vistos = await this.#driver.query(
      `UPDATE lotes SET visto = $2 WHERE id = $1 AND estado = 'recibiendo' RETURNING id`,
      id,
      iso(ahora),
    );
    return vistos.length === 1;
  }

  /** All of it is there. `poner` puts its pieces into the queue, in the same transaction. `null`: it is no longer received. */
  async complete(
    id: string,
    { bytes, encoding: codificacion }: FileHeader,
    { piezas, lineas, vence }: Pick<JobRow, 'piezas' | 'lineas'> & { readonly vence: number },
    poner: (executeSql: ExecuteSql) => Promise<unknown>,
  ): Promise<JobRow | null> {
    return this.#driver.transaction(async (query) => {
      const [fila] = await query<JobRow>(
        `UPDATE lotes SET estado = 'en_cola', cabecera = $2, codificacion = $3, piezas = $4, lineas = $5, vence = $6
         WHERE id = $1 AND estado = 'recibiendo' RETURNING ${COLUMNAS}`,
        id,
        bytes,
        codificacion,
        piezas,
        lineas,
        iso(vence),
      );
      if (fila === undefined) return null;
      await poner(async (sql, valores = []) => ({ rows: [...(await query(sql, ...valores))] }));
      return fila;
    });
  }

  /** `null`: that project has none of that id. */
  async find(id: string, proyecto: string): Promise<JobRow | null> {
    const [fila] = await this.#driver.query<JobRow>(
      `SELECT ${COLUMNAS} FROM lotes WHERE id = $1 AND proyecto = $2`,
      id,
      proyecto,
    );
    return fila ?? null;
  }

  /** `null`: it was erased. */
  async result(id: string, numero: number): Promise<Bytes | null> {
    const sql = 'SELECT resultado FROM lote_piezas WHERE lote = $1 AND numero = $2';
    const [resultado = null] = (await this.#driver.bytes(sql, id, numero)) ?? [];
    return resultado;
  }

  /** Cancels it for all who work at it. `false`: that project has none of that id. */
  async cancel(id: string, proyecto: string, ahora: number): Promise<boolean> {
    const filas = await this.#driver.query(
      `UPDATE lotes SET estado = 'cancelado', fin = COALESCE(fin, $3) WHERE id = $1 AND proyecto = $2 RETURNING id`,
      id,
      proyecto,
      iso(ahora),
    );
    return filas.length === 1;
  }

  /** Those whose time has come, and those that nobody sends any more: cancelled, to be erased. */
  async cancelExpired(ahora: number, abandonadosDesde: number): Promise<readonly string[]> {
    const filas = await this.#driver.query<{ id: string }>(
      `UPDATE lotes SET estado = 'cancelado'
       WHERE CASE WHEN estado = 'recibiendo' THEN visto <= $2 ELSE vence <= $1 END RETURNING id`,
      iso(ahora),
      iso(abandonadosDesde),
    );
    return filas.map(({ id }) => id);
  }

  /** Erases the bytes of one that was cancelled. Nobody adds to it: whoever works at it looks at its state first. */
  async eraseBytes(id: string): Promise<void> {
    await this.#driver.query('UPDATE lotes SET cabecera = NULL WHERE id = $1', id);
    const borrar = `DELETE FROM lote_piezas WHERE lote = $1
      AND numero IN (SELECT numero FROM lote_piezas WHERE lote = $1 ORDER BY numero LIMIT ${BORRADAS}) RETURNING numero`;
    while ((await this.#driver.query(borrar, id)).length > 0);
  }

  async erase(id: string): Promise<void> {
    await this.eraseBytes(id);
    await this.#driver.query('DELETE FROM lotes WHERE id = $1', id);
  }

  /** Pieces that are not done yet. */
  async pendingPieces(): Promise<number> {
    const [fila] = await this.#driver.query<{ n: string | null }>(
      `SELECT SUM(piezas - hechas) AS n FROM lotes WHERE estado IN ${RUNNING}`,
    );
    return Number(fila?.n ?? 0);
  }
}

/** As whoever keeps the queue asks for it. */
export type ExecuteSql = (sql: string, valores?: SqlValue[]) => Promise<{ rows: unknown[] }>;
