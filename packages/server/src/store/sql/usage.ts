/** The quota taken and the usage in SQL: counts that many processes write at once. */
import { type Query, iso } from '../driver.js';
import type { UsageRow, UsageWrite } from '../store.js';

/** A process that wrote nothing for so long will not repeat its last write. */
const WRITER_MS = 30 * 24 * 3_600_000;

/** Creates the row of a month, unless it exists. */
export async function openMonth(query: Query, proyecto: string, month: string): Promise<void> {
  const sql = 'INSERT INTO cuotas (proyecto, mes, tomada) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING';
  await query(sql, [proyecto, month]);
}

export async function takeQuota(query: Query, proyecto: string, month: string, count: number): Promise<number> {
  await openMonth(query, proyecto, month);
  for (;;) {
    const [row] = await query<{ resto: number | null }>(
      `SELECT cuota - tomada AS resto FROM cuotas JOIN proyectos ON proyectos.id = cuotas.proyecto
       WHERE proyecto = $1 AND mes = $2`,
      [proyecto, month],
    );
    const available = Math.min(count, row?.resto ?? 0);
    if (available <= 0) return 0;
    // Another replica may have taken some since: then nothing is updated, and the loop reads the rest again.
    const updated = await query(
      `UPDATE cuotas SET tomada = tomada + $3 WHERE proyecto = $1 AND mes = $2
       AND tomada + $3 <= (SELECT cuota FROM proyectos WHERE id = $1) RETURNING tomada`,
      [proyecto, month, available],
    );
    if (updated.length === 1) return available;
  }
}

/** Adds the usage unless this write was added before. Must run within a transaction. */
export async function addUsage(
  query: Query,
  usage: readonly UsageRow[],
  { writer, number }: UsageWrite,
  now: number,
): Promise<void> {
  const added = await query(
    `INSERT INTO escrituras (escritor, numero, momento) VALUES ($1, $2, $3)
     ON CONFLICT (escritor) DO UPDATE SET numero = excluded.numero, momento = excluded.momento
     WHERE escrituras.numero < excluded.numero RETURNING numero`,
    [writer, number, iso(now)],
  );
  if (added.length === 0) return;
  if (number === 1) await query('DELETE FROM escrituras WHERE momento < $1', [iso(now - WRITER_MS)]);
  // All processes lock the rows in the same order, so that no two wait for each other.
  for (const row of usage.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) await addUsageRow(query, row);
}

export async function addUsageRow(query: Query, { proyecto, dia, operacion, cuenta }: UsageRow): Promise<void> {
  await query(
    `INSERT INTO usos (proyecto, dia, operacion, cuenta) VALUES ($1, $2, $3, $4)
     ON CONFLICT (proyecto, dia, operacion) DO UPDATE SET cuenta = usos.cuenta + excluded.cuenta`,
    [proyecto, dia, operacion, cuenta],
  );
}

const keyOf = ({ proyecto, dia, operacion }: UsageRow): string => `${proyecto} ${dia} ${operacion}`;
