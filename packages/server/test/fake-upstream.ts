/** An upstream that does what a test wants, for what another instance of the service would never do. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { UpstreamConfig } from '../src/config.js';
import { createLog } from '../src/observe/log.js';
import { REGISTRO } from '../src/registry/example.js';
import { Upstream } from '../src/registry/upstream/upstream.js';

export { REGISTRO };
export const CLAVE = REGISTRO.Solicitante.CURP;
export const TOKEN = 'abretesesamo';

/** What stands in no log and no metric: that of the record, of the key that was asked for, and the token. */
const RASTROS = [CLAVE, 'CUOA', 'NGELES', 'DE LA CRUZ', 'HARA', '17/05/1990', 'CUAUHT', TOKEN, 'zenobia'];

/** Which of them, or of others, stand there all the same. */
export const rastrosEn = (escrito: string, otros: readonly string[] = []): string[] =>
  [...RASTROS, ...otros].filter((rastro) => escrito.includes(rastro));

interface Recibida {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly cuerpo: string;
  /** That of the connection, on the side of whoever asked. */
  readonly puerto: number | undefined;
  readonly response: ServerResponse;
}

export interface Fuente {
  readonly url: string;
  /** What it was asked, in order. */
  readonly recibidas: Recibida[];
}

/** Does to each request, by its number from 1, what it is told to. */
export async function abrirFuente(
  atender: (response: ServerResponse, numero: number) => unknown = () => undefined,
): Promise<Fuente> {
  const recibidas: Recibida[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const puerto = request.socket.remotePort;
    void text(request).then((cuerpo) => {
      recibidas.push({ method, url, headers, cuerpo, puerto, response });
      return atender(response, recibidas.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, recibidas };
}

export const sobreDe = (response: unknown, code_error = 0): string =>
  JSON.stringify({ error: code_error !== 0, code_error, error_message: null, response });

/** Answers with a status and a body. */
export const con =
  (status: number, cuerpo: string | Buffer = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): unknown =>
    response.writeHead(status, headers).end(cuerpo);
export const bien = con(200, sobreDe(REGISTRO));

/** Fails with a code of the contract, and says more than it should. */
export const mal = (status: number, code_error: number, headers: Record<string, string> = {}) =>
  con(status, sobreDe({ ...REGISTRO, token: TOKEN }, code_error), { 'x-dice': `zenobia ${TOKEN}`, ...headers });

export interface Prueba {
  readonly upstream: Upstream;
  readonly log: string[];
  /** The clock of its breaker, in milliseconds. */
  now: number;
  buscar(curp?: string, signal?: AbortSignal): ReturnType<Upstream['find']>;
  /** How often each result came. */
  resultados(): Record<string, number>;
  /** The value of one of its metrics. */
  metrica(nombre: string): number;
}

/** A source that asks there. */
export function preguntarA(url: string, ajustes: Partial<UpstreamConfig> = {}): Prueba {
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
    buscar: async (curp = CLAVE, signal = new AbortController().signal) => upstream.find(curp, signal),
    resultados: () =>
      Object.fromEntries(
        lineas()
          .flatMap((linea) => Array.from(linea.matchAll(/resultado="(\w+)"\} (\d+)/g)))
          .flatMap(([, resultado, n]) => (n === '0' ? [] : [[resultado, Number(n)]])),
      ) as Record<string, number>,
    metrica: (nombre: string) =>
      Number(
        lineas()
          .find((linea) => linea.startsWith(`${nombre} `))
          ?.split(' ')[1],
      ),
  });
}
