/** The limits of jobs in SQL: how many bytes they keep, of one project and in all, and how many jobs a project keeps. */
import type { Query } from '../driver.js';
import type { ByteLimits, StoreOutcome } from '../job-store.js';

/** Keeps other uploads of the project out until the transaction ends, so that they see each other's bytes. */
export async function lockProject(query: Query, proyecto: string): Promise<void> {
  await query('UPDATE lote_turnos SET turno = turno WHERE proyecto = $1', [proyecto]);
}

/** The bytes that the jobs of one project keep, or of all. */
export async function bytesKept(query: Query, proyecto?: string): Promise<number> {
  const [ofProject, values] = proyecto === undefined ? ['', []] : ['WHERE proyecto = $1', [proyecto]];
  const [row] = await query<{ bytes: string | null }>(
    `SELECT SUM(bytes) AS bytes FROM lote_totales ${ofProject}`,
    values,
  );
  return Number(row?.bytes ?? 0);
}

/**
 * Why a project may not keep so many bytes more; `null`: it may. Locks the project until the transaction ends. Projects do not
 * wait for each other, so that uploads of several at one moment may exceed the total by a piece each.
 */
export async function lackOfRoom(
  query: Query,
  proyecto: string,
  bytes: number,
  limits: ByteLimits,
): Promise<Extract<StoreOutcome, 'lleno' | 'sin_espacio'> | null> {
  await lockProject(query, proyecto);
  if ((await bytesKept(query, proyecto)) + bytes > limits.perProject) return 'lleno';
  return (await bytesKept(query)) + bytes > limits.total ? 'sin_espacio' : null;
}

/** Forgets the cancelled jobs of a project beyond the newest `kept`. Their bytes must be erased. */
export async function forgetCancelled(query: Query, proyecto: string, kept: number): Promise<void> {
  await query(
    `DELETE FROM lotes WHERE id IN (SELECT id FROM lotes WHERE proyecto = $1 AND estado = 'cancelado'
       AND bytes = 0 ORDER BY creado DESC LIMIT 1000 OFFSET $2)`,
    [proyecto, kept],
  );
}
