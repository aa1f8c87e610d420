/** The sources that the configuration names, as one. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Store } from '../store/store.js';
import { FuentePadron } from './padron/source.js';
import { type Registry, enCadena } from './registry.js';
import { Upstream } from './upstream/upstream.js';

/** The padron first. `null`: none is configured. */
export function openRegistry({ padron, upstream }: Config, store: Store, log: Logger): Registry | null {
  const fuentes = [
    ...(padron ? [new FuentePadron(store.padron, log)] : []),
    ...(upstream === null ? [] : [new Upstream(upstream, log)]),
  ];
  return fuentes.length === 0 ? null : enCadena(fuentes);
}
