/** With PostgreSQL gone, hung or cut off: what is known goes on, the rest is told so, and it recovers by itself. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '../src/access/tokens.js';
import { Relay } from './relay.js';
import { Postgres } from './postgres-server.js';
import { query, cutConnections } from './postgres.js';
import { openReplica } from './replica.js';
import type { Servicio } from './service.js';

const PRONTO = { timeout: 20_000, interval: 50 };

let postgres: Postgres;
let relevo: Relay;
let url: string;
beforeAll(async () => {
  postgres = await Postgres.create();
  relevo = await Relay.before(postgres.port);
  url = Object.assign(new URL(postgres.url()), { port: String(relevo.port) }).href;
}, 60_000);
afterAll(async () => {
  await relevo.close();
  await postgres.remove();
});

const entidades = async (servicio: Servicio, token: string) => servicio.pedir(`/curp/entidades?token=${token}`);
const SIN_BASE = { status: 503, sobre: { code_error: 9 }, headers: { 'retry-after': '5' } };

const listo = async (servicio: Servicio): Promise<unknown> =>
  vi.waitUntil(async () => (await servicio.pedir('/readyz')).status === 200, PRONTO);

/** What the database says, without the service. */
const tomadaDe = async (proyecto: string): Promise<number> =>
  Number((await query(postgres.url(), 'SELECT tomada FROM cuotas WHERE proyecto = $1', [proyecto]))[0]?.['tomada']);
const usadaDe = async (proyecto: string): Promise<number> =>
  Number((await query(postgres.url(), 'SELECT SUM(cuenta) AS n FROM usos WHERE proyecto = $1', [proyecto]))[0]?.['n']);

describe('stopped', () => {
  it('serves who is in memory, for the time that was set and no more than was taken, and then goes on', async () => {
    const servicio = await openReplica(url, { databaseGraceMs: 60_000 });
    const libre = await servicio.crearProyecto();
    const conCuota = await servicio.crearProyecto({ cuota: 1000 }); // 10 at a time
    for (const { token } of [libre, conCuota]) expect((await entidades(servicio, token)).status).toBe(200);

    await postgres.stop();
    servicio.now += 5000; // what is remembered is no longer new
    expect(await servicio.pedir('/readyz')).toMatchObject({ status: 503, texto: 'store unreachable\n' });
    expect((await servicio.pedir('/livez')).status).toBe(200);
    expect(await entidades(servicio, createToken())).toMatchObject(SIN_BASE);
    for (let i = 0; i < 30; i += 1) expect((await entidades(servicio, libre.token)).status).toBe(200);
    servicio.now += 6000; // a block of a project that is silent is kept, for it cannot be given back
    await setTimeout(2100);
    for (let i = 0; i < 9; i += 1) expect((await entidades(servicio, conCuota.token)).status).toBe(200);
    expect(await entidades(servicio, conCuota.token)).toMatchObject(SIN_BASE);
    servicio.now += 60_000;
    expect(await entidades(servicio, libre.token)).toMatchObject(SIN_BASE);

    await postgres.start();
    await listo(servicio);
    for (const { token } of [libre, conCuota]) expect((await entidades(servicio, token)).status).toBe(200);
    expect((await entidades(servicio, createToken())).sobre.code_error).toBe(2);
    await servicio.cerrar();
    expect(await usadaDe(libre.proyecto.id)).toBe(32);
    expect([await usadaDe(conCuota.proyecto.id), await tomadaDe(conCuota.proyecto.id)]).toEqual([11, 11]);
    expect(servicio.log.join('')).not.toMatch(new RegExp(`${postgres.password}|${libre.token}|127.0.0.1`));
  });
});

describe('silent', () => {
  it('makes nobody wait who is in memory, and nobody else for long; what was changed meanwhile holds', async () => {
    const servicio = await openReplica(url);
    const { proyecto, token } = await servicio.crearProyecto();
    expect((await entidades(servicio, token)).status).toBe(200);
    relevo.hang(); // for the service, but not for an administrator
    await query(postgres.url(), `UPDATE proyectos SET estado = 'revocado' WHERE id = $1`, [proyecto.id]);
    servicio.now += 5000;
    expect((await entidades(servicio, token)).status).toBe(200); // after a second
    const abrir = vi.spyOn(servicio.store, 'openToken');
    for (let i = 0; i < 20; i += 1) expect((await entidades(servicio, token)).status).toBe(200);
    expect(abrir).not.toHaveBeenCalled();
    expect(await servicio.pedir('/readyz')).toMatchObject({ status: 503 });
    expect(await entidades(servicio, createToken())).toMatchObject(SIN_BASE);
    relevo.resume();
    await vi.waitUntil(async () => (await entidades(servicio, token)).sobre.code_error === 3, PRONTO);
    await listo(servicio);
    expect((await entidades(servicio, createToken())).sobre.code_error).toBe(2);
  });
});

describe('under load', () => {
  const FALLAS: Record<string, () => Promise<unknown>> = {
    'connections ended by the server': async () => cutConnections(postgres.url()),
    'connections broken on the way': async () => relevo.cut(),
    'stopped and started': async () => postgres.stop().then(async () => postgres.start()),
    'crashed and started': async () => postgres.stop('SIGQUIT').then(async () => postgres.start()),
  };

  it.each(Object.entries(FALLAS))('%s: all is right or told, and nothing is counted wrong', async (_, fallar) => {
    const replicas = [await openReplica(url), await openReplica(url)];
    const [primera] = replicas;
    const { proyecto, token } = (await primera?.crearProyecto({ cuota: 100_000 })) ?? expect.fail();
    let exitos = 0;
    const fin = new AbortController();
    const usar = async (servicio: Servicio): Promise<void> => {
      while (!fin.signal.aborted) {
        const { status, sobre } = await entidades(servicio, token);
        if (status === 200) exitos += 1;
        else expect([status, sobre.code_error]).toEqual([503, 9]);
        expect((await entidades(servicio, createToken())).sobre.code_error).toBeOneOf([2, 9]);
        servicio.now += 500; // tokens are soon asked about again
        await setTimeout(5);
      }
    };
    const clientes = [...replicas, ...replicas].map(usar);
    for (let vez = 0; vez < 3; vez += 1) {
      await setTimeout(300);
      await fallar();
    }
    await setTimeout(300);
    fin.abort();
    await Promise.all(clientes);
    await Promise.all(replicas.map(listo));
    await Promise.all(replicas.map(async (replica) => replica.cerrar()));
    const usada = await usadaDe(proyecto.id);
    expect(usada).toBe(exitos);
    expect(exitos).toBeGreaterThan(10);
    const tomada = await tomadaDe(proyecto.id);
    expect(tomada).toBeGreaterThanOrEqual(exitos);
  });
});
