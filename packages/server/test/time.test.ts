/** A day, a month and three years pass for a service: tokens, quotas, usage and jobs follow its clock. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { DATABASES } from './databases.js';
import { DAY_MS, JobClient, openJobReplica } from './jobs.js';
import { SOON } from './soon.js';
import { GOOD, HEADER } from './upload.js';

const MONTHS = 36;
const USAGE_MONTHS = 24;
const QUOTA = 3;

it.each(DATABASES)('a day, a month and three years pass on $name', async ({ create }) => {
  const { url, remove } = await create();
  onTestFinished(remove);
  const service = await openJobReplica(url, { flushMs: 20 }, { usageRetentionMonths: USAGE_MONTHS });
  const { proyecto, token } = await service.createProject({ cuota: QUOTA });
  const ask = async (): Promise<number> => (await service.operate('entidades', {}, token)).code_error;
  const months = async (): Promise<string[]> =>
    (await service.store.monthlyUsage('2000-01', '2099-12')).map(({ mes }) => mes);

  const often = { ...SOON, interval: 5 };

  // A day: the job of yesterday is gone, and a rotated token has ended.
  const client = new JobClient(service.base, token);
  const id = await client.send(HEADER + GOOD);
  await client.waitFor(id);
  await service.store.rotateToken(proyecto.id, 'f'.repeat(64), (MONTHS + 2) * 31 * DAY_MS);
  service.pass(DAY_MS + 1);
  await service.jobs.sweep();
  expect((await client.request(`/${id}`)).status).toBe(404);

  // Months: the quota renews in each, and usage older than its retention is erased, a month a day.
  for (let month = 0; month < MONTHS; month += 3) {
    const [year, number] = [2026 + Math.floor((10 + month) / 12), ((10 + month) % 12) + 1];
    const mes = `${year}-${String(number).padStart(2, '0')}`;
    service.pass(Date.parse(`${mes}-20T18:00:00Z`) - service.now);
    const codes = [await ask(), await ask(), await ask(), await ask()];
    expect([mes, codes]).toEqual([mes, month === 0 ? [0, 0, 4, 4] : [0, 0, 0, 4]]);
    await vi.waitUntil(async () => (await months()).at(-1) === mes, often);
    service.pass(DAY_MS);
    await vi.waitUntil(async () => (await months()).length <= USAGE_MONTHS / 3 + 1, often);
  }
  expect((await months())[0]).toBe('2027-08');
  expect(await service.store.quotaTaken(proyecto.id, '2029-08')).toBe(QUOTA);

  // Three years: the end of the rotated token comes.
  service.pass(6 * 31 * DAY_MS);
  expect(await ask()).toBe(2);
  expect((await service.request('/readyz')).texto).toBe('ok\n');
});
