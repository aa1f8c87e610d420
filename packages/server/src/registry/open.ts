/** The sources that the configuration names, as one. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { type Registry, enCadena } from './registry.js';
import { Upstream } from './upstream.js';

/** `null`: none is configured. */
export function openRegistry({ upstream }: Config, log: Logger): Registry | null {
  const fuentes = upstream === null ? [] : [new Upstream(upstream, log)];
  return fuentes.length === 0 ? null : enCadena(fuentes);
}
