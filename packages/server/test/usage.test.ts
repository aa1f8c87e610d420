/** Usage: the counts written to the store. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { MACHINE_CLOCK } from '../src/store/heartbeat.js';
import type { Store } from '../src/store/projects.js';
import { Usage } from '../src/access/usage.js';

const TODAY = Date.parse('2026-11-15T18:00:00Z');
const TOMORROW = TODAY + 86_400_000;

function openUsage() {
  const addUsage = vi.fn<Store['addUsage']>(async () => Promise.resolve());
  return { usage: new Usage({ addUsage } as Partial<Store> as Store, MACHINE_CLOCK), addUsage };
}
const row = (proyecto: string, operacion: string, cuenta: number, dia = '2026-11-15') => ({
  proyecto,
  dia,
  operacion,
  cuenta,
});

it('no usage is written if none was counted', async () => {
  const { usage, addUsage } = openUsage();
  await usage.write();
  expect(addUsage).not.toHaveBeenCalled();
});

it('usage is counted by project, operation and day, one or several at a time', async () => {
  const { usage, addUsage } = openUsage();
  usage.count('a', 'validar', TODAY);
  usage.count('a', 'validar', TODAY, 5);
  usage.count('a', 'cotejar', TODAY);
  usage.count('b', 'validar', TODAY);
  usage.count('a', 'validar', TOMORROW);
  await usage.write();
  await usage.write();
  expect(addUsage.mock.calls.map(([rows]) => rows)).toEqual([
    [row('a', 'validar', 6), row('a', 'cotejar', 1), row('b', 'validar', 1)],
    [row('a', 'validar', 1, '2026-11-16')],
  ]);
});

it('usage is written with the id of the writer and consecutive numbers', async () => {
  const { usage, addUsage } = openUsage();
  for (let i = 0; i < 3; i++) {
    usage.count('a', 'validar', TODAY);
    await usage.write();
  }
  const writtenTexts = addUsage.mock.calls.map(([, written]) => written);
  expect(new Set(writtenTexts.map(({ writer: escritor }) => escritor)).size).toBe(1);
  const numbers = writtenTexts.map(({ number: numero }) => numero);
  expect(numbers).toHaveLength(3);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

it('usage is written a thousand rows at a time', async () => {
  const { usage, addUsage } = openUsage();
  for (let i = 0; i < 2001; i++) usage.count(`p${i}`, 'validar', TODAY);
  await usage.write();
  expect(addUsage.mock.calls.map(([rows]) => rows.length)).toEqual([1000, 1000, 1]);
});

it('a write of usage without an answer is sent again unchanged, before later counts', async () => {
  const { usage, addUsage } = openUsage();
  usage.count('a', 'validar', TODAY);
  addUsage.mockImplementationOnce(async () => Promise.reject(new Error('gone')));
  await expect(usage.write()).rejects.toThrow('gone');
  usage.count('a', 'validar', TODAY);
  await usage.write();
  const [first, second, third] = addUsage.mock.calls;
  expect(second).toEqual(first);
  expect(third?.[0]).toEqual([row('a', 'validar', 1)]);
  expect(third?.[1].number).toBeGreaterThan(second?.[1].number ?? Infinity);
});

it('the metrics show how much usage waits, for how long, and how many writes failed', async () => {
  const { usage, addUsage } = openUsage();
  const values = (): number[] =>
    usage.metrics().flatMap((line) => (line.startsWith('#') ? [] : Number(line.split(' ').at(-1))));
  expect(values()).toEqual([0, 0, 0]);
  usage.count('a', 'validar', TODAY, 5);
  addUsage.mockImplementationOnce(async () => Promise.reject(new Error('full')));
  await expect(usage.write()).rejects.toThrow('full');
  usage.count('b', 'validar', TODAY);
  expect(values()).toEqual([6, expect.any(Number), 1]);
  expect(values()[1]).toBeGreaterThan(0);
  await usage.write();
  expect(values()).toEqual([0, 0, 1]);
});

it('the metrics of usage have a kind and a description, and times in seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { usage, addUsage } = openUsage();
  usage.count('a', 'validar', TODAY);
  vi.advanceTimersByTime(2000);
  addUsage.mockImplementationOnce(async () => Promise.reject(new Error('full')));
  await expect(usage.write()).rejects.toThrow('full');
  usage.count('b', 'validar', TODAY);
  vi.advanceTimersByTime(3000);
  expect(usage.metrics()).toEqual([
    expect.stringMatching(/^# HELP curp_usage_waiting \w+/),
    '# TYPE curp_usage_waiting gauge',
    'curp_usage_waiting 2',
    expect.stringMatching(/^# HELP curp_usage_oldest_waiting_seconds \w+/),
    '# TYPE curp_usage_oldest_waiting_seconds gauge',
    'curp_usage_oldest_waiting_seconds 5',
    expect.stringMatching(/^# HELP curp_usage_write_failures_total \w+/),
    '# TYPE curp_usage_write_failures_total counter',
    'curp_usage_write_failures_total 1',
  ]);
});

it('a write of usage ends even if more is counted all the time', async () => {
  const { usage, addUsage } = openUsage();
  usage.count('a', 'validar', TODAY);
  addUsage.mockImplementation(async () => Promise.resolve(usage.count('a', 'validar', TODAY)));
  await usage.write();
  expect(addUsage).toHaveBeenCalledTimes(1);
  expect(usage.metrics()).toContain('curp_usage_waiting 1');
});

it('counts of one project and operation are summed while no write succeeds', async () => {
  const { usage, addUsage } = openUsage();
  addUsage.mockImplementation(async () => Promise.reject(new Error('full')));
  for (let i = 0; i < 5; i++) {
    usage.count('a', 'validar', TODAY);
    await expect(usage.write()).rejects.toThrow('full');
  }
  addUsage.mockReset();
  await usage.write();
  expect(addUsage.mock.calls.map(([rows]) => rows)).toEqual([[row('a', 'validar', 1)], [row('a', 'validar', 4)]]);
});
