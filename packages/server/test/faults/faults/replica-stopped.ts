/** Replicas are stopped in order and started again, one after another, as for a new version. */
import { setTimeout } from 'node:timers/promises';
import { balanced } from '../path.js';
import type { Fault, World } from '../fault.js';

/** Long enough that every client refused by one replica is served before the next stops. */
const BETWEEN_MS = 2000;

export async function replaceInTurn({ replicas }: World): Promise<void> {
  for (const replica of replicas) {
    const code = await replica.stop();
    if (code !== 0) throw new Error(`the replica ended with ${code}`);
    await replica.start();
    await setTimeout(BETWEEN_MS);
  }
}

export const replicaStopped: Fault = {
  name: 'replicas stopped and started in turn, behind a balancer',
  setUp: () => ({ route: balanced }),
  cause: replaceInTurn,
};
