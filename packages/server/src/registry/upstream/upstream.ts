/**
 * Another service with the same operation, as a source of the registry. Whatever it does, our client is answered within the
 * time limit. Its answers are neither stored nor logged.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { UpstreamConfig } from '../../config.js';
import { logThrottle } from '../../observe/log.js';
import { metric, metricBy } from '../../observe/metrics.js';
import { type Failed, type Outcome, RESULTS, type UpstreamResult, upstreamClient } from './client.js';
import { type Found, type Registry, timeoutSignal } from '../registry.js';

const ATTEMPTS = 3;
/** The pause before the second attempt is a random part of this; before the third, of twice as much. */
const PAUSE_MS = 200;

interface LookupLimits {
  readonly client: AbortSignal;
  /** Aborted when the client goes or the time is over. */
  readonly signal: AbortSignal;
  /** When the time is over, by `performance`. */
  readonly end: number;
}

export class Upstream implements Registry {
  readonly #config: UpstreamConfig;
  readonly #log: Logger;
  readonly #client: ReturnType<typeof upstreamClient>;
  readonly #bulkhead: Bulkhead;
  readonly #breaker: Breaker;
  readonly #counts = new Map<string, number>(Object.keys(RESULTS).map((result) => [result, 0]));
  readonly #mayLog: (result: UpstreamResult) => boolean;
  #retries = 0;

  /** `now`: a monotonic clock. */
  constructor(config: UpstreamConfig, log: Logger, now: () => number = () => performance.now()) {
    this.#config = config;
    this.#log = log;
    this.#client = upstreamClient(config);
    this.#bulkhead = new Bulkhead(config.concurrency);
    this.#breaker = new Breaker(now);
    this.#mayLog = logThrottle(now);
  }

  async find(curp: string, client: AbortSignal): Promise<Found> {
    const { timeoutMs } = this.#config;
    const signal = timeoutSignal(timeoutMs, client);
    const outcome = await this.#ask(curp, { client, signal, end: performance.now() + timeoutMs });
    const { result } = outcome;
    this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1);
    if (result === 'registrada') return outcome.record;
    if (result === 'no_registrada') return result;
    this.#logFailure(outcome);
    return 'sin_respuesta';
  }

  metrics(): readonly string[] {
    return [
      ...metricBy(
        'resultado',
        'curp_upstream_lookups_total',
        'Keys looked up in the upstream, by result',
        this.#counts,
      ),
      ...metric('curp_upstream_retries_total', 'counter', 'Attempts after the first', this.#retries),
      ...metric(
        'curp_upstream_breaker_state',
        'gauge',
        '0: closed, the upstream is asked; 1: one request may try it; 2: open, it is left alone',
        this.#breaker.state,
      ),
    ];
  }

  close(): void {
    this.#client.close();
  }

  async #ask(curp: string, limits: LookupLimits): Promise<Outcome> {
    const { client, signal } = limits;
    // The other half of the time is enough for a healthy upstream.
    const entered = await this.#bulkhead.enter(timeoutSignal(this.#config.timeoutMs / 2, client));
    if (!entered) return { result: client.aborted ? 'cancelada' : 'saturada' };
    try {
      if (!this.#breaker.allows()) return { result: 'en_pausa' };
      const last = await this.#askRepeatedly(curp, limits);
      const cut = last.result === 'conexion' && signal.aborted;
      const outcome: Outcome = cut ? { result: client.aborted ? 'cancelada' : 'tiempo' } : last;
      this.#breaker.record(RESULTS[outcome.result]);
      return outcome;
    } finally {
      this.#bulkhead.leave();
    }
  }

  /** Repeats a request that may be repeated, if the pause before it ends in time. */
  async #askRepeatedly(curp: string, { signal, end }: LookupLimits): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#client.ask(curp, signal);
      if (!('retryMs' in outcome) || signal.aborted || attempt === ATTEMPTS) return outcome;
      const pause = outcome.retryMs + Math.random() * PAUSE_MS * 2 ** (attempt - 1);
      if (pause >= end - performance.now()) return outcome;
      this.#retries += 1;
      await wait(pause, undefined, { signal }).catch(() => undefined); // aborted: the next attempt fails at once
    }
  }

  /** Logs what the upstream does wrong: neither its answers nor the key. */
  #logFailure({ result, status, err }: Failed): void {
    if (RESULTS[result] === 'unknown' || !this.#mayLog(result)) return;
    this.#log.error({ motivo: result, status, err }, 'upstream');
  }
}

const FAILURES_IN_A_ROW = 5;
const BREAK_MS = 5000;

/** A circuit breaker: after several failures in a row it lets nothing through for a while, and then one request to try. */
class Breaker {
  readonly #now: () => number;
  #failures = 0;
  #breakEnd = 0;
  #trying = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** 0: closed, all requests pass; 1: one request may pass or is under way; 2: open, none passes. */
  get state(): 0 | 1 | 2 {
    if (this.#failures < FAILURES_IN_A_ROW) return 0;
    return this.#now() < this.#breakEnd ? 2 : 1;
  }

  /** Whether a request may pass now. Report the end of one that does with `record`. */
  allows(): boolean {
    const { state } = this;
    const mayPass = state === 0 || (state === 1 && !this.#trying);
    if (state === 1) this.#trying = true;
    return mayPass;
  }

  record(health: 'well' | 'unwell' | 'unknown'): void {
    this.#trying = false;
    if (health === 'well') this.#failures = 0;
    if (health !== 'unwell') return;
    this.#failures += 1;
    this.#breakEnd = this.#now() + BREAK_MS;
  }
}

/** A bulkhead: lets so many in at a time, lets as many wait, and refuses the others at once. */
class Bulkhead {
  readonly #size: number;
  #free: number;
  /** Those who wait, in order. */
  readonly #queue = new Set<(isIn: boolean) => void>();

  constructor(size: number) {
    this.#size = size;
    this.#free = size;
  }

  /** Waits for a slot; call `leave` afterwards. `false`: there is no room, or `signal` was aborted. */
  async enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    if (this.#queue.size >= this.#size) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const giveUp = (): void => {
      if (this.#queue.delete(resolve)) resolve(false);
    };
    this.#queue.add(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', giveUp));
  }

  leave(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#queue.delete(next);
    next(true);
  }
}
