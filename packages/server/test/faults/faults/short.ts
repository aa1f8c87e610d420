/** The faults of the short form: a process killed, a crashed database and replaced replicas, with as few starts as possible. */
import type { Fault } from '../fault.js';
import { postgresCrashed } from './postgres-stopped.js';
import { replaceInTurn, replicaStopped } from './replica-stopped.js';
import { sqliteKilled } from './sqlite-killed.js';

export const SHORT: readonly Fault[] = [
  { ...sqliteKilled, name: 'the only process on SQLite killed with -9', times: 1 },
  {
    ...replicaStopped,
    name: 'PostgreSQL crashed (immediate) and started, then replicas stopped and started in turn, then one killed with -9',
    cause: postgresCrashed.cause,
    lastsMs: 2000,
    repair: async (world) => {
      await postgresCrashed.repair?.(world);
      await replaceInTurn(world);
      const [replica] = world.replicas;
      await replica?.kill();
      await replica?.start();
    },
  },
];
