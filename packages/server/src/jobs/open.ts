/** The jobs of a configuration; `null`: its database keeps none. Only then is what they need loaded. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Jobs } from './jobs.js';

/** For the queue, the uploads and the downloads; and as many for the pieces. */
const CONEXIONES = 3;

export async function openJobs(config: Config, log: Logger): Promise<Jobs | null> {
  const { databaseUrl, lotesRetentionMs } = config;
  if (databaseUrl.startsWith('sqlite:')) return null;
  const { Jobs } = await import('./jobs.js');
  return Jobs.open({ databaseUrl, pool: CONEXIONES, retentionMs: lotesRetentionMs, log });
}
