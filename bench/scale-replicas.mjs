/** A PostgreSQL for `scale.mjs`, and replicas of the service on it. */
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openStore, sha256 } from '../packages/server/dist/admin.js';
import { Postgres } from '../packages/server/test/postgres-servidor.ts';
import { startServer } from './http-processes.mjs';
import { token } from './http-servers.mjs';

const MAIN = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url));

/** With the project that asks, as on SQLite. */
export async function startPostgres() {
  const postgres = await Postgres.iniciar();
  const store = await openStore(postgres.url());
  await store.crearProyecto('bench', { limite: 1_000_000_000, cuota: 1_000_000_000 }, sha256(token));
  await store.close();
  return postgres;
}

export function startReplica(postgres) {
  const env = { PORT: '0', ADMIN_PORT: '0', DATABASE_URL: postgres.url(), LOG_LEVEL: 'info' };
  return startServer(['--max-semi-space-size=2', MAIN], { env, cwd: tmpdir() });
}
