/** Any bytes that reach the port get the envelope over HTTP, and the service continues and logs none of them. */
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { createToken } from '../src/access/tokens.js';
import { Connection, ServiceProcess, type RawAnswer, send, cleanUp } from './process.js';
import type { Envelope } from './service.js';

afterAll(cleanUp);

const service = await ServiceProcess.start({ LOG_LEVEL: 'trace', DEMO_TOKEN: 'on' });
const { port: puerto } = service;

/** A text in everything sent, and nowhere else. */
const MARK = 'Xochiquetzal';
const VALIDAR = `/curp/validar?token=pruebas&curp=${MARK}`;

const request = (line: string, ...headers: readonly string[]): string =>
  [line, 'Host: x', `X-Marca: ${MARK}`, ...headers, '', ''].join('\r\n');
const post = (...headers: readonly string[]): string =>
  request('POST /curp/validar HTTP/1.1', 'Content-Type: application/json', ...headers);
const CHUNKED = post('Transfer-Encoding: chunked');
const endless = (text: string): string => text.slice(0, -2);

const readText = ({ status, body: cuerpo }: RawAnswer): [status: number, codigo: number | null] => {
  if (cuerpo === '') return [status, null];
  const envelope = JSON.parse(cuerpo) as Envelope;
  expect(Object.keys(envelope)).toEqual(['error', 'code_error', 'error_message', 'response']);
  expect(envelope.error).toBe(status >= 400);
  return [status, envelope.code_error];
};

/** Clients that send a byte a second alongside all other tests. */
const slowOnes = [
  ['request line', `GET /${MARK}`],
  ['headers', endless(request('GET / HTTP/1.1'))],
  ['body', post('Content-Length: 100')],
  ['body of no operation', post('Content-Length: 100').replace('validar', MARK)],
  ['nothing at all', ''],
].map(([name = '', start = '']) => {
  const connection = new Connection(puerto);
  connection.socket.write(start);
  const timer = setInterval(() => {
    if (start !== '' && connection.socket.writable) connection.socket.write('a');
  }, 1000);
  return { name, respuestas: connection.all().finally(() => clearInterval(timer)) };
});

