/**
 * Asks another service with the same operation as a source of the registry. Whatever that service does, our client gets an
 * answer within the time limit. Its answers are neither stored nor logged.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { UpstreamConfig } from '../../config.js';
import { logThrottle } from '../../observe/log.js';
import { metric, metricBy } from '../../observe/metrics.js';
import type { Clock } from '../../store/clock.js';
import { type Found, type Registry, timeoutSignal } from '../registry.js';
import { MAX_CONNECTIONS, type Outcome, UPSTREAM_RESULTS, upstreamClient } from './client.js';

const UPSTREAM_ATTEMPTS = 3;
/** The maximum pause before the second attempt; it is twice as long before the third. The actual pause is random. */
const RETRY_PAUSE_MS = 200;
const FAILURES_IN_A_ROW = 5;
const BREAK_MS = 5000;
/** The maximum keys that are being looked up or wait for a connection. Further keys are refused at once. */
const MAX_UNDER_WAY = 2 * MAX_CONNECTIONS;

export function openUpstream(config: UpstreamConfig, log: Logger, clock: Clock) {
  const { timeoutMs } = config;
  const client = upstreamClient(config);
  const health = breaker(clock);
  const mayLog = logThrottle(clock);
  const counts = new Map<string, number>(Object.keys(UPSTREAM_RESULTS).map((result) => [result, 0]));
  let retries = 0;
  let underWay = 0;

  /** Asks, and repeats the request if it may be repeated and the pause ends in time. */
  const askRepeatedly = async (curp: string, signal: AbortSignal, end: number): Promise<Outcome> => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await client.ask(curp, signal);
      if (!('retryMs' in outcome) || signal.aborted || attempt === UPSTREAM_ATTEMPTS) return outcome;
      const pause = outcome.retryMs + Math.random() * RETRY_PAUSE_MS * 2 ** (attempt - 1);
      if (pause >= end - performance.now()) return outcome;
      retries += 1;
      await wait(pause, undefined, { signal }).catch(() => undefined); // aborted: the next attempt fails at once
    }
  };

  /** Asks within the limits of time, load and health. `asker` aborts when our client leaves. */
  const ask = async (curp: string, asker: AbortSignal): Promise<Outcome> => {
    const end = performance.now() + timeoutMs;
    const signal = timeoutSignal(timeoutMs, asker);
    if (asker.aborted) return { result: 'cancelada' };
    if (underWay >= MAX_UNDER_WAY) return { result: 'saturada' };
    if (!health.allows()) return { result: 'en_pausa' };
    underWay += 1;
    try {
      const last = await askRepeatedly(curp, signal, end);
      const cut = last.result === 'conexion' && signal.aborted;
      const outcome: Outcome = cut ? { result: asker.aborted ? 'cancelada' : 'tiempo' } : last;
      health.record(UPSTREAM_RESULTS[outcome.result]);
      return outcome;
    } finally {
      underWay -= 1;
    }
  };

  return {
    find: async (curp: string, asker: AbortSignal): Promise<Found> => {
      const outcome = await ask(curp, asker);
      const { result } = outcome;
      counts.set(result, (counts.get(result) ?? 0) + 1);
      if (result === 'registrada') return outcome.record;
      if (result === 'no_registrada') return result;
      // The log receives the fault of the upstream, but neither its answers nor the key.
      const { status, err } = outcome;
      if (UPSTREAM_RESULTS[result] !== 'unknown' && mayLog(result))
        log.error({ motivo: result, status, err }, 'upstream');
      return 'sin_respuesta';
    },
    metrics: () => [
      ...metricBy('resultado', 'curp_upstream_lookups_total', 'Keys looked up in the upstream, by result', counts),
      ...metric('curp_upstream_retries_total', 'counter', 'Attempts to ask the upstream after the first one', retries),
      ...metric(
        'curp_upstream_breaker_state',
        'gauge',
        '0: closed, the upstream is asked; 1: one request may try it; 2: open, it is not asked',
        health.state(),
      ),
    ],
    close: () => client.close(),
  } satisfies Registry;
}

/** Creates a circuit breaker: after several failures in a row it blocks all requests for a while, then lets one request try. */
function breaker({ monotonic }: Clock) {
  let failures = 0;
  let breakEnd = 0;
  let trying = false;
  /** Returns 0 if all requests pass (closed), 1 if one request may pass or is under way, 2 if none passes (open). */
  const state = (): 0 | 1 | 2 => {
    if (failures < FAILURES_IN_A_ROW) return 0;
    return monotonic() < breakEnd ? 2 : 1;
  };
  return {
    state,
    /** Returns whether a request may pass now. The caller must report its end with `record`. */
    allows: (): boolean => {
      const current = state();
      const mayPass = current === 0 || (current === 1 && !trying);
      if (current === 1) trying = true;
      return mayPass;
    },
    record: (health: 'well' | 'unwell' | 'unknown'): void => {
      trying = false;
      if (health === 'well') failures = 0;
      if (health !== 'unwell') return;
      failures += 1;
      breakEnd = monotonic() + BREAK_MS;
    },
  };
}
