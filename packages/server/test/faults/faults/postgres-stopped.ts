/** PostgreSQL is stopped in order, or crashes, and starts again. */
import type { Fault } from '../fault.js';

const stopped = (name: string, signal: NodeJS.Signals): Fault => ({
  name,
  lastsMs: 3000,
  cause: async ({ postgres }) => postgres.stop(signal),
  repair: async ({ postgres }) => postgres.start(),
});

export const postgresStopped = stopped('PostgreSQL stopped (fast) and started', 'SIGINT');
export const postgresCrashed = stopped('PostgreSQL crashed (immediate) and started', 'SIGQUIT');
