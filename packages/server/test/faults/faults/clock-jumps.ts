/** The clock of one of two replicas jumps: an hour back, beyond the end of the month, and back again. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Bench, Fault } from '../fault.js';

const CLOCK = new URL('clock.mjs', import.meta.url);
const HOUR_MS = 3_600_000;
const JUMPS_MS = [-HOUR_MS, 40 * 24 * HOUR_MS, 0, -400 * 24 * HOUR_MS];

/** Writes the file in one step: the replica may read it at any moment. */
function setOffset({ folder }: Pick<Bench, 'folder'>, ms: number): void {
  writeFileSync(join(folder, 'new'), String(ms));
  renameSync(join(folder, 'new'), join(folder, 'offset'));
}

export const clockJumps: Fault = {
  name: 'clock of one replica of two jumps: −1 hour, +40 days, 0, −400 days, 0',
  setUp: (bench) => {
    setOffset(bench, 0);
    const env = { NODE_OPTIONS: `--import=${fileURLToPath(CLOCK)}`, CLOCK_OFFSET: join(bench.folder, 'offset') };
    return { env: (replica) => (replica === 0 ? env : {}) };
  },
  cause: async (world) => {
    for (const jump of JUMPS_MS) {
      setOffset(world, jump);
      await setTimeout(2000);
    }
  },
  repair: (world) => setOffset(world, 0),
};
