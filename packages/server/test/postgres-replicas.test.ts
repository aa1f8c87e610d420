/** Several replicas on one PostgreSQL: changes reach all of them, and together they never exceed a quota. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken, sha256 } from '../src/admin.js';
import { newDatabase } from './postgres.js';
import { cleanUp } from './process.js';
import { openReplica } from './replica.js';
import type { Service } from './service.js';

let url: string;
beforeAll(async () => {
  url = await newDatabase();
});
afterAll(cleanUp);

const codeFrom = async (replica: Service, token: string): Promise<number> =>
  (await replica.operate('entidades', {}, token)).code_error;

async function twoReplicas() {
  const [one, other] = [await openReplica(url), await openReplica(url)];
  const { proyecto, token } = await one.createProject();
  expect([await codeFrom(one, token), await codeFrom(other, token)]).toEqual([0, 0]);
  return { one, other, proyecto, token };
}

describe('a change by one replica', () => {
  it.each<[what: string, code: number, change: (service: Service, project: string) => Promise<unknown>]>([
    ['that revokes a project', 3, async ({ store }, id) => store.changeProject(id, { estado: 'revocado' })],
    ['that sets a quota of 0', 4, async ({ store }, id) => store.changeProject(id, { cuota: 0 })],
    ['that rotates a token', 2, async ({ store }, id) => store.rotateToken(id, sha256(createToken()), 0)],
    [
      'that revokes a token',
      2,
      async ({ store }, id) => {
        const project = (await store.listProjects()).find((each) => each.id === id);
        return store.revokeToken(id, project?.tokens[0]?.id ?? '');
      },
    ],
  ])('%s reaches both within 5 seconds', async (_, code, change) => {
    const { one, other, proyecto, token } = await twoReplicas();
    await change(one, proyecto.id);
    for (const replica of [one, other]) {
      replica.now += 4000;
      expect(await codeFrom(replica, token)).toBe(code);
    }
  });
});

describe('the quota of a project', () => {
  it('is used up exactly by replicas that take from it at the same time', async () => {
    const replicas = await Promise.all([1, 2, 3].map(async () => openReplica(url)));
    const [first] = replicas;
    const { proyecto, token } = (await first?.createProject({ cuota: 700 })) ?? expect.fail();
    const useUp = async (replica: Service): Promise<number> => {
      let successes = 0;
      while ((await codeFrom(replica, token)) === 0) successes += 1;
      return successes;
    };
    const successes = await Promise.all([...replicas, ...replicas].map(useUp));
    await Promise.all(replicas.map(async (replica) => replica.close()));
    expect(successes.reduce((sum, n) => sum + n, 0)).toBe(700);
    const { store } = first ?? expect.fail();
    expect(await store.quotaTaken(proyecto.id, '2026-11')).toBe(700);
    const usage = await store.usage(proyecto.id, '2026-11-15', '2026-11-15');
    expect(usage).toMatchObject([{ operacion: 'entidades', cuenta: 700 }]);
  });
});
