/** The sources that the configuration names, as one. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Store } from '../store/store.js';
import { PadronSource } from './padron/source.js';
import { type Registry, chain } from './registry.js';
import { Upstream } from './upstream/upstream.js';

/** The padron first. `null`: none is configured. */
export function openRegistry({ padron, upstream }: Config, store: Store, log: Logger): Registry | null {
  const fuentes = [
    ...(padron ? [new PadronSource(store.padron, log)] : []),
    ...(upstream === null ? [] : [new Upstream(upstream, log)]),
  ];
  return fuentes.length === 0 ? null : chain(fuentes);
}
