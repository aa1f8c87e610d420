/** What administrators do, in SQL: the record of their acts, the end of a project, and the usage of all projects. */
import { type Query, iso } from '../driver.js';
import type { AdministrativeAct, MonthlyUsage } from '../store.js';

/** Part of the transaction of the act itself: neither is written without the other. */
export async function recordAct(
  query: Query,
  now: number,
  { usuario, acto, objeto, detalle }: Omit<AdministrativeAct, 'momento'>,
): Promise<void> {
  await query('INSERT INTO auditoria (momento, usuario, acto, objeto, detalle) VALUES ($1, $2, $3, $4, $5)', [
    iso(now),
    usuario,
    acto,
    objeto,
    JSON.stringify(detalle),
  ]);
}

/** The last acts, newest first. */
export async function lastActs(query: Query, count: number): Promise<readonly AdministrativeAct[]> {
  const rows = await query<Omit<AdministrativeAct, 'detalle'> & { detalle: string }>(
    'SELECT momento, usuario, acto, objeto, detalle FROM auditoria ORDER BY numero DESC LIMIT $1',
    [count],
  );
  return rows.map((row) => {
    const detalle: AdministrativeAct['detalle'] = JSON.parse(row.detalle);
    return Object.assign(row, { detalle });
  });
}

/** Gives the name that it had; `null`: there is no such project. */
export async function deleteProject(query: Query, id: string): Promise<string | null> {
  await query('DELETE FROM lote_piezas WHERE lote IN (SELECT id FROM lotes WHERE proyecto = $1)', [id]);
  for (const table of ['lotes', 'lote_totales', 'lote_turnos', 'cuotas', 'tokens']) {
    await query(`DELETE FROM ${table} WHERE proyecto = $1`, [id]);
  }
  const [project] = await query<{ nombre: string }>('DELETE FROM proyectos WHERE id = $1 RETURNING nombre', [id]);
  return project?.nombre ?? null;
}

/** The usage of all projects from one month to another, both included. */
export async function monthlyUsage(query: Query, from: string, to: string): Promise<readonly MonthlyUsage[]> {
  const rows = await query<Omit<MonthlyUsage, 'cuenta'> & { cuenta: number | string }>(
    `SELECT SUBSTR(dia, 1, 7) AS mes, proyecto, SUM(cuenta) AS cuenta FROM usos
     WHERE dia BETWEEN $1 AND $2 GROUP BY SUBSTR(dia, 1, 7), proyecto ORDER BY 1, 2`,
    [`${from}-01`, `${to}-31`],
  );
  return rows.map((row) => Object.assign(row, { cuenta: Number(row.cuenta) })); // PostgreSQL gives the sum as a text
}

/** Erases the usage and the quota of the months before one. */
export async function eraseUsage(query: Query, month: string): Promise<void> {
  await query('DELETE FROM usos WHERE dia < $1', [`${month}-01`]);
  await query('DELETE FROM cuotas WHERE mes < $1', [month]);
}
