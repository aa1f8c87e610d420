/**
 * Another service with the same operation, as a source of the registry. Whatever it does, our client is answered within the
 * time limit. Its answers are neither stored nor logged.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { UpstreamConfig } from '../../config.js';
import { logThrottle } from '../../observe/log.js';
import { metric, metricBy } from '../../observe/metrics.js';
import { Breaker } from './breaker.js';
import { Bulkhead } from './bulkhead.js';
import { UpstreamClient } from './client.js';
import { type Failed, type Outcome, RESULTS, type Result } from './outcome.js';
import type { Found, Registry } from '../registry.js';
import { timeoutSignal } from '../timeout.js';

const ATTEMPTS = 3;
/** The pause before the second attempt is a random part of this; before the third, of twice as much. */
const PAUSE_MS = 200;

interface Limits {
  readonly client: AbortSignal;
  /** Aborted when the client goes or the time is over. */
  readonly signal: AbortSignal;
  /** When the time is over, by `performance`. */
  readonly end: number;
}

export class Upstream implements Registry {
  readonly #config: UpstreamConfig;
  readonly #log: Logger;
  readonly #client: UpstreamClient;
  readonly #bulkhead: Bulkhead;
  readonly #breaker: Breaker;
  readonly #counts = new Map<string, number>(Object.keys(RESULTS).map((result) => [result, 0]));
  readonly #mayLog: (result: Result) => boolean;
  #retries = 0;

  /** `now`: a monotonic clock. */
  constructor(config: UpstreamConfig, log: Logger, now: () => number = () => performance.now()) {
    this.#config = config;
    this.#log = log;
    this.#client = new UpstreamClient(config);
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

  async #ask(curp: string, limits: Limits): Promise<Outcome> {
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
  async #askRepeatedly(curp: string, { signal, end }: Limits): Promise<Outcome> {
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
