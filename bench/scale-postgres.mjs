/** A PostgreSQL for `scale.mjs`, replicas of the service on it, and what both spend. */
import { readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** The fields of `/proc/PID/stat` behind the name: state, parent, …, and from the 11th on the time in user and system. */
const statOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');

/** The nanoseconds that a PostgreSQL has run so far, with those of its processes that have ended; in steps of 10 ms. */
export function postgresCpuNs({ carpeta }) {
  const server = readFileSync(join(carpeta, 'datos/postmaster.pid'), 'utf8').split('\n', 1)[0];
  const ticks = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => {
      try {
        const stat = statOf(pid);
        if (pid === server) return stat.slice(11, 15);
        return stat[1] === server ? stat.slice(11, 13) : [];
      } catch {
        return []; // it has ended meanwhile
      }
    });
  return ticks.flat().reduce((sum, tick) => sum + Number(tick), 0) * 1e7;
}
