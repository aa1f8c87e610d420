/**
 * Asks another service with the same operation as a source of the registry. Whatever that service does, our client gets an
 * answer within the time limit. Its answers are neither stored nor logged.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RegistryRecord } from '@curp-service/contract/record';
import type { Logger } from 'pino';
import type { UpstreamConfig } from '../../config.js';
import { decodeUtf8 } from '../../http/request.js';
import { logThrottle } from '../../observe/log.js';
import { metric, metricBy } from '../../observe/metrics.js';
import type { Clock } from '../../store/heartbeat.js';
import { type Found, type Registry, isObject, readRecord, timeoutSignal } from '../registry.js';
import { Breaker, type Health } from './breaker.js';

/** The maximum keys that are looked up at a time. Further keys are refused at once. */
const MAX_UNDER_WAY = 32;
/** The maximum pause before the second attempt. The actual pause is random. */
const RETRY_PAUSE_MS = 200;
/** The longest answer that is read. A usual answer has about 1,500 bytes. */
const MAX_ANSWER_BYTES = 65_536;
/** The statuses of a proxy without a service, and of an overloaded or stopping service. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
/** The contract's codes if the upstream's own source did not answer, or if it has none. */
const NO_SOURCE: ReadonlySet<unknown> = new Set([200, 201]);
const REQUEST_HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'curp-service' };

/**
 * Each result, and what it shows about the health of the upstream. A result that a single key may cause, like an invalid
 * answer, is no sign of bad health; otherwise one key could close the upstream for all.
 */
const UPSTREAM_RESULTS = {
  registrada: 'well',
  no_registrada: 'well',
  /** The answer does not follow the contract. */
  invalida: 'well',
  /** The upstream asks for fewer requests. */
  limite: 'well',
  /** The upstream refuses our token. */
  rechazada: 'unwell',
  /** The upstream answers that it failed. */
  falla: 'unwell',
  /** The upstream cannot be reached, or broke the connection. */
  conexion: 'unwell',
  tiempo: 'unwell',
  /** Our client left. */
  cancelada: 'unknown',
  /** Too many keys are already looked up. */
  saturada: 'unknown',
  /** The circuit breaker is open. */
  en_pausa: 'unknown',
} as const satisfies Readonly<Record<string, Health>>;

interface Failed {
  readonly result: Exclude<keyof typeof UPSTREAM_RESULTS, 'registrada'>;
  readonly status?: number;
  readonly err?: unknown;
  /** The milliseconds after which the request may be repeated; absent if it may not. */
  readonly retryMs?: number;
}

type Outcome = { readonly result: 'registrada'; readonly record: RegistryRecord } | Failed;

export function openUpstream(config: UpstreamConfig, log: Logger, clock: Clock) {
  const { timeoutMs } = config;
  const breaker = new Breaker(clock.monotonic);
  const mayLog = logThrottle(clock);
  const counts = new Map<string, number>(Object.keys(UPSTREAM_RESULTS).map((result) => [result, 0]));
  let retries = 0;
  let underWay = 0;

  /** Asks, and once more if the request may be repeated and the pause ends in time. */
  const askTwice = async (curp: string, signal: AbortSignal): Promise<Outcome> => {
    const end = performance.now() + timeoutMs;
    const first = await askOnce(config, curp, signal);
    if (!('retryMs' in first) || signal.aborted) return first;
    const pause = first.retryMs + Math.random() * RETRY_PAUSE_MS;
    if (pause >= end - performance.now()) return first;
    retries += 1;
    await wait(pause, undefined, { signal }).catch(() => undefined); // aborted: the next attempt fails at once
    return askOnce(config, curp, signal);
  };

  /** Asks within the limits of time, load and health. `client` aborts when our client leaves. */
  const ask = async (curp: string, client: AbortSignal): Promise<Outcome> => {
    if (client.aborted) return { result: 'cancelada' };
    if (underWay >= MAX_UNDER_WAY) return { result: 'saturada' };
    if (!breaker.allows()) return { result: 'en_pausa' };
    underWay += 1;
    const signal = timeoutSignal(timeoutMs, client);
    const last = await askTwice(curp, signal);
    underWay -= 1;
    const cut = last.result === 'conexion' && signal.aborted;
    const outcome: Outcome = cut ? { result: client.aborted ? 'cancelada' : 'tiempo' } : last;
    breaker.record(UPSTREAM_RESULTS[outcome.result]);
    return outcome;
  };

  return {
    find: async (curp: string, client: AbortSignal): Promise<Found> => {
      const outcome = await ask(curp, client);
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
        breaker.state,
      ),
    ],
  } satisfies Registry;
}

/** Asks once. A failed request may be repeated unless its answer had begun: then the upstream has counted the request. */
async function askOnce(config: UpstreamConfig, curp: string, signal: AbortSignal): Promise<Outcome> {
  let response: Response | undefined;
  try {
    response = await send(config, curp, signal);
    return interpret(response, await readAnswer(response), curp);
  } catch (error) {
    const err = error instanceof Error && error.cause instanceof Error ? error.cause : error; // `fetch` hides the reason
    return { result: 'conexion', err, ...(response === undefined ? { retryMs: 0 } : {}) };
  }
}

/** Sends a `POST`, which keeps the key and the token out of addresses, unless the configuration says `GET`. */
async function send({ url, token, method }: UpstreamConfig, curp: string, signal: AbortSignal): Promise<Response> {
  const address = `${url}/curp/obtener_datos`;
  if (method === 'GET') {
    const query = new URLSearchParams({ curp, token }).toString();
    return fetch(`${address}?${query}`, { headers: REQUEST_HEADERS, redirect: 'manual', signal });
  }
  const headers = { ...REQUEST_HEADERS, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(address, { method, headers, body: JSON.stringify({ curp }), redirect: 'manual', signal });
}

/** Returns the text of an answer, or `null` if it is too long or not UTF-8. */
async function readAnswer({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) return null; // leaving the loop closes the connection
    chunks.push(chunk);
  }
  return decodeUtf8(Buffer.concat(chunks));
}

function interpret({ status, headers }: Response, text: string | null, curp: string): Outcome {
  const { error, code_error: code, response }: Readonly<Record<string, unknown>> = readEnvelope(text);
  if (status === 200) {
    const record = error === false && code === 0 ? readRecord(response) : null;
    return record?.Solicitante.CURP === curp ? { result: 'registrada', record } : { result: 'invalida', status };
  }
  if (status === 400 && error === true && code === 300) return { result: 'no_registrada' };
  if (status === 401 || status === 403) return { result: 'rechazada', status };
  const retryMs = milliseconds(headers.get('retry-after'));
  if (status === 429) return { result: 'limite', status, retryMs };
  if (status < 500) return { result: 'invalida', status };
  return { result: 'falla', status, ...(TEMPORARY_STATUSES.has(status) && !NO_SOURCE.has(code) ? { retryMs } : {}) };
}

/** Returns an empty object if the text is no envelope. */
function readEnvelope(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Reads a `Retry-After`. A date counts as too far away to wait for. */
function milliseconds(retryAfter: string | null): number {
  if (retryAfter === null) return 0;
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Infinity;
}
