/** The queue of jobs: what it leases, holds, repeats and gives up. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Queue } from '../src/jobs/queue.js';
import { StoreError } from '../src/store/driver.js';
import type { Lease } from '../src/store/leases.js';
import { SOON } from './soon.js';

const leaseOf = (id: string): Lease => ({ id, proyecto: `prj_${id}`, intento: 1, archivo: 10 });
const NOW = 1_000_000;
const AWAY = new StoreError(new Error('away'), false);

/** Returns a queue over leases of these jobs, and how long each was held, in milliseconds from now. */
function queueOf(...leases: (Lease | Error)[]) {
  const held: number[] = [];
  const errors: unknown[] = [];
  const busy: (readonly string[])[] = [];
  const answers = { isHeld: true };
  const store = {
    leaseJob: async (_now: number, _until: number, projects: readonly string[]) => {
      busy.push(projects);
      const next = leases.shift() ?? null;
      if (next instanceof Error) throw next;
      return next;
    },
    holdJob: async (_: Lease, { until }: { readonly until: number }) => {
      held.push(until - NOW);
      return answers.isHeld;
    },
  };
  const queue = new Queue(store, { now: () => NOW, expires: () => NOW }, (error) => errors.push(error));
  onTestFinished(async () => queue.close());
  return { queue, held, errors, leases, busy, answers };
}

it('the queue answers up to eight jobs at a time, each of another project', async () => {
  const ids = Array.from({ length: 9 }, (_, i) => String(i));
  const { queue, busy, leases } = queueOf(...ids.map(leaseOf));
  const ends: (() => void)[] = [];
  queue.work(async () => new Promise((resolve) => ends.push(resolve)));
  await vi.waitUntil(() => ends.length === 8, SOON);
  await setTimeout(50);
  expect([ends.length, leases.length, busy.at(-1)]).toEqual([8, 1, ids.slice(0, 7).map((id) => `prj_${id}`)]);
  ends[0]?.();
  await vi.waitUntil(() => ends.length === 9, SOON);
  for (const end of ends) end();
});

it('the queue looks again at once when it is woken, and continues after an error of the store', async () => {
  const { queue, leases, errors } = queueOf(AWAY, AWAY);
  const done: string[] = [];
  queue.work(async ({ id }) => void done.push(id));
  await vi.waitUntil(() => errors.length === 2, SOON);
  await setTimeout(20);
  leases.push(leaseOf('a'));
  queue.wake();
  for (let turn = 0; turn < 20; turn++) await setImmediate(); // No timer is needed.
  expect(done).toEqual(['a']);
});

it('the queue answers a job again, after ever longer pauses, while the database fails', async () => {
  const { queue, errors } = queueOf(leaseOf('a'));
  const times: number[] = [];
  queue.work(async () => {
    times.push(performance.now());
    if (times.length < 5) throw AWAY;
  });
  await vi.waitUntil(() => times.length === 5, SOON);
  expect(errors).toHaveLength(4);
  const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  expect(pauses[3]).toBeGreaterThan(4 * (pauses[0] ?? Infinity));
});

it('the queue holds a job until it is answered or the process stops', async () => {
  const { queue, held, leases } = queueOf(leaseOf('a'));
  let end: () => void = () => undefined;
  queue.work(async () => new Promise((resolve) => (end = resolve)));
  await vi.waitUntil(() => held.length > 0, 10_000);
  expect(held).toEqual([10_000]);
  await queue.close();
  expect(held.at(-1)).toBe(0);
  const before = held.length;
  leases.push(leaseOf('b'));
  end();
  await setTimeout(50);
  expect([held.length, leases.length]).toEqual([before, 1]);
});

it('the queue ends the work on a job that was cancelled, here or elsewhere', async () => {
  const { queue, answers } = queueOf(leaseOf('a'), leaseOf('b'));
  const ended: string[] = [];
  queue.work(
    async ({ id }, _, signal) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          ended.push(id);
          resolve();
        }),
      ),
  );
  await setTimeout(50);
  queue.drop('a');
  expect(ended).toEqual(['a']);
  answers.isHeld = false;
  await vi.waitUntil(() => ended.length === 2, SOON);
});