describe('each input gets one answer', () => {
  it.each<[titulo: string, bytes: string | Buffer, status: number, codigo: number | null]>([
    ['junk', Buffer.from(`\x01\xfe\xff\x80 ${MARK}\r\n\r\n`, 'latin1'), 400, 8],
    ['junk without an end of line', MARK, 400, 8],
    ['a TLS hello', Buffer.from(`\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03${MARK}`, 'latin1'), 400, 8],
    ['the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${MARK}`, 400, 8],
    ['NUL bytes', '\0'.repeat(100), 400, 8],
    ['NUL in the address', request(`GET /${MARK}\0 HTTP/1.1`), 400, 8],
    ['NUL in a header', request(`GET ${VALIDAR} HTTP/1.1`, 'X-Nul: a\0b'), 400, 8],
    ['no version', request(`GET ${VALIDAR}`), 505, 8],
    ['a file without a version', `POST /curp/lote?token=pruebas\r\nContent-Type: text/csv\r\n\r\n`, 505, 8],
    ['a version that does not exist', request(`GET ${VALIDAR} HTTP/9.9`), 400, 8],
    ['HTTP/1.0', `GET ${VALIDAR} HTTP/1.0\r\n\r\n`, 200, 0],
    ['no Host', `GET ${VALIDAR} HTTP/1.1\r\n\r\n`, 200, 0],
    ['two Host', request(`GET ${VALIDAR} HTTP/1.1`, 'host: y'), 400, 8],
    [
      'two Authorization',
      request(`GET ${VALIDAR} HTTP/1.1`, 'Authorization: Bearer a', 'authorization: Bearer b'),
      400,
      8,
    ],
    ['two Content-Type', request(`GET ${VALIDAR} HTTP/1.1`, 'Content-Type: text/csv', 'content-type: x/y'), 400, 8],
    ['a header without a colon', request(`GET ${VALIDAR} HTTP/1.1`, MARK), 400, 8],
    ['a space in the address', request(`GET ${VALIDAR} ${MARK} HTTP/1.1`), 400, 8],
    ['lines that end in LF', request(`GET ${VALIDAR} HTTP/1.1`).replaceAll('\r', ''), 400, 8],
    ['Content-Length and Transfer-Encoding', `${post('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n`, 400, 8],
    ['two Content-Length', `${post('Content-Length: 5', 'Content-Length: 6')}${MARK}`, 400, 8],
    ['a negative Content-Length', `${post('Content-Length: -5')}${MARK}`, 400, 8],
    ['a coding besides chunked', `${post('Transfer-Encoding: gzip, chunked')}1\r\nx\r\n0\r\n\r\n`, 501, 8],
    [
      'a coding in a header of its own',
      `${post('Transfer-Encoding: gzip', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      501,
      8,
    ],
    ['a bad chunk', `${CHUNKED}${MARK}\r\n`, 400, 8],
    ['a chunk beyond all numbers', `${CHUNKED}ffffffffffffffffff\r\n${MARK}`, 400, 8],
    ['a body that is too large', `${post('Content-Length: 20000')}${MARK.padEnd(20_000)}`, 413, 8],
    ['one that only says so', post('Content-Length: 9999999999'), 413, 8],
    ['chunks that are too many', CHUNKED + `800\r\n${MARK.padEnd(2048)}\r\n`.repeat(9), 413, 8],
    ['a body of another type', post('Content-Length: 12').replace('json', MARK) + MARK, 415, 8],
    ['a header over 16 KB', request(`GET ${VALIDAR} HTTP/1.1`, `X-Larga: ${MARK.repeat(1500)}`), 414, 8],
    ['an address over 8 KB', request(`GET ${VALIDAR}&x=${'a'.repeat(8192)} HTTP/1.1`), 414, 8],
    ['an id over 8 KB', request(`GET /curp/lotes/${'a'.repeat(8192)}?token=pruebas HTTP/1.1`), 414, 8],
    ['an address over 64 KB', request(`GET ${VALIDAR}&x=${'a'.repeat(65_536)} HTTP/1.1`), 414, 8],
    ['an address over 2 MB', request(`GET ${VALIDAR}&x=${'a'.repeat(2_097_152)} HTTP/1.1`), 414, 8],
    ['UTF-8 as it is in the address', request(`GET ${VALIDAR}&nombres=Ñusta HTTP/1.1`), 400, 8],
    ['Latin-1 as it is', Buffer.from(request(`GET ${VALIDAR}&nombres=Ñusta HTTP/1.1`), 'latin1'), 400, 8],
    ['a malformed % in the path', request(`GET /curp/%zz${MARK} HTTP/1.1`), 400, 8],
    ['a malformed % in the query', request(`GET ${VALIDAR}&nombres=%zz HTTP/1.1`), 400, 8],
    ['an expectation nobody knows', request(`GET ${VALIDAR} HTTP/1.1`, `Expect: ${MARK}`), 200, 0],
    ['CONNECT', request(`CONNECT ${MARK}:443 HTTP/1.1`), 405, 7],
    ['an upgrade', request(`GET ${VALIDAR} HTTP/1.1`, 'Connection: Upgrade', 'Upgrade: websocket'), 200, 0],
    ['PURGE', request(`PURGE ${VALIDAR} HTTP/1.1`), 405, 7],
    ['BREW', request(`BREW ${VALIDAR} HTTP/1.1`), 400, 8],
    ['TRACE', request(`TRACE ${VALIDAR} HTTP/1.1`), 405, 7],
    ['a whole URL', request(`GET http://${MARK}${VALIDAR} HTTP/1.1`), 200, 0],
    ['a whole URL of nothing', request(`GET http://x/${MARK} HTTP/1.1`), 404, 6],
    ['a whole URL with another method', request(`PUT http://x${VALIDAR} HTTP/1.1`), 405, 7],
    ['OPTIONS *', request('OPTIONS * HTTP/1.1'), 204, null],
    ['HEAD', request(`HEAD ${VALIDAR} HTTP/1.1`), 200, null],
    ['HEAD with a malformed header', request(`HEAD ${VALIDAR} HTTP/1.1`, MARK), 400, null],
    ['HEAD with a header over 16 KB', request(`HEAD ${VALIDAR} HTTP/1.1`, `X-Larga: ${MARK.repeat(1500)}`), 414, null],
    ['HEAD of a version that does not exist', request(`HEAD ${VALIDAR} HTTP/9.9`), 400, null],
    ['HEAD of nothing', request(`HEAD /${MARK} HTTP/1.1`), 404, null],
  ])('%s', async (_, bytes, status, code) => {
    expect((await send(puerto, bytes)).map(readText)).toEqual([[status, code]]);
  });

  it.each([
    ['half a request line', `GET /${MARK}`, 400, 8],
    ['half the headers', endless(request(`GET ${VALIDAR} HTTP/1.1`)), 400, 8],
    ['half a body', post('Content-Length: 100') + MARK, 400, 8],
    ['a whole request', request(`GET ${VALIDAR} HTTP/1.1`), 200, 0],
  ])('%s, then the end of the connection', async (_, bytes, status, code) => {
    expect((await send(puerto, bytes, 0)).map(readText)).toEqual([[status, code]]);
  });
});

describe('a connection', () => {
  it('gets the answer to its first request, and is closed, if it sends another before that', async () => {
    const paths = [
      VALIDAR,
      `/curp/validar?token=${createToken()}`, // This request asks the store.
      `/${MARK}`,
      '/docs/swagger-ui-bundle.js',
    ];
    const answers = await Promise.all(
      paths.map(async (path) => send(puerto, request(`GET ${path} HTTP/1.1`).repeat(100), 2)),
    );
    expect(answers.map((each) => each.map(({ status }) => status))).toEqual([[200], [401], [404], [200]]);
  });

  it('gets the answers to a hundred requests, each sent after the answer to the last', async () => {
    const connection = new Connection(puerto);
    for (let i = 1; i <= 100; i += 1) {
      connection.socket.write(request(`GET ${VALIDAR} HTTP/1.1`));
      expect(await connection.answers(i)).toHaveLength(i);
    }
    connection.socket.end();
    expect((await connection.all()).map(readText)).toEqual(Array.from({ length: 100 }, () => [200, 0]));
  });

  it('gets an answer that closes it if a request asks for another protocol, because Node drops the requests after it', async () => {
    const upgrade = request(`GET ${VALIDAR} HTTP/1.1`, 'Connection: Upgrade', 'Upgrade: h2c');
    const plain = request(`GET ${VALIDAR} HTTP/1.1`);
    const answers = await send(puerto, upgrade + plain.repeat(3), 2);
    expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([[200, 'close']]);
  });

  it('is closed after a request of HTTP/1.0 in chunks, which a proxy may cut differently', async () => {
    const chunked = post('Transfer-Encoding: chunked', 'Connection: keep-alive').replace('HTTP/1.1', 'HTTP/1.0');
    const plain = request(`GET ${VALIDAR} HTTP/1.1`);
    const answers = await send(puerto, `${chunked}2\r\n{}\r\n0\r\n\r\n${plain}`, 2);
    expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([[401, 'close']]);
  });

  it('gets `100 Continue` before its body is read', async () => {
    const json = JSON.stringify({ token: 'pruebas', curp: MARK });
    const connection = new Connection(puerto);
    connection.socket.write(post(`Content-Length: ${json.length}`, 'Expect: 100-continue', 'Connection: close'));
    expect((await connection.answers()).map(({ status }) => status)).toEqual([100]);
    connection.socket.write(json);
    expect((await connection.all()).map(({ status }) => status)).toEqual([100, 200]);
  });

  it('may be lost at any point', async () => {
    const whole = post('Content-Length: 60') + MARK.padEnd(60);
    for (let until = 1; until < whole.length; until += 10) {
      const { socket, closed: cerrada } = new Connection(puerto);
      socket.write(whole.slice(0, until), () => (until % 20 === 1 ? socket.resetAndDestroy() : socket.destroy()));
      await cerrada;
    }
    expect((await service.request(VALIDAR)).status).toBe(200);
  });

  it('is not kept after a malformed request, even if the client never closes it', async () => {
    const connection = new Connection(puerto, { allowHalfOpen: true });
    connection.socket.write(MARK);
    expect((await connection.answers()).map(readText)).toEqual([[400, 8]]);
    const timer = setInterval(() => connection.socket.write(MARK), 100);
    await connection.closed.finally(() => clearInterval(timer));
  });

  it('gets the answer to its request, and is closed, if bad bytes follow', async () => {
    const unknown = `curp_${'0'.repeat(32)}1eKiZf`; // This request is well formed, so the store is asked.
    const first = request(`GET /curp/entidades?token=${unknown} HTTP/1.1`);
    expect((await send(puerto, `${first}${MARK}\r\n\r\n`, 2)).map(readText)).toEqual([[401, 2]]);
  });

  it('gets no second answer in the middle of another', async () => {
    const connection = new Connection(puerto);
    connection.socket.write(request('GET /docs/swagger-ui-bundle.js HTTP/1.1'));
    await once(connection.socket, 'data');
    connection.socket.write(`${MARK}\r\n\r\n`);
    const statuses = (await connection.all()).map(({ status }) => status);
    expect([[200], [200, 400]]).toContainEqual(statuses); // 400 if the first answer was sent before the bad bytes arrived
  });

  it.each(slowOnes)('is cut if it is slow: $name', async ({ name, respuestas }) => {
    // A browser takes an answer on its spare connection, which has sent nothing, for that to its next request.
    expect((await respuestas).map(readText)).toEqual(name === 'nothing at all' ? [] : [[400, 8]]);
  });
});

describe('a service that got all these bytes', () => {
  it('names the limit of the address and the headers if a header is long', async () => {
    const [answer] = await send(puerto, request(`GET ${VALIDAR} HTTP/1.1`, `X-Larga: ${MARK.repeat(1500)}`));
    expect(answer?.body).toContain('no deben pasar de 16384 bytes');
  });

  it('still answers, and its log contains nothing that was sent', async () => {
    expect((await service.request(VALIDAR)).status).toBe(200);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(service.output.split('\n').length).toBeGreaterThan(50);
    expect(service.output).not.toMatch(new RegExp(`${MARK}|websocket|usta|\\0|BREW|PURGE`, 'i'));
    expect(service.errorOutput).toBe('');
  });
});
