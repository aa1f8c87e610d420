/** A replica is killed, without a word, and started again. */
import type { Falla } from '../fault.js';

let turno = 0;

export const replicaMuerta: Falla = {
  nombre: 'one replica of three killed with -9, three times',
  veces: 3,
  ajustar: () => ({ replicas: 3 }),
  causar: async ({ replicas }) => replicas[++turno % replicas.length]?.matar(),
  reparar: async ({ replicas }) => replicas[turno % replicas.length]?.arrancar(),
};

export const todasMuertas: Falla = {
  nombre: 'every replica killed with -9',
  causar: async ({ replicas }) => Promise.all(replicas.map(async (replica) => replica.matar())),
  reparar: async ({ replicas }) => Promise.all(replicas.map(async (replica) => replica.arrancar())),
};
