/** The store in SQL for SQLite and PostgreSQL alike. */
import { randomBytes } from 'node:crypto';
import type { OnCopied } from '../sqlite/backup.js';
import { type Driver, type Query, iso, readClock } from '../driver.js';
import type { Padron } from '../padron.js';
import { deleteProject, eraseUsage, lastActs, monthlyUsage, recordAct } from './administration.js';
import { addUsage, takeQuota } from './usage.js';
import { SqlPadron } from './padron.js';
import {
  type AdministrativeAct,
  type Condition,
  type Connections,
  type MonthlyUsage,
  NameTaken,
  type OnChange,
  type OpenedToken,
  type Project,
  type ProjectSettings,
  type ProjectWithTokens,
  type Store,
  type Token,
  type UsageRow,
  type UsageWrite,
} from '../store.js';

const COLUMNS = 'proyectos.id, proyectos.nombre, estado, limite, cuota';
const ACTS = { activo: 'proyectos activar', revocado: 'proyectos revocar', cambiado: 'proyectos cambiar' } as const;
const SETTINGS = ['nombre', 'estado', 'limite', 'cuota'] as const;

interface TokenColumns {
  readonly token: string;
  readonly vence: string | null;
  readonly usado: string | null;
  readonly ahora: number | string;
}

export class SqlStore implements Store {
  readonly padron: Padron;
  readonly #driver: Driver;
  readonly #user: string;
  /** SQL of the clock that judges moments. */
  readonly #clock: () => string;

