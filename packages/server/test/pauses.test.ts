/** Neither a pause nor the stop of the process cuts a client whose bytes have arrived, but are not yet read. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { limitClient } from '../src/http/client-limit.js';
import { readInPortions } from '../src/http/portions.js';
import { drainConnections, socketOptions } from '../src/http/socket.js';
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
async function open() {
  const { http, clientErrorHandler } = socketOptions(new Metrics([]), new RunningFiles(), LIMIT_MS);
  const limits = { headersTimeout: LIMIT_MS, requestTimeout: LIMIT_MS, keepAliveTimeout: LIMIT_MS };
  const often = { connectionsCheckingInterval: 20, keepAliveTimeoutBuffer: 0 };
  const server = createServer({ ...http, ...limits, ...often }, (request, response) => {
    request.resume().once('end', () => response.end('ok'));
  });
  server.on('clientError', clientErrorHandler);
  const connections = readInPortions(server);
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
  await vi.waitUntil(() => connections.size === 1, SOON);
  const statuses = (): string[] => Array.from(received.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status = '']) => status);
  return { server, connections, client, failed, statuses };
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
  const { client, failed, statuses } = await open();
  client.write(before);
  await Promise.race([once(client, 'data'), setTimeout(50)]); // the server has read it
  await pause(1.2 * LIMIT_MS, () => client.write(during));
  await vi.waitUntil(() => statuses().length >= expected.length || client.destroyed, SOON);
  expect([statuses(), failed.mock.calls]).toEqual([expected, []]);
});

it('a request whose headers arrived in a pause, but not its body, is refused', async () => {
  const { client, statuses } = await open();
  client.write(POST.slice(0, 9));
  await setTimeout(50);
  await pause(1.2 * LIMIT_MS, () => client.write(POST.slice(9)));
  await vi.waitUntil(() => client.destroyed, SOON);
  expect(statuses()).toEqual(['400']);
});

it.each([
  ['on a new connection', '', ['200']],
  ['on a connection kept alive', GET, ['200', '200']],
])('a request %s that arrived before a stop is answered', async (_, before, expected) => {
  const { server, connections, client, failed, statuses } = await open();
  client.write(before);
  if (before !== '') await once(client, 'data');
  client.write(GET);
  await drainConnections(server, connections, 10_000);
  await vi.waitUntil(() => client.destroyed, SOON);
  expect([statuses(), failed.mock.calls]).toEqual([expected, []]);
});

it('a connection that sends nothing does not delay a stop', async () => {
  const { server, connections, client } = await open();
  await drainConnections(server, connections, 60_000);
  await vi.waitUntil(() => client.destroyed, SOON);
});

it('a limit counts a pause once', async () => {
  const onLate = vi.fn<() => void>();
  const cancel = limitClient(1000, onLate);
  await pause(1100);
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  expect(onLate).not.toHaveBeenCalled();
  await vi.waitUntil(() => onLate.mock.calls.length > 0, SOON);
  cancel();
});

it('a limit that is cancelled ends nothing', async () => {
  const onLate = vi.fn<() => void>();
  const cancel = limitClient(1, onLate);
  cancel();
  await setTimeout(600);
  expect(onLate).not.toHaveBeenCalled();
});
