/** The only process on SQLite is killed without warning at any moment, and started again. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Bench, Fault } from '../fault.js';

const WITHIN_MS = 5000;

export const onSqlite = ({ folder }: Pick<Bench, 'folder'>): { readonly replicas: 1; readonly url: string } => ({
  replicas: 1,
  url: `sqlite:${join(folder, 'curp.db')}`,
});

export const sqliteKilled: Fault = {
  name: 'the only process on SQLite killed with -9, three times',
  times: 3, // A piece whose process is killed four times is given up.
  setUp: onSqlite,
  cause: async ({ replicas }) => {
    await setTimeout(Math.random() * WITHIN_MS);
    await replicas[0]?.kill();
  },
  repair: async ({ replicas }) => replicas[0]?.start(),
};
