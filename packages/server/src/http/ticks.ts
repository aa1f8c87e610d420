/**
 * Works around a slow path of `process.nextTick` in Node 24 (seen on 24.21): a request costs a seventh more without it.
 *
 * Node makes an object for every tick, several per request. If a garbage collection finds none of them alive, V8 drops
 * their hidden class and, as their property names are computed, never builds it again. One tick kept alive keeps the class.
 * Remove this file when `npm run bench -- http` shows no difference without it on the Node of the Dockerfile.
 */
import { createHook } from 'node:async_hooks';

const ticks: object[] = [];

export function keepTicks(): void {
  const hook = createHook({ init: (_, type, __, tick) => type === 'TickObject' && ticks.push(tick) }).enable();
  process.nextTick(() => undefined);
  hook.disable();
}
