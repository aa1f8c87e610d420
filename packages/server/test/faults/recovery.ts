/** Waits for the recovery: every replica is ready, and serves a project that it may never have seen. */
import { setTimeout } from 'node:timers/promises';
import { sendTo } from './path.js';
import type { World } from './fault.js';
import { get } from './requests.js';
import type { Replica } from './replica.js';

const LIMIT_MS = 60_000;

const answers = async (replica: Replica, path: string): Promise<boolean> =>
  sendTo(replica, { ...get('', {}), path }).then(
    ({ status }) => status === 200,
    () => false,
  );

export async function recovered({ replicas, projects }: World): Promise<void> {
  const paths = ['/readyz', `/curp/entidades?token=${projects.fresh.token}`];
  const end = performance.now() + LIMIT_MS;
  await Promise.all(
    replicas.flatMap((replica) =>
      paths.map(async (path) => {
        while (!(await answers(replica, path))) {
          if (performance.now() > end) throw new Error('a replica did not recover');
          await setTimeout(20);
        }
      }),
    ),
  );
}
