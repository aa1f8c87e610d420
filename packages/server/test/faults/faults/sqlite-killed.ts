/** The only process on SQLite is killed without warning at any moment, and started again. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Bench, Fault } from '../fault.js';

/** Longer than a piece of a killed process waits until it is processed again. */
const WITHIN_MS = 12_000;

export const onSqlite = ({ folder }: Pick<Bench, 'folder'>): { readonly replicas: 1; readonly url: string } => ({
  replicas: 1,
  url: `sqlite:${join(folder, 'curp.db')}`,
});

const killed = (name: string, times: number, withinMs: number): Fault => ({
  name,
  times,
  setUp: onSqlite,
  cause: async ({ replicas }) => {
    await setTimeout(Math.random() * withinMs);
    await replicas[0]?.kill();
  },
  repair: async ({ replicas }) => replicas[0]?.start(),
});

export const sqliteKilled = killed('the only process on SQLite killed with -9, ten times', 10, WITHIN_MS);
export const sqliteKilledOnce = killed('the only process on SQLite killed with -9', 1, 1000);
