/** Quota: the units taken from the store and returned to it, with a clock that tests can set. */
import { describe, expect, it, vi } from 'vitest';
import { Quota, type QuotaUnit } from '../src/access/quota.js';
import { type Project, type Store, StoreUnreachable } from '../src/store/store.js';

const proyecto = (cuota: number | null, id = 'suyo'): Project => ({
  id,
  nombre: id,
  estado: 'activo',
  limite: null,
  cuota,
});
const NOVIEMBRE = Date.parse('2026-11-15T18:00:00Z');
const DICIEMBRE = Date.parse('2026-12-01T06:00:00Z');

/** A quota whose store has that many units left, for any project and month. */
function abrirQuota(quedan = Infinity) {
  const deposito = { quedan };
  const tomarCuota = vi.fn<Store['takeQuota']>(async (_, __, cuantas) => {
    const tomadas = Math.min(cuantas, deposito.quedan);
    deposito.quedan -= tomadas;
    return Promise.resolve(tomadas);
  });
  const devolverCuota = vi.fn<Store['returnQuota']>(async () => Promise.resolve());
  const reloj = { ahora: NOVIEMBRE };
  const quota = new Quota(
    { takeQuota: tomarCuota, returnQuota: devolverCuota } as Partial<Store> as Store,
    () => reloj.ahora,
  );
  const tomar = (de: Project): ReturnType<Quota['take']> => quota.take(de, reloj.ahora);
  const varias = async (de: Project, hasta: number): ReturnType<Quota['takeSeveral']> =>
    quota.takeSeveral(de, reloj.ahora, hasta);
  return { quota, deposito, tomarCuota, devolverCuota, reloj, tomar, varias };
}

describe('a project without a quota', () => {
  it('gets as many units as it asks for, and returns none', async () => {
    const { quota, tomarCuota, devolverCuota, tomar, varias } = abrirQuota();
    const unidad = tomar(proyecto(null)) as QuotaUnit;
    const toma = await varias(proyecto(null), 70_000);
    expect(toma?.count).toBe(70_000);
    unidad.giveBack();
    toma?.unit.giveBack(70_000);
    await quota.giveBack(true);
    expect(tomarCuota).not.toHaveBeenCalled();
    expect(devolverCuota).not.toHaveBeenCalled();
  });
});

describe('a block', () => {
  it.each([
    ['is one unit of a small quota', 1, 1],
    ['is one unit of less than two hundred', 199, 1],
    ['is a hundredth', 200, 2],
    ['is a hundredth, up to a thousand', 100_000, 1000],
    ['is no more than a thousand', 1_000_000, 1000],
  ])('%s', async (_, cuota, cuantas) => {
    const { tomarCuota, tomar } = abrirQuota();
    await tomar(proyecto(cuota));
    expect(tomarCuota.mock.calls).toEqual([['suyo', '2026-11', cuantas]]);
  });

  it('serves without a promise until it is used up', async () => {
    const { tomarCuota, tomar } = abrirQuota();
    await tomar(proyecto(300));
    expect(tomar(proyecto(300))).not.toBeInstanceOf(Promise);
    expect(tomar(proyecto(300))).not.toBeInstanceOf(Promise);
    expect(tomarCuota).toHaveBeenCalledTimes(1);
    expect(tomar(proyecto(300))).toBeInstanceOf(Promise);
  });

  it('is taken once for all requests that wait for it', async () => {
    const { tomarCuota, tomar } = abrirQuota();
    await Promise.all([tomar(proyecto(300)), tomar(proyecto(300)), tomar(proyecto(300))]);
    expect(tomarCuota).toHaveBeenCalledTimes(1);
  });

  it('gets units back, one by default', async () => {
    const { tomarCuota, tomar, varias } = abrirQuota();
    const unidad = await tomar(proyecto(100));
    unidad?.giveBack();
    expect(tomar(proyecto(100))).toBe(unidad);
    const toma = await varias(proyecto(100), 1);
    toma?.unit.giveBack(2);
    expect((await varias(proyecto(100), 5))?.count).toBe(2);
    expect(tomarCuota).toHaveBeenCalledTimes(2);
  });

  it('gives at most the units asked for and at most those it has', async () => {
    const { varias } = abrirQuota();
    expect((await varias(proyecto(500), 3))?.count).toBe(3);
    expect((await varias(proyecto(500), 3))?.count).toBe(2);
    expect((await varias(proyecto(500), 30))?.count).toBe(5);
  });

  it('is asked for again by the next request after a failure', async () => {
    const { tomarCuota, tomar } = abrirQuota();
    tomarCuota.mockImplementationOnce(async () => Promise.reject(new Error('gone')));
    await expect(tomar(proyecto(300))).rejects.toThrow('gone');
    expect(await tomar(proyecto(300))).not.toBeNull();
  });
});

