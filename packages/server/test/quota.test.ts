/** Quota: the units taken from the store and returned to it, with a clock that tests can set. */
import { describe, expect, it, vi } from 'vitest';
import { Quota, type QuotaUnit } from '../src/access/quota.js';
import type { Project, Store } from '../src/store/projects.js';
import { StoreError } from '../src/store/driver.js';

const project = (cuota: number | null, id = 'suyo'): Project => ({
  id,
  nombre: id,
  estado: 'activo',
  limite: null,
  cuota,
});
const NOVEMBER = Date.parse('2026-11-15T18:00:00Z');
const DECEMBER = Date.parse('2026-12-01T06:00:00Z');

/** Returns a quota whose store has that many units left, for any project and month. */
function openQuota(left = Infinity) {
  const store = { left };
  const takeQuota = vi.fn<Store['takeQuota']>(async (_, __, count) => {
    const taken = Math.min(count, store.left);
    store.left -= taken;
    return Promise.resolve(taken);
  });
  const returnQuota = vi.fn<Store['returnQuota']>(async () => Promise.resolve());
  const quotaTaken = vi.fn<Store['quotaTaken']>(async () => Promise.resolve(0));
  const clock = { now: NOVEMBER };
  const quota = new Quota({ takeQuota, returnQuota, quotaTaken } as Partial<Store> as Store, {
    now: () => clock.now,
    monotonic: () => 0,
  });
  const take = (of: Project): ReturnType<Quota['take']> => quota.take(of, clock.now);
  const charge = async (of: Project, count: number): Promise<number> => quota.charge(of, clock.now, count);
  return { quota, store, takeQuota, returnQuota, clock, take, charge };
}

describe('a project without a quota', () => {
  it('gets as many units as it asks for, and returns none', async () => {
    const { quota, takeQuota, returnQuota, take, charge } = openQuota();
    const unidad = take(project(null)) as QuotaUnit;
    expect(await charge(project(null), 70_000)).toBe(70_000);
    unidad.giveBack();
    await quota.giveBack(true);
    expect(takeQuota).not.toHaveBeenCalled();
    expect(returnQuota).not.toHaveBeenCalled();
  });
});

describe('a block of quota', () => {
  it.each([
    ['is one unit of a small quota', 1, 1],
    ['is one unit of less than two hundred', 199, 1],
    ['is a hundredth', 200, 2],
    ['is a hundredth, up to a thousand', 100_000, 1000],
    ['is no more than a thousand', 1_000_000, 1000],
  ])('%s', async (_, cuota, count) => {
    const { takeQuota, take } = openQuota();
    await take(project(cuota));
    expect(takeQuota.mock.calls).toEqual([['suyo', '2026-11', count]]);
  });

  it('serves synchronously until it is used up', async () => {
    const { takeQuota, take } = openQuota();
    await take(project(300));
    expect(take(project(300))).not.toBeInstanceOf(Promise);
    expect(take(project(300))).not.toBeInstanceOf(Promise);
    expect(takeQuota).toHaveBeenCalledTimes(1);
    expect(take(project(300))).toBeInstanceOf(Promise);
  });

  it('is taken once for all requests that wait for it', async () => {
    const { takeQuota, take } = openQuota();
    await Promise.all([take(project(300)), take(project(300)), take(project(300))]);
    expect(takeQuota).toHaveBeenCalledTimes(1);
  });

  it('gets units back', async () => {
    const { take } = openQuota();
    const unidad = await take(project(100));
    unidad?.giveBack();
    expect(take(project(100))).toBe(unidad);
  });

  it('is asked for again by the next request after a failure', async () => {
    const { takeQuota, take } = openQuota();
    takeQuota.mockImplementationOnce(async () => Promise.reject(new Error('gone')));
    await expect(take(project(300))).rejects.toThrow('gone');
    expect(await take(project(300))).not.toBeNull();
  });
});

describe('the charge of a file', () => {
  it('takes the units that the process holds and one call for the others, or none and tells how many are left', async () => {
    const { store, takeQuota, returnQuota, take, charge } = openQuota(100);
    await take(project(500)); // of a block of 5
    expect([await charge(project(500), 3), takeQuota.mock.calls.length]).toEqual([3, 1]);
    expect(await charge(project(500), 50)).toBe(50);
    expect([store.left, takeQuota.mock.calls.slice(1)]).toEqual([46, [['suyo', '2026-11', 49]]]);
    expect(await charge(project(500), 60)).toBe(46);
    expect(returnQuota.mock.calls).toEqual([['suyo', '2026-11', 46]]);
    expect(await charge(project(500), 0)).toBe(0);
  });

  it('takes nothing if the store fails', async () => {
    const { takeQuota, take, charge } = openQuota();
    await take(project(500));
    takeQuota.mockImplementationOnce(async () => Promise.reject(new Error('gone')));
    await expect(charge(project(500), 9)).rejects.toThrow('gone');
    expect(await charge(project(500), 4)).toBe(4);
    expect(takeQuota).toHaveBeenCalledTimes(2);
  });
});

