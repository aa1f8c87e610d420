/** Serves `/livez` (the process answers) and `/readyz` (it also is not stopping, and its store takes reads and writes). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { metric } from '../observe/metrics.js';
import { STORE_STATES } from '../store/heartbeat.js';
import type { Store } from '../store/projects.js';
import { BUILD } from '../version.js';

export function storeMetrics({ heart: { state }, connections }: Store): readonly string[] {
  const pool = connections();
  return [
    ...metric('curp_store_up', 'gauge', 'Whether the database answers and accepts writes', state === 'ok' ? 1 : 0),
    '# HELP curp_store_state The state of the database: 1 for the one that it is in',
    '# TYPE curp_store_state gauge',
    ...Object.keys(STORE_STATES).map((each) => `curp_store_state{state="${each}"} ${each === state ? 1 : 0}`),
    ...(pool === null
      ? []
      : [
          ...metric('curp_store_connections', 'gauge', 'Connections to the database', pool.total),
          ...metric('curp_store_connections_idle', 'gauge', 'Connections to the database that are idle', pool.idle),
          ...metric('curp_store_waiting', 'gauge', 'Statements that wait for a connection', pool.waiting),
        ]),
  ];
}

const PATHS: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz']);

/** Returns whether a request asks for the health of the service, which answers it even when overloaded. */
export const isHealth = ({ routeOptions }: FastifyRequest): boolean => PATHS.has(routeOptions.url);

export function registerHealth(server: FastifyInstance, { heart }: Store, closing: () => boolean): void {
  const send = (reply: FastifyReply, text: string): FastifyReply =>
    reply.type('text/plain').header('cache-control', 'no-store').send(`${text}\n`);
  server.get('/livez', async (_, reply) => send(reply, `ok ${BUILD}`));
  server.get('/readyz', async (_, reply) => {
    const said = closing() ? 'shutting down' : STORE_STATES[heart.state];
    return send(reply.code(said === STORE_STATES.ok ? 200 : 503), said);
  });
}
