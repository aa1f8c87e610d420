/** Stores projects, hashes of tokens, quotas, usage and acts of administrators, in SQL for both databases. */
import { randomBytes } from 'node:crypto';
import { type Driver, type Query, iso, readClock } from './driver.js';
import { sqlPadron } from './padron.js';

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

export interface UsageRow {
  readonly proyecto: string;
  /** The day, `YYYY-MM-DD` in Mexico City. */
  readonly dia: string;
  readonly operacion: string;
  readonly cuenta: number;
}

export interface MonthlyUsage extends Pick<UsageRow, 'proyecto' | 'cuenta'> {
  readonly mes: string;
}

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
/** A process that has written no usage for this long will not repeat its last write. */
const WRITER_MS = 30 * 24 * 3_600_000;

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

    /** Takes up to `count` operations from a project's quota of a month (`YYYY-MM`), and returns the number taken. */
    takeQuota: async (proyecto: string, month: string, count: number): Promise<number> => {
      await openMonth(query, proyecto, month);
      for (;;) {
        const [row] = await query<{ resto: number | null }>(
          `SELECT cuota - tomada AS resto FROM cuotas JOIN proyectos ON proyectos.id = cuotas.proyecto
           WHERE proyecto = $1 AND mes = $2`,
          [proyecto, month],
        );
        const available = Math.min(count, row?.resto ?? 0);
        if (available <= 0) return 0;
        // If another replica has taken some since, this updates nothing, and the loop reads the rest again.
        const updated = await query(
          `UPDATE cuotas SET tomada = tomada + $3 WHERE proyecto = $1 AND mes = $2
           AND tomada + $3 <= (SELECT cuota FROM proyectos WHERE id = $1) RETURNING tomada`,
          [proyecto, month, available],
        );
        if (updated.length === 1) return available;
      }
    },

    returnQuota: async (proyecto: string, month: string, count: number): Promise<void> => {
      const sql = 'UPDATE cuotas SET tomada = tomada - $3 WHERE proyecto = $1 AND mes = $2';
      await query(sql, [proyecto, month, count]);
    },

    quotaTaken: async (proyecto: string, month: string): Promise<number> => {
      const sql = 'SELECT tomada FROM cuotas WHERE proyecto = $1 AND mes = $2';
      const [row] = await query<{ tomada: number }>(sql, [proyecto, month]);
      return row?.tomada ?? 0;
    },

    /** Adds usage unless it was added before: a process repeats a write with the same number. */
    addUsage: async (
      usage: readonly UsageRow[],
      { writer, number }: { readonly writer: string; readonly number: number },
    ): Promise<void> =>
      transaction(async (within) => {
        const moment = await timeOf(within);
        const added = await within(
          `INSERT INTO escrituras (escritor, numero, momento) VALUES ($1, $2, $3)
           ON CONFLICT (escritor) DO UPDATE SET numero = excluded.numero, momento = excluded.momento
           WHERE escrituras.numero < excluded.numero RETURNING numero`,
          [writer, number, iso(moment)],
        );
        if (added.length === 0) return;
        if (number === 1) await within('DELETE FROM escrituras WHERE momento < $1', [iso(moment - WRITER_MS)]);
        // All processes lock the rows in the same order, which prevents deadlocks.
        const sorted = usage.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
        for (const row of sorted) await addUsageRow(within, row);
      }),

    /** Returns a project's usage from one day to another, both included, in order. */
    usage: async (proyecto: string, from: string, to: string): Promise<readonly UsageRow[]> =>
      query<UsageRow>(
        `SELECT proyecto, dia, operacion, cuenta FROM usos WHERE proyecto = $1 AND dia BETWEEN $2 AND $3
         ORDER BY dia, operacion`,
        [proyecto, from, to],
      ),

    /** Returns the usage of all projects, even erased ones, from one month (`YYYY-MM`) to another, both included. */
    monthlyUsage: async (from: string, to: string): Promise<readonly MonthlyUsage[]> => {
      const rows = await query<Omit<MonthlyUsage, 'cuenta'> & { cuenta: number | string }>(
        `SELECT SUBSTR(dia, 1, 7) AS mes, proyecto, SUM(cuenta) AS cuenta FROM usos
         WHERE dia BETWEEN $1 AND $2 GROUP BY SUBSTR(dia, 1, 7), proyecto ORDER BY 1, 2`,
        [`${from}-01`, `${to}-31`],
      );
      return rows.map((row) => Object.assign(row, { cuenta: Number(row.cuenta) })); // PostgreSQL returns the sum as a text
    },

    /** Returns the first and the last day that have usage, up to `today`; `null` if there is none. */
    usageSpan: async (today: string): Promise<{ readonly first: string; readonly last: string } | null> => {
      const sql = 'SELECT MIN(dia) AS first, MAX(dia) AS last FROM usos WHERE dia <= $1';
      const [{ first = null, last = null } = {}] = await query<Partial<Record<'first' | 'last', string | null>>>(sql, [
        today,
      ]);
      return first === null || last === null ? null : { first, last };
    },

    /** Erases the usage of a month, and records that. */
    eraseUsage: async (month: string): Promise<void> =>
      transaction(async (within) => {
        const erased = await within('DELETE FROM usos WHERE dia LIKE $1 RETURNING cuenta', [`${month}-%`]);
        await record(within, 'uso borrar', month, { filas: erased.length });
      }),

    /** Erases the quota of all but the newest `months` months of each project, which a wrong clock cannot change. */
    eraseQuotas: async (months: number): Promise<void> => {
      await query(
        `DELETE FROM cuotas WHERE (SELECT COUNT(*) FROM cuotas AS nuevas
           WHERE nuevas.proyecto = cuotas.proyecto AND nuevas.mes > cuotas.mes) >= $1`,
        [months],
      );
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

/** Creates the row of a month's quota, unless it exists. */
export async function openMonth(query: Query, proyecto: string, month: string): Promise<void> {
  const sql = 'INSERT INTO cuotas (proyecto, mes, tomada) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING';
  await query(sql, [proyecto, month]);
}

export async function addUsageRow(query: Query, { proyecto, dia, operacion, cuenta }: UsageRow): Promise<void> {
  await query(
    `INSERT INTO usos (proyecto, dia, operacion, cuenta) VALUES ($1, $2, $3, $4)
     ON CONFLICT (proyecto, dia, operacion) DO UPDATE SET cuenta = usos.cuenta + excluded.cuenta`,
    [proyecto, dia, operacion, cuenta],
  );
}

const keyOf = ({ proyecto, dia, operacion }: UsageRow): string => `${proyecto} ${dia} ${operacion}`;
