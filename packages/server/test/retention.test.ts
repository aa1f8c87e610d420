/** The retention of usage: what the service erases by itself. */
import { expect, it, vi } from 'vitest';
import { usageRetention } from '../src/access/usage.js';
import type { Store } from '../src/store/projects.js';
import { openService } from './service.js';

const TODAY = Date.parse('2026-11-15T18:00:00Z');
const DAY_MS = 86_400_000;

it('usage older than its months is erased once a day', async () => {
  const eraseUsage = vi.fn<Store['eraseUsage']>(async () => Promise.resolve());
  let now = TODAY;
  const retention = usageRetention({ eraseUsage } as Partial<Store> as Store, 11, () => now);
  await retention();
  now += DAY_MS - 1;
  await retention();
  expect(eraseUsage.mock.calls).toEqual([['2025-12']]);
  now += 1;
  eraseUsage.mockRejectedValueOnce(new Error('away'));
  await expect(retention()).rejects.toThrow('away');
  await retention();
  expect(eraseUsage).toHaveBeenCalledTimes(3);
});

it('the service erases old usage', async () => {
  const service = openService({ usageRetentionMonths: 1 });
  const { store } = service;
  const usage = { proyecto: 'p', operacion: 'validar', cuenta: 1 };
  const days = ['2026-09-30', '2026-10-01'];
  await store.addUsage(
    days.map((dia) => ({ ...usage, dia })),
    { writer: 'x', number: 1 },
  );
  await service.close();
  expect(await store.monthlyUsage('2026-01', '2026-10')).toEqual([{ mes: '2026-10', proyecto: 'p', cuenta: 1 }]);
});
