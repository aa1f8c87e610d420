/** PostgreSQL is stopped, in order or as in a crash, and started again. */
import type { Falla } from '../fault.js';

const detenido = (nombre: string, signal: NodeJS.Signals): Falla => ({
  nombre,
  duraMs: 3000,
  causar: async ({ postgres }) => postgres.detener(signal),
  reparar: async ({ postgres }) => postgres.arrancar(),
});

export const postgresDetenido = detenido('PostgreSQL stopped (fast) and started', 'SIGINT');
export const postgresCaido = detenido('PostgreSQL crashed (immediate) and started', 'SIGQUIT');
