/** The outcomes of a look-up in an upstream, and how an answer becomes one. */
import type { RegistryRecord } from '@curp-service/contract/record';
import { isObject, readRecord } from '../record.js';

/**
 * Each result, and what it says about the health of the upstream. A result that one key alone may cause, such as an
 * invalid answer, is no sign of bad health; otherwise one key could close the upstream to all.
 */
export const RESULTS = {
  registrada: 'well',
  no_registrada: 'well',
  /** The answer does not follow the contract. */
  invalida: 'well',
  /** It asks for fewer requests. */
  limite: 'well',
  /** It refuses our token. */
  rechazada: 'unwell',
  /** It answers with a failure of its own. */
  falla: 'unwell',
  /** It cannot be reached, or broke the connection. */
  conexion: 'unwell',
  tiempo: 'unwell',
  /** Our client went. */
  cancelada: 'unknown',
  /** Too many requests wait for it already. */
  saturada: 'unknown',
  /** The breaker is open. */
  en_pausa: 'unknown',
} as const satisfies Readonly<Record<string, 'well' | 'unwell' | 'unknown'>>;

export type UpstreamResult = keyof typeof RESULTS;

export interface Failed {
  readonly result: Exclude<UpstreamResult, 'registrada'>;
  readonly status?: number;
  readonly err?: unknown;
  /** After so many milliseconds the request may be repeated; absent: it may not. */
  readonly retryMs?: number;
}

export type Outcome = { readonly result: 'registrada'; readonly record: RegistryRecord } | Failed;

export interface UpstreamAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** `null`: too long, or not UTF-8. */
  readonly text: string | null;
}

/** A proxy gives these in place of an answer, and so does an overloaded or stopping service. */
const TEMPORARY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Codes of the contract: the upstream's own source did not answer, or it has none. */
const NO_SOURCE: ReadonlySet<unknown> = new Set([200, 201]);

export function interpret({ status, retryAfter, text }: UpstreamAnswer, curp: string): Outcome {
  const envelope = readEnvelope(text);
  if (status === 200) {
    const isSuccess = envelope?.['error'] === false && envelope['code_error'] === 0;
    const record = isSuccess ? readRecord(envelope['response']) : null;
    if (record?.Solicitante.CURP === curp) return { result: 'registrada', record };
    return { result: 'invalida', status };
  }
  if (status === 400 && envelope?.['error'] === true && envelope['code_error'] === 300)
    return { result: 'no_registrada' };
  if (status === 401 || status === 403) return { result: 'rechazada', status };
  if (status === 429) return { result: 'limite', status, retryMs: milliseconds(retryAfter) };
  if (status < 500) return { result: 'invalida', status };
  const mayRetry = TEMPORARY.has(status) && !NO_SOURCE.has(envelope?.['code_error']);
  return { result: 'falla', status, ...(mayRetry ? { retryMs: milliseconds(retryAfter) } : {}) };
}

/** `null`: the text is no envelope. */
function readEnvelope(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Reads a `Retry-After`. A date counts as later than anybody would wait. */
function milliseconds(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Infinity;
}
