/** Opens the registry that the configuration names: the padron first, then the upstream. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Store } from '../store/projects.js';
import { PadronSource } from './padron/source.js';
import { type Registry, chain } from './registry.js';
import { Upstream } from './upstream/upstream.js';

/** `null`: the configuration names no source. */
export function openRegistry({ padron, upstream }: Config, store: Store, log: Logger): Registry | null {
  const sources = [
    ...(padron ? [new PadronSource(store.padron, log)] : []),
    ...(upstream === null ? [] : [new Upstream(upstream, log)]),
  ];
  return sources.length === 0 ? null : chain(sources);
}
