/** The limits of a project's jobs in SQL: how many bytes and how many jobs it keeps. */
import type { Query } from '../driver.js';

/** Keeps other uploads of the project out until the transaction ends, so that they see each other's bytes. */
export async function lockProject(query: Query, proyecto: string): Promise<void> {
  await query('UPDATE lote_turnos SET turno = turno WHERE proyecto = $1', proyecto);
}

export async function bytesKept(query: Query, proyecto: string): Promise<number> {
  const [row] = await query<{ bytes: string | null }>(
    `SELECT SUM(bytes) AS bytes FROM lotes WHERE proyecto = $1 AND estado <> 'cancelado'`,
    proyecto,
  );
  return Number(row?.bytes ?? 0);
}

/** Whether a project may keep so many bytes more. Locks it until the transaction ends. */
export async function hasRoom(query: Query, proyecto: string, bytes: number, maxBytes: number): Promise<boolean> {
  await lockProject(query, proyecto);
  return (await bytesKept(query, proyecto)) + bytes <= maxBytes;
}

/** Forgets the cancelled jobs of a project beyond the newest `kept`. Their bytes must be erased. */
export async function forgetCancelled(query: Query, proyecto: string, kept: number): Promise<void> {
  await query(
    `DELETE FROM lotes WHERE id IN (SELECT id FROM lotes WHERE proyecto = $1 AND estado = 'cancelado'
       AND NOT EXISTS (SELECT 1 FROM lote_piezas WHERE lote = id) ORDER BY creado DESC LIMIT 1000 OFFSET $2)`,
    proyecto,
    kept,
  );
}
