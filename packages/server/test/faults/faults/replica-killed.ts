/** Replicas are killed without warning and started again. */
import type { Fault } from '../fault.js';

let turn = 0;

export const replicaKilled: Fault = {
  name: 'one replica of three killed with -9, three times',
  times: 3,
  setUp: () => ({ replicas: 3 }),
  cause: async ({ replicas }) => replicas[++turn % replicas.length]?.kill(),
  repair: async ({ replicas }) => replicas[turn % replicas.length]?.start(),
};

export const allKilled: Fault = {
  name: 'every replica killed with -9',
  cause: async ({ replicas }) => Promise.all(replicas.map(async (replica) => replica.kill())),
  repair: async ({ replicas }) => Promise.all(replicas.map(async (replica) => replica.start())),
};
