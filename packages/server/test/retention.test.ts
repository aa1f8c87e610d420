/** The retention of usage: what the service erases by itself, whatever its clock says. */
import { expect, it, vi } from 'vitest';
import { usageRetention } from '../src/access/usage.js';
import { createLog } from '../src/observe/log.js';
import { Store } from '../src/store/projects.js';
import { openSqlite } from '../src/store/sqlite.js';
import { openService } from './service.js';
import { SOON } from './soon.js';

const TODAY = Date.parse('2026-11-15T18:00:00Z');
const DAY_MS = 86_400_000;
const YEARS_MS = 3 * 365 * DAY_MS;

/** Opens a store with usage on these days, and its retention of `months` months. Both clocks can be set. */
async function openRetention(months: number, ...days: readonly string[]) {
  const clock = { now: TODAY, monotonic: 0 };
  const store = new Store(openSqlite(':memory:'), () => clock.now);
  const add = async (...more: readonly string[]): Promise<void> => {
    const usage = more.map((dia) => ({ proyecto: 'p', dia, operacion: 'validar', cuenta: 1 }));
    await store.addUsage(usage, { writer: more.join(), number: 1 });
  };
  await add(...days);
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const erase = usageRetention(store, months, { now: () => clock.now, monotonic: () => clock.monotonic }, log);
  const kept = async () => (await store.monthlyUsage('2000-01', '2099-12')).map(({ mes }) => mes);
  return { store, clock, add, erase, kept, lines };
}

it('a month of usage that is too old is erased a day, logged and recorded', async () => {
  const { store, clock, erase, kept, lines } = await openRetention(
    11,
    '2025-10-31',
    '2025-11-01',
    '2025-12-01',
    '2026-11-15',
  );
  await erase();
  clock.monotonic += DAY_MS - 1;
  await erase();
  expect(await kept()).toEqual(['2025-11', '2025-12', '2026-11']);
  clock.monotonic += 1;
  await erase();
  clock.monotonic += DAY_MS;
  await erase();
  expect(await kept()).toEqual(['2025-12', '2026-11']);
  expect(await store.acts(10)).toMatchObject([{ objeto: '2025-11' }, { acto: 'uso borrar', objeto: '2025-10' }]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { mes: '2025-10', msg: 'retention' },
    { mes: '2025-11' },
  ]);
});

it('a service without usage erases nothing', async () => {
  const { store, erase } = await openRetention(1);
  await erase();
  expect(await store.acts(1)).toEqual([]);
});

it('a clock that goes years ahead and comes back erases at most a month of usage, and changes no quota', async () => {
  const { store, clock, add, erase, kept } = await openRetention(1, '2026-09-30', '2026-10-01', '2026-11-15');
  const { id } = await store.createProject('x', { limite: null, cuota: 5 }, 'a'.repeat(64));
  await store.takeQuota(id, '2026-11', 5);
  clock.now += YEARS_MS;
  await erase();
  expect(await kept()).toEqual(['2026-10', '2026-11']);
  await store.takeQuota(id, '2029-11', 5);
  await add('2029-11-14');
  for (let i = 0; i < 10; i++) await erase();
  clock.now -= YEARS_MS;
  clock.monotonic += DAY_MS;
  await erase();
  expect(await kept()).toEqual(['2026-10', '2026-11', '2029-11']);
  expect(await store.takeQuota(id, '2026-11', 1)).toBe(0);
});

it('the service erases old usage', async () => {
  const { store, kept } = await openRetention(1, '2026-09-30', '2026-10-01', '2026-11-01');
  const service = openService({ usageRetentionMonths: 1 }, { store });
  await vi.waitFor(async () => expect(await kept()).toEqual(['2026-10', '2026-11']), SOON);
  await service.close();
});
