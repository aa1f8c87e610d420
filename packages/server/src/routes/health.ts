/** `/livez` says that the process answers; `/readyz`, that it also reaches its store and is not stopping. */
import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.js';

const TIMEOUT_MS = 1000;

export function registerHealth(server: FastifyInstance, store: Store, closing: () => boolean): void {
  server.get('/livez', async (_, reply) => reply.type('text/plain').header('cache-control', 'no-store').send('ok\n'));
  // Anyone may ask without a token, so one query to the store answers all who wait.
  let question: Promise<boolean> | null = null;
  server.get('/readyz', async (_, reply) => {
    const ready = !closing() && (await (question ??= isReachable(store).finally(() => (question = null))));
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .header('cache-control', 'no-store')
      .send(ready ? 'ok\n' : closing() ? 'shutting down\n' : 'store unreachable\n');
  });
}

async function isReachable(store: Store): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS);
  });
  const answer = store.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
