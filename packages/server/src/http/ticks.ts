/**
 * Node makes an object for every `process.nextTick`, several for each request. Where a collection of garbage finds none of
 * them alive, V8 forgets their shape and never learns it anew, for their names are computed: from then on, each is made the
 * long way. One that is kept keeps the shape.
 */
import { createHook } from 'node:async_hooks';

const ticks: object[] = [];

export function keepTicks(): void {
  const hook = createHook({ init: (_, type, __, tick) => type === 'TickObject' && ticks.push(tick) }).enable();
  process.nextTick(() => undefined);
  hook.disable();
}
