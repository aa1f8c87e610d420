/** While the store cannot be reached, whichever it is: who is remembered goes on, and nothing is counted wrong. */
import { describe, expect, it, vi } from 'vitest';
import { StoreUnreachable } from '../src/store/store.js';
import { createToken } from '../src/access/tokens.js';
import { type Servicio, abrirServicio } from './service.js';

const PRONTO = { timeout: 20_000 };
const falla = async (): Promise<never> => Promise.reject(new Error('database is locked'));
const entidades = async (servicio: Servicio, token: string) => servicio.pedir(`/curp/entidades?token=${token}`);

/** A service that has just served a token, whose store fails until it is told to answer again. */
async function conToken(databaseGraceMs = 60_000) {
  const servicio = abrirServicio({ databaseGraceMs }, { maxLagMs: 60_000 });
  const { proyecto, token } = await servicio.crearProyecto();
  expect((await entidades(servicio, token)).status).toBe(200);
  const abrir = vi.spyOn(servicio.store, 'openToken').mockImplementation(falla);
  const ping = vi.spyOn(servicio.store, 'ping').mockImplementation(falla);
  const volver = (): void => {
    abrir.mockRestore();
    ping.mockRestore();
  };
  return { servicio, proyecto, token, abrir, ping, volver };
}

describe('a token in memory', () => {
  it('goes on for the time that is set, then gets code 9', async () => {
    const { servicio, token } = await conToken();
    servicio.now += 59_999;
    expect((await entidades(servicio, token)).status).toBe(200);
    servicio.now += 1;
    expect(await entidades(servicio, token)).toMatchObject({ status: 503, sobre: { code_error: 9 } });
  });

  it('does not, where no time is set', async () => {
    const { servicio, token } = await conToken(0);
    expect((await entidades(servicio, token)).status).toBe(200);
    servicio.now += 4000;
    expect(await entidades(servicio, token)).toMatchObject({ status: 503, sobre: { code_error: 9 } });
  });

  it('is not asked about again until the store answers, and then it is', async () => {
    const { servicio, proyecto, token, abrir, ping, volver } = await conToken();
    servicio.now += 5000;
    for (let i = 0; i < 5; i += 1) expect((await entidades(servicio, token)).status).toBe(200);
    expect(abrir).toHaveBeenCalledTimes(1);
    await servicio.store.changeProject(proyecto.id, { estado: 'revocado' });
    await vi.waitUntil(() => ping.mock.calls.length > 0, PRONTO);
    expect((await entidades(servicio, token)).status).toBe(200);
    volver();
    await vi.waitUntil(async () => (await entidades(servicio, token)).sobre.code_error === 3, PRONTO);
  });

  it('whose end was set ends at its time', async () => {
    const servicio = abrirServicio();
    const { proyecto, token } = await servicio.crearProyecto();
    await servicio.store.rotateToken(proyecto.id, 'f'.repeat(64), servicio.now + 10_000);
    expect((await entidades(servicio, token)).status).toBe(200);
    vi.spyOn(servicio.store, 'openToken').mockImplementation(falla);
    servicio.now += 9999;
    expect((await entidades(servicio, token)).status).toBe(200);
    servicio.now += 1;
    expect((await entidades(servicio, token)).status).toBe(503);
  });
});

describe('a token not in memory', () => {
  it('is code 9, not unknown, even if it was unknown before', async () => {
    const { servicio, volver } = await conToken();
    expect(await entidades(servicio, createToken())).toMatchObject({ status: 503, sobre: { code_error: 9 } });
    volver();
    const ajeno = createToken();
    expect((await entidades(servicio, ajeno)).sobre.code_error).toBe(2);
    vi.spyOn(servicio.store, 'openToken').mockImplementation(falla);
    servicio.now += 5000;
    expect((await entidades(servicio, ajeno)).sobre.code_error).toBe(9);
  });
});

describe('a block of quota that cannot be given back', () => {
  it.each([
    ['is kept where that was surely not done', false, 2],
    ['is wasted where it may have been done', true, 11],
  ])('%s', async (_, enviado, tomada) => {
    const servicio = abrirServicio();
    const { proyecto, token } = await servicio.crearProyecto({ cuota: 1000 });
    await entidades(servicio, token);
    const devolver = vi
      .spyOn(servicio.store, 'returnQuota')
      .mockImplementation(async () => Promise.reject(new StoreUnreachable(new Error('gone'), enviado)));
    servicio.now += 6000;
    await vi.waitUntil(() => devolver.mock.calls.length > 0, PRONTO);
    devolver.mockRestore();
    expect((await entidades(servicio, token)).status).toBe(200);
    await servicio.cerrar();
    expect(await servicio.store.quotaTaken(proyecto.id, '2026-11')).toBe(tomada);
  });
});

it('usage of which no answer came is sent again as it was, and counted once', async () => {
  const servicio = abrirServicio();
  const { proyecto, token } = await servicio.crearProyecto();
  const { store } = servicio;
  const deVeras = store.addUsage.bind(store);
  const sumar = vi.spyOn(store, 'addUsage').mockImplementation(async (...args) => {
    await deVeras(...args);
    throw new Error('the answer was lost');
  });
  await entidades(servicio, token);
  await vi.waitUntil(() => sumar.mock.calls.length > 0, PRONTO);
  await entidades(servicio, token);
  await vi.waitUntil(() => sumar.mock.calls.length > 1, PRONTO);
  expect(sumar.mock.calls[1]).toEqual(sumar.mock.calls[0]);
  sumar.mockRestore();
  await servicio.cerrar();
  expect(await store.usage(proyecto.id, '2026-11-15', '2026-11-15')).toMatchObject([{ cuenta: 2 }]);
});
