/** Neither a pause nor the stop of the process cuts a client whose bytes have arrived, but are not yet read. */
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Listener } from '../src/http/listener.js';
import { RunningFiles } from '../src/http/stream.js';
import { Metrics } from '../src/observe/metrics.js';
import { SOON } from './soon.js';

/** Stops the event loop, as a busy machine does, where Node continues with its timers, not with reading. `during` runs first. */
async function pause(ms: number, during = (): unknown => null): Promise<void> {
  await setImmediate();
  during();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const LIMIT_MS = 300;

/** Starts a server that answers `ok` to a whole request, and connects to it. Its limits are short, and otherwise the service's. */
async function open(maxIdleMs = LIMIT_MS) {
  const parts = { metrics: new Metrics([]), running: new RunningFiles(), maxIdleMs };
  const options = { connectionsCheckingInterval: 20, optimizeEmptyRequests: false }; // each request ends as a stream
  const listener = new Listener({ ...parts, continueAtOnce: () => true }, options);
  const server = listener.serve((request, response) => {
    request.resume().once('end', () => response.end('ok'));
  });
  const limits = { headersTimeout: LIMIT_MS, requestTimeout: LIMIT_MS, keepAliveTimeout: LIMIT_MS };
  Object.assign(server, { ...limits, keepAliveTimeoutBuffer: 0 });
  server.on('clientError', listener.refuseInput);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const failed = vi.fn<(error: Error) => void>();
  const client = connect(port, '127.0.0.1').on('error', failed);
  let received = '';
  client.on('data', (bytes) => (received += bytes.toString()));
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  const [served] = (await once(server, 'connection')) as [Socket];
  const hasRead = async (text: string): Promise<unknown> => vi.waitUntil(() => served.bytesRead >= text.length, SOON);
  const statuses = (): string[] => Array.from(received.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status = '']) => status);
  return { listener, client, failed, statuses, hasRead };
}

const GET = 'GET / HTTP/1.1\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\n';

it.each([
  ['on a new connection', '', GET, ['200']],
  ['with its first bytes read', GET.slice(0, 9), GET.slice(9), ['200']],
  ['with half its body read', `${POST}ab`, 'cd', ['200']],
  ['with its headers cut, and then its body', POST.slice(0, 9), `${POST.slice(9)}abcd`, ['200']],
  ['on a connection kept alive', GET, GET, ['200', '200']],
])('a request %s is answered after a pause longer than every limit', async (_, before, during, expected) => {
  const { client, failed, statuses, hasRead } = await open();
  client.write(before);
  await (before === GET ? once(client, 'data') : hasRead(before));
  await pause(1.2 * LIMIT_MS, () => client.write(during));
  await vi.waitUntil(() => statuses().length >= expected.length || client.destroyed, SOON);
  expect([statuses(), failed.mock.calls]).toEqual([expected, []]);
});

it('a request whose headers arrived in a pause, but not its body, is refused', async () => {
  const { client, statuses, hasRead } = await open(60_000);
  client.write(POST.slice(0, 9));
  await hasRead(POST.slice(0, 9));
  await pause(1.2 * LIMIT_MS, () => client.write(POST.slice(9)));
  await vi.waitUntil(() => client.destroyed, SOON);
  expect(statuses()).toEqual(['400']);
});

it.each([
  ['on a new connection', '', ['200']],
  ['on a connection kept alive', GET, ['200', '200']],
])('a request %s that arrived before a stop is answered', async (_, before, expected) => {
  const { listener, client, failed, statuses } = await open();
  client.write(before);
  if (before !== '') await once(client, 'data');
  client.write(GET);
  await listener.drain(10_000);
  await vi.waitUntil(() => client.destroyed, SOON);
  expect([statuses(), failed.mock.calls]).toEqual([expected, []]);
});

it('a connection that sends nothing does not delay a stop', async () => {
  const { listener, client } = await open();
  await listener.drain(60_000);
  await vi.waitUntil(() => client.destroyed, SOON);
});
