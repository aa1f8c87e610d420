/** The clock of one replica of two jumps: an hour back, beyond the end of the month, and back again. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Falla, Taller } from '../fault.js';

const RELOJ = new URL('clock.mjs', import.meta.url);
const HORA_MS = 3_600_000;
const SALTOS_MS = [-HORA_MS, 40 * 24 * HORA_MS, 0, -400 * 24 * HORA_MS];

/** Wholly there or not at all: the replica reads it at any moment. */
function poner({ carpeta }: Pick<Taller, 'carpeta'>, ms: number): void {
  writeFileSync(join(carpeta, 'nuevo'), String(ms));
  renameSync(join(carpeta, 'nuevo'), join(carpeta, 'desfase'));
}

export const relojSalta: Falla = {
  nombre: 'clock of one replica of two jumps: −1 hour, +40 days, 0, −400 days, 0',
  ajustar: (taller) => {
    poner(taller, 0);
    const env = { NODE_OPTIONS: `--import=${fileURLToPath(RELOJ)}`, DESFASE: join(taller.carpeta, 'desfase') };
    return { env: (replica) => (replica === 0 ? env : {}) };
  },
  causar: async (mundo) => {
    for (const salto of SALTOS_MS) {
      poner(mundo, salto);
      await setTimeout(2000);
    }
  },
  reparar: (mundo) => poner(mundo, 0),
};
