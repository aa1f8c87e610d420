/** Counts successful operations by project, day and operation, and writes the counts to the store. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../store/heartbeat.js';
import type { Store } from '../store/projects.js';
import type { UsageRow } from '../store/usage.js';
import { metric } from '../observe/metrics.js';
import { DAY_MS, mexicoDay, monthsBefore } from './calendar.js';

/** The rows of one write. After an outage of the store, the backlog is written in short steps. */
const USAGE_BATCH = 1000;

export class Usage {
  readonly #store: Store;
  readonly #clock: Clock;
  /** The store recognizes a batch that it already has by the writer and the batch number. */
  readonly #writer = randomUUID();
  #number = 0;
  #day = '';
  /** The counts of `#day`, by project and operation. */
  #counts = new Map<string, Map<string, number>>();
  readonly #pending: UsageRow[] = [];
  /** The batch in flight, which is sent unchanged until the store confirms it. */
  #sent: readonly UsageRow[] = [];
  #waiting = 0;
  /** The times, in milliseconds, of the oldest operation in `#counts` and of the oldest in `#pending` or `#sent`. */
  #openSince: number | null = null;
  #pendingSince: number | null = null;
  #failures = 0;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The number of operations that the store does not have yet. */
  get waiting(): number {
    return this.#waiting;
  }

  count(project: string, operation: string, now: number, successes = 1): void {
    const day = mexicoDay(now);
    this.#waiting += successes;
    if (day !== this.#day) {
      this.#close();
      this.#day = day;
    }
    this.#openSince ??= this.#clock.monotonic();
    let counts = this.#counts.get(project);
    if (counts === undefined) this.#counts.set(project, (counts = new Map()));
    counts.set(operation, (counts.get(operation) ?? 0) + successes);
  }

  /**
   * Writes everything counted before the call; rows that cannot be written wait for the next call. One call at a time.
   * Operations counted during the call may wait too: under load there are always more, and the call would never end.
   */
  async write(): Promise<void> {
    try {
      await this.#writePending();
      this.#close(); // only now: while the store fails, the counts of a project and operation add up in one row
      await this.#writePending();
    } catch (error) {
      this.#failures += 1;
      throw error;
    }
  }

  metrics(): readonly string[] {
    const since = this.#pendingSince ?? this.#openSince;
    const age = since === null ? 0 : (this.#clock.monotonic() - since) / 1000;
    return [
      ...metric('curp_usage_waiting', 'gauge', 'Operations counted, not yet in the database', this.#waiting),
      ...metric(
        'curp_usage_oldest_waiting_seconds',
        'gauge',
        'How long the oldest counted operation has waited for the database',
        age,
      ),
      ...metric('curp_usage_write_failures_total', 'counter', 'Writes of usage that failed', this.#failures),
    ];
  }

  async #writePending(): Promise<void> {
    for (;;) {
      if (this.#sent.length === 0) this.#nextBatch();
      if (this.#sent.length === 0) break;
      await this.#store.addUsage(this.#sent, { writer: this.#writer, number: this.#number });
      this.#waiting -= this.#sent.reduce((sum, { cuenta }) => sum + cuenta, 0);
      this.#sent = [];
    }
    this.#pendingSince = null;
  }

  #nextBatch(): void {
    this.#sent = this.#pending.splice(0, USAGE_BATCH);
    this.#number += 1;
  }

  #close(): void {
    for (const [proyecto, counts] of this.#counts) {
      for (const [operacion, cuenta] of counts) this.#pending.push({ proyecto, dia: this.#day, operacion, cuenta });
    }
    this.#counts = new Map();
    this.#pendingSince ??= this.#openSince;
    this.#openSince = null;
  }
}

/** The fewest months of quota that a project keeps. */
const LEAST_MONTHS = 12;

/**
 * Returns a function that, once a day, erases the oldest month of usage if it is older than `months` months. The days with
 * usage decide that, not the clock of the moment, and no run erases more than a month: a clock that jumps ahead cannot erase
 * all usage.
 */
export function usageRetention(store: Store, months: number, clock: Clock, log: Logger): () => Promise<void> {
  let next = -Infinity;
  return async () => {
    const moment = clock.monotonic();
    if (moment < next) return;
    const span = await store.usageSpan(mexicoDay(clock.now()));
    const oldest = span?.first.slice(0, 7) ?? '';
    if (span !== null && oldest < monthsBefore(span.last.slice(0, 7), months)) {
      await store.eraseUsage(oldest);
      log.warn({ mes: oldest }, 'retention');
    }
    await store.eraseQuotas(Math.max(months, LEAST_MONTHS));
    next = moment + DAY_MS;
  };
}
