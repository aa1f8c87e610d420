/** Stores projects and hashes of tokens, in SQL for both databases. */
import { randomBytes } from 'node:crypto';
import { type Driver, type Query, iso } from './driver.js';
import { Padron } from './padron.js';
import { Heartbeat } from './heartbeat.js';
import { UsageStore } from './usage.js';

export interface Project {
  /** The id is public: a log may hold it. */
  readonly id: string;
  readonly nombre: string;
  readonly estado: 'activo' | 'revocado';
  /** Requests per second; `null` for the default of the service. */
  readonly limite: number | null;
  /** Operations per month; `null` if unlimited. */
  readonly cuota: number | null;
}

/** A token without its secret and without its hash. */
export interface Token {
  readonly id: string;
  readonly nombre: string | null;
  readonly creado: string;
  /** The moment from which the token is invalid; `null` if it does not expire. */
  readonly vence: string | null;
  /** The day of the last use, `YYYY-MM-DD` in Mexico City. */
  readonly usado: string | null;
}

export interface ProjectWithTokens extends Project {
  readonly creado: string;
  readonly tokens: readonly Token[];
}

export type ProjectSettings = Partial<Pick<Project, 'nombre' | 'estado' | 'limite' | 'cuota'>>;

/** A token that reached the end that it was created with. */
export const EXPIRED = 'vencido';

export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

const PROJECT_COLUMNS = 'proyectos.id, proyectos.nombre, estado, limite, cuota';
const ACTS = { activo: 'proyectos activar', revocado: 'proyectos revocar', cambiado: 'proyectos cambiar' } as const;
const SETTINGS = ['nombre', 'estado', 'limite', 'cuota'] as const;

/** The store of the service and of its administrator: projects and tokens, with their usage, quotas, acts and padron. */
export class Store extends UsageStore {
  readonly padron = new Padron(this.driver, this.now);
  readonly heart = new Heartbeat(this.driver, this.now);
  connections: Driver['connections'] = this.driver.connections;
  backup: Driver['backup'] = this.driver.backup;

  /** Creates a project with one token. Fails with `NameTaken` if another project has the name. */
  async createProject(
    nombre: string,
    { limite, cuota }: Pick<Project, 'limite' | 'cuota'>,
    sha256: string,
  ): Promise<ProjectWithTokens> {
    return this.driver.transaction(async (within) => {
      const id = newId('prj');
      const creado = iso(await this.time(within));
      const sql = 'INSERT INTO proyectos (id, nombre, limite, cuota, creado) VALUES ($1, $2, $3, $4, $5)';
      await this.#withUniqueName(within(sql, [id, nombre, limite, cuota, creado]));
      await this.record('proyectos crear', id, { nombre, limite, cuota }, within);
      const token = await insertToken(within, id, null, sha256, creado);
      return { id, nombre, estado: 'activo', limite, cuota, creado, tokens: [token] };
    });
  }

  async listProjects(): Promise<readonly ProjectWithTokens[]> {
    const projects = await this.driver.query<Project & { creado: string }>(
      `SELECT ${PROJECT_COLUMNS}, creado FROM proyectos ORDER BY creado, id`,
    );
    const tokens = await this.driver.query<Token & { proyecto: string }>(
      'SELECT proyecto, id, nombre, creado, vence, usado FROM tokens ORDER BY creado, id',
    );
    const byProject = Map.groupBy(tokens, ({ proyecto }) => proyecto);
    const shown = ({ id, nombre, creado, vence, usado }: Token): Token => ({ id, nombre, creado, vence, usado });
    return projects.map((project) => Object.assign(project, { tokens: (byProject.get(project.id) ?? []).map(shown) }));
  }

  /** Returns the changed project, or `null` if it does not exist. Fails with `NameTaken` if another project has the name. */
  async changeProject(id: string, settings: ProjectSettings): Promise<Project | null> {
    // Only the given settings are written, because another administrator may change the others at the same moment.
    const changed = SETTINGS.filter((column) => settings[column] !== undefined);
    const assignments = ['id = id', ...changed.map((column, i) => `${column} = $${i + 2}`)].join(', ');
    const act = ACTS[settings.estado ?? 'cambiado'];
    return this.driver.transaction(async (within) => {
      const sql = `UPDATE proyectos SET ${assignments} WHERE id = $1 RETURNING ${PROJECT_COLUMNS}`;
      const values = [id, ...changed.map((column) => settings[column] ?? null)];
      const [project] = await this.#withUniqueName(within<Project>(sql, values));
      await this.record(act, id, settings.estado === undefined ? settings : {}, within);
      return project ?? null;
    });
  }

