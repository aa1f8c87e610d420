/** The disk of SQLite is full until the test makes room. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Fault } from '../fault.js';

const diskIn = ({ folder }: Pick<Bench, 'folder'>): string => join(folder, 'disk');
const fillerIn = (bench: Pick<Bench, 'folder'>): string => join(diskIn(bench), 'filler');

function mount(disk: string): boolean {
  mkdirSync(disk);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]).status === 0;
}

export const diskFull: Fault = {
  name: 'disk of SQLite full for 8 seconds',
  lastsMs: 8000,
  obstacle: () => (process.getuid?.() === 0 ? null : 'only root can mount a small disk'),
  setUp: (bench) => {
    const disk = diskIn(bench);
    if (!mount(disk)) throw new Error('a small disk cannot be mounted here');
    bench.atEnd(() => spawnSync('umount', [disk]));
    return { replicas: 1, jobs: false, url: `sqlite:${join(disk, 'curp.db')}` };
  },
  cause: (world) => {
    try {
      for (;;) writeFileSync(fillerIn(world), Buffer.alloc(4096), { flag: 'a' });
    } catch {
      // the disk is full
    }
  },
  repair: (world) => rmSync(fillerIn(world)),
};
