/** Opens the jobs of a configuration, and loads their code only then; `null`: the database keeps no jobs. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Jobs } from './jobs.js';

/** For the queue, the uploads and the downloads; and as many for the thread that processes pieces. */
const CONNECTIONS = 3;

export async function openJobs(config: Config, log: Logger): Promise<Jobs | null> {
  const { databaseUrl, lotesRetentionMs } = config;
  if (databaseUrl.startsWith('sqlite:')) return null;
  const { Jobs } = await import('./jobs.js');
  return Jobs.open({ databaseUrl, pool: CONNECTIONS, retentionMs: lotesRetentionMs, log });
}
