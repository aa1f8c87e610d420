/** A misbehaving upstream: every client is answered in time, and no data reach the log or the metrics. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  KEY,
  EXAMPLE_RECORD,
  TOKEN,
  openUpstream,
  answerRecord,
  answerWith,
  answerError,
  askAt,
  tracesIn,
  envelope,
} from './fake-upstream.js';

/** Makes the random pauses short. */
beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0.1));
afterAll(() => void vi.restoreAllMocks());

/** Returns a handler that writes raw bytes to the socket. */
const raw =
  (bytes: string, then: 'end' | 'pause' = 'end') =>
  ({ socket }: ServerResponse): unknown =>
    socket?.write(bytes, () => socket[then]());

const drip = (response: ServerResponse): void => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
};

const endless = (response: ServerResponse): void => {
  response.writeHead(200);
  const writeMore = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', writeMore);
  writeMore();
};

const withSolicitante = (change: object): string =>
  envelope({ ...EXAMPLE_RECORD, Solicitante: { ...EXAMPLE_RECORD.Solicitante, ...change } });

/** Each action of the upstream, its result, and how often the upstream is asked. */
const CASES: [what: string, serve: (response: ServerResponse) => unknown, result: string, times: number][] = [
  // Answers of the contract
  ['the record', answerRecord, 'registrada', 1],
  [
    'the record, compressed',
    answerWith(200, gzipSync(envelope(EXAMPLE_RECORD)), { 'content-encoding': 'gzip' }),
    'registrada',
    1,
  ],
  ['the record with extra fields', answerWith(200, withSolicitante({ Zenobia: 1 })), 'registrada', 1],
  ['code 300', answerError(400, 300), 'no_registrada', 1],
  // Answers beyond the time limit, which covers everything
  ['no answer', () => undefined, 'tiempo', 1],
  ['a head without a body', (response) => response.writeHead(200).flushHeaders(), 'tiempo', 1],
  ['half a head', raw('HTTP/1.1 200 OK\r\nX-', 'pause'), 'tiempo', 1],
  ['byte after byte', drip, 'tiempo', 1],
  ['another protocol', raw('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', 'pause'), 'conexion', 2],
  // Invalid answers
  ['an answer too long', answerWith(200, withSolicitante({ Zenobia: 'x'.repeat(70_000) })), 'invalida', 1],
  ['an endless answer', endless, 'invalida', 1],
  ['an empty answer', answerWith(200), 'invalida', 1],
  ['broken JSON', answerWith(200, envelope(EXAMPLE_RECORD).slice(0, -1)), 'invalida', 1],
  ['an HTML page', answerWith(200, '<!doctype html><p>zenobia'), 'invalida', 1],
  ['no envelope', answerWith(200, JSON.stringify([EXAMPLE_RECORD])), 'invalida', 1],
  ['null', answerWith(200, 'null'), 'invalida', 1],
  ['not UTF-8', answerWith(200, Buffer.from(envelope(EXAMPLE_RECORD), 'latin1')), 'invalida', 1],
  ['compressed garbage', answerWith(200, envelope(EXAMPLE_RECORD), { 'content-encoding': 'gzip' }), 'conexion', 1],
  ['the record of another key', answerWith(200, withSolicitante({ CURP: 'OETR900517MDFLNN05' })), 'invalida', 1],
  ['a field that is no text', answerWith(200, withSolicitante({ Nombres: null })), 'invalida', 1],
  ['a field that is a number', answerWith(200, withSolicitante({ ClaveDocProbatorio: 1 })), 'invalida', 1],
  ['a missing field', answerWith(200, withSolicitante({ Sexo: undefined })), 'invalida', 1],
  ['half a record', answerWith(200, envelope({ ...EXAMPLE_RECORD, DocProbatorio: [] })), 'invalida', 1],
  ['no response', answerWith(200, envelope(null)), 'invalida', 1],
  ['an error with status 200', answerError(200, 300), 'invalida', 1],
  ['a record with status 400', answerWith(400, envelope(EXAMPLE_RECORD)), 'invalida', 1],
  ['status 201', answerWith(201, envelope(EXAMPLE_RECORD)), 'invalida', 1],
  ['status 204', answerWith(204), 'invalida', 1],
  ['code 300 with status 404', answerError(404, 300), 'invalida', 1],
  ['a redirect', answerWith(302, '', { location: '/curp/obtener_datos' }), 'invalida', 1],
  ['a redirect that keeps the method', answerWith(307, '', { location: '/curp/obtener_datos' }), 'invalida', 1],
  // Refusals, which are not repeated
  ['code 8', answerError(400, 8), 'invalida', 1],
  ['code 100', answerError(400, 100), 'invalida', 1],
  ['code 101', answerError(400, 101), 'invalida', 1],
  ['code 1', answerError(401, 1), 'rechazada', 1],
  ['code 2', answerError(401, 2), 'rechazada', 1],
  ['code 3', answerError(403, 3), 'rechazada', 1],
  ['code 4', answerError(403, 4), 'rechazada', 1],
  ['code 6', answerError(404, 6), 'invalida', 1],
  ['code 7', answerError(405, 7), 'invalida', 1],
  // Failures that are repeated only where that may help
  ['code 9, a bug', answerError(500, 9), 'falla', 1],
  ['code 9, overloaded', answerError(503, 9), 'falla', 2],
  ['code 9, overloaded for long', answerError(503, 9, { 'retry-after': '60' }), 'falla', 1],
  ['code 200', answerError(503, 200), 'falla', 1],
  ['code 201', answerError(503, 201), 'falla', 1],
  ['a proxy without a service', answerWith(502, '<h1>zenobia'), 'falla', 2],
  ['a proxy whose service timed out', answerWith(504), 'falla', 2],
  ['code 5', answerError(429, 5), 'limite', 2],
  ['code 5 for long', answerError(429, 5, { 'retry-after': '60' }), 'limite', 1],
  ['code 5 until a date', answerError(429, 5, { 'retry-after': 'Sun, 15 Nov 2026 18:00:00 GMT' }), 'limite', 1],
  // Connection errors, which are repeated unless the answer began
  ['a reset', ({ socket }) => socket?.resetAndDestroy(), 'conexion', 2],
  ['a hang-up', ({ socket }) => socket?.destroy(), 'conexion', 2],
  ['bytes that are not HTTP', raw(`zenobia ${TOKEN}`), 'conexion', 2],
  ['an endless head', raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`), 'conexion', 2],
  ['half an answer', raw('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"error"'), 'conexion', 1],
];

const FOUND: Readonly<Record<string, unknown>> = { registrada: EXAMPLE_RECORD, no_registrada: 'no_registrada' };

describe('an upstream', () => {
  it.each(CASES)(
    'has the expected result, requests, log and metrics if it gives %s',
    async (_, serve, result, times) => {
      const upstream = await openUpstream(serve);
      const source = askAt(upstream.url, result === 'tiempo' ? { timeoutMs: 300 } : {});
      expect(await source.find()).toEqual(FOUND[result] ?? 'sin_respuesta');
      expect(source.results()).toEqual({ [result]: 1 });
      // On a busy machine even the first request may arrive too late.
      if (result !== 'tiempo') expect(upstream.received.length).toBe(times);
      expect(source.metric('curp_upstream_retries_total')).toBe(times - 1);
      expect(source.log.map((line) => (JSON.parse(line) as { motivo: string }).motivo)).toEqual(
        result in FOUND ? [] : [result],
      );
      const written = [...source.log, ...source.upstream.metrics()].join('\n');
      expect(tracesIn(written)).toEqual([]);
    },
  );

  it('counts as `conexion` if it cannot be reached', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const source = askAt(`http://127.0.0.1:${port}`);
    expect(await source.find()).toBe('sin_respuesta');
    expect(source.results()).toEqual({ conexion: 1 });
    expect(source.log[0]).toContain('"codigo":"ECONNREFUSED"');
  });

  it('is asked over TLS with an https address, and a TLS failure counts as `conexion`', async () => {
    const upstream = await openUpstream();
    const source = askAt(upstream.url.replace('http:', 'https:'));
    expect(await source.find()).toBe('sin_respuesta');
    expect(source.results()).toEqual({ conexion: 1 });
    expect(upstream.received).toEqual([]);
  });
});

