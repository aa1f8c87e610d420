/** The clock of one of two replicas jumps or is always wrong: tokens, quota, usage and jobs follow the clock of the database. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createToken, openStore, sha256 } from '../../../src/admin.js';
import type { Bench, Fault, Setup } from '../fault.js';
import { sendTo } from '../path.js';
import { get } from '../requests.js';

const CLOCK = new URL('clock.mjs', import.meta.url);
const HOUR_MS = 3_600_000;
const JUMPS_MS = [-HOUR_MS, 40 * 24 * HOUR_MS, 0, -400 * 24 * HOUR_MS];

/** Writes the file in one step, because the replica may read it at any moment. */
function setOffset({ folder }: Pick<Bench, 'folder'>, ms: number): void {
  writeFileSync(join(folder, 'new'), String(ms));
  renameSync(join(folder, 'new'), join(folder, 'offset'));
}

/** Starts the first replica with its clock off by `ms`. */
function startOff(bench: Bench, ms: number): Setup {
  setOffset(bench, ms);
  const env = { NODE_OPTIONS: `--import=${fileURLToPath(CLOCK)}`, CLOCK_OFFSET: join(bench.folder, 'offset') };
  return { env: (replica) => (replica === 0 ? env : {}) };
}

export const clockJumps: Fault = {
  name: 'clock of one replica of two jumps: −1 hour, +40 days, 0, −400 days, 0',
  setUp: (bench) => startOff(bench, 0),
  cause: async (world) => {
    for (const jump of JUMPS_MS) {
      setOffset(world, jump);
      await setTimeout(2000);
    }
  },
  repair: (world) => setOffset(world, 0),
};

/** Every replica must refuse a token that has been replaced, whatever its clock says. */
export const clockBehind: Fault = {
  name: 'clock of one replica of two 40 days behind, and a token replaced',
  setUp: (bench) => startOff(bench, -40 * 24 * HOUR_MS),
  cause: async ({ url, replicas }) => {
    const store = await openStore(url);
    const token = createToken();
    const { id } = await store.createProject('reemplazado', { limite: null, cuota: null }, sha256(token));
    await store.rotateToken(id, sha256(createToken()), 0);
    await store.close();
    for (const replica of replicas) {
      const { status } = await sendTo(replica, { ...get('', {}), path: `/curp/entidades?token=${token}` });
      if (status !== 401) throw new Error(`a replaced token got ${status}`);
    }
  },
};
