/** The jobs of a configuration; `null`: its database keeps none. Only then is what they need loaded. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Lotes } from './lotes.js';

/** Of the connections of a process, so many more for jobs. */
const CONEXIONES = 4;

export async function openLotes(config: Config, log: Logger): Promise<Lotes | null> {
  const { databaseUrl, databasePool, lotesRetentionMs } = config;
  if (databaseUrl.startsWith('sqlite:')) return null;
  const { Lotes } = await import('./lotes.js');
  return Lotes.abrir({ databaseUrl, pool: Math.min(CONEXIONES, databasePool), retentionMs: lotesRetentionMs, log });
}
