/** The bytes of connections are read in small portions, whatever their shape, and arrive complete. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type Socket, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createToken } from '../src/access/tokens.js';
import { readInPortions } from '../src/http/portions.js';
import { socketOptions } from '../src/http/socket.js';
import { RunningFiles } from '../src/http/stream.js';
import { Metrics } from '../src/observe/metrics.js';
import { send } from './process.js';
import { openService } from './service.js';
import { SOON } from './soon.js';

/** Starts a server that reads in portions, and a connection to it. */
async function open(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer({ requireHostHeader: false }, handler);
  const portions = { sockets: readInPortions(server) };
  server.on('connect', (_, socket) => socket.resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  let received = '';
  client.on('data', (bytes) => (received += bytes.toString('latin1')));
  return { client, server, portions, received: () => received };
}

/** Counts the turns of the event loop. */
function countTurns(): () => number {
  let turn = 0;
  let immediate: NodeJS.Immediate;
  const next = (): void => {
    turn += 1;
    immediate = setImmediate(next);
  };
  next();
  onTestFinished(() => clearImmediate(immediate));
  return () => turn;
}

const GET = 'GET / HTTP/1.1\r\n\r\n';
const CHUNKED = 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n';

it('each of many pipelined requests is handled in a turn of its own', async () => {
  const turn = countTurns();
  const turns: number[] = [];
  const { client } = await open((_, response) => {
    turns.push(turn());
    response.end('ok');
  });
  client.write(GET.repeat(90));
  await vi.waitUntil(() => turns.length === 90, SOON);
  expect(new Set(turns).size).toBe(90);
});

it('a pipelined request waits until the one before it is answered', async () => {
  const waiting: ServerResponse[] = [];
  const { client, received } = await open((_, response) => waiting.push(response));
  client.write(GET.repeat(3));
  for (let i = 1; i <= 3; i += 1) {
    await vi.waitUntil(() => waiting.length === i, SOON);
    await setTimeout(20);
    expect(waiting).toHaveLength(i);
    waiting.at(-1)?.end(`answer ${i}`);
  }
  await vi.waitUntil(() => received().includes('answer 3'), SOON);
});

it('a body in chunks of one byte arrives in few pieces', async () => {
  const pieces: Buffer[] = [];
  const { client, received } = await open((request, response) => {
    request.on('data', (piece: Buffer) => pieces.push(piece)).once('end', () => response.end('ok'));
  });
  client.write(`${CHUNKED}${'1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n`);
  await vi.waitUntil(() => received().includes('ok'), SOON);
  expect(Buffer.concat(pieces)).toEqual(Buffer.alloc(20_000, 'x'));
  expect(pieces.length).toBeLessThan(1000);
});

const CHUNKS = Buffer.from(`3e8\r\n${'x'.repeat(1000)}\r\n`.repeat(10_000));

it.each([
  ['of a known length', 'Content-Length: 10000000', Buffer.alloc(10_000_000, 'x')],
  ['in chunks', 'Transfer-Encoding: chunked', Buffer.concat([CHUNKS, Buffer.from('0\r\n\r\n')])],
])('a body %s is not read until it is taken, and then arrives complete', async (_, header, body) => {
  let request: IncomingMessage | null = null;
  const { client, received } = await open((incoming, response) => {
    request = incoming;
    incoming.once('end', () => response.end('ok'));
  });
  client.write(`POST / HTTP/1.1\r\n${header}\r\n\r\n`);
  client.write(body);
  await vi.waitUntil(() => request !== null, SOON);
  await setTimeout(1000);
  expect(client.writableLength).toBeGreaterThan(0);
  let taken = 0;
  (request as IncomingMessage | null)?.on('data', (piece: Buffer) => (taken += piece.length));
  await vi.waitUntil(() => received().includes('ok'), SOON);
  expect(taken).toBe(10_000_000);
});

it('a client that leaves in the middle of a body is noticed, even if the body is taken late', async () => {
  let request: IncomingMessage | null = null;
  const { client } = await open((incoming) => (request = incoming));
  client.write('POST / HTTP/1.1\r\nContent-Length: 300000\r\n\r\n');
  client.end(Buffer.alloc(150_000, 'x'));
  await vi.waitUntil(() => request !== null && request.readableLength >= request.readableHighWaterMark, SOON);
  await setTimeout(100);
  const aborted = vi.fn<() => void>();
  (request as IncomingMessage | null)?.on('error', aborted).resume();
  await vi.waitUntil(() => aborted.mock.calls.length > 0, SOON);
});

it('requests and bodies are the same however they are cut, even after the last byte of the client', async () => {
  const body = fc.stringMatching(/^[a-z\r\n]{0,3000}$/);
  const request = fc.oneof(
    fc.constant({ bytes: GET, body: '' }),
    body.map((text) => ({ bytes: `POST / HTTP/1.1\r\nContent-Length: ${text.length}\r\n\r\n${text}`, body: text })),
    fc.tuple(body, fc.integer({ min: 1, max: 50 })).map(([text, size]) => ({
      bytes: `${CHUNKED}${Array.from({ length: Math.ceil(text.length / size) }, (_, i) => {
        const piece = text.slice(i * size, (i + 1) * size);
        return `${piece.length.toString(16)}\r\n${piece}\r\n`;
      }).join('')}0\r\n\r\n`,
      body: text,
    })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 5000 }),
      async (all, cut) => {
        const bodies: string[] = [];
        const { client } = await open((incoming, response) => {
          let text = '';
          incoming.on('data', (piece: Buffer) => (text += piece.toString()));
          incoming.once('end', () => {
            bodies.push(text);
            setImmediate(() => response.end('ok'));
          });
        });
        const ended = once(client, 'end');
        const bytes = all.map((each) => each.bytes).join('');
        for (let i = 0; i < bytes.length; i += cut) client.write(bytes.slice(i, i + cut));
        client.end();
        await ended;
        expect(bodies).toEqual(all.map((each) => each.body));
      },
    ),
    { numRuns: 40 },
  );
});

