/** The turns of a thread: who gets the next slice, and when a task ends. */
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TaskState, Turns } from '../src/turns.js';

/** Works for some milliseconds without a pause. */
const work = (ms: number): void => {
  for (const end = process.hrtime.bigint() + BigInt(ms * 1e6); process.hrtime.bigint() < end;);
};

it('the next slice goes to the project that had least, however many tasks the others have', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const run = async (project: string, steps: number): Promise<void> => {
    const task = turns.open(project, new TaskState());
    for (let step = 0; step < steps; step += 1) {
      await task.pause();
      order.push(project);
      work(26); // The slice is over.
    }
    task.close();
  };
  const many = Promise.all(Array.from({ length: 8 }, async () => run('many', 3)));
  await setImmediate();
  await setImmediate();
  const before = order.length;
  const one = run('one', 3);
  await Promise.all([many, one]);
  // After the task that is at work, the new project gets every second slice.
  expect(order.slice(before).lastIndexOf('one')).toBeLessThan(8);
});

it('a task keeps its turn within a slice, and its state shows the time that it used', async () => {
  let now = 0; // of slices: on a busy machine the smallest step may take longer than one
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const turns = new Turns();
  const state = new TaskState();
  const task = turns.open('a', state);
  await task.pause();
  expect(state.hasTurn).toBe(true);
  work(5);
  now += 5;
  expect(task.pause()).toBeUndefined();
  expect(state.usedMs).toBeGreaterThan(3);
  now += 30;
  expect(task.pause()).toBeInstanceOf(Promise);
  task.close();
  expect(state.hasTurn).toBe(false);
});

it('a task that was stopped ends at its next look, or while it waits for its turn', async () => {
  const turns = new Turns();
  const [working, waiting] = [new TaskState(), new TaskState()];
  const task = turns.open('a', working);
  await task.pause();
  const other = turns.open('b', waiting).pause();
  waiting.stop();
  await expect(other).rejects.toMatchObject({ name: 'Stopped' });
  working.stop();
  expect(() => task.pause()).toThrow(expect.objectContaining({ name: 'Stopped' }));
});
