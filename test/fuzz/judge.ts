/** Judges every answer: well-formed, in the envelope, with a status that its code may have, and without data of the client. */
import { CODES } from '@curp-service/contract/codes/service';
import type { Case } from './cases.js';
import type { Outcome, RawAnswer } from './exchange.js';
import type { AnyRequest } from './requests.js';
import { MARK } from './values.js';

/** The statuses of each code. A file that cannot be read is code 8 with 400, like the request. */
const STATUSES = new Map<number, Set<number>>();
for (const { code, http } of Object.values(CODES)) STATUSES.set(code, (STATUSES.get(code) ?? new Set()).add(http));

const ANSWER_TYPES = /^(application\/json|text\/csv|application\/x-ndjson|application\/vnd\.openxmlformats)/;
const KEY = /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d$/;

/** Returns everything that is wrong with the outcome of a case. */
export function faults({ requests, ending, whole, heads }: Case, { answers, rest, end }: Outcome): string[] {
  const wrong: string[] = [];
  if (end === 'hung') wrong.push('hung');
  const leaves = ['abort', 'reset', 'rude', 'deaf'].includes(ending);
  if (rest.length > 0 && !leaves && !mayBeCut(requests) && !isBodyOfHead(answers.at(-1), rest)) {
    wrong.push(`no answer: ${rest.toString('latin1').slice(0, 300)}`);
  }
  const final = answers.filter(({ status }) => status >= 200);
  if (whole && final.length < heads.length && end !== 'hung') wrong.push('closed without an answer');
  return [...wrong, ...final.flatMap((answer, i) => judge(answer, requests[i], whole))];
}

/** Returns whether an answer may be cut in the middle: that of a file whose request breaks later, so that the client notices. */
const mayBeCut = (requests: readonly AnyRequest[]): boolean =>
  requests.some(({ target }) => /\/curp\/lotes?\b/.test(target));

/** Returns whether it may be the body of a broken `HEAD`, whose method the parser may not have reported before it stopped. */
const isBodyOfHead = (answer: RawAnswer | undefined, rest: Buffer): boolean =>
  answer?.headers.get('connection') === 'close' && Number(answer.headers.get('content-length')) === rest.length;

/** Node refuses headers longer than this. */
const MAX_HEADERS = 16_000;

function judge(answer: RawAnswer, request: AnyRequest | undefined, whole: boolean): string[] {
  const { status, headers, body } = answer;
  const wrong: string[] = [];
  if (status === 500) wrong.push('status 500');
  if (status === 405 && !headers.has('allow')) wrong.push('405 without Allow');
  if (status === 429 && !headers.has('retry-after')) wrong.push('429 without Retry-After');
  const target = request?.target ?? '';
  const isCurp = /^(\/api\/v2)?\/curp\//.test(target);
  const type = headers.get('content-type') ?? '';
  const isJson = type.startsWith('application/json');
  // These are answered before they become requests.
  const isHttp = request?.method !== 'CONNECT' && target.length < MAX_HEADERS;
  if (whole && isCurp && isHttp && status !== 204 && !headers.has('x-request-id')) wrong.push('no X-Request-Id');
  const inEnvelope = isJson && !(status === 200 && target.startsWith('/openapi.json'));
  if (!inEnvelope && status >= 400 && !(status === 503 && target.startsWith('/readyz')))
    wrong.push(`${status} as ${type}`);
  if (whole && isCurp && status === 200 && !ANSWER_TYPES.test(type)) {
    wrong.push(`200 as ${type}`);
  }
  return inEnvelope && body.length > 0 ? [...wrong, ...judgeEnvelope(status, body, target)] : wrong;
}

function judgeEnvelope(status: number, body: Buffer, target: string): string[] {
  const envelope = parse(body.toString());
  if (envelope === null) return ['no envelope'];
  const wrong: string[] = [];
  const { error, code_error: code, error_message: message, response } = envelope;
  if (typeof response !== 'object' || response === null || Array.isArray(response)) wrong.push('response is no object');
  if (error === false) {
    if (code !== 0 || message !== null || (status !== 200 && status !== 202)) wrong.push(`a success with ${status}`);
    return [...wrong, ...judgeResponse(response as object)];
  }
  if (error !== true || typeof message !== 'string' || message === '') wrong.push('wrong types');
  if (!Number.isInteger(code) || STATUSES.get(code as number)?.has(status) !== true)
    wrong.push(`code ${String(code)} with ${status}`);
  // The message about a file names its columns.
  if (!/\/curp\/lotes?\b/.test(target) && body.includes(MARK)) wrong.push('an error repeats the request');
  return wrong;
}

/** Checks that the key of an answer has its form, and that its 18 explained characters are the key. */
function judgeResponse(response: { readonly curp?: unknown; readonly explicacion?: unknown }): string[] {
  const { curp, explicacion } = response;
  if (curp === undefined) return [];
  if (typeof curp !== 'string' || !KEY.test(curp)) return ['a key of another form'];
  if (explicacion === undefined) return [];
  const characters = (explicacion as readonly { readonly caracter: string }[]).map(({ caracter }) => caracter).join('');
  return characters === curp ? [] : ['an explanation of another key'];
}

function parse(text: string): Record<'error' | 'code_error' | 'error_message' | 'response', unknown> | null {
  try {
    return JSON.parse(text) as ReturnType<typeof parse>;
  } catch {
    return null;
  }
}

/** Returns how many units of quota and usage an answer took. */
export function unitsOf({ status, headers }: RawAnswer, { target }: AnyRequest): number {
  if (status !== 200 && status !== 304) return 0;
  if (/^\/curp\/lote\b/.test(target))
    return Number(headers.get('lote-correctas') ?? 0) + Number(headers.get('lote-revisar') ?? 0);
  const isOperation = /^(\/api\/v2)?\/curp\/(?!lotes?\b)/.test(target);
  return isOperation && headers.get('content-type')?.startsWith('application/json') === true ? 1 : 0;
}
