/** The HTTP client of an upstream: sends one request and reads its answer. It follows no redirects. */
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage as Response } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { UpstreamConfig } from '../../config.js';
import { Agent as HttpAgent, IncomingMessage, request as requestHttp } from '../../node-http.js';
import { type Outcome, interpret } from './outcome.js';

/** A usual answer has some 1,500 bytes. */
const MAX_ANSWER_BYTES = 65_536;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

const HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'curp-service' };

export class UpstreamClient {
  readonly #config: UpstreamConfig;
  readonly #address: string;
  readonly #agent: InstanceType<typeof HttpAgent>;
  readonly #request: typeof requestHttp;

  constructor(config: UpstreamConfig) {
    const secure = config.url.startsWith('https:');
    this.#config = config;
    this.#address = `${config.url}/curp/obtener_datos`;
    this.#agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: config.concurrency });
    this.#request = secure ? requestHttps : requestHttp;
  }

  /** Asks once. A failed request may be repeated unless its answer began: then the upstream has counted it. */
  async ask(curp: string, signal: AbortSignal): Promise<Outcome> {
    let response: Response | undefined;
    try {
      response = await responseTo(this.#send(curp, signal), signal);
      const { statusCode: status = 0, headers } = response;
      return interpret({ status, retryAfter: headers['retry-after'], text: await readText(response) }, curp);
    } catch (error) {
      return { result: 'conexion', err: error, ...(response === undefined ? { retryMs: 0 } : {}) };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Uses `POST`, which keeps the key and the token out of addresses, unless the configuration says `GET`. */
  #send(curp: string, signal: AbortSignal): ClientRequest {
    const { method, token } = this.#config;
    const options = { method, agent: this.#agent, signal };
    if (method === 'GET') {
      const query = new URLSearchParams({ curp, token }).toString();
      return this.#request(`${this.#address}?${query}`, { ...options, headers: HEADERS }).end();
    }
    const headers = { ...HEADERS, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return this.#request(this.#address, { ...options, headers }).end(JSON.stringify({ curp }));
  }
}

async function responseTo(request: ClientRequest, signal: AbortSignal): Promise<Response> {
  request.on('error', () => undefined); // `once` below, or the reading of the response, fails with it too
  const [response]: unknown[] = await once(request, 'response', { signal });
  if (!(response instanceof IncomingMessage)) throw new TypeError('no response');
  return response;
}

/** `null`: the answer is too long or not UTF-8. */
async function readText(response: Response): Promise<string | null> {
  const chunks: Buffer[] = [];
  const input: AsyncIterable<Buffer> = response;
  let length = 0;
  for await (const chunk of input) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) return null; // leaving the loop closes the connection
    chunks.push(chunk);
  }
  try {
    return UTF8.decode(Buffer.concat(chunks));
  } catch {
    return null;
  }
}
