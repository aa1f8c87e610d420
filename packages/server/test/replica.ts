/** Replicas for tests: services on one PostgreSQL, each with its own store and a settable clock. */
import { onTestFinished } from 'vitest';
import type { Config } from '../src/config.js';
import { openStore } from '../src/store/open.js';
import { HeldClock } from './held-clock.js';
import { type Service, openService } from './service.js';

export async function openReplica(url: string, settings: Partial<Config> = {}): Promise<Service> {
  const clock = new HeldClock();
  const store = await openStore(url, { now: clock.now });
  onTestFinished(async () => store.close());
  return openService(settings, { store, clock });
}
