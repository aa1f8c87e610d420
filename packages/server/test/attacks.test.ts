/** Clients without a token neither end nor freeze the process, whatever they send and however little they read. */
import { readFileSync, readdirSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { ServiceProcess, cleanUp, send } from './process.js';
import { SOON } from './soon.js';

afterAll(cleanUp);

const service = await ServiceProcess.start({ LOG_LEVEL: 'info' });
const attackers = new Set<Socket>();
let attacking = false;

afterEach(() => {
  attacking = false;
  for (const socket of attackers) socket.destroy();
});

/**
 * Keeps `count` connections open that all do the same, and replaces each that ends. Asks `/livez` over two new connections, one after the
 * other, once all those have begun.
 */
async function attack(count: number, run: (socket: Socket) => void): Promise<void> {
  attacking = true;
  const open = (onBegun: () => void): void => {
    if (!attacking) return;
    const socket = connect(service.port, '127.0.0.1');
    attackers.add(socket);
    socket.once('connect', () => run(socket)).on('error', () => undefined);
    socket.once('connect', onBegun);
    socket.once('close', () => {
      attackers.delete(socket);
      setTimeout(open, 5, onBegun);
    });
  };
  await Promise.all(Array.from({ length: count }, async () => new Promise<void>(open)));
  for (let i = 0; i < 2; i += 1) {
    await wait(100);
    const [answer] = await send(service.port, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer?.status).toBe(200);
  }
}

/** Sends the same bytes again and again, and reads the answers. */
function pour(socket: Socket, start: string, more: string): void {
  const bytes = Buffer.from(more);
  const next = (): void => {
    if (!socket.destroyed) socket.write(bytes, () => setImmediate(next));
  };
  socket.resume().write(start, next);
}

/** Returns the memory of the process, in bytes. */
const memory = (): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]);
const openFiles = (): number => readdirSync(`/proc/${service.pid}/fd`).length;

const file = (query: string, framing: string): string =>
  `POST /curp/lote${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/csv\r\n${framing}\r\n\r\n`;

it('a connection that is reset after CONNECT was answered does not end the process', async () => {
  let answered = 0;
  await attack(4, (socket) => {
    socket.once('data', () => {
      answered += 1;
      socket.resetAndDestroy();
    });
    socket.write('CONNECT x:1 HTTP/1.1\r\n\r\n');
  });
  await vi.waitUntil(() => answered > 4, SOON); // Some connections were replaced.
});

it.each(['/openapi.json', '/docs/swagger-ui-bundle.js', '/'])(
  'requests for %s with unread answers take neither much memory nor a file each',
  async (path) => {
    await attack(100, (socket) => socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(100)));
    expect(memory()).toBeLessThan(300e6);
    expect(openFiles()).toBeLessThan(1000);
  },
);

it.each([
  [
    'resets the connection at the first bytes of an answer',
    (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()),
  ],
  ['reads no answer, and resets the connection', (socket: Socket) => setTimeout(() => socket.resetAndDestroy(), 100)],
] as const)('a client that sends short bodies in a row and %s does not end the process', async (_, leave) => {
  const body = (path: string, text: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${text.length}\r\nContent-Type: application/json\r\n\r\n${text}`;
  const requests = [
    body('/curp/validar', '{}'),
    `GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`,
    body('/curp/nada', '{"a":1}'),
    `GET /curp/validar HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n`,
  ];
  await attack(40, (socket) => {
    leave(socket);
    for (let i = 0; i < 50; i += 1) socket.write(requests.join(''));
  });
});

it('endless pipelined requests do not keep others from being served', async () => {
  const requests = 'GET /curp/validar?token=pruebas&curp=X HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(90);
  await attack(50, (socket) => pour(socket, '', requests));
  expect(memory()).toBeLessThan(300e6);
});

it.each([
  ['accepted', '?token=pruebas'],
  ['refused', ''],
])('a body in chunks of one byte that is %s does not keep others from being served', async (_, query) => {
  await attack(10, (socket) => pour(socket, file(query, 'Transfer-Encoding: chunked'), '1\r\nx\r\n'.repeat(20_000)));
  expect(memory()).toBeLessThan(400e6);
});

it('refused files that keep pouring do not keep others from being served', async () => {
  await attack(300, (socket) => pour(socket, file('', 'Content-Length: 99999999'), 'x'.repeat(262_144)));
  expect(memory()).toBeLessThan(500e6);
});

it('the process ends in order after all attacks, and logs no internal error', async () => {
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(service.output).not.toMatch(/"msg":"(bug|crash|stop)"/);
  expect(service.errorOutput).toBe('');
});
