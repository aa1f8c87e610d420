/** A client that does not read its answers holds neither memory nor a connection for long. */
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openService } from './service.js';

/** Returns the bytes that a client gets if it sends a request many times and reads only after a while. */
async function receivedInTheEnd(port: number, path: string, times: number, header = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy()).pause();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`.repeat(times));
  await setTimeout(1500);
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
    const received = await receivedInTheEnd(await service.listen(), '/livez', 5000, header);
    expect(answers(received)).toBeLessThan(2);
    expect((await service.request('/livez')).status).toBe(200);
  },
);

it('a client that reads nothing of a large answer is cut after a while', async () => {
  const service = openService({}, { maxIdleMs: 200 });
  const port = await service.listen();
  const received = await Promise.all(
    Array.from({ length: 10 }, async () => receivedInTheEnd(port, '/docs/swagger-ui-bundle.js', 1)),
  );
  expect(received.some((each) => each.endsWith('\n'))).toBe(false);
  expect((await service.request('/livez')).status).toBe(200);
});
