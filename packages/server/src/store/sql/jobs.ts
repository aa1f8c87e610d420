/** Bulk jobs in PostgreSQL. */
import { type Bytes, type Query, iso } from '../driver.js';
import type { FileHeader, JobRow, JobStore, NewPiece } from '../job-store.js';
import type { PostgresDriver } from '../postgres.js';
import { RUNNING, SqlPieces } from './pieces.js';

const COLUMNS = `id, proyecto, estado, opciones, piezas, hechas, lineas, lineas_hechas, filas, correctas, errores, salida,
  creado, inicio, fin, vence`;
/** Erases so many pieces at a time, so that no statement takes long. */
const ERASED_AT_ONCE = 20;

export class SqlJobs implements JobStore {
  readonly pieces: SqlPieces;
  readonly #driver: PostgresDriver;

  constructor(driver: PostgresDriver) {
    this.#driver = driver;
    this.pieces = new SqlPieces(driver);
  }

  async time(): Promise<number> {
    const [row] = await this.#driver.query<{ ms: string }>('SELECT EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS ms');
    return Number(row?.ms);
  }

  async close(): Promise<void> {
    await this.#driver.close();
  }

  async bytesKept(proyecto: string): Promise<number> {
    const [row] = await this.#driver.query<{ bytes: string | null }>(
      `SELECT SUM(bytes) AS bytes FROM lotes WHERE proyecto = $1 AND estado <> 'cancelado'`,
      proyecto,
    );
    return Number(row?.bytes ?? 0);
  }

  async create(id: string, proyecto: string, opciones: string, now: number, expires: number): Promise<void> {
    await this.#driver.query(
      `INSERT INTO lotes (id, proyecto, estado, opciones, creado, visto, vence)
       VALUES ($1, $2, 'recibiendo', $3, $4, $4, $5)`,
      id,
      proyecto,
      opciones,
      iso(now),
      iso(expires),
    );
  }

  async addPiece(id: string, { numero, codificacion, lineas, datos }: NewPiece, now: number): Promise<boolean> {
    return this.#changes(
      `WITH suyo AS (UPDATE lotes SET bytes = bytes + $6, visto = $7 WHERE id = $1 AND estado = 'recibiendo' RETURNING id)
       INSERT INTO lote_piezas (lote, numero, codificacion, lineas, datos) SELECT id, $2, $3, $4, $5 FROM suyo
       RETURNING numero`,
      id,
      numero,
      codificacion,
      lineas,
      datos,
      datos.length,
      iso(now),
    );
  }

  async touch(id: string, now: number): Promise<boolean> {
    return this.#changes(
      `UPDATE lotes SET visto = $2 WHERE id = $1 AND estado = 'recibiendo' RETURNING id`,
      id,
      iso(now),
    );
  }

  async setOptions(id: string, opciones: string): Promise<void> {
    await this.#driver.query(`UPDATE lotes SET opciones = $2 WHERE id = $1 AND estado = 'recibiendo'`, id, opciones);
  }

  async complete(
    id: string,
    { bytes, encoding }: FileHeader,
    { piezas, lineas, expires }: Parameters<JobStore['complete']>[2],
    enqueue: (query: Query) => Promise<unknown>,
  ): Promise<JobRow | null> {
    return this.#driver.transaction(async (query) => {
      const [row] = await query<JobRow>(
        `UPDATE lotes SET estado = 'en_cola', cabecera = $2, codificacion = $3, piezas = $4, lineas = $5, vence = $6
         WHERE id = $1 AND estado = 'recibiendo' RETURNING ${COLUMNS}`,
        id,
        bytes,
        encoding,
        piezas,
        lineas,
        iso(expires),
      );
      if (row === undefined) return null;
      await enqueue(query);
      return row;
    });
  }

  async find(id: string, proyecto: string): Promise<JobRow | null> {
    const [row] = await this.#driver.query<JobRow>(
      `SELECT ${COLUMNS} FROM lotes WHERE id = $1 AND proyecto = $2`,
      id,
      proyecto,
    );
    return row ?? null;
  }

  async result(id: string, numero: number): Promise<Bytes | null> {
    const sql = 'SELECT resultado FROM lote_piezas WHERE lote = $1 AND numero = $2';
    const [bytes = null] = (await this.#driver.bytes(sql, id, numero)) ?? [];
    return bytes;
  }

  async cancel(id: string, proyecto: string, now: number): Promise<boolean> {
    return this.#changes(
      `UPDATE lotes SET estado = 'cancelado', fin = COALESCE(fin, $3) WHERE id = $1 AND proyecto = $2 RETURNING id`,
      id,
      proyecto,
      iso(now),
    );
  }

  async cancelExpired(now: number, abandoned: number): Promise<readonly string[]> {
    const rows = await this.#driver.query<{ id: string }>(
      `UPDATE lotes SET estado = 'cancelado'
       WHERE CASE WHEN estado = 'recibiendo' THEN visto <= $2 ELSE vence <= $1 END RETURNING id`,
      iso(now),
      iso(abandoned),
    );
    return rows.map(({ id }) => id);
  }

  async eraseBytes(id: string): Promise<void> {
    await this.#driver.query('UPDATE lotes SET cabecera = NULL WHERE id = $1', id);
    const erase = `DELETE FROM lote_piezas WHERE lote = $1 AND numero IN
      (SELECT numero FROM lote_piezas WHERE lote = $1 ORDER BY numero LIMIT ${ERASED_AT_ONCE}) RETURNING numero`;
    while ((await this.#driver.query(erase, id)).length > 0);
  }

  async erase(id: string): Promise<void> {
    await this.eraseBytes(id);
    await this.#driver.query('DELETE FROM lotes WHERE id = $1', id);
  }

  async pendingPieces(): Promise<number> {
    const [row] = await this.#driver.query<{ n: string | null }>(
      `SELECT SUM(piezas - hechas) AS n FROM lotes WHERE estado IN ${RUNNING}`,
    );
    return Number(row?.n ?? 0);
  }

  /** Whether a statement with `RETURNING` changed a row. */
  async #changes(...statement: Parameters<Query>): Promise<boolean> {
    return (await this.#driver.query(...statement)).length === 1;
  }
}
