/** Stores projects, hashes of tokens and acts of administrators, in SQL for both databases. */
import { randomBytes } from 'node:crypto';
import { type Driver, type Query, iso, readClock } from './driver.js';
import { sqlPadron } from './padron.js';
import { sqlUsage } from './usage.js';

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

/** An act of an administrator, without secrets. */
export interface AdministrativeAct {
  readonly momento: string;
  /** The user of the operating system. */
  readonly usuario: string;
  /** The words of the command, like `proyectos crear`. */
  readonly acto: string;
  readonly objeto: string | null;
  readonly detalle: Readonly<Record<string, string | number | null>>;
}

export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

export type Store = ReturnType<typeof sqlStore>;

const COLUMNS = 'proyectos.id, proyectos.nombre, estado, limite, cuota';
const ACTS = { activo: 'proyectos activar', revocado: 'proyectos revocar', cambiado: 'proyectos cambiar' } as const;
const SETTINGS = ['nombre', 'estado', 'limite', 'cuota'] as const;
/** Opens the store. `now` replaces the clock of the database. `user` is the administrator of the projects. */
export function sqlStore(driver: Driver, now?: () => number, user = '') {
  const { query, transaction, notify } = driver;
  /** Returns the SQL of the clock: that of the database, or the number that replaces it. */
  const clock = (): string => (now === undefined ? driver.clock : String(now()));
  const timeOf = async (of: Query): Promise<number> => readClock(of, clock());

  /** Records an act within its own transaction, so that neither is written without the other. */
  const record = async (
    within: Query,
    acto: string,
    objeto: string | null,
    detalle: AdministrativeAct['detalle'],
  ): Promise<void> => {
    const sql = 'INSERT INTO auditoria (momento, usuario, acto, objeto, detalle) VALUES ($1, $2, $3, $4, $5)';
    await within(sql, [iso(await timeOf(within)), user, acto, objeto, JSON.stringify(detalle)]);
  };
  const withUniqueName = async <T>(work: (within: Query) => Promise<T>): Promise<T> => {
    try {
      return await transaction(work);
    } catch (error) {
      throw driver.isConflict(error) ? new NameTaken() : error;
    }
  };

  return {
    ...sqlUsage(driver, timeOf, record),
    padron: sqlPadron(driver, timeOf),
    ping: driver.ping,
    connections: driver.connections,
    close: driver.close,
    backup: driver.backup,
    listen: driver.listen,
    /** Returns the time of the database, in milliseconds since 1970. */
    time: async () => timeOf(query),

    /** Creates a project with one token. Fails with `NameTaken` if another project has the name. */
    createProject: async (
      nombre: string,
      { limite, cuota }: Pick<Project, 'limite' | 'cuota'>,
      sha256: string,
    ): Promise<ProjectWithTokens> =>
      withUniqueName(async (within) => {
        const id = newId('prj');
        const creado = iso(await timeOf(within));
        const sql = 'INSERT INTO proyectos (id, nombre, limite, cuota, creado) VALUES ($1, $2, $3, $4, $5)';
        await within(sql, [id, nombre, limite, cuota, creado]);
        await record(within, 'proyectos crear', id, { nombre, limite, cuota });
        const token = await insertToken(within, id, null, sha256, creado);
        return { id, nombre, estado: 'activo', limite, cuota, creado, tokens: [token] };
      }),

    listProjects: async (): Promise<readonly ProjectWithTokens[]> => {
      const projects = await query<Project & { creado: string }>(
        `SELECT ${COLUMNS}, creado FROM proyectos ORDER BY creado, id`,
      );
      const tokens = await query<Token & { proyecto: string }>(
        'SELECT proyecto, id, nombre, creado, vence, usado FROM tokens ORDER BY creado, id',
      );
      const byProject = Map.groupBy(tokens, ({ proyecto }) => proyecto);
      const shown = ({ id, nombre, creado, vence, usado }: Token): Token => ({ id, nombre, creado, vence, usado });
      return projects.map((project) =>
        Object.assign(project, { tokens: (byProject.get(project.id) ?? []).map(shown) }),
      );
    },

    /** Returns the changed project, or `null` if it does not exist. Fails with `NameTaken` if another project has the name. */
    changeProject: async (id: string, settings: ProjectSettings): Promise<Project | null> => {
      // Only the given settings are written, because another administrator may change the others at the same moment.
      const changed = SETTINGS.filter((column) => settings[column] !== undefined);
      const assignments = ['id = id', ...changed.map((column, i) => `${column} = $${i + 2}`)].join(', ');
      const act = ACTS[settings.estado ?? 'cambiado'];
      return withUniqueName(async (within) => {
        const sql = `UPDATE proyectos SET ${assignments} WHERE id = $1 RETURNING ${COLUMNS}`;
        const [project] = await within<Project>(sql, [id, ...changed.map((column) => settings[column] ?? null)]);
        await record(within, act, id, settings.estado === undefined ? settings : {});
        await notify(within, id);
        return project ?? null;
      });
    },

    /** Erases a project with its tokens, quota and jobs, but not its usage. Returns `false` if it does not exist. */
    deleteProject: async (id: string): Promise<boolean> =>
      transaction(async (within) => {
        await within('DELETE FROM lote_chunks WHERE lote IN (SELECT id FROM lotes WHERE proyecto = $1)', [id]);
        for (const table of ['lotes', 'lote_totales', 'cuotas', 'tokens']) {
          await within(`DELETE FROM ${table} WHERE proyecto = $1`, [id]);
        }
        const sql = 'DELETE FROM proyectos WHERE id = $1 RETURNING nombre';
        const [project] = await within<{ nombre: string }>(sql, [id]);
        if (project === undefined) return false;
        await record(within, 'proyectos borrar', id, { nombre: project.nombre });
        await notify(within, id);
        return true;
      }),

    addToken: async (proyecto: string, nombre: string, sha256: string): Promise<Token> =>
      transaction(async (within) => {
        const token = await insertToken(within, proyecto, nombre, sha256, iso(await timeOf(within)));
        await record(within, 'tokens crear', token.id, { proyecto, nombre });
        return token;
      }),

    /** Adds a token. The other tokens end after `graceMs`, or at their own earlier end. */
    rotateToken: async (proyecto: string, sha256: string, graceMs: number): Promise<Token> =>
      transaction(async (within) => {
        // Locks the project, because two simultaneous rotations would not see each other's token.
        await within('UPDATE proyectos SET id = id WHERE id = $1', [proyecto]);
        const moment = await timeOf(within);
        await endTokens(within, moment + graceMs, 'proyecto = $2', proyecto);
        const token = await insertToken(within, proyecto, null, sha256, iso(moment));
        await record(within, 'proyectos rotar', proyecto, { token: token.id, gracia_ms: graceMs });
        await notify(within, proyecto);
        return token;
      }),

    /** Ends a token at once. Returns `false` if the project has no such token. */
    revokeToken: async (proyecto: string, token: string): Promise<boolean> =>
      transaction(async (within) => {
        await endTokens(within, await timeOf(within), 'proyecto = $2 AND id = $3', proyecto, token);
        const rows = await within('SELECT 1 FROM tokens WHERE proyecto = $1 AND id = $2', [proyecto, token]);
        if (rows.length === 0) return false;
        await record(within, 'tokens revocar', token, { proyecto });
        await notify(within, proyecto);
        return true;
      }),

    /** Finds the project of a valid token by its hash, and notes `day` as its last use. `remainingMs` is `null` if it has no end. */
    openToken: async (sha256: string, day?: string) => {
      const [row] = await query<Project & Pick<Token, 'vence' | 'usado'> & { token: string; ahora: number | string }>(
        `SELECT ${COLUMNS}, tokens.id AS token, vence, usado, ${clock()} AS ahora
         FROM tokens JOIN proyectos ON proyectos.id = tokens.proyecto WHERE sha256 = $1`,
        [sha256],
      );
      if (row === undefined) return null;
      const { token, vence, usado, ahora, ...proyecto } = row;
      const remainingMs = vence === null ? null : Date.parse(vence) - Number(ahora);
      if (remainingMs !== null && remainingMs <= 0) return null;
      if (day !== undefined && day !== usado) {
        // The write is not awaited, so that a read-only database still opens tokens.
        void query('UPDATE tokens SET usado = $2 WHERE id = $1', [token, day]).catch(() => null);
      }
      return { proyecto: proyecto satisfies Project, remainingMs };
    },

    /** Records an act that changes no project or token. Changes of projects and tokens record themselves. */
    record: async (acto: string, objeto: string | null, detalle: AdministrativeAct['detalle']): Promise<void> =>
      record(query, acto, objeto, detalle),

    /** Returns the last `count` acts, newest first. */
    acts: async (count: number): Promise<readonly AdministrativeAct[]> => {
      const rows = await query<Omit<AdministrativeAct, 'detalle'> & { detalle: string }>(
        'SELECT momento, usuario, acto, objeto, detalle FROM auditoria ORDER BY numero DESC LIMIT $1',
        [count],
      );
      return rows.map((row) => {
        const detalle: AdministrativeAct['detalle'] = JSON.parse(row.detalle);
        return Object.assign(row, { detalle });
      });
    },
  };
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

/** Ends the tokens that match a condition, unless they end earlier. */
async function endTokens(query: Query, end: number, condition: string, ...values: readonly string[]): Promise<void> {
  const sql = `UPDATE tokens SET vence = $1 WHERE ${condition} AND (vence IS NULL OR vence > $1)`;
  await query(sql, [iso(end), ...values]);
}
