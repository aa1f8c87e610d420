/** Bulk jobs in SQL for SQLite and PostgreSQL alike. */
import { setImmediate } from 'node:timers/promises';
import { type Bytes, type Driver, type Query, iso, readClock } from '../driver.js';
import type { ByteLimits, FileHeader, JobRow, JobStore, KeptJob, NewPiece, StoreOutcome } from '../job-store.js';
import { RUNNING, SqlClaims, SqlPieces } from './pieces.js';

const COLUMNS = `id, proyecto, nombre, huella, estado, opciones, piezas, hechas, lineas, lineas_hechas, filas, correctas, errores, salida,
  creado, inicio, fin, vence`;
const RECEIVING = `SELECT proyecto FROM lotes WHERE id = $1 AND estado = 'recibiendo'`;

export class SqlJobs implements JobStore {
  readonly pieces: SqlPieces;
  readonly claims: SqlClaims;
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
    this.pieces = new SqlPieces(driver);
    this.claims = new SqlClaims(driver);
  }

  async time(): Promise<number> {
    return readClock(this.#driver.query, this.#driver.clock);
  }

  async close(): Promise<void> {
    await this.#driver.close();
  }

  async bytesKept(proyecto?: string): Promise<number> {
    return bytesKept(this.#driver.query, proyecto);
  }

  async freeBytes(): Promise<number | null> {
    return this.#driver.freeBytes();
  }

  async create(
    { id, proyecto, nombre, opciones }: Parameters<JobStore['create']>[0],
    now: number,
    expires: number,
    maxJobs: number,
  ): Promise<boolean> {
    return this.#driver.transaction(async (query) => {
      await query('INSERT INTO lote_turnos (proyecto, turno) VALUES ($1, 0) ON CONFLICT DO NOTHING', [proyecto]);
      await lockProject(query, proyecto);
      const sql = 'SELECT lotes FROM lote_totales WHERE proyecto = $1';
      const [kept] = await query<{ lotes: number }>(sql, [proyecto]);
      if ((kept?.lotes ?? 0) >= maxJobs) return false;
      await forgetCancelled(query, proyecto, maxJobs);
      await query(
        `INSERT INTO lotes (id, proyecto, nombre, estado, opciones, bytes, creado, visto, vence)
         VALUES ($1, $2, $3, 'recibiendo', $4, $5, $6, $6, $7)`,
        [id, proyecto, nombre, opciones, Buffer.byteLength(opciones), iso(now), iso(expires)],
      );
      return true;
    });
  }

  async addPiece(
    id: string,
    { numero, codificacion, lineas, peso, datos }: NewPiece,
    now: number,
    limits: ByteLimits,
  ): Promise<StoreOutcome> {
    return this.#driver.transaction(async (query) => {
      const [job] = await query<{ proyecto: string }>(RECEIVING, [id]);
      if (job === undefined) return 'ajena';
      const lack = await lackOfRoom(query, job.proyecto, peso, limits);
      if (lack !== null) return lack;
      const updated = await query(
        `UPDATE lotes SET bytes = bytes + $2, visto = $3 WHERE id = $1 AND estado = 'recibiendo' RETURNING id`,
        [id, peso, iso(now)],
      );
      if (updated.length === 0) return 'ajena';
      const sql = 'INSERT INTO lote_piezas (lote, numero, codificacion, lineas, peso) VALUES ($1, $2, $3, $4, $5)';
      await query(sql, [id, numero, codificacion, lineas, peso]);
      await query('INSERT INTO lote_bytes (lote, numero, datos) VALUES ($1, $2, $3)', [id, numero, datos]);
      return 'guardada';
    });
  }

  async touch(id: string, now: number): Promise<boolean> {
    const sql = `UPDATE lotes SET visto = $2 WHERE id = $1 AND estado = 'recibiendo' RETURNING id`;
    return this.#changes(sql, [id, iso(now)]);
  }

  async setOptions(id: string, opciones: string): Promise<void> {
    await this.#driver.query(
      `UPDATE lotes SET opciones = $2, bytes = bytes + $3 - length(opciones) WHERE id = $1 AND estado = 'recibiendo'`,
      [id, opciones, opciones.length],
    );
  }

  async complete(
    id: string,
    { bytes, encoding }: FileHeader,
    { piezas, lineas, huella, expires, clave }: Parameters<JobStore['complete']>[2],
    limits: ByteLimits,
  ): ReturnType<JobStore['complete']> {
    return this.#driver.transaction(async (query) => {
      const [job] = await query<{ proyecto: string }>(RECEIVING, [id]);
      if (job === undefined) return 'ajena';
      const lack = await lackOfRoom(query, job.proyecto, bytes.length, limits);
      const known = clave === null ? null : await findByKey(query, job.proyecto, clave);
      if (known !== null) return known;
      if (lack !== null) return lack;
      const [row] = await query<JobRow>(
        `UPDATE lotes SET estado = 'en_cola', cabecera = $2, codificacion = $3, piezas = $4, lineas = $5, vence = $6,
           bytes = bytes + $7, clave = $8, huella = $9, turno = (SELECT MAX(turno) FROM lote_turnos)
         WHERE id = $1 AND estado = 'recibiendo' RETURNING ${COLUMNS}`,
        [id, bytes, encoding, piezas, lineas, iso(expires), bytes.length, clave, huella],
      );
      return row ?? 'ajena';
    }, 'lasting');
  }

  async find(id: string, proyecto: string): Promise<JobRow | null> {
    const sql = `SELECT ${COLUMNS} FROM lotes WHERE id = $1 AND proyecto = $2`;
    const [row] = await this.#driver.query<JobRow>(sql, [id, proyecto]);
    return row ?? null;
  }

  async findByKey(proyecto: string, clave: string): Promise<JobRow | null> {
    return findByKey(this.#driver.query, proyecto, clave);
  }

  async list(proyecto: string, limit: number, offset: number): ReturnType<JobStore['list']> {
    const own = `FROM lotes WHERE proyecto = $1 AND estado <> 'recibiendo'`;
    const [count] = await this.#driver.query<{ total: number }>(`SELECT COUNT(*) AS total ${own}`, [proyecto]);
    const jobs = await this.#driver.query<JobRow>(
      `SELECT ${COLUMNS} ${own} ORDER BY creado DESC, id DESC LIMIT $2 OFFSET $3`,
      [proyecto, limit, offset],
    );
    return { jobs, total: count?.total ?? 0 };
  }

  async kept(id?: string): Promise<readonly KeptJob[]> {
    const [one, values] = id === undefined ? ['', []] : ['AND id = $1', [id]];
    return this.#driver.query<KeptJob>(
      `SELECT ${COLUMNS}, bytes FROM lotes WHERE estado <> 'cancelado' ${one} ORDER BY proyecto, creado DESC`,
      values,
    );
  }

  async result(id: string, numero: number, from: number, length: number): Promise<Bytes | null> {
    // In SQLite, a part of no bytes is null.
    const part = 'COALESCE(substr(resultado, $3, $4), resultado)';
    const sql = `SELECT ${part} FROM lote_bytes WHERE lote = $1 AND numero = $2`;
    const [bytes = null] = (await this.#driver.bytes(sql, [id, numero, from + 1, length])) ?? [];
    return bytes;
  }

  async cancel(id: string, proyecto: string, now: number): Promise<boolean> {
    return this.#changes(
      `UPDATE lotes SET estado = 'cancelado', fin = COALESCE(fin, $3) WHERE id = $1 AND proyecto = $2 RETURNING id`,
      [id, proyecto, iso(now)],
    );
  }

  async cancelExpired(now: number, abandoned: number): Promise<readonly string[]> {
    // Two statements: each finds its jobs by an index.
    const cancelled = async (condition: string, moment: number): Promise<readonly { id: string }[]> =>
      this.#driver.query(`UPDATE lotes SET estado = 'cancelado' WHERE ${condition} RETURNING id`, [iso(moment)]);
    const uploads = await cancelled(`estado = 'recibiendo' AND visto <= $1`, abandoned);
    const expired = await cancelled(`estado <> 'recibiendo' AND vence <= $1`, now);
    return [...uploads, ...expired].map(({ id }) => id);
  }

  async halfErased(): Promise<readonly string[]> {
    const rows = await this.#driver.query<{ id: string }>(
      `SELECT id FROM lotes WHERE estado = 'cancelado' AND bytes > 0`,
    );
    return rows.map(({ id }) => id);
  }

  async eraseBytes(id: string): Promise<void> {
    await this.#driver.query('UPDATE lotes SET nombre = NULL, cabecera = NULL WHERE id = $1', [id]);
    // One piece at a time: SQLite overwrites its bytes within one turn of the event loop.
    const erase = `DELETE FROM lote_piezas WHERE lote = $1
      AND numero = (SELECT MIN(numero) FROM lote_piezas WHERE lote = $1) RETURNING numero`;
    while (await this.#changes(erase, [id])) await setImmediate();
    await this.#driver.forgetErased();
    await this.#driver.query(`UPDATE lotes SET bytes = 0 WHERE id = $1 AND estado = 'cancelado'`, [id]);
  }

  async erase(id: string): Promise<void> {
    await this.eraseBytes(id);
    await this.#driver.query('DELETE FROM lotes WHERE id = $1', [id]);
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

async function findByKey(query: Query, proyecto: string, clave: string): Promise<JobRow | null> {
  const sql = `SELECT ${COLUMNS} FROM lotes WHERE proyecto = $1 AND clave = $2 AND estado <> 'cancelado'`;
  const [row] = await query<JobRow>(sql, [proyecto, clave]);
  return row ?? null;
}

/** Keeps other uploads of the project out until the transaction ends, so that they see each other's bytes. */
async function lockProject(query: Query, proyecto: string): Promise<void> {
  await query('UPDATE lote_turnos SET turno = turno WHERE proyecto = $1', [proyecto]);
}

/** The bytes that the jobs of one project keep, or of all. */
async function bytesKept(query: Query, proyecto?: string): Promise<number> {
  const [ofProject, values] = proyecto === undefined ? ['', []] : ['WHERE proyecto = $1', [proyecto]];
  const [row] = await query<{ bytes: string | null }>(
    `SELECT SUM(bytes) AS bytes FROM lote_totales ${ofProject}`,
    values,
  );
  return Number(row?.bytes ?? 0);
}

/**
 * Why a project may not keep so many bytes more; `null`: it may. Locks the project until the transaction ends. Projects do not
 * wait for each other, so that uploads of several at one moment may exceed the total by a piece each.
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

/** Forgets the cancelled jobs of a project beyond the newest `kept`. Their bytes must be erased. */
async function forgetCancelled(query: Query, proyecto: string, kept: number): Promise<void> {
  await query(
    `DELETE FROM lotes WHERE id IN (SELECT id FROM lotes WHERE proyecto = $1 AND estado = 'cancelado'
       AND bytes = 0 ORDER BY creado DESC LIMIT 1000 OFFSET $2)`,
    [proyecto, kept],
  );
}
