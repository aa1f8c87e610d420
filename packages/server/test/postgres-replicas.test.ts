/** Several replicas on one PostgreSQL: changes reach all of them, and together they never exceed a quota. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken, sha256 } from '../src/admin.js';
import type { OnChange } from '../src/store/driver.js';
import { cutConnections, newDatabase, query } from './postgres.js';
import { cleanUp } from './process.js';
import { openReplica } from './replica.js';
import type { Service } from './service.js';
import { SOON } from './soon.js';

let url: string;
beforeAll(async () => {
  url = await newDatabase();
});
afterAll(cleanUp);

const codeFrom = async (replica: Service, token: string): Promise<number> =>
  (await replica.operate('entidades', {}, token)).code_error;

/** Waits until `count` replicas listen. */
const listening = async (count: number): Promise<unknown> =>
  vi.waitUntil(async () => {
    const listeners = await query(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    return listeners.length === count;
  }, SOON);

async function twoReplicas() {
  const [one, other] = [await openReplica(url), await openReplica(url)];
  await listening(2);
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
  ])('%s reaches the other by notification', async (_, code, change) => {
    const { one, other, proyecto, token } = await twoReplicas();
    await change(one, proyecto.id);
    // The clocks do not move, so the remembered project does not become old.
    await vi.waitUntil(async () => (await codeFrom(other, token)) === code, SOON);
    await vi.waitUntil(async () => (await codeFrom(one, token)) === code, SOON);
  });

  it('reaches the other even if its listening connection was cut meanwhile', async () => {
    const { one, other, proyecto, token } = await twoReplicas();
    expect(await cutConnections(url, '%escucha')).toBe(2);
    await one.store.changeProject(proyecto.id, { estado: 'revocado' });
    await vi.waitUntil(async () => (await codeFrom(other, token)) === 3, SOON);
    await listening(2);
  });

  it('reaches both within 5 seconds if no notification was sent', async () => {
    const { one, other, proyecto, token } = await twoReplicas();
    await query(url, `UPDATE proyectos SET estado = 'revocado' WHERE id = $1`, [proyecto.id]);
    await setTimeout(200);
    for (const replica of [one, other]) {
      expect(await codeFrom(replica, token)).toBe(0);
      replica.now += 4000;
      expect(await codeFrom(replica, token)).toBe(3);
    }
  });

  it('makes the other forget only that project', async () => {
    const { one, other, proyecto } = await twoReplicas();
    const unchanged = await one.createProject();
    await codeFrom(other, unchanged.token);
    const openToken = vi.spyOn(other.store, 'openToken');
    const onChange = vi.fn<OnChange>();
    const stopListening = other.store.listen(onChange);
    await vi.waitUntil(() => onChange.mock.calls.length === 1, SOON); // The replica listens from here on.
    await one.store.changeProject(proyecto.id, { cuota: 5 });
    await vi.waitUntil(() => onChange.mock.calls.length === 2, SOON);
    await stopListening();
    expect(onChange.mock.calls).toEqual([[null], [proyecto.id]]);
    expect(await codeFrom(other, unchanged.token)).toBe(0);
    expect(openToken).not.toHaveBeenCalled();
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
