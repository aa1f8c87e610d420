/** The line to an upstream: one request, and its answer as it came. Redirects are not followed. */
import { once } from 'node:events';
import { Agent as HttpAgent, type ClientRequest, IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { UpstreamConfig } from '../../config.js';
import { type Outcome, interpretar } from './outcome.js';

/** An answer has some 1,500 bytes. */
const MAXIMO_RESPUESTA = 65_536;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

const HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'curp-service' };

export class Linea {
  readonly #config: UpstreamConfig;
  readonly #direccion: string;
  readonly #agent: HttpAgent;
  readonly #request: typeof requestHttp;

  constructor(config: UpstreamConfig) {
    const segura = config.url.startsWith('https:');
    this.#config = config;
    this.#direccion = `${config.url}/curp/obtener_datos`;
    this.#agent = new (segura ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: config.concurrency });
    this.#request = segura ? requestHttps : requestHttp;
  }

  /** Asks once. It may be asked again where no answer began: after that, the upstream has counted the request. */
  async preguntar(curp: string, signal: AbortSignal): Promise<Outcome> {
    let response: IncomingMessage | undefined;
    try {
      response = await respuestaDe(this.#mandar(curp, signal), signal);
      const { statusCode: status = 0, headers } = response;
      return interpretar({ status, retryAfter: headers['retry-after'], texto: await leer(response) }, curp);
    } catch (error) {
      return { resultado: 'conexion', err: error, ...(response === undefined ? { tras: 0 } : {}) };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  /** By `POST`, so that neither the key nor the token stands in an address, unless the upstream knows only `GET`. */
  #mandar(curp: string, signal: AbortSignal): ClientRequest {
    const { method, token } = this.#config;
    const opciones = { method, agent: this.#agent, signal };
    if (method === 'GET') {
      const consulta = new URLSearchParams({ curp, token }).toString();
      return this.#request(`${this.#direccion}?${consulta}`, { ...opciones, headers: HEADERS }).end();
    }
    const headers = { ...HEADERS, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return this.#request(this.#direccion, { ...opciones, headers }).end(JSON.stringify({ curp }));
  }
}

async function respuestaDe(request: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  request.on('error', () => undefined); // told to whoever waits for the response, or reads it
  const [response]: unknown[] = await once(request, 'response', { signal });
  if (!(response instanceof IncomingMessage)) throw new TypeError('no response');
  return response;
}

/** All of it; `null`: there is too much, or it is no text. */
async function leer(response: IncomingMessage): Promise<string | null> {
  const piezas: Buffer[] = [];
  const entrada: AsyncIterable<Buffer> = response;
  let largo = 0;
  for await (const pieza of entrada) {
    largo += pieza.length;
    if (largo > MAXIMO_RESPUESTA) return null; // which hangs up
    piezas.push(pieza);
  }
  try {
    return UTF8.decode(Buffer.concat(piezas));
  } catch {
    return null;
  }
}
