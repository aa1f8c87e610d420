/** `/livez`: the process answers. `/readyz`: it also reaches its store and is not shutting down. */
import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.js';

const PLAZO_MS = 1000;

export function registerHealth(server: FastifyInstance, store: Store, closing: () => boolean): void {
  server.get('/livez', async (_, reply) => reply.type('text/plain').header('cache-control', 'no-store').send('ok\n'));
  // Whoever asks, and without a token: the store is asked once for all of them.
  let pregunta: Promise<boolean> | null = null;
  server.get('/readyz', async (_, reply) => {
    const lista = !closing() && (await (pregunta ??= alcanza(store).finally(() => (pregunta = null))));
    return reply
      .code(lista ? 200 : 503)
      .type('text/plain')
      .header('cache-control', 'no-store')
      .send(lista ? 'ok\n' : closing() ? 'shutting down\n' : 'store unreachable\n');
  });
}

async function alcanza(store: Store): Promise<boolean> {
  let plazo: NodeJS.Timeout | undefined;
  const tarde = new Promise<false>((resolve) => {
    plazo = setTimeout(() => resolve(false), PLAZO_MS);
  });
  const respuesta = store.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([respuesta, tarde]).finally(() => clearTimeout(plazo));
}
