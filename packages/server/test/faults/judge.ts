/** Judges whether an answer is right, a clear error, or wrong. */
import { readFileSync } from 'node:fs';
import { CODES } from '@curp-service/contract/codes/service';
import type { Envelope } from '../service.js';
import type { Ask } from './requests.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** `success`: right, and counted for a project. `right`: a deserved refusal. `clear`: a refusal for now that says why. */
export type Verdict = 'success' | 'right' | 'clear' | { readonly wrong: string };

const DOCUMENTED = new Set(Object.values(CODES).map(({ code, http }) => `${http} ${code}`));
/** What nginx answers if the replica that had an upload is gone: it does not send a file twice. */
const OF_NGINX = /return 503 '.*"error_message":"([^"]+)"/.exec(
  readFileSync(new URL('../../../../deploy/nginx.conf', import.meta.url), 'utf8'),
)?.[1];
const FOR_NOW = new Set([
  CODES.almacen.es,
  CODES.sobrecarga.es,
  CODES.lote_sin_espacio.es,
  CODES.apagado.es,
  OF_NGINX ?? '',
]);

/** Returns whether the replica is stopping: a client with another replica should go there. */
export const isStopping = ({ body }: Answer): boolean => body.includes(CODES.apagado.es);

export function judge({ codes, isRight }: Ask, { status, headers, body }: Answer): Verdict {
  const wrong = (reason: string): Verdict => ({ wrong: `${reason}: ${status} ${body.slice(0, 300)}` });
  let envelope: Envelope;
  try {
    envelope = JSON.parse(body) as Envelope;
  } catch {
    return wrong('no envelope');
  }
  const { error, code_error, error_message, response } = envelope;
  if (code_error === 0) {
    if (status !== 200 || error || error_message !== null) return wrong('an inconsistent success');
    return codes.includes(0) && isRight(response) ? 'success' : wrong('not the right answer');
  }
  if (!error || typeof error_message !== 'string') return wrong('an inconsistent error');
  if (!DOCUMENTED.has(`${status} ${code_error}`)) return wrong('not a documented code');
  if ((status === 429 || status === 503) && headers['retry-after'] === undefined) return wrong('no Retry-After');
  if (codes.includes(code_error)) return 'right';
  return status === 503 && FOR_NOW.has(error_message) ? 'clear' : wrong('not the error of this request');
}
