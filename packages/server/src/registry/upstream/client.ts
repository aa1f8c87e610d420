/** Sends one request to an upstream and interprets the answer. Follows no redirects. */
import { once } from 'node:events';
import {
  type ClientRequest,
  Agent as HttpAgent,
  IncomingMessage,
  type IncomingMessage as Response,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { RegistryRecord } from '@curp-service/contract/record';
import { decodeUtf8 } from '../../http/request.js';
import type { UpstreamConfig } from '../../config.js';
import { isObject, readRecord } from '../registry.js';

/**
 * Each result, and what it shows about the health of the upstream. A result that a single key may cause, like an invalid
 * answer, is no sign of bad health; otherwise one key could close the upstream for all.
 */
export const UPSTREAM_RESULTS = {
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
  /** Too many requests already wait for the upstream. */
  saturada: 'unknown',
  /** The circuit breaker is open. */
  en_pausa: 'unknown',
} as const satisfies Readonly<Record<string, 'well' | 'unwell' | 'unknown'>>;

type UpstreamResult = keyof typeof UPSTREAM_RESULTS;

interface Failed {
  readonly result: Exclude<UpstreamResult, 'registrada'>;
  readonly status?: number;
  readonly err?: unknown;
  /** The milliseconds after which the request may be repeated; absent if it may not. */
  readonly retryMs?: number;
}

export type Outcome = { readonly result: 'registrada'; readonly record: RegistryRecord } | Failed;

/** The maximum connections to the upstream. Further requests wait for one. */
export const MAX_CONNECTIONS = 32;
/** The longest answer that is read. A usual answer has about 1,500 bytes. */
const MAX_ANSWER_BYTES = 65_536;
/** The statuses of a proxy without a service, and of an overloaded or stopping service. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
/** The contract's codes if the upstream's own source did not answer, or if it has none. */
const NO_SOURCE: ReadonlySet<unknown> = new Set([200, 201]);

const REQUEST_HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'curp-service' };

export function upstreamClient({ url, token, method }: UpstreamConfig) {
  const address = `${url}/curp/obtener_datos`;
  const [Agent, request] = url.startsWith('https:') ? [HttpsAgent, requestHttps] : [HttpAgent, requestHttp];
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });

  /** Sends a `POST`, which keeps the key and the token out of addresses, unless the configuration says `GET`. */
  const send = (curp: string, signal: AbortSignal): ClientRequest => {
    const options = { method, agent, signal };
    if (method === 'GET') {
      const query = new URLSearchParams({ curp, token }).toString();
      return request(`${address}?${query}`, { ...options, headers: REQUEST_HEADERS }).end();
    }
    const headers = { ...REQUEST_HEADERS, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return request(address, { ...options, headers }).end(JSON.stringify({ curp }));
  };

  return {
    /** Asks once. A failed request may be repeated unless its answer had begun: then the upstream has counted the request. */
    ask: async (curp: string, signal: AbortSignal): Promise<Outcome> => {
      let response: Response | undefined;
      try {
        response = await responseTo(send(curp, signal), signal);
        return interpret(response, await readAnswer(response), curp);
      } catch (error) {
        return { result: 'conexion', err: error, ...(response === undefined ? { retryMs: 0 } : {}) };
      }
    },
    close: (): void => agent.destroy(),
  };
}

async function responseTo(request: ClientRequest, signal: AbortSignal): Promise<Response> {
  request.on('error', () => undefined); // `once` below, or reading the response, also fails with it
  const [response]: unknown[] = await once(request, 'response', { signal });
  if (!(response instanceof IncomingMessage)) throw new TypeError('no response');
  return response;
}

/** Returns the text of an answer, or `null` if it is too long or not UTF-8. */
async function readAnswer(response: Response): Promise<string | null> {
  const chunks: Buffer[] = [];
  const input: AsyncIterable<Buffer> = response;
  let length = 0;
  for await (const chunk of input) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) return null; // leaving the loop closes the connection
    chunks.push(chunk);
  }
  return decodeUtf8(Buffer.concat(chunks));
}

function interpret({ statusCode: status = 0, headers }: Response, text: string | null, curp: string): Outcome {
  const { error, code_error: code, response }: Readonly<Record<string, unknown>> = readEnvelope(text);
  if (status === 200) {
    const record = error === false && code === 0 ? readRecord(response) : null;
    return record?.Solicitante.CURP === curp ? { result: 'registrada', record } : { result: 'invalida', status };
  }
  if (status === 400 && error === true && code === 300) return { result: 'no_registrada' };
  if (status === 401 || status === 403) return { result: 'rechazada', status };
  const retryMs = milliseconds(headers['retry-after']);
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
function milliseconds(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Infinity;
}
