/** Opens the jobs of a configuration; `null`: a database in memory keeps none, because threads cannot share it. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { Jobs, type WatchStore } from './jobs.js';

/** To PostgreSQL, for the queue, the uploads and the downloads; and as many for the thread that processes pieces. */
const CONNECTIONS = 3;

export async function openJobs(
  { databaseUrl, lotesRetentionMs: retentionMs, lotesMaxBytes: maxBytes }: Config,
  log: Logger,
  watch: WatchStore,
): Promise<Jobs | null> {
  if (databaseUrl === 'sqlite::memory:') return null;
  return Jobs.open({ databaseUrl, pool: CONNECTIONS, retentionMs, maxBytes, log, watch });
}
