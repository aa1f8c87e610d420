/** Opens the gate of the service, and writes its usage and unused quota to the store at intervals and at the stop. */
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { logThrottle } from './observe/log.js';
import type { Registry } from './registry/registry.js';
import type { Clock } from './store/heartbeat.js';
import { repeat, untilItWorks } from './store/patience.js';
import type { Store } from './store/projects.js';
import { Auth } from './access/auth.js';
import type { Gate } from './access/gate.js';
import { Quota } from './access/quota.js';
import { Rate } from './access/rate.js';
import { Usage, usageRetention } from './access/usage.js';

/** How long a stop tries to write usage and unused quota. */
const LAST_FLUSH_MS = 1500;

interface GateParts {
  readonly config: Config;
  readonly store: Store;
  readonly registry: Registry | null;
  readonly clock: Clock;
  readonly log: Logger;
  /** The interval of the writes. */
  readonly flushMs: number;
}

/** Opens the gate. `close` writes what only this process knows. */
export function openGate({ config, store, registry, clock, log, flushMs }: GateParts): {
  readonly gate: Gate;
  readonly close: () => Promise<void>;
} {
  const mayLog = logThrottle(clock);
  const storeFailed = (error: unknown): void => {
    store.heart.noteFailure();
    if (mayLog()) log.error({ err: error }, 'store');
  };
  const { demoToken, rateLimit } = config;
  const quota = new Quota(store, clock);
  const usage = new Usage(store, clock);
  const auth = new Auth(store, { demoToken: demoToken !== false, clock, storeFailed, heart: store.heart });
  const eraseOldUsage = usageRetention(store, config.usageRetentionMonths, clock, log);

  /** Runs all steps: a step that fails does not stop the others. Fails as the first that failed. */
  const flush = async (isLast: boolean): Promise<void> => {
    const steps = [usage.write(), quota.giveBack(isLast), ...(isLast ? [] : [eraseOldUsage()])];
    auth.refresh();
    await Promise.allSettled(steps);
    await Promise.all(steps);
  };
  const stopping = new AbortController();
  const flushing = repeat(async () => flush(false), flushMs, stopping.signal, storeFailed);
  /** Writes again while the store fails. Logs what is lost in the end. */
  const flushLast = async (): Promise<void> => {
    stopping.abort();
    const limit = AbortSignal.timeout(LAST_FLUSH_MS);
    const last = flushing.then(async () => untilItWorks(async () => flush(true), limit, storeFailed));
    await Promise.race([last, once(limit, 'abort')]);
    if (usage.waiting > 0) log.error({ operaciones: usage.waiting }, 'usage lost');
  };

  const waiting: Gate['waiting'] = new Set();
  const rate = new Rate();
  return {
    gate: { auth, rate, rateLimit, quota, usage, registry, waiting, clock, log, storeFailed, demoToken },
    close: flushLast,
  };
}