it('the end of a client that arrived before its CONNECT was read reaches no parser', async () => {
  const waiting: ServerResponse[] = [];
  const { client, portions } = await open((_, response) => waiting.push(response));
  client.end(`${GET}CONNECT x:1 HTTP/1.1\r\n\r\n`);
  await vi.waitUntil(() => waiting.length === 1, SOON);
  await setTimeout(100);
  const [socket] = portions.sockets;
  const end = vi.spyOn(socket as unknown as Socket, 'end'); // Node does this when its parser has read the end.
  waiting[0]?.end('ok');
  await setTimeout(200);
  expect(end).not.toHaveBeenCalled();
});

it('bytes after CONNECT are dropped', async () => {
  const handler = vi.fn<() => void>();
  const { client, portions } = await open(handler);
  client.write(`CONNECT x:1 HTTP/1.1\r\n\r\n${GET.repeat(5)}`);
  await vi.waitUntil(() => [...portions.sockets].length === 1, SOON);
  client.write(GET.repeat(5));
  await setTimeout(50);
  expect(handler).not.toHaveBeenCalled();
});

it.each([
  ['a body of a known length', 'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc'],
  ['a body in chunks', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
])('requests behind the tail of %s are parsed one after another', async (_, first) => {
  const waiting: ServerResponse[] = [];
  const { client } = await open((request, response) => {
    request.resume();
    waiting.push(response);
  });
  client.write(first + 'GET / HTTP/1.1\r\n\r\n'.repeat(20));
  await vi.waitUntil(() => waiting.length === 1, SOON);
  await setTimeout(100);
  expect(waiting).toHaveLength(1);
  waiting[0]?.end('ok');
  await vi.waitUntil(() => waiting.length === 2, SOON);
  await setTimeout(100);
  expect(waiting).toHaveLength(2);
});

it.each([
  ['requests', ''],
  ['a body and requests', 'POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx'],
])(
  'of clients that send many at the same moment (%s), only the first are parsed beyond their first request',
  async (_name, first) => {
    const turn = countTurns();
    const parsed = new Map<number, number>();
    const { portions, server } = await open((_, response) => response.end('ok'));
    server.prependListener('request', () => parsed.set(turn(), (parsed.get(turn()) ?? 0) + 1));
    const { port } = server.address() as { port: number };
    const others = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    onTestFinished(() => others.forEach((other) => other.destroy()));
    await vi.waitUntil(() => portions.sockets.size === 21, SOON);
    for (const other of others) other.write(first + GET.repeat(3000));
    // The event loop stands still until all of that is there to be read.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    await vi.waitUntil(() => parsed.size > 3, SOON);
    expect(Math.max(...parsed.values())).toBeLessThan(10_000);
  },
);

/** An address whose answer, that the token is not known, comes from the store. */
const VALIDAR = `/curp/validar?token=${createToken()}`;
const BAD = CHUNKED.replace('/', VALIDAR).replace('\r\n', '\r\nContent-Type: application/json\r\n') + 'ZZ\r\n';
const expecting = (path: string): string => `GET ${path} HTTP/1.1\r\nExpect: 100-continue\r\n\r\n`;

it.each([
  ['a body that cannot be read', BAD, [400]],
  ['a request, and a body that cannot be read', GET + BAD, [404, 400]],
  ['a request that waits to be continued, and another', expecting(VALIDAR) + GET, [100, 401, 404]],
  [
    'a request that waits to be continued, and CONNECT',
    `${expecting(VALIDAR)}CONNECT x:1 HTTP/1.1\r\n\r\n`,
    [100, 401, 405],
  ],
])('behind a request that is running, %s: all are answered in order', async (_, bytes, statuses) => {
  const port = await openService().listen(); // The first connection of a service is read by Node.
  const answers = await send(port, `GET ${VALIDAR} HTTP/1.1\r\n\r\n${bytes}`, statuses.length + 1);
  expect(answers.map(({ status }) => status)).toEqual([401, ...statuses]);
});

it('bad bytes behind an answer that is half sent do not cut it, and are not read without end', async () => {
  let answer: ServerResponse | null = null;
  const { client, portions, received, server } = await open((_, response) => {
    answer = response;
    response.write('half');
  });
  server.on('clientError', socketOptions(new Metrics([]), new RunningFiles(), 1000).clientErrorHandler);
  client.write(GET);
  await vi.waitUntil(() => received().includes('half'), SOON);
  client.write('bad bytes\r\n\r\n'.repeat(500_000));
  await setTimeout(300);
  const [socket] = portions.sockets;
  expect(socket?.bytesRead).toBeLessThan(1_000_000);
  (answer as ServerResponse | null)?.end('the rest');
  await vi.waitUntil(() => received().includes('HTTP/1.1 400 '), SOON);
  expect(received()).toMatch(/half[^]*the rest[^]*HTTP\/1\.1 400 /);
  await vi.waitUntil(() => client.writableLength === 0, SOON);
  expect(client.errored).toBeNull(); // The rest was read and dropped.
});

it('a body behind a request that is running is not read until that is answered', async () => {
  const waiting: ServerResponse[] = [];
  let taken = 0;
  const { client, portions, received } = await open((request, response) => {
    if (request.method === 'GET') waiting.push(response);
    else
      request.on('data', (piece: Buffer) => (taken += piece.length)).once('end', () => response.end(`took ${taken}`));
  });
  client.write(`${GET}${CHUNKED}`);
  client.write('1000\r\n'.concat('x'.repeat(4096), '\r\n').repeat(2000) + '0\r\n\r\n');
  await vi.waitUntil(() => waiting.length === 1, SOON);
  await setTimeout(300);
  const [socket] = portions.sockets;
  expect(socket?.bytesRead).toBeLessThan(1_000_000);
  waiting[0]?.end('ok');
  await vi.waitUntil(() => received().includes(`took ${4096 * 2000}`), SOON);
});

it('a connection that was silent for long stays open if its answer is sent just then', async () => {
  const { client, portions, received } = await open((request, response) => {
    request.socket.setTimeout(300);
    void setTimeout(400).then(() => response.end('ok'));
  });
  client.write(GET);
  await vi.waitUntil(() => received().includes('ok'), SOON);
  await setTimeout(800);
  expect(portions.sockets.size).toBe(1);
});

it('a body behind a request that runs for longer than a request may take is not late', async () => {
  const waiting: ServerResponse[] = [];
  const { client, portions, received, server } = await open((request, response) => {
    if (request.method === 'GET') waiting.push(response);
    else request.resume().once('end', () => response.end('took all'));
  });
  server.on('clientError', socketOptions(new Metrics([]), new RunningFiles(), 1000).clientErrorHandler);
  client.write(`${GET}POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nx`);
  await vi.waitUntil(() => waiting.length === 1, SOON);
  client.write('y');
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }); // As Node reports it.
  server.emit('clientError', late, [...portions.sockets][0]);
  await setTimeout(1500);
  waiting[0]?.end('ok');
  await vi.waitUntil(() => received().includes('took all'), SOON);
  expect(received()).not.toContain('HTTP/1.1 400 ');
});