describe('a used-up quota', () => {
  it('is not asked for again for a second', async () => {
    const { store, takeQuota, clock, take } = openQuota(0);
    expect(await take(project(10))).toBeNull();
    store.left = 5;
    clock.now += 999;
    expect(await take(project(10))).toBeNull();
    expect(takeQuota).toHaveBeenCalledTimes(1);
    clock.now += 1;
    expect(await take(project(10))).not.toBeNull();
    expect(takeQuota).toHaveBeenCalledTimes(2);
  });

  it('is asked for again after the clock was set back', async () => {
    const { store, clock, take } = openQuota(0);
    await take(project(10));
    store.left = 5;
    clock.now -= 1;
    expect(await take(project(10))).not.toBeNull();
  });
});

describe('unused units of quota', () => {
  it('are returned once when the project has been silent for five seconds', async () => {
    const { quota, returnQuota, clock, take } = openQuota();
    await take(project(1000));
    clock.now += 4999;
    await quota.giveBack(false);
    expect(returnQuota).not.toHaveBeenCalled();
    clock.now += 1;
    await quota.giveBack(false);
    await quota.giveBack(false);
    expect(returnQuota.mock.calls).toEqual([['suyo', '2026-11', 9]]);
    expect(take(project(1000))).toBeInstanceOf(Promise);
  });

  it('are not returned by an active project', async () => {
    const { quota, returnQuota, clock, take } = openQuota();
    await take(project(1000));
    await take(project(1000, 'otro'));
    clock.now += 4000;
    await take(project(1000));
    clock.now += 4000;
    await quota.giveBack(false);
    expect(returnQuota.mock.calls).toEqual([['otro', '2026-11', 9]]);
  });

  it('are all returned at a stop, without a call if none are left', async () => {
    const { quota, returnQuota, take } = openQuota();
    await take(project(1000));
    await take(project(10, 'otro'));
    await quota.giveBack(true);
    expect(returnQuota.mock.calls).toEqual([['suyo', '2026-11', 9]]);
  });

  it.each([
    ['of a month that has ended', 1000, DECEMBER],
    ['of a quota that was changed', 500, NOVEMBER],
  ])('%s are returned at once, and later those that a request held', async (_, cuota, when) => {
    const { quota, returnQuota, clock, take } = openQuota();
    const units = [];
    for (let i = 0; i < 4; i += 1) units.push(await take(project(1000)));
    clock.now = when;
    await take(project(cuota));
    await quota.giveBack(false);
    expect(returnQuota.mock.calls).toEqual([['suyo', '2026-11', 6]]);
    await quota.giveBack(false);
    expect(returnQuota).toHaveBeenCalledTimes(1);
    for (const unit of units.slice(1)) unit?.giveBack();
    await quota.giveBack(false);
    expect(returnQuota.mock.calls.slice(1)).toEqual([['suyo', '2026-11', 3]]);
  });

  it('are not returned while a block is being taken', async () => {
    const { quota, returnQuota, takeQuota, take } = openQuota();
    const { promise, resolve } = Promise.withResolvers<number>();
    takeQuota.mockReturnValue(promise);
    const first = take(project(1000));
    await quota.giveBack(true);
    resolve(10);
    await first;
    expect(returnQuota).not.toHaveBeenCalled();
    await quota.giveBack(true);
    expect(returnQuota.mock.calls).toEqual([['suyo', '2026-11', 9]]);
  });

  it('serve a request that comes while they are returned and the store cannot be reached', async () => {
    const { quota, clock, returnQuota, takeQuota, take } = openQuota();
    await take(project(1000));
    clock.now += 5000;
    const away = Promise.withResolvers<void>();
    returnQuota.mockReturnValueOnce(away.promise);
    takeQuota.mockRejectedValueOnce(new Error('gone'));
    const returned = quota.giveBack(false);
    const taken = take(project(1000));
    away.reject(new StoreError(new Error('gone'), false));
    await expect(returned).rejects.toThrow('gone');
    expect(await taken).not.toBeNull();
    expect(takeQuota).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['are kept if the store was surely not reached', new StoreError(new Error('gone'), false), 9],
    ['are wasted if the store may have been reached', new StoreError(new Error('gone'), true), 0],
    ['are wasted if the failure does not say', new Error('gone'), 0],
  ])('%s', async (_, error, left) => {
    const { quota, returnQuota, take } = openQuota();
    await take(project(1000));
    returnQuota.mockImplementationOnce(async () => Promise.reject(error));
    await expect(quota.giveBack(true)).rejects.toBe(error);
    await quota.giveBack(true);
    expect(returnQuota.mock.calls.slice(1)).toEqual(left === 0 ? [] : [['suyo', '2026-11', left]]);
  });
});