  /** Erases a project with its tokens, quota and jobs, but not its usage. Returns `false` if it does not exist. */
  async deleteProject(id: string): Promise<boolean> {
    return this.driver.transaction(async (within) => {
      await within('DELETE FROM lote_chunks WHERE lote IN (SELECT id FROM lotes WHERE proyecto = $1)', [id]);
      for (const table of ['lotes', 'lote_totales', 'cuotas', 'tokens']) {
        await within(`DELETE FROM ${table} WHERE proyecto = $1`, [id]);
      }
      const sql = 'DELETE FROM proyectos WHERE id = $1 RETURNING nombre';
      const [project] = await within<{ nombre: string }>(sql, [id]);
      if (project === undefined) return false;
      await this.record('proyectos borrar', id, { nombre: project.nombre }, within);
      return true;
    });
  }

  /** Adds a token that ends at `vence`, if that is given. */
  async addToken(proyecto: string, nombre: string, sha256: string, vence: string | null = null): Promise<Token> {
    return this.driver.transaction(async (within) => {
      const token = await insertToken(within, proyecto, nombre, sha256, iso(await this.time(within)), vence);
      await this.record('tokens crear', token.id, { proyecto, nombre, ...(vence === null ? {} : { vence }) }, within);
      return token;
    });
  }

  /** Adds a token. The other tokens end after `graceMs`, or at their own earlier end. */
  async rotateToken(proyecto: string, sha256: string, graceMs: number): Promise<Token> {
    return this.driver.transaction(async (within) => {
      // Locks the project, because two simultaneous rotations would not see each other's token.
      await within('UPDATE proyectos SET id = id WHERE id = $1', [proyecto]);
      const moment = await this.time(within);
      await endTokens(within, moment + graceMs, 'proyecto = $2', proyecto);
      const token = await insertToken(within, proyecto, null, sha256, iso(moment));
      await this.record('proyectos rotar', proyecto, { token: token.id, gracia_ms: graceMs }, within);
      return token;
    });
  }

  /** Ends a token at once. Returns `false` if the project has no such token. */
  async revokeToken(proyecto: string, token: string): Promise<boolean> {
    return this.driver.transaction(async (within) => {
      await endTokens(within, await this.time(within), 'proyecto = $2 AND id = $3', proyecto, token);
      const rows = await within('SELECT 1 FROM tokens WHERE proyecto = $1 AND id = $2', [proyecto, token]);
      if (rows.length === 0) return false;
      await this.record('tokens revocar', token, { proyecto }, within);
      return true;
    });
  }

  /**
   * Finds the project of a valid token by its hash, and notes `day` as its last use. `remainingMs` is `null` if it has no end.
   * Returns `EXPIRED` for a token that reached its own end, and `null` for an unknown or revoked one.
   */
  async openToken(sha256: string, day?: string) {
    const [row] = await this.driver.query<
      Project & Pick<Token, 'vence' | 'usado'> & { token: string; plazo: string | null; ahora: number | string }
    >(
      `SELECT ${PROJECT_COLUMNS}, tokens.id AS token, vence, plazo, usado, ${this.sqlClock} AS ahora
         FROM tokens JOIN proyectos ON proyectos.id = tokens.proyecto WHERE sha256 = $1`,
      [sha256],
    );
    if (row === undefined) return null;
    const { token, vence, plazo, usado, ahora, ...proyecto } = row;
    const remainingMs = vence === null ? null : Date.parse(vence) - Number(ahora);
    if (remainingMs !== null && remainingMs <= 0) return vence === plazo ? EXPIRED : null;
    if (day !== undefined && day !== usado) {
      // The write is not awaited, so that a read-only database still opens tokens.
      void this.driver.query('UPDATE tokens SET usado = $2 WHERE id = $1', [token, day]).catch(() => null);
    }
    return { proyecto: proyecto satisfies Project, remainingMs };
  }

  /** Waits for the statement that writes the name. Only its clash is one of names: a token or an act may clash as well. */
  async #withUniqueName<T>(written: Promise<T>): Promise<T> {
    try {
      return await written;
    } catch (error) {
      throw this.driver.isConflict(error) ? new NameTaken() : error;
    }
  }
}

const newId = (kind: string): string => `${kind}_${randomBytes(6).toString('hex')}`;

async function insertToken(
  query: Query,
  proyecto: string,
  nombre: string | null,
  sha256: string,
  creado: string,
  vence: string | null = null,
): Promise<Token> {
  const id = newId('tok');
  const sql =
    'INSERT INTO tokens (id, proyecto, nombre, sha256, creado, vence, plazo) VALUES ($1, $2, $3, $4, $5, $6, $6)';
  await query(sql, [id, proyecto, nombre, sha256, creado, vence]);
  return { id, nombre, creado, vence, usado: null };
}

/** Ends the tokens that match a condition, unless they end earlier. */
async function endTokens(query: Query, end: number, condition: string, ...values: readonly string[]): Promise<void> {
  const sql = `UPDATE tokens SET vence = $1 WHERE ${condition} AND (vence IS NULL OR vence > $1)`;
  await query(sql, [iso(end), ...values]);
}
