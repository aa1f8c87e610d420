/** `/livez` says that the process answers; `/readyz`, that it also reaches its store and is not stopping. */
import type { FastifyInstance } from 'fastify';
import type { StoreHealth } from '../observe/store-health.js';

export function registerHealth(server: FastifyInstance, health: StoreHealth, closing: () => boolean): void {
  server.get('/livez', async (_, reply) => reply.type('text/plain').header('cache-control', 'no-store').send('ok\n'));
  server.get('/readyz', async (_, reply) => {
    const state = closing() ? 'shutting down' : await health.check();
    return reply
      .code(state === 'ok' ? 200 : 503)
      .type('text/plain')
      .header('cache-control', 'no-store')
      .send(`${state === 'ok' || closing() ? state : `store ${state.replace('_', '-')}`}\n`);
  });
}
