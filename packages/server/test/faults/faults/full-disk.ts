/** The disk of SQLite is full, until somebody makes room. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Falla, Taller } from '../fault.js';

const discoDe = ({ carpeta }: Pick<Taller, 'carpeta'>): string => join(carpeta, 'disco');
const rellenoDe = (taller: Pick<Taller, 'carpeta'>): string => join(discoDe(taller), 'relleno');

function montar(disco: string): boolean {
  mkdirSync(disco);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disco]).status === 0;
}

export const discoLleno: Falla = {
  nombre: 'disk of SQLite full for 8 seconds',
  duraMs: 8000,
  impedimento: () => (process.getuid?.() === 0 ? null : 'only root can mount a small disk'),
  ajustar: (taller) => {
    const disco = discoDe(taller);
    if (!montar(disco)) throw new Error('a small disk cannot be mounted here');
    taller.alFinal(() => spawnSync('umount', [disco]));
    return { replicas: 1, url: `sqlite:${join(disco, 'curp.db')}` };
  },
  causar: (mundo) => {
    try {
      for (;;) writeFileSync(rellenoDe(mundo), Buffer.alloc(4096), { flag: 'a' });
    } catch {
      // no byte more
    }
  },
  reparar: (mundo) => rmSync(rellenoDe(mundo)),
};
