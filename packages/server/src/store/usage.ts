/** Stores the quota and the usage of projects, in SQL for both databases. */
import { ActStore } from './acts.js';
import { type Query, iso } from './driver.js';

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

/** A process that has written no usage for this long will not repeat its last write. */
const WRITER_MS = 30 * 24 * 3_600_000;

export class UsageStore extends ActStore {
  /** Takes up to `count` operations from a project's quota of a month (`YYYY-MM`), and returns the number taken. */
  async takeQuota(proyecto: string, month: string, count: number): Promise<number> {
    await openMonth(this.driver.query, proyecto, month);
    for (;;) {
      const [row] = await this.driver.query<{ resto: number | null }>(
        `SELECT cuota - tomada AS resto FROM cuotas JOIN proyectos ON proyectos.id = cuotas.proyecto
         WHERE proyecto = $1 AND mes = $2`,
        [proyecto, month],
      );
      const available = Math.min(count, row?.resto ?? 0);
      if (available <= 0) return 0;
      // If another replica has taken some since, this updates nothing, and the loop reads the rest again.
      const updated = await this.driver.query(
        `UPDATE cuotas SET tomada = tomada + $3 WHERE proyecto = $1 AND mes = $2
         AND tomada + $3 <= (SELECT cuota FROM proyectos WHERE id = $1) RETURNING tomada`,
        [proyecto, month, available],
      );
      if (updated.length === 1) return available;
    }
  }

  async returnQuota(proyecto: string, month: string, count: number): Promise<void> {
    const sql = 'UPDATE cuotas SET tomada = tomada - $3 WHERE proyecto = $1 AND mes = $2';
    await this.driver.query(sql, [proyecto, month, count]);
  }

  async quotaTaken(proyecto: string, month: string): Promise<number> {
    const sql = 'SELECT tomada FROM cuotas WHERE proyecto = $1 AND mes = $2';
    const [row] = await this.driver.query<{ tomada: number }>(sql, [proyecto, month]);
    return row?.tomada ?? 0;
  }

  /** Adds usage unless it was added before: a process repeats a write with the same number. */
  async addUsage(
    usage: readonly UsageRow[],
    { writer, number }: { readonly writer: string; readonly number: number },
  ): Promise<void> {
    return this.driver.transaction(async (within) => {
      const moment = await this.time(within);
      const added = await within(
        `INSERT INTO escrituras (escritor, numero, momento) VALUES ($1, $2, $3)
         ON CONFLICT (escritor) DO UPDATE SET numero = excluded.numero, momento = excluded.momento
         WHERE escrituras.numero < excluded.numero RETURNING numero`,
        [writer, number, iso(moment)],
      );
      if (added.length === 0) return;
      if (number === 1) await within('DELETE FROM escrituras WHERE momento < $1', [iso(moment - WRITER_MS)]);
      // All processes lock the rows in the same order, which prevents deadlocks.
      const sorted = usage.toSorted((a, b) => (usageKey(a) < usageKey(b) ? -1 : 1));
      for (const row of sorted) await addUsageRow(within, row);
    });
  }

  /** Returns a project's usage from one day to another, both included, in order. */
  async usage(proyecto: string, from: string, to: string): Promise<readonly UsageRow[]> {
    return this.driver.query<UsageRow>(
      `SELECT proyecto, dia, operacion, cuenta FROM usos WHERE proyecto = $1 AND dia BETWEEN $2 AND $3
       ORDER BY dia, operacion`,
      [proyecto, from, to],
    );
  }

  /** Returns the usage of all projects, even erased ones, from one month (`YYYY-MM`) to another, both included. */
  async monthlyUsage(from: string, to: string): Promise<readonly MonthlyUsage[]> {
    const rows = await this.driver.query<Omit<MonthlyUsage, 'cuenta'> & { cuenta: number | string }>(
      `SELECT SUBSTR(dia, 1, 7) AS mes, proyecto, SUM(cuenta) AS cuenta FROM usos
       WHERE dia BETWEEN $1 AND $2 GROUP BY SUBSTR(dia, 1, 7), proyecto ORDER BY 1, 2`,
      [`${from}-01`, `${to}-31`],
    );
    return rows.map((row) => Object.assign(row, { cuenta: Number(row.cuenta) })); // PostgreSQL returns the sum as a text
  }

  /** Returns the first and the last day that have usage, up to `today`; `null` if there is none. */
  async usageSpan(today: string): Promise<{ readonly first: string; readonly last: string } | null> {
    const sql = 'SELECT MIN(dia) AS first, MAX(dia) AS last FROM usos WHERE dia <= $1';
    const [{ first = null, last = null } = {}] = await this.driver.query<
      Partial<Record<'first' | 'last', string | null>>
    >(sql, [today]);
    return first === null || last === null ? null : { first, last };
  }

  /** Erases the usage of a month, and records that. */
  async eraseUsage(month: string): Promise<void> {
    return this.driver.transaction(async (within) => {
      const erased = await within('DELETE FROM usos WHERE dia LIKE $1 RETURNING cuenta', [`${month}-%`]);
      await this.record('uso borrar', month, { filas: erased.length }, within);
    });
  }

  /** Erases the quota of all but the newest `months` months of each project, which a wrong clock cannot change. */
  async eraseQuotas(months: number): Promise<void> {
    await this.driver.query(
      `DELETE FROM cuotas WHERE (SELECT COUNT(*) FROM cuotas AS nuevas
         WHERE nuevas.proyecto = cuotas.proyecto AND nuevas.mes > cuotas.mes) >= $1`,
      [months],
    );
  }
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

const usageKey = ({ proyecto, dia, operacion }: UsageRow): string => `${proyecto} ${dia} ${operacion}`;