  /** `now`: stands in for the clock of the database. `user`: who administers the projects. */
  constructor(driver: Driver, now?: () => number, user = '') {
    this.#driver = driver;
    this.#user = user;
    this.#clock = () => (now === undefined ? driver.clock : String(now()));
    this.padron = new SqlPadron(driver, this.#time);
  }

  readonly #time = async (query: Query): Promise<number> => readClock(query, this.#clock());

  async ping(): Promise<Condition> {
    return this.#driver.ping();
  }

  async time(): Promise<number> {
    return this.#time(this.#driver.query);
  }

  connections(): Connections | null {
    return this.#driver.connections();
  }

  async close(): Promise<void> {
    await this.#driver.close();
  }

  async backup(file: string, onCopied: OnCopied): Promise<boolean> {
    return this.#driver.backup(file, onCopied);
  }

  listen(onChange: OnChange): () => Promise<void> {
    return this.#driver.listen(onChange);
  }

  async createProject(
    nombre: string,
    { limite, cuota }: Pick<Project, 'limite' | 'cuota'>,
    sha256: string,
  ): Promise<ProjectWithTokens> {
    const project = { id: newId('prj'), nombre, estado: 'activo', limite, cuota } as const;
    const { creado, token } = await this.#withUniqueName(async () =>
      this.#driver.transaction(async (query) => {
        const now = iso(await this.#time(query));
        const sql = 'INSERT INTO proyectos (id, nombre, limite, cuota, creado) VALUES ($1, $2, $3, $4, $5)';
        await query(sql, [project.id, nombre, limite, cuota, now]);
        await this.#record(query, 'proyectos crear', project.id, { nombre, limite, cuota });
        return { creado: now, token: await insertToken(query, project.id, null, sha256, now) };
      }),
    );
    return { ...project, creado, tokens: [token] };
  }

  async listProjects(): Promise<readonly ProjectWithTokens[]> {
    const projects = await this.#driver.query<Project & { creado: string }>(
      `SELECT ${COLUMNS}, creado FROM proyectos ORDER BY creado, id`,
    );
    const tokens = await this.#driver.query<Token & { proyecto: string }>(
      'SELECT proyecto, id, nombre, creado, vence, usado FROM tokens ORDER BY creado, id',
    );
    const byProject = Map.groupBy(tokens, ({ proyecto }) => proyecto);
    return projects.map((project) =>
      Object.assign(project, {
        tokens: (byProject.get(project.id) ?? []).map(({ id, nombre, creado, vence, usado }) => ({
          id,
          nombre,
          creado,
          vence,
          usado,
        })),
      }),
    );
  }

  async changeProject(id: string, settings: ProjectSettings): Promise<Project | null> {
    // Writes only the given settings: another administrator may change the others at the same moment.
    const changed = SETTINGS.filter((column) => settings[column] !== undefined);
    const list = ['id = id', ...changed.map((column, i) => `${column} = $${i + 2}`)].join(', ');
    return this.#withUniqueName(async () =>
      this.#driver.transaction(async (query) => {
        const sql = `UPDATE proyectos SET ${list} WHERE id = $1 RETURNING ${COLUMNS}`;
        const [project] = await query<Project>(sql, [id, ...changed.map((column) => settings[column] ?? null)]);
        await this.#record(
          query,
          ACTS[settings.estado ?? 'cambiado'],
          id,
          settings.estado === undefined ? settings : {},
        );
        await this.#driver.notify(query, id);
        return project ?? null;
      }),
    );
  }

  async deleteProject(id: string): Promise<boolean> {
    return this.#driver.transaction(async (query) => {
      const nombre = await deleteProject(query, id);
      if (nombre === null) return false;
      await this.#record(query, 'proyectos borrar', id, { nombre });
      await this.#driver.notify(query, id);
      return true;
    });
  }

  async addToken(proyecto: string, nombre: string, sha256: string): Promise<Token> {
    return this.#driver.transaction(async (query) => {
      const token = await insertToken(query, proyecto, nombre, sha256, iso(await this.#time(query)));
      await this.#record(query, 'tokens crear', token.id, { proyecto, nombre });
      return token;
    });
  }

  async rotateToken(proyecto: string, sha256: string, graceMs: number): Promise<Token> {
    return this.#driver.transaction(async (query) => {
      // Locks the project: two rotations at once would not see each other's token.
      await query('UPDATE proyectos SET id = id WHERE id = $1', [proyecto]);
      const now = await this.#time(query);
      await endTokens(query, now + graceMs, 'proyecto = $2', proyecto);
      const token = await insertToken(query, proyecto, null, sha256, iso(now));
      await this.#record(query, 'proyectos rotar', proyecto, { token: token.id, gracia_ms: graceMs });
      await this.#driver.notify(query, proyecto);
      return token;
    });
  }

  async revokeToken(proyecto: string, token: string): Promise<boolean> {
    return this.#driver.transaction(async (query) => {
      await endTokens(query, await this.#time(query), 'proyecto = $2 AND id = $3', proyecto, token);
      const rows = await query('SELECT 1 FROM tokens WHERE proyecto = $1 AND id = $2', [proyecto, token]);
      if (rows.length === 0) return false;
      await this.#record(query, 'tokens revocar', token, { proyecto });
      await this.#driver.notify(query, proyecto);
      return true;
    });
  }

  async openToken(sha256: string, day?: string): Promise<OpenedToken | null> {
    const [row] = await this.#driver.query<Project & TokenColumns>(
      `SELECT ${COLUMNS}, tokens.id AS token, vence, usado, ${this.#clock()} AS ahora
       FROM tokens JOIN proyectos ON proyectos.id = tokens.proyecto WHERE sha256 = $1`,
      [sha256],
    );
    if (row === undefined) return null;
    const { token, vence, usado, ahora, ...proyecto } = row;
    const remainingMs = vence === null ? null : Date.parse(vence) - Number(ahora);
    if (remainingMs !== null && remainingMs <= 0) return null;
    if (day !== undefined && day !== usado) {
      // Nobody waits for it: a database that takes no writes still opens tokens.
      void this.#driver.query('UPDATE tokens SET usado = $2 WHERE id = $1', [token, day]).catch(() => null);
    }
    return { proyecto, remainingMs };
  }

  async takeQuota(proyecto: string, month: string, count: number): Promise<number> {
    return takeQuota(this.#driver.query, proyecto, month, count);
  }

  async returnQuota(proyecto: string, month: string, count: number): Promise<void> {
    const sql = 'UPDATE cuotas SET tomada = tomada - $3 WHERE proyecto = $1 AND mes = $2';
    await this.#driver.query(sql, [proyecto, month, count]);
  }

  async quotaTaken(proyecto: string, month: string): Promise<number> {
    const [row] = await this.#driver.query<{ tomada: number }>(
      'SELECT tomada FROM cuotas WHERE proyecto = $1 AND mes = $2',
      [proyecto, month],
    );
    return row?.tomada ?? 0;
  }

  async addUsage(usage: readonly UsageRow[], write: UsageWrite): Promise<void> {
    await this.#driver.transaction(async (query) => addUsage(query, usage, write, await this.#time(query)));
  }

  async usage(proyecto: string, from: string, to: string): Promise<readonly UsageRow[]> {
    return this.#driver.query<UsageRow>(
      `SELECT proyecto, dia, operacion, cuenta FROM usos WHERE proyecto = $1 AND dia BETWEEN $2 AND $3
       ORDER BY dia, operacion`,
      [proyecto, from, to],
    );
  }

  async monthlyUsage(from: string, to: string): Promise<readonly MonthlyUsage[]> {
    return monthlyUsage(this.#driver.query, from, to);
  }

  async eraseUsage(month: string): Promise<void> {
    await eraseUsage(this.#driver.query, month);
  }

  async record(acto: string, objeto: string | null, detalle: AdministrativeAct['detalle']): Promise<void> {
    await this.#record(this.#driver.query, acto, objeto, detalle);
  }

  async acts(count: number): Promise<readonly AdministrativeAct[]> {
    return lastActs(this.#driver.query, count);
  }

  async #record(
    query: Query,
    acto: string,
    objeto: string | null,
    detalle: AdministrativeAct['detalle'],
  ): Promise<void> {
    await recordAct(query, await this.#time(query), { usuario: this.#user, acto, objeto, detalle });
  }

  async #withUniqueName<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#driver.isConflict(error) ? new NameTaken() : error;
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
): Promise<Token> {
  const id = newId('tok');
  const sql = 'INSERT INTO tokens (id, proyecto, nombre, sha256, creado) VALUES ($1, $2, $3, $4, $5)';
  await query(sql, [id, proyecto, nombre, sha256, creado]);
  return { id, nombre, creado, vence: null, usado: null };
}

/** Ends the tokens that a condition selects, unless they end earlier. */
async function endTokens(query: Query, end: number, condition: string, ...values: readonly string[]): Promise<void> {
  const sql = `UPDATE tokens SET vence = $1 WHERE ${condition} AND (vence IS NULL OR vence > $1)`;
  await query(sql, [iso(end), ...values]);
}
