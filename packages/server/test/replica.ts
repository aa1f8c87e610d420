/** Replicas for tests: services on one PostgreSQL, each with its own store and a settable clock. */
import { onTestFinished } from 'vitest';
import type { Config } from '../src/config.js';
import { openStore } from '../src/store/open.js';
import { type Service, openService } from './service.js';

export async function openReplica(url: string, settings: Partial<Config> = {}): Promise<Service> {
  const clock = { now: (): number => Date.now() };
  const store = await openStore(url, { now: () => clock.now() });
  onTestFinished(async () => store.close());
  const service = openService(settings, { store });
  clock.now = () => service.now;
  return service;
}
