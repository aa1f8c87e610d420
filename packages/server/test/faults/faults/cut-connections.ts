/** The connections to PostgreSQL are lost: the server ends them, the network breaks them, or the network falls silent. */
import { cutConnections } from '../../postgres.js';
import type { Fault } from '../fault.js';

export const connectionsEnded: Fault = {
  name: 'all connections ended by PostgreSQL, five times',
  times: 5,
  cause: async ({ url }) => cutConnections(url),
};

export const connectionsBroken: Fault = {
  name: 'all connections to PostgreSQL broken, five times',
  times: 5,
  cause: ({ relay }) => relay.cut(),
};

export const networkSilent: Fault = {
  name: 'network to PostgreSQL silent for 10 seconds',
  lastsMs: 10_000,
  cause: ({ relay }) => relay.hang(),
  repair: ({ relay }) => relay.resume(),
};
