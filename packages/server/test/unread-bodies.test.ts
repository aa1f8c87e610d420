/** Every client sees why its request was refused, even one that sends a large body before it reads anything. */
import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Envelope, openService } from './service.js';
import { SOON } from './soon.js';
import { PYTHON, has } from '../../../test/tools.js';

const run = promisify(execFile);
const service = openService({ logLevel: 'silent' });
const base = `http://127.0.0.1:${await service.listen()}`;

const LENGTH = 8_000_000;
const BODY = Buffer.alloc(LENGTH, 'x');
/** How often each is tried, the last ones by two clients only. Python loses the answer every time if the connection closes too soon, curl rarely. */
const CASES: [status: number, code: number, path: string, type: string, times: number][] = [
  [413, 8, '/curp/validar?token=pruebas', 'application/json', 5],
  [401, 1, '/curp/lote', 'text/csv', 5],
  [415, 8, '/curp/validar?token=pruebas', 'text/plain', 2],
  [404, 6, '/curp/nada', 'application/json', 2],
  [405, 7, '/livez', 'application/json', 2],
];

/**
 * Clients that are separate programs. That of Python closes each connection, and sends every second body in chunks. They print the status and the envelope of each run, one in
 * each line.
 */
const HTTP_CLIENT = `
import http.client, sys
for i in range(int(sys.argv[4])):
    body = b"x" * ${LENGTH}
    connection = http.client.HTTPConnection(sys.argv[1], timeout=20)
    headers = {"Content-Type": sys.argv[3], "Connection": "close"}
    connection.request("POST", sys.argv[2], body if i % 2 == 0 else iter([body]), headers)
    answer = connection.getresponse()
    print(answer.status, answer.read().decode())
`;
const PHP = `
for ($i = 0; $i < $argv[4]; $i++) {
  $http = ['method' => 'POST', 'header' => "Content-Type: $argv[3]", 'content' => str_repeat('x', ${LENGTH}),
    'protocol_version' => $i % 2 === 0 ? 1.0 : 1.1, 'ignore_errors' => true, 'timeout' => 20];
  $answer = file_get_contents("http://$argv[1]$argv[2]", false, stream_context_create(['http' => $http]));
  echo explode(' ', $http_response_header[0])[1], ' ', $answer, PHP_EOL;
}
`;
const runs = async (program: string, options: readonly string[], sent: readonly string[]) => {
  const { stdout } = await run(program, [...options, new URL(base).host, ...sent]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => [Number(line.slice(0, 3)), (JSON.parse(line.slice(4)) as Envelope).code_error]);
};

describe.each(CASES)('%i, code %i: POST %s as %s', (status, code, path, type, times) => {
  const all = Array.from({ length: times }, () => [status, code]);

  it('is seen by fetch of Node', async () => {
    const seen: [number, number][] = [];
    for (let i = 0; i < times; i += 1) {
      const answer = await fetch(base + path, { method: 'POST', body: BODY, headers: { 'content-type': type } });
      seen.push([answer.status, ((await answer.json()) as Envelope).code_error]);
    }
    expect(seen).toEqual(all);
  });

  it.skipIf(!has('python3'))('is seen by http.client of Python (needs python3)', async () => {
    expect(await runs(PYTHON, ['-c', HTTP_CLIENT], [path, type, String(times)])).toEqual(all);
  });

  if (times < 5) return;

  it.skipIf(!has('php'))('is seen by PHP (needs php)', async () => {
    expect(await runs('php', ['-r', PHP, '--'], [path, type, String(times)])).toEqual(all);
  });

  it.skipIf(!has('curl'))('is seen by curl (needs curl)', async () => {
    const options = [
      '-sS',
      '-w',
      '%{http_code}',
      '-H',
      `Content-Type: ${type}`,
      '-H',
      'Expect:',
      '--data-binary',
      '@-',
    ];
    for (let i = 0; i < times; i += 1) {
      const sent = run('curl', [...options, base + path]);
      sent.child.stdin?.end(BODY);
      expect((await sent).stdout).toMatch(new RegExp(`"code_error":${code},.*${status}$`));
    }
  });
});

it('the connection of a body that never ends is cut', async () => {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.write(
    'POST /curp/validar HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n',
  );
  const timer = setInterval(() => socket.write('x'), 100);
  await closed.finally(() => clearInterval(timer));
  expect(received).toMatch(/^HTTP\/1\.1 413 .*"code_error":8/s);
});

/** Opens a connection, sends the start of a body, and waits for the answer. */
async function begin(path: string, header: string, body = '') {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n${header}\r\n\r\n${body}`);
  await vi.waitUntil(() => received.includes('"code_error"') || socket.destroyed, SOON);
  return { socket, received: () => received };
}

it('the connection of a body in chunks of one byte is cut', async () => {
  const { socket } = await begin('/curp/lote', 'Transfer-Encoding: chunked');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const bytes = '1\r\nx\r\n'.repeat(50_000);
  const whole = vi.fn<() => void>();
  socket.write(bytes.repeat(20), whole); // more than the buffers of the system hold
  await closed;
  expect(whole).not.toHaveBeenCalledWith();
});

it('of forty refused bodies all get the answer, and eight connections close at once', async () => {
  const all = await Promise.all(
    Array.from({ length: 40 }, async () => begin('/curp/lote', 'Content-Length: 1000000', 'x')),
  );
  expect(all.every(({ received }) => received().startsWith('HTTP/1.1 401 '))).toBe(true);
  await vi.waitUntil(() => all.filter(({ socket }) => socket.destroyed).length >= 8, SOON);
});
