/** Stores bulk jobs in SQL for both databases. The store knows neither HTTP nor the rows of a file. */
import { type Driver, type Query, iso } from './driver.js';
import { FILE, LeaseStore, RUNNING } from './leases.js';

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
  /** The bytes of the file, 0 once they are erased, and those that are answered. */
  readonly archivo: number;
  readonly leidos: number;
  /** The lines of a text; 0 for a workbook. */
  readonly lineas: number;
  /** The number of the lease that wrote the result. */
  readonly intento: number;
  readonly filas: number;
  readonly correctas: number;
  /** JSON with the number of rows by code, the number of rows for review as `revisar`, and the last row that was compared with all as `comparadas_hasta`. */
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

/**
 * `lleno` if the project would exceed its bytes, `sin_espacio` if all projects together would, `ajeno` if the job no longer
 * receives its file.
 */
export type StoreOutcome = 'guardado' | 'lleno' | 'sin_espacio' | 'ajeno';

/** The maximum bytes that the jobs of all projects, and of one project, may keep. */
export interface ByteLimits {
  readonly total: number;
  readonly perProject: number;
}

interface UploadTotals extends Pick<JobRow, 'nombre' | 'lineas' | 'huella' | 'opciones'> {
  readonly expires: number;
  readonly clave: string | null;
  /** The approximate bytes of the result, which count until the job ends. */
  readonly peso: number;
}

const JOB_COLUMNS = `id, proyecto, nombre, huella, estado, opciones, archivo, leidos, lineas, intento, filas, correctas, errores, salida,
  creado, inicio, fin, vence`;
const RECEIVING = `SELECT proyecto FROM lotes WHERE id = $1 AND estado = 'recibiendo'`;