describe('a used-up quota', () => {
  it('is not asked about again for a second', async () => {
    const { deposito, tomarCuota, reloj, tomar, varias } = abrirQuota(0);
    expect(await tomar(proyecto(10))).toBeNull();
    expect(await varias(proyecto(10), 5)).toBeNull();
    deposito.quedan = 5;
    reloj.ahora += 999;
    expect(await tomar(proyecto(10))).toBeNull();
    expect(tomarCuota).toHaveBeenCalledTimes(1);
    reloj.ahora += 1;
    expect(await tomar(proyecto(10))).not.toBeNull();
    expect(tomarCuota).toHaveBeenCalledTimes(2);
  });

  it('is asked about again after the clock was set back', async () => {
    const { deposito, reloj, tomar } = abrirQuota(0);
    await tomar(proyecto(10));
    deposito.quedan = 5;
    reloj.ahora -= 1;
    expect(await tomar(proyecto(10))).not.toBeNull();
  });
});

describe('unused units go back', () => {
  it('when the project has been silent for five seconds, once', async () => {
    const { quota, devolverCuota, reloj, tomar } = abrirQuota();
    await tomar(proyecto(1000));
    reloj.ahora += 4999;
    await quota.giveBack(false);
    expect(devolverCuota).not.toHaveBeenCalled();
    reloj.ahora += 1;
    await quota.giveBack(false);
    await quota.giveBack(false);
    expect(devolverCuota.mock.calls).toEqual([['suyo', '2026-11', 9]]);
    expect(tomar(proyecto(1000))).toBeInstanceOf(Promise);
  });

  it('but not those of an active project', async () => {
    const { quota, devolverCuota, reloj, tomar } = abrirQuota();
    await tomar(proyecto(1000));
    await tomar(proyecto(1000, 'otro'));
    reloj.ahora += 4000;
    await tomar(proyecto(1000));
    reloj.ahora += 4000;
    await quota.giveBack(false);
    expect(devolverCuota.mock.calls).toEqual([['otro', '2026-11', 9]]);
  });

  it('all at a stop, without a call if none are left', async () => {
    const { quota, devolverCuota, tomar } = abrirQuota();
    await tomar(proyecto(1000));
    await tomar(proyecto(10, 'otro'));
    await quota.giveBack(true);
    expect(devolverCuota.mock.calls).toEqual([['suyo', '2026-11', 9]]);
  });

  it.each([
    ['of a month that has ended', 1000, DICIEMBRE],
    ['of a quota that was changed', 500, NOVIEMBRE],
  ])('%s, at once, and later those that a file held', async (_, cuota, cuando) => {
    const { quota, devolverCuota, reloj, tomar, varias } = abrirQuota();
    const toma = await varias(proyecto(1000), 4);
    reloj.ahora = cuando;
    await tomar(proyecto(cuota));
    await quota.giveBack(false);
    expect(devolverCuota.mock.calls).toEqual([['suyo', '2026-11', 6]]);
    await quota.giveBack(false);
    expect(devolverCuota).toHaveBeenCalledTimes(1);
    toma?.unit.giveBack(3);
    await quota.giveBack(false);
    expect(devolverCuota.mock.calls.slice(1)).toEqual([['suyo', '2026-11', 3]]);
  });

  it('but not while a block is being taken', async () => {
    const { quota, devolverCuota, tomarCuota, tomar } = abrirQuota();
    const { promise, resolve } = Promise.withResolvers<number>();
    tomarCuota.mockReturnValue(promise);
    const primera = tomar(proyecto(1000));
    await quota.giveBack(true);
    resolve(10);
    await primera;
    expect(devolverCuota).not.toHaveBeenCalled();
    await quota.giveBack(true);
    expect(devolverCuota.mock.calls).toEqual([['suyo', '2026-11', 9]]);
  });

  it.each([
    ['and is kept where the store was surely not reached', new StoreUnreachable(new Error('gone'), false), 9],
    ['and is wasted where it may have been', new StoreUnreachable(new Error('gone'), true), 0],
    ['and is wasted where nobody knows', new Error('gone'), 0],
  ])('%s', async (_, error, quedan) => {
    const { quota, devolverCuota, tomar } = abrirQuota();
    await tomar(proyecto(1000));
    devolverCuota.mockImplementationOnce(async () => Promise.reject(error));
    await expect(quota.giveBack(true)).rejects.toBe(error);
    await quota.giveBack(true);
    expect(devolverCuota.mock.calls.slice(1)).toEqual(quedan === 0 ? [] : [['suyo', '2026-11', quedan]]);
  });
});
