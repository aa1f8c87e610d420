/** Starts a PostgreSQL of its own, that of the tests, and measures its CPU time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Postgres } from '../../packages/server/test/postgres-server.ts';
import { seconds } from './processes.mjs';

/** `url` gives the address of one of its databases; `remove` stops it and removes its folder. */
export async function startPostgres() {
  const postgres = await Postgres.create();
  return { url: (database) => postgres.url(database), folder: postgres.folder, remove: () => postgres.remove() };
}

/** CPU time of a PostgreSQL: its first process and all its children, live or ended. */
export function familySeconds({ folder }) {
  const pid = readFileSync(join(folder, 'datos/postmaster.pid'), 'utf8').split('\n')[0];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.reduce((sum, child) => sum + secondsIfAlive(child), seconds(pid, 4));
}

/** A child may end meanwhile; the first process then counts its time. */
function secondsIfAlive(pid) {
  try {
    return seconds(pid, 2);
  } catch {
    return 0;
  }
}