describe('a second attempt', () => {
  it.each<[what: string, serve: (response: ServerResponse) => unknown]>([
    ['after 503', answerError(503, 9)],
    ['after 429', answerError(429, 5)],
    ['after a reset', ({ socket }) => socket?.resetAndDestroy()],
  ])('succeeds %s', async (_, serve) => {
    const upstream = await openUpstream((response, n) => (n === 1 ? serve : answerRecord)(response));
    const source = askAt(upstream.url);
    expect(await source.find()).toEqual(EXAMPLE_RECORD);
    expect(source.results()).toEqual({ registrada: 1 });
    expect(upstream.received.length).toBe(2);
    expect(source.log).toEqual([]);
  });

  it('waits as long as Retry-After says', async () => {
    const upstream = await openUpstream((response, n) =>
      (n === 1 ? answerError(429, 5, { 'retry-after': '1' }) : answerRecord)(response),
    );
    const start = performance.now();
    expect(await askAt(upstream.url).find()).toEqual(EXAMPLE_RECORD);
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  it('is the last one if it is refused', async () => {
    const upstream = await openUpstream((response, n) =>
      (n === 1 ? answerError(503, 9) : answerError(401, 2))(response),
    );
    const source = askAt(upstream.url);
    expect(await source.find()).toBe('sin_respuesta');
    expect(source.results()).toEqual({ rechazada: 1 });
    expect(upstream.received.length).toBe(2);
  });
});

describe('the breaker', () => {
  it('opens after five failures in a row, and later lets one request through as a trial', async () => {
    let serve: (response: ServerResponse) => unknown = answerError(500, 9);
    const upstream = await openUpstream((response) => serve(response));
    const source = askAt(upstream.url);
    const state = (): number => source.metric('curp_upstream_breaker_state');
    for (let i = 0; i < 5; i++) await source.find();
    expect(state()).toBe(2);
    expect(await source.find()).toBe('sin_respuesta');
    expect(upstream.received.length).toBe(5);

    source.now = 5000;
    expect(state()).toBe(1);
    const together = await Promise.all([source.find(), source.find(), source.find()]);
    expect(together).toEqual(['sin_respuesta', 'sin_respuesta', 'sin_respuesta']);
    expect(upstream.received.length).toBe(6);
    expect(state()).toBe(2);

    source.now = 10_000;
    serve = answerRecord;
    expect(await source.find()).toEqual(EXAMPLE_RECORD);
    expect(state()).toBe(0);
    expect(await Promise.all([source.find(), source.find()])).toEqual([EXAMPLE_RECORD, EXAMPLE_RECORD]);
    expect(source.results()).toEqual({ falla: 6, en_pausa: 3, registrada: 3 });
  });

  it.each<[what: string, serve: (response: ServerResponse) => unknown]>([
    ['unknown keys', answerError(400, 300)],
    ['keys that the upstream calls malformed', answerError(400, 101)],
    ['records of another key', answerWith(200, withSolicitante({ CURP: 'OETR900517MDFLNN05' }))],
    ['an exceeded rate', answerError(429, 5, { 'retry-after': '60' })],
  ])('stays closed after %s', async (_, serve) => {
    const upstream = await openUpstream(serve);
    const source = askAt(upstream.url);
    for (let i = 0; i < 7; i++) await source.find();
    expect(upstream.received.length).toBe(7);
  });

  it('opens when the token is refused, and the log says so once in a while', async () => {
    const upstream = await openUpstream(answerError(401, 2));
    const source = askAt(upstream.url);
    for (let i = 0; i < 7; i++) await source.find();
    expect(upstream.received.length).toBe(5);
    expect(source.log.map((line) => JSON.parse(line) as object)).toEqual([
      { level: 'error', time: expect.any(String) as string, motivo: 'rechazada', status: 401, msg: 'upstream' },
    ]);
  });

  it('lets another request through if the client of the first one left', async () => {
    const upstream = await openUpstream((response, n) => (n <= 5 ? answerError(500, 9)(response) : undefined));
    const source = askAt(upstream.url);
    for (let i = 0; i < 5; i++) await source.find();
    source.now = 5000;
    const client = new AbortController();
    const abandoned = source.find(KEY, client.signal);
    await vi.waitUntil(() => upstream.received.length === 6, 20_000);
    expect(await source.find()).toBe('sin_respuesta');
    client.abort();
    expect(await abandoned).toBe('sin_respuesta');
    const next = source.find();
    await vi.waitUntil(() => upstream.received.length === 7, 20_000);
    answerRecord(upstream.received[6]?.response as ServerResponse);
    expect(await next).toEqual(EXAMPLE_RECORD);
  });
});

describe('requests to an upstream', () => {
  it('are limited to 32 at once, and the next is refused', async () => {
    const upstream = await openUpstream();
    const source = askAt(upstream.url);
    const first = Array.from({ length: 32 }, async () => source.find());
    expect(await source.find()).toBe('sin_respuesta');
    expect(source.results()).toEqual({ saturada: 1 });
    expect(await source.find(KEY, AbortSignal.abort())).toBe('sin_respuesta');
    await vi.waitUntil(() => upstream.received.length === 32, 20_000);
    for (const { response } of upstream.received) answerRecord(response);
    expect(await Promise.all(first)).toEqual(first.map(() => EXAMPLE_RECORD));
    expect(source.results()).toEqual({ saturada: 1, cancelada: 1, registrada: 32 });
  });

  it('share connections if they come one after another', async () => {
    const upstream = await openUpstream(answerRecord);
    const source = askAt(upstream.url);
    for (let i = 0; i < 20; i++) await source.find();
    expect(new Set(upstream.received.map(({ port }) => port)).size).toBeLessThan(5);
  });
});

it('the request to the upstream is cancelled when the client leaves', async () => {
  const upstream = await openUpstream();
  const source = askAt(upstream.url);
  const client = new AbortController();
  const found = source.find(KEY, client.signal);
  await vi.waitUntil(() => upstream.received.length === 1, 20_000);
  client.abort();
  expect(await found).toBe('sin_respuesta');
  await vi.waitUntil(() => upstream.received[0]?.response.destroyed, 20_000);
  expect(source.results()).toEqual({ cancelada: 1 });
  expect(source.log).toEqual([]);
});
