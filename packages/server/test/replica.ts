/** Replicas for tests: services over one PostgreSQL, each with its own store and a clock that can be set. */
import { onTestFinished } from 'vitest';
import type { Config } from '../src/config.js';
import { openStore } from '../src/store/open.js';
import { type Servicio, abrirServicio } from './service.js';

export async function openReplica(url: string, ajustes: Partial<Config> = {}): Promise<Servicio> {
  const reloj = { now: (): number => Date.now() };
  const store = await openStore(url, { now: () => reloj.now() });
  onTestFinished(async () => store.close());
  const servicio = abrirServicio(ajustes, { store, maxLagMs: 60_000 }); // a busy machine is no fault of the database
  reloj.now = () => servicio.now;
  return servicio;
}