export class JobStore extends LeaseStore {
  /** Returns whether a statement with `RETURNING` changed a row. */
  async #changes(...statement: Parameters<Query>): Promise<boolean> {
    return (await this.driver.query(...statement)).length === 1;
  }

  freeBytes: Driver['freeBytes'] = this.driver.freeBytes;

  /** Returns the bytes (options, files, results) of one project or of all. Until a job ends, its file and an estimate of its result count. */
  async bytesKept(proyecto?: string) {
    return bytesKept(this.driver.query, proyecto);
  }

  /** Begins an upload, and deletes the oldest cancelled jobs beyond `maxJobs`. Returns `false` if the project has too many jobs. */
  async create(
    { id, proyecto, nombre, opciones }: Pick<JobRow, 'id' | 'proyecto' | 'nombre' | 'opciones'>,
    now: number,
    expires: number,
    maxJobs: number,
  ): Promise<boolean> {
    return this.driver.transaction(async (within) => {
      await within('INSERT INTO lote_totales (proyecto, lotes, bytes) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING', [
        proyecto,
      ]);
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
    });
  }

  /** Adds a chunk to the file of a new job. */
  async addChunk(
    id: string,
    numero: number,
    datos: Uint8Array,
    now: number,
    limits: ByteLimits,
  ): Promise<StoreOutcome> {
    return this.driver.transaction(async (within) => {
      const [job] = await within<{ proyecto: string }>(RECEIVING, [id]);
      if (job === undefined) return 'ajeno';
      const lack = await lackOfRoom(within, job.proyecto, datos.length, limits);
      if (lack !== null) return lack;
      const updated = await within(
        `UPDATE lotes SET bytes = bytes + $2, archivo = archivo + $2, visto = $3 WHERE id = $1 AND estado = 'recibiendo' RETURNING id`,
        [id, datos.length, iso(now)],
      );
      if (updated.length === 0) return 'ajeno';
      const sql = `INSERT INTO lote_chunks (lote, intento, numero, datos) VALUES ($1, ${FILE}, $2, $3)`;
      await within(sql, [id, numero, datos]);
      return 'guardado';
    });
  }

  /** Notes that a slow upload is alive. Returns `false` if the job no longer receives its file. */
  async touch(id: string, now: number): Promise<boolean> {
    return this.#changes(`UPDATE lotes SET visto = $2 WHERE id = $1 AND estado = 'recibiendo' RETURNING id`, [
      id,
      iso(now),
    ]);
  }

  /**
   * Ends an upload, so that it may be leased. If the project already has a job under the same key, returns that job and leaves
   * the upload unchanged.
   */
  async complete(
    id: string,
    { nombre, opciones, lineas, huella, expires, clave, peso }: UploadTotals,
    limits: ByteLimits,
  ): Promise<JobRow | Exclude<StoreOutcome, 'guardado'>> {
    return this.driver.transaction(async (within) => {
      const [job] = await within<{ proyecto: string }>(RECEIVING, [id]);
      if (job === undefined) return 'ajeno';
      const lack = await lackOfRoom(within, job.proyecto, peso, limits);
      const known = clave === null ? null : await findByKey(within, job.proyecto, clave);
      if (known !== null) return known;
      if (lack !== null) return lack;
      const [row] = await within<JobRow>(
        `UPDATE lotes SET estado = 'en_cola', opciones = $2, lineas = $3, vence = $4, bytes = $5 + archivo, clave = $6, huella = $7,
           nombre = $8
         WHERE id = $1 AND estado = 'recibiendo' RETURNING ${JOB_COLUMNS}`,
        [id, opciones, lineas, iso(expires), peso + Buffer.byteLength(opciones), clave, huella, nombre],
      );
      return row ?? 'ajeno';
    }, 'lasting');
  }

  /** Returns `null` if the project has no such job. */
  async find(id: string, proyecto: string): Promise<JobRow | null> {
    const sql = `SELECT ${JOB_COLUMNS} FROM lotes WHERE id = $1 AND proyecto = $2`;
    const [row] = await this.driver.query<JobRow>(sql, [id, proyecto]);
    return row ?? null;
  }

  /** Finds the job that a client stored under a key, unless it was cancelled. */
  async findByKey(proyecto: string, clave: string) {
    return findByKey(this.driver.query, proyecto, clave);
  }

  /** Lists the jobs of a project without its uploads under way, newest first, and returns their total. */
  async list(proyecto: string, limit: number, offset: number) {
    const own = `FROM lotes WHERE proyecto = $1 AND estado <> 'recibiendo'`;
    const [count] = await this.driver.query<{ total: number }>(`SELECT COUNT(*) AS total ${own}`, [proyecto]);
    const jobs = await this.driver.query<JobRow>(
      `SELECT ${JOB_COLUMNS} ${own} ORDER BY creado DESC, id DESC LIMIT $2 OFFSET $3`,
      [proyecto, limit, offset],
    );
    return { jobs, total: count?.total ?? 0 };
  }

  /**
   * Lists the jobs of all projects by project, newest first, with uploads under way and without cancelled jobs. With an id,
   * returns only that job.
   */
  async kept(id?: string): Promise<readonly KeptJob[]> {
    const [one, values] = id === undefined ? ['', []] : ['AND id = $1', [id]];
    const sql = `SELECT ${JOB_COLUMNS}, bytes FROM lotes WHERE estado <> 'cancelado' ${one} ORDER BY proyecto, creado DESC`;
    return this.driver.query<KeptJob>(sql, values);
  }

  /** Returns `false` if the project has no such job. */
  async cancel(id: string, proyecto: string, now: number): Promise<boolean> {
    return this.#changes(
      `UPDATE lotes SET estado = 'cancelado', fin = COALESCE(fin, $3) WHERE id = $1 AND proyecto = $2 RETURNING id`,
      [id, proyecto, iso(now)],
    );
  }

  /** Cancels expired jobs, and uploads last seen at `abandoned` or before. Returns their ids, so that they can be erased. */
  async cancelExpired(now: number, abandoned: number): Promise<readonly string[]> {
    // There are two statements so that each finds its jobs by an index.
    const cancelled = async (condition: string, moment: number): Promise<readonly { id: string }[]> =>
      this.driver.query(`UPDATE lotes SET estado = 'cancelado' WHERE ${condition} RETURNING id`, [iso(moment)]);
    const uploads = await cancelled(`estado = 'recibiendo' AND visto <= $1`, abandoned);
    const expired = await cancelled(`estado <> 'recibiendo' AND vence <= $1`, now);
    return [...uploads, ...expired].map(({ id }) => id);
  }

  /** Lists the cancelled jobs that still have bytes, because their erasure broke off or is under way. */
  async halfErased(): Promise<readonly string[]> {
    const rows = await this.driver.query<{ id: string }>(
      `SELECT id FROM lotes WHERE estado = 'cancelado' AND bytes > 0`,
    );
    return rows.map(({ id }) => id);
  }

  async eraseBytes(id: string): Promise<void> {
    await this.driver.query('UPDATE lotes SET nombre = NULL WHERE id = $1', [id]);
    await this.eraseChunks(id, 'TRUE');
    await this.driver.forgetErased();
    await this.driver.query(`UPDATE lotes SET bytes = 0, archivo = 0 WHERE id = $1 AND estado = 'cancelado'`, [id]);
  }

  async erase(id: string): Promise<void> {
    await this.eraseBytes(id);
    await this.driver.query('DELETE FROM lotes WHERE id = $1', [id]);
  }

  /** Returns the number of jobs that are not ended. */
  async pending(): Promise<number> {
    const [row] = await this.driver.query<{ n: number }>(`SELECT COUNT(*) AS n FROM lotes WHERE estado IN ${RUNNING}`);
    return row?.n ?? 0;
  }
}

async function findByKey(query: Query, proyecto: string, clave: string): Promise<JobRow | null> {
  const sql = `SELECT ${JOB_COLUMNS} FROM lotes WHERE proyecto = $1 AND clave = $2 AND estado <> 'cancelado'`;
  const [row] = await query<JobRow>(sql, [proyecto, clave]);
  return row ?? null;
}

/** Locks out other uploads of the project until the transaction ends, so that each sees the bytes of the others. */
async function lockProject(query: Query, proyecto: string): Promise<void> {
  await query('UPDATE lote_totales SET lotes = lotes WHERE proyecto = $1', [proyecto]);
}

async function bytesKept(query: Query, proyecto?: string): Promise<number> {
  const [ofProject, values] = proyecto === undefined ? ['', []] : ['WHERE proyecto = $1', [proyecto]];
  const sql = `SELECT SUM(bytes) AS bytes FROM lote_totales ${ofProject}`;
  const [row] = await query<{ bytes: string | null }>(sql, values);
  return Number(row?.bytes ?? 0);
}

/**
 * Returns why a project may not keep these additional bytes, or `null` if it may. Locks the project until the transaction ends.
 * Projects do not wait for each other, so simultaneous uploads of several may exceed the total by a chunk each.
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
