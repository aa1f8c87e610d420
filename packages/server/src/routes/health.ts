/** `/livez` says that the process answers; `/readyz`, that its store also takes reads and writes, and that it is not stopping. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StoreHealth, StoreState } from '../observe/store-health.js';

const SAID: Readonly<Record<StoreState, string>> = {
  ok: 'ok',
  read_only: 'store read-only',
  corrupt: 'store corrupt: restore a backup',
  replaced: 'store file deleted or replaced: stop the service, put the file back, start it',
  unreachable: 'store unreachable',
  timeout: 'store timeout',
  write_failures: 'store refuses writes',
};

const PATHS: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz']);

/** Whether a request asks for the health of the service, which is told however busy it is. */
export const isHealth = ({ routeOptions }: FastifyRequest): boolean => PATHS.has(routeOptions.url);

export function registerHealth(server: FastifyInstance, health: StoreHealth, closing: () => boolean): void {
  server.get('/livez', async (_, reply) => reply.type('text/plain').header('cache-control', 'no-store').send('ok\n'));
  server.get('/readyz', async (_, reply) => {
    const said = closing() ? 'shutting down' : SAID[await health.check()];
    return reply
      .code(said === SAID.ok ? 200 : 503)
      .type('text/plain')
      .header('cache-control', 'no-store')
      .send(`${said}\n`);
  });
}
