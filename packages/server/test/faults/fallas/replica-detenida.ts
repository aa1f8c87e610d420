/** Replicas are stopped in order and started again, one after the other, as for a new version. */
import { balanceado } from '../camino.js';
import type { Falla, Mundo } from '../falla.js';

export async function relevar({ replicas }: Mundo): Promise<void> {
  for (const replica of replicas) {
    const codigo = await replica.detener();
    if (codigo !== 0) throw new Error(`the replica ended with ${codigo}`);
    await replica.arrancar();
  }
}

export const replicaDetenida: Falla = {
  nombre: 'replicas stopped and started in turn, behind a balancer',
  ajustar: () => ({ camino: balanceado }),
  causar: relevar,
};
