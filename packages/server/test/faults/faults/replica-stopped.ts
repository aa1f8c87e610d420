/** Replicas are stopped in order and started again, one after the other, as for a new version. */
import { setTimeout } from 'node:timers/promises';
import { balanceado } from '../path.js';
import type { Falla, Mundo } from '../fault.js';

/** The next one goes only once whoever was refused by the last has long been served. */
const ENTRE_MS = 2000;

export async function relevar({ replicas }: Mundo): Promise<void> {
  for (const replica of replicas) {
    const codigo = await replica.detener();
    if (codigo !== 0) throw new Error(`the replica ended with ${codigo}`);
    await replica.arrancar();
    await setTimeout(ENTRE_MS);
  }
}

export const replicaDetenida: Falla = {
  nombre: 'replicas stopped and started in turn, behind a balancer',
  ajustar: () => ({ camino: balanceado }),
  causar: relevar,
};
