/** A client that does not read its answers holds neither memory nor a connection for long. */
import { type AddressInfo, type Server, type Socket, connect } from 'node:net';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { openService } from './service.js';
import { SOON } from './soon.js';

/** Returns the bytes that a client gets if it sends a request many times and reads only once the service has closed the connection. */
async function receivedInTheEnd(server: Server, path: string, times: number, header = ''): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const opened = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy()).pause();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`.repeat(times));
  const [served] = await opened;
  await vi.waitUntil(() => served.destroyed, SOON);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  socket.resume().end();
  await closed;
  return received;
}

const answers = (received: string): number => received.split('HTTP/1.1 200 OK').length - 1;

it.each(['', 'Expect: 100-continue\r\n'])(
  'a client that sends many requests before it reads gets the first answer, and no memory is spent on the others (%s)',
  async (header) => {
    const service = openService();
    await service.listen();
    const received = await receivedInTheEnd(service.app.server.server, '/livez', 5000, header);
    expect(answers(received)).toBeLessThan(2);
    expect((await service.request('/livez')).status).toBe(200);
  },
);

it('a client that reads nothing of a large answer is cut after a while', async () => {
  const service = openService({}, { maxIdleMs: 200 });
  const large = 'x'.repeat(64e6); // more than the system holds for a connection
  service.app.server.get('/large', async () => large);
  await service.listen();
  const received = await receivedInTheEnd(service.app.server.server, '/large', 1);
  expect(received).toContain('HTTP/1.1 200 OK');
  expect(received.length).toBeLessThan(large.length);
  expect((await service.request('/livez')).status).toBe(200);
});
