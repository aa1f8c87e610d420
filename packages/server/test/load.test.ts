/** The measure of overload: late timers. */
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Load } from '../src/observe/load.js';
import { SOON } from './soon.js';

const occupy = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('two long delays in a row are overload, a single one is not', async () => {
  const load = new Load(300, () => undefined);
  onTestFinished(() => load.stop());
  occupy(900);
  await setTimeout(1);
  expect(load.lag).toBeGreaterThan(300);
  expect(load.overloaded).toBe(false);
  occupy(900);
  await setTimeout(1);
  expect(load.overloaded).toBe(true);
  await vi.waitUntil(() => !load.overloaded, SOON);
});
