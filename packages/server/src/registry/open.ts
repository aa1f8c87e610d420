/** Opens the registry that the configuration names: the padron first, then the upstream. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { type Clock, MACHINE_CLOCK } from '../store/heartbeat.js';
import type { Store } from '../store/projects.js';
import { padronSource } from './padron/source.js';
import type { Registry } from './registry.js';
import { openUpstream } from './upstream/upstream.js';

/** Returns the registry, or `null` if the configuration names no source. */
export function openRegistry(
  { padron, upstream }: Config,
  store: Store,
  log: Logger,
  clock: Clock = MACHINE_CLOCK,
): Registry | null {
  const sources: Registry[] = [
    ...(padron ? [padronSource(store.padron, log)] : []),
    ...(upstream === null ? [] : [openUpstream(upstream, log, clock)]),
  ];
  return sources.length === 0 ? null : chain(sources);
}

/**
 * Joins several sources: the next one is asked only for keys that the previous one does not have. A source without an answer
 * ends the search, because the next one should not learn of keys that the previous one may have.
 */
export function chain(sources: readonly Registry[]): Registry {
  return {
    find: async (curp, signal) => {
      for (const source of sources) {
        const found = await source.find(curp, signal);
        if (found !== 'no_registrada') return found;
      }
      return 'no_registrada';
    },
    metrics: () => sources.flatMap((source) => source.metrics?.() ?? []),
  };
}
