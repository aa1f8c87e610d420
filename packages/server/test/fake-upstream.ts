/** An upstream that does what a test wants, for what another instance of the service would never do. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { UpstreamConfig } from '../src/config.js';
import { createLog } from '../src/observe/log.js';
import { EXAMPLE_RECORD } from '../src/registry/example.js';
import { Upstream } from '../src/registry/upstream/upstream.js';

export { EXAMPLE_RECORD };
export const KEY = EXAMPLE_RECORD.Solicitante.CURP;
export const TOKEN = 'abretesesamo';

/** What stands in no log and no metric: that of the record, of the key that was asked for, and the token. */
const RASTROS = [KEY, 'CUOA', 'NGELES', 'DE LA CRUZ', 'HARA', '17/05/1990', 'CUAUHT', TOKEN, 'zenobia'];

/** Which of them, or of others, stand there all the same. */
export const tracesIn = (escrito: string, otros: readonly string[] = []): string[] =>
  [...RASTROS, ...otros].filter((rastro) => escrito.includes(rastro));

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** That of the connection, on the side of whoever asked. */
  readonly port: number | undefined;
  readonly response: ServerResponse;
}

export interface FakeUpstream {
  readonly url: string;
  /** What it was asked, in order. */
  readonly received: Received[];
}

/** Does to each request, by its number from 1, what it is told to. */
export async function openUpstream(
  atender: (response: ServerResponse, numero: number) => unknown = () => undefined,
): Promise<FakeUpstream> {
  const recibidas: Received[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const puerto = request.socket.remotePort;
    void text(request).then((cuerpo) => {
      recibidas.push({ method, url, headers, body: cuerpo, port: puerto, response });
      return atender(response, recibidas.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received: recibidas };
}

export const envelope = (response: unknown, code_error = 0): string =>
  JSON.stringify({ error: code_error !== 0, code_error, error_message: null, response });

/** Answers with a status and a body. */
export const answerWith =
  (status: number, cuerpo: string | Buffer = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): unknown =>
    response.writeHead(status, headers).end(cuerpo);
export const answerRecord = answerWith(200, envelope(EXAMPLE_RECORD));

/** Fails with a code of the contract, and says more than it should. */
export const answerError = (status: number, code_error: number, headers: Record<string, string> = {}) =>
  answerWith(status, envelope({ ...EXAMPLE_RECORD, token: TOKEN }, code_error), {
    'x-dice': `zenobia ${TOKEN}`,
    ...headers,
  });

export interface UpstreamTest {
  readonly upstream: Upstream;
  readonly log: string[];
  /** The clock of its breaker, in milliseconds. */
  now: number;
  find(curp?: string, signal?: AbortSignal): ReturnType<Upstream['find']>;
  /** How often each result came. */
  results(): Record<string, number>;
  /** The value of one of its metrics. */
  metric(nombre: string): number;
}

/** A source that asks there. */
export function askAt(url: string, ajustes: Partial<UpstreamConfig> = {}): UpstreamTest {
  const log: string[] = [];
  const destino = new Writable({
    write: (linea: Buffer, _, listo) => {
      log.push(linea.toString());
      listo();
    },
  });
  const reloj = { now: 0 };
  const config: UpstreamConfig = { url, token: TOKEN, method: 'POST', timeoutMs: 25_000, concurrency: 4, ...ajustes };
  const upstream = new Upstream(config, createLog('trace', destino), () => reloj.now);
  onTestFinished(() => upstream.close());
  const lineas = (): string[] => [...upstream.metrics()];
  return Object.assign(reloj, {
    upstream,
    log,
    find: async (curp = KEY, signal = new AbortController().signal) => upstream.find(curp, signal),
    results: () =>
      Object.fromEntries(
        lineas()
          .flatMap((linea) => Array.from(linea.matchAll(/resultado="(\w+)"\} (\d+)/g)))
          .flatMap(([, resultado, n]) => (n === '0' ? [] : [[resultado, Number(n)]])),
      ) as Record<string, number>,
    metric: (nombre: string) =>
      Number(
        lineas()
          .find((linea) => linea.startsWith(`${nombre} `))
          ?.split(' ')[1],
      ),
  });
}
