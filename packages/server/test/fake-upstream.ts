/** A fake upstream that does what a test says, including what a real service never does. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { UpstreamConfig } from '../src/config.js';
import { createLog } from '../src/observe/log.js';
import { EXAMPLE_RECORD } from '../src/openapi/answers.js';
import { openUpstream as openSource } from '../src/registry/upstream/upstream.js';

export { EXAMPLE_RECORD };
export const KEY = EXAMPLE_RECORD.Solicitante.CURP;
export const TOKEN = 'abretesesamo';

/** Parts of the record, the key and the token that no log and no metric may contain. */
const TRACES = [KEY, 'CUOA', 'NGELES', 'DE LA CRUZ', 'HARA', '17/05/1990', 'CUAUHT', TOKEN, 'zenobia'];

/** Returns the traces, and those in `others`, that a text contains. */
export const tracesIn = (written: string, others: readonly string[] = []): string[] =>
  [...TRACES, ...others].filter((trace) => written.includes(trace));

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The client's port of the connection. */
  readonly port: number | undefined;
  readonly response: ServerResponse;
}

interface FakeUpstream {
  readonly url: string;
  /** The requests, in order. */
  readonly received: Received[];
}

/** Opens an upstream. `serve` gets each response, and its number from 1. */
export async function openUpstream(
  serve: (response: ServerResponse, number: number) => unknown = () => undefined,
): Promise<FakeUpstream> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const port = request.socket.remotePort;
    void text(request).then((body) => {
      received.push({ method, url, headers, body, port, response });
      return serve(response, received.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

export const envelope = (response: unknown, code_error = 0): string =>
  JSON.stringify({ error: code_error !== 0, code_error, error_message: null, response });

export const answerWith =
  (status: number, body: string | Buffer = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): unknown =>
    response.writeHead(status, headers).end(body);
export const answerRecord = answerWith(200, envelope(EXAMPLE_RECORD));

/** Answers with a code of the contract, and leaks data that the service must not log. */
export const answerError = (status: number, code_error: number, headers: Record<string, string> = {}) =>
  answerWith(status, envelope({ ...EXAMPLE_RECORD, token: TOKEN }, code_error), {
    'x-dice': `zenobia ${TOKEN}`,
    ...headers,
  });

interface UpstreamTest {
  readonly upstream: ReturnType<typeof openSource>;
  readonly log: string[];
  /** The clock of its breaker, in milliseconds. */
  now: number;
  find(curp?: string, signal?: AbortSignal): ReturnType<ReturnType<typeof openSource>['find']>;
  /** How often each result occurred. */
  results(): Record<string, number>;
  /** The value of one of its metrics. */
  metric(name: string): number;
}

/** Creates an upstream source with its log and clock. */
export function askAt(url: string, settings: Partial<UpstreamConfig> = {}): UpstreamTest {
  const log: string[] = [];
  const destination = new Writable({
    write: (line: Buffer, _, done) => {
      log.push(line.toString());
      done();
    },
  });
  const clock = { now: 0 };
  const config: UpstreamConfig = { url, token: TOKEN, method: 'POST', timeoutMs: 25_000, ...settings };
  const upstream = openSource(config, createLog('trace', destination), {
    now: () => clock.now,
    monotonic: () => clock.now,
  });
  const lines = (): string[] => [...upstream.metrics()];
  return Object.assign(clock, {
    upstream,
    log,
    find: async (curp = KEY, signal = new AbortController().signal) => upstream.find(curp, signal),
    results: () =>
      Object.fromEntries(
        lines()
          .flatMap((line) => Array.from(line.matchAll(/resultado="(\w+)"\} (\d+)/g)))
          .flatMap(([, result, n]) => (n === '0' ? [] : [[result, Number(n)]])),
      ) as Record<string, number>,
    metric: (name: string) =>
      Number(
        lines()
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      ),
  });
}
