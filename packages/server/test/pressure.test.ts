/** The measure of overload: late timers, and new connections that wait to be accepted. */
import { EventEmitter, once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Pressure } from '../src/access/pressure.js';
import { SOON } from './soon.js';

const listen = async (): Promise<Server> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server;
};

it('a connection that waits to be accepted is overload, even if timers are on time', async () => {
  const real = await listen();
  const accepted: Socket[] = [];
  real.on('connection', (socket) => accepted.push(socket));
  // Its connections are accepted only when the test says so.
  const slow = Object.assign(new EventEmitter(), { address: () => real.address() }) as unknown as Server;
  const pressure = new Pressure(300);
  onTestFinished(() => pressure.stop());
  pressure.watch(slow);
  expect(pressure.overloaded).toBe(false);
  await vi.waitUntil(() => pressure.overloaded, SOON);
  expect(pressure.lag).toBeGreaterThan(300);
  expect(accepted).toHaveLength(1); // Connections are accepted one at a time.
  real.on('connection', (socket) => slow.emit('connection', socket));
  slow.emit('connection', accepted[0]);
  await vi.waitUntil(() => !pressure.overloaded && pressure.lag < 300, SOON);
});

it('an own connection that the system drops is told, and is no overload', async () => {
  const real = await listen();
  real.on('connection', (socket) => socket.end()); // As a system without descriptors does.
  const deaf = Object.assign(new EventEmitter(), { address: () => real.address() }) as unknown as Server;
  const dropped = vi.fn<(error: Error | null) => void>();
  const pressure = new Pressure(300, dropped);
  onTestFinished(() => pressure.stop());
  pressure.watch(deaf);
  await vi.waitUntil(() => dropped.mock.calls.length >= 5, SOON);
  expect(dropped).toHaveBeenCalledWith(null);
  expect(pressure.overloaded).toBe(false);
});

it('connections of other programs are ignored, and its own leave nothing behind', async () => {
  const server = await listen();
  const pressure = new Pressure(1000);
  pressure.watch(server);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.on('request', (_, response) => response.end('ok'));
  const errors = vi.fn<() => void>();
  server.on('clientError', errors);
  await vi.waitUntil(() => sockets.length >= 3, SOON);
  const { port } = server.address() as { port: number };
  for (let i = 0; i < 5; i += 1) expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
  pressure.stop();
  expect(sockets.slice(0, 3).every(({ destroyed }) => destroyed)).toBe(true);
  expect(errors).not.toHaveBeenCalled();
  expect(pressure.overloaded).toBe(false);
});
