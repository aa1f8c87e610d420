/** Starts the tests' own PostgreSQL, and measures its CPU time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Postgres } from '../../packages/server/test/postgres-server.ts';
import { seconds } from './processes.mjs';

/** Starts a server. `url` returns the address of one of its databases; `remove` stops the server and removes its folder. */
export async function startPostgres() {
  const postgres = await Postgres.create();
  return { url: (database) => postgres.url(database), folder: postgres.folder, remove: () => postgres.remove() };
}

/** Returns the CPU time of a PostgreSQL: its first process and all children, live or ended. */
export function familySeconds({ folder }) {
  const pid = readFileSync(join(folder, 'datos/postmaster.pid'), 'utf8').split('\n')[0];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.reduce((sum, child) => sum + secondsIfAlive(child), seconds(pid, 4));
}

/** Returns the CPU time of a child, or 0 if it ended meanwhile: then the first process counts its time. */
function secondsIfAlive(pid) {
  try {
    return seconds(pid, 2);
  } catch {
    return 0;
  }
}
