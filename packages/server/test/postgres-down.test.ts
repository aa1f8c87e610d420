/** The service while PostgreSQL is stopped, silent or cut off: it serves known projects, reports the failure to others, and recovers. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '../src/access/tokens.js';
import { Relay } from './relay.js';
import { Postgres } from './postgres-server.js';
import { cutConnections, query } from './postgres.js';
import { openReplica } from './replica.js';
import type { Service } from './service.js';
import { SOON } from './soon.js';

let postgres: Postgres;
let relay: Relay;
let url: string;
beforeAll(async () => {
  postgres = await Postgres.create();
  relay = await Relay.before(postgres.port);
  url = Object.assign(new URL(postgres.url()), { port: String(relay.port) }).href;
});
afterAll(async () => {
  await relay.close();
  await postgres.remove();
});

const entidades = async (service: Service, token: string) => service.request(`/curp/entidades?token=${token}`);
const NO_DATABASE = { status: 503, sobre: { code_error: 9 }, headers: { 'retry-after': '5' } };

const ready = async (service: Service): Promise<unknown> =>
  vi.waitUntil(async () => (await service.request('/readyz')).status === 200, SOON);

/** Returns numbers read from the database directly, not through the service. */
const takenBy = async (project: string): Promise<number> =>
  Number((await query(postgres.url(), 'SELECT tomada FROM cuotas WHERE proyecto = $1', [project]))[0]?.['tomada']);
const usedBy = async (project: string): Promise<number> =>
  Number((await query(postgres.url(), 'SELECT SUM(cuenta) AS n FROM usos WHERE proyecto = $1', [project]))[0]?.['n']);

describe('while PostgreSQL is stopped', () => {
  it('known projects are served for 300 seconds and from quota already taken, and the service recovers', async () => {
    const service = await openReplica(url);
    const unlimited = await service.createProject();
    const limited = await service.createProject({ cuota: 1000 }); // Quota is taken in blocks of 10.
    for (const { token } of [unlimited, limited]) expect((await entidades(service, token)).status).toBe(200);

    await postgres.stop();
    service.now += 5000; // The remembered projects are no longer fresh.
    await service.store.heart.beat().catch(() => null);
    expect(await service.request('/readyz')).toMatchObject({ status: 503, texto: 'store unreachable\n' });
    expect((await service.request('/livez')).status).toBe(200);
    expect(await entidades(service, createToken())).toMatchObject(NO_DATABASE);
    for (let i = 0; i < 30; i += 1) expect((await entidades(service, unlimited.token)).status).toBe(200);
    service.now += 6000; // The block of a silent project cannot be returned now, so it is kept.
    await setTimeout(2100);
    for (let i = 0; i < 9; i += 1) expect((await entidades(service, limited.token)).status).toBe(200);
    expect(await entidades(service, limited.token)).toMatchObject(NO_DATABASE);
    service.now += 300_000;
    expect(await entidades(service, unlimited.token)).toMatchObject(NO_DATABASE);

    await postgres.start();
    await ready(service);
    for (const { token } of [unlimited, limited]) expect((await entidades(service, token)).status).toBe(200);
    expect((await entidades(service, createToken())).sobre.code_error).toBe(2);
    await service.close();
    expect(await usedBy(unlimited.proyecto.id)).toBe(32);
    expect([await usedBy(limited.proyecto.id), await takenBy(limited.proyecto.id)]).toEqual([11, 11]);
    expect(service.log.join('')).not.toMatch(new RegExp(`${postgres.password}|${unlimited.token}|127.0.0.1`));
  });
});

describe('while PostgreSQL is silent', () => {
  it('known projects do not wait, others wait briefly, and changes made meanwhile hold afterwards', async () => {
    const service = await openReplica(url);
    const { proyecto, token } = await service.createProject();
    expect((await entidades(service, token)).status).toBe(200);
    relay.hang(); // The database is silent for the service, not for an administrator.
    await query(postgres.url(), `UPDATE proyectos SET estado = 'revocado' WHERE id = $1`, [proyecto.id]);
    service.now += 5000;
    expect((await entidades(service, token)).status).toBe(200); // The answer comes after a second.
    const openToken = vi.spyOn(service.store, 'openToken');
    for (let i = 0; i < 20; i += 1) expect((await entidades(service, token)).status).toBe(200);
    expect(openToken).not.toHaveBeenCalled();
    expect(await service.request('/readyz')).toMatchObject({ status: 503 });
    expect(await entidades(service, createToken())).toMatchObject(NO_DATABASE);
    relay.resume();
    await vi.waitUntil(async () => (await entidades(service, token)).sobre.code_error === 3, SOON);
    await ready(service);
    expect((await entidades(service, createToken())).sobre.code_error).toBe(2);
  });
});

describe('under load', () => {
  const FAULTS: Record<string, () => Promise<unknown>> = {
    'when the server ends connections': async () => cutConnections(postgres.url()),
    'when the network breaks connections': async () => relay.cut(),
    'when PostgreSQL is stopped and started': async () => postgres.stop().then(async () => postgres.start()),
    'when PostgreSQL crashes and starts': async () => postgres.stop('SIGQUIT').then(async () => postgres.start()),
  };

  it.each(Object.entries(FAULTS))('%s, every answer is right or code 9, and counts stay exact', async (_, cause) => {
    const replicas = [await openReplica(url), await openReplica(url)];
    const [first] = replicas;
    const { proyecto, token } = (await first?.createProject({ cuota: 100_000 })) ?? expect.fail();
    let successes = 0;
    const enough = new AbortController();
    const runClient = async (service: Service): Promise<void> => {
      while (!enough.signal.aborted) {
        const { status, sobre } = await entidades(service, token);
        if (status === 200) successes += 1;
        else expect([status, sobre.code_error]).toEqual([503, 9]);
        expect((await entidades(service, createToken())).sobre.code_error).toBeOneOf([2, 9]);
        service.now += 500; // The remembered token soon becomes old.
        await setTimeout(5);
      }
    };
    const clients = [...replicas, ...replicas].map(runClient);
    const answered = async (): Promise<unknown> => {
      const before = successes;
      return vi.waitUntil(() => successes > before + 10, SOON);
    };
    for (let time = 0; time < 3; time += 1) {
      await answered();
      await cause();
    }
    await answered();
    enough.abort();
    await Promise.all(clients);
    await Promise.all(replicas.map(ready));
    await Promise.all(replicas.map(async (replica) => replica.close()));
    expect(await usedBy(proyecto.id)).toBe(successes);
    expect(await takenBy(proyecto.id)).toBeGreaterThanOrEqual(successes);
  });
});
