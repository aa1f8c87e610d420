/** How much is taken of a quota, and how much was used, in SQL: what many processes write at once. */
import { type Query, iso } from '../driver.js';
import type { UsageWrite, UsageRow } from '../store.js';

/** A process that has written nothing for so long will not send its last write again. */
const ESCRITOR_MS = 30 * 24 * 3_600_000;

/** The line of a month, of which nothing is taken yet. */
export async function openMonth(query: Query, proyecto: string, mes: string): Promise<void> {
  await query('INSERT INTO cuotas (proyecto, mes, tomada) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING', proyecto, mes);
}

export async function takeQuota(query: Query, proyecto: string, mes: string, cuantas: number): Promise<number> {
  await openMonth(query, proyecto, mes);
  for (;;) {
    const [fila] = await query<{ resto: number | null }>(
      `SELECT cuota - tomada AS resto FROM cuotas JOIN proyectos ON proyectos.id = cuotas.proyecto
       WHERE proyecto = $1 AND mes = $2`,
      proyecto,
      mes,
    );
    const tomadas = Math.min(cuantas, fila?.resto ?? 0);
    if (tomadas <= 0) return 0;
    // Another replica may have taken some since: only what is still there is taken, else it looks again.
    const hechas = await query(
      `UPDATE cuotas SET tomada = tomada + $3 WHERE proyecto = $1 AND mes = $2
       AND tomada + $3 <= (SELECT cuota FROM proyectos WHERE id = $1) RETURNING tomada`,
      proyecto,
      mes,
      tomadas,
    );
    if (hechas.length === 1) return tomadas;
  }
}

/** Within a transaction: all of it is done, with the line that says so, or none. */
export async function addUsage(
  query: Query,
  usos: readonly UsageRow[],
  { writer: escritor, number: numero }: UsageWrite,
  ahora: number,
): Promise<void> {
  const nuevas = await query(
    `INSERT INTO escrituras (escritor, numero, momento) VALUES ($1, $2, $3)
     ON CONFLICT (escritor) DO UPDATE SET numero = excluded.numero, momento = excluded.momento
     WHERE escrituras.numero < excluded.numero RETURNING numero`,
    escritor,
    numero,
    iso(ahora),
  );
  if (nuevas.length === 0) return;
  if (numero === 1) await query('DELETE FROM escrituras WHERE momento < $1', iso(ahora - ESCRITOR_MS));
  // In one order for all: two processes that wait for each other's rows would wait for ever.
  for (const uso of usos.toSorted((a, b) => (claveDe(a) < claveDe(b) ? -1 : 1))) await addUsageRow(query, uso);
}

export async function addUsageRow(query: Query, { proyecto, dia, operacion, cuenta }: UsageRow): Promise<void> {
  await query(
    `INSERT INTO usos (proyecto, dia, operacion, cuenta) VALUES ($1, $2, $3, $4)
     ON CONFLICT (proyecto, dia, operacion) DO UPDATE SET cuenta = usos.cuenta + excluded.cuenta`,
    proyecto,
    dia,
    operacion,
    cuenta,
  );
}

const claveDe = ({ proyecto, dia, operacion }: UsageRow): string => `${proyecto} ${dia} ${operacion}`;
