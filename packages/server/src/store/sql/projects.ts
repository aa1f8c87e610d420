/** The store in SQL that SQLite and PostgreSQL read alike, over whichever database a driver reaches. */
import { randomBytes } from 'node:crypto';
import { type Driver, type Query, iso } from '../driver.js';
import type { Padron } from '../padron.js';
import { addUsage, takeQuota } from './usage.js';
import { SqlPadron } from './padron.js';
import {
  type ProjectSettings,
  type OnChange,
  type UsageWrite,
  NameTaken,
  type Project,
  type ProjectWithTokens,
  type Store,
  type Token,
  type UsageRow,
} from '../store.js';

const COLUMNAS = 'proyectos.id, nombre, estado, limite, cuota';
const AJUSTABLES = ['nombre', 'estado', 'limite', 'cuota'] as const;

export class SqlStore implements Store {
  readonly padron: Padron;
  readonly #driver: Driver;
  readonly #now: () => number;

  constructor(driver: Driver, now: () => number) {
    this.#driver = driver;
    this.#now = now;
    this.padron = new SqlPadron(driver, now);
  }

  async ping(): Promise<void> {
    await this.#driver.query('SELECT 1 FROM proyectos LIMIT 1');
  }

  async close(): Promise<void> {
    await this.#driver.close();
  }

  listen(alCambiar: OnChange): () => Promise<void> {
    return this.#driver.listen(alCambiar);
  }

  async createProject(
    nombre: string,
    { limite, cuota }: Pick<Project, 'limite' | 'cuota'>,
    sha256: string,
  ): Promise<ProjectWithTokens> {
    const proyecto = { id: nuevoId('prj'), nombre, estado: 'activo', limite, cuota } as const;
    const creado = iso(this.#now());
    const token = await this.#unico(async () =>
      this.#driver.transaction(async (query) => {
        await query(
          'INSERT INTO proyectos (id, nombre, limite, cuota, creado) VALUES ($1, $2, $3, $4, $5)',
          proyecto.id,
          nombre,
          limite,
          cuota,
          creado,
        );
        return insertarToken(query, proyecto.id, sha256, creado);
      }),
    );
    return { ...proyecto, creado, tokens: [token] };
  }

  async listProjects(): Promise<readonly ProjectWithTokens[]> {
    const proyectos = await this.#driver.query<Project & { creado: string }>(
      `SELECT ${COLUMNAS}, creado FROM proyectos ORDER BY creado, id`,
    );
    const tokens = await this.#driver.query<Token & { proyecto: string }>(
      'SELECT proyecto, id, creado, vence FROM tokens ORDER BY creado, id',
    );
    const porProyecto = Map.groupBy(tokens, ({ proyecto }) => proyecto);
    return proyectos.map((proyecto) =>
      Object.assign(proyecto, {
        tokens: (porProyecto.get(proyecto.id) ?? []).map(({ id, creado, vence }) => ({ id, creado, vence })),
      }),
    );
  }

  async changeProject(id: string, ajustes: ProjectSettings): Promise<Project | null> {
    // Only what is given is written (and nothing, without harm): another may change the rest at the same moment.
    const cambios = AJUSTABLES.filter((columna) => ajustes[columna] !== undefined);
    const lista = ['id = id', ...cambios.map((columna, i) => `${columna} = $${i + 2}`)].join(', ');
    return this.#unico(async () =>
      this.#driver.transaction(async (query) => {
        const [proyecto] = await query<Project>(
          `UPDATE proyectos SET ${lista} WHERE id = $1 RETURNING ${COLUMNAS}`,
          id,
          ...cambios.map((columna) => ajustes[columna] ?? null),
        );
        await this.#driver.notify(query, id);
        return proyecto ?? null;
      }),
    );
  }

  async rotateToken(proyecto: string, sha256: string, finDeLosDemas: number): Promise<Token> {
    return this.#driver.transaction(async (query) => {
      // Two at once would not see each other's token: the second waits here for the first.
      await query('UPDATE proyectos SET id = id WHERE id = $1', proyecto);
      await terminar(query, finDeLosDemas, 'proyecto = $2', proyecto);
      const token = await insertarToken(query, proyecto, sha256, iso(this.#now()));
      await this.#driver.notify(query, proyecto);
      return token;
    });
  }

  async revokeToken(proyecto: string, token: string): Promise<boolean> {
    return this.#driver.transaction(async (query) => {
      await terminar(query, this.#now(), 'proyecto = $2 AND id = $3', proyecto, token);
      const filas = await query('SELECT 1 FROM tokens WHERE proyecto = $1 AND id = $2', proyecto, token);
      await this.#driver.notify(query, proyecto);
      return filas.length === 1;
    });
  }

  async openToken(sha256: string): Promise<{ proyecto: Project; vence: number | null } | null> {
    const [fila] = await this.#driver.query<Project & { vence: string | null }>(
      `SELECT ${COLUMNAS}, vence FROM tokens JOIN proyectos ON proyectos.id = tokens.proyecto
       WHERE sha256 = $1 AND (vence IS NULL OR vence > $2)`,
      sha256,
      iso(this.#now()),
    );
    if (fila === undefined) return null;
    const { vence, ...proyecto } = fila;
    return { proyecto, vence: vence === null ? null : Date.parse(vence) };
  }

  async takeQuota(proyecto: string, mes: string, cuantas: number): Promise<number> {
    return takeQuota(this.#driver.query, proyecto, mes, cuantas);
  }

  async returnQuota(proyecto: string, mes: string, cuantas: number): Promise<void> {
    await this.#driver.query(
      'UPDATE cuotas SET tomada = tomada - $3 WHERE proyecto = $1 AND mes = $2',
      proyecto,
      mes,
      cuantas,
    );
  }

  async quotaTaken(proyecto: string, mes: string): Promise<number> {
    const [fila] = await this.#driver.query<{ tomada: number }>(
      'SELECT tomada FROM cuotas WHERE proyecto = $1 AND mes = $2',
      proyecto,
      mes,
    );
    return fila?.tomada ?? 0;
  }

  async addUsage(usos: readonly UsageRow[], escritura: UsageWrite): Promise<void> {
    await this.#driver.transaction(async (query) => addUsage(query, usos, escritura, this.#now()));
  }

  async usage(proyecto: string, desde: string, hasta: string): Promise<readonly UsageRow[]> {
    return this.#driver.query<UsageRow>(
      `SELECT proyecto, dia, operacion, cuenta FROM usos WHERE proyecto = $1 AND dia BETWEEN $2 AND $3
       ORDER BY dia, operacion`,
      proyecto,
      desde,
      hasta,
    );
  }

  async #unico<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#driver.isConflict(error) ? new NameTaken() : error;
    }
  }
}

const nuevoId = (clase: string): string => `${clase}_${randomBytes(6).toString('hex')}`;

async function insertarToken(query: Query, proyecto: string, sha256: string, creado: string): Promise<Token> {
  const id = nuevoId('tok');
  await query(
    'INSERT INTO tokens (id, proyecto, sha256, creado) VALUES ($1, $2, $3, $4)',
    id,
    proyecto,
    sha256,
    creado,
  );
  return { id, creado, vence: null };
}

/** Sets the end of the tokens that have none, or a later one. */
async function terminar(query: Query, fin: number, cuales: string, ...valores: readonly string[]): Promise<void> {
  await query(`UPDATE tokens SET vence = $1 WHERE ${cuales} AND (vence IS NULL OR vence > $1)`, iso(fin), ...valores);
}
