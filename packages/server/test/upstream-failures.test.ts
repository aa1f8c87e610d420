/** An upstream that does everything wrong: whoever asks is answered in time, and nothing of it is written. */
import type { ServerResponse } from 'node:http';
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

/** Waits of random length are short ones here. */
beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0.1));
afterAll(() => void vi.restoreAllMocks());

/** Writes past the response. */
const crudo =
  (bytes: string, fin: 'end' | 'pause' = 'end') =>
  ({ socket }: ServerResponse): unknown =>
    socket?.write(bytes, () => socket[fin]());

const gotear = (response: ServerResponse): void => {
  response.writeHead(200);
  const gota = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(gota));
};

const sinFin = (response: ServerResponse): void => {
  response.writeHead(200);
  const seguir = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', seguir);
  seguir();
};

const conSolicitante = (cambio: object): string =>
  envelope({ ...EXAMPLE_RECORD, Solicitante: { ...EXAMPLE_RECORD.Solicitante, ...cambio } });

/** What it does, the result, and how often it is asked. */
const CASOS: [que: string, atender: (response: ServerResponse) => unknown, resultado: string, veces: number][] = [
  // What the contract has
  ['the record', answerRecord, 'registrada', 1],
  ['the record, and fields of its own', answerWith(200, conSolicitante({ Zenobia: 1 })), 'registrada', 1],
  ['code 300', answerError(400, 300), 'no_registrada', 1],
  // The time limit, which is over all
  ['no answer', () => undefined, 'tiempo', 1],
  ['a head without a body', (response) => response.writeHead(200).flushHeaders(), 'tiempo', 1],
  ['half a head', crudo('HTTP/1.1 200 OK\r\nX-', 'pause'), 'tiempo', 1],
  ['byte after byte', gotear, 'tiempo', 1],
  ['another protocol', crudo('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', 'pause'), 'tiempo', 1],
  // Answers that are none
  ['an answer too long', answerWith(200, conSolicitante({ Zenobia: 'x'.repeat(70_000) })), 'invalida', 1],
  ['an answer without end', sinFin, 'invalida', 1],
  ['nothing', answerWith(200), 'invalida', 1],
  ['broken JSON', answerWith(200, envelope(EXAMPLE_RECORD).slice(0, -1)), 'invalida', 1],
  ['a page', answerWith(200, '<!doctype html><p>zenobia'), 'invalida', 1],
  ['no envelope', answerWith(200, JSON.stringify([EXAMPLE_RECORD])), 'invalida', 1],
  ['null', answerWith(200, 'null'), 'invalida', 1],
  ['not UTF-8', answerWith(200, Buffer.from(envelope(EXAMPLE_RECORD), 'latin1')), 'invalida', 1],
  ['compressed', answerWith(200, gzipSync(envelope(EXAMPLE_RECORD)), { 'content-encoding': 'gzip' }), 'invalida', 1],
  ['another key', answerWith(200, conSolicitante({ CURP: 'OETR900517MDFLNN05' })), 'invalida', 1],
  ['a field that is no text', answerWith(200, conSolicitante({ Nombres: null })), 'invalida', 1],
  ['a number', answerWith(200, conSolicitante({ ClaveDocProbatorio: 1 })), 'invalida', 1],
  ['a field missing', answerWith(200, conSolicitante({ Sexo: undefined })), 'invalida', 1],
  ['half a record', answerWith(200, envelope({ ...EXAMPLE_RECORD, DocProbatorio: [] })), 'invalida', 1],
  ['no response', answerWith(200, envelope(null)), 'invalida', 1],
  ['an error with status 200', answerError(200, 300), 'invalida', 1],
  ['a record with status 400', answerWith(400, envelope(EXAMPLE_RECORD)), 'invalida', 1],
  ['status 201', answerWith(201, envelope(EXAMPLE_RECORD)), 'invalida', 1],
  ['status 204', answerWith(204), 'invalida', 1],
  ['code 300 with status 404', answerError(404, 300), 'invalida', 1],
  ['a redirect', answerWith(302, '', { location: '/curp/obtener_datos' }), 'invalida', 1],
  ['a redirect of the method too', answerWith(307, '', { location: '/curp/obtener_datos' }), 'invalida', 1],
  // What it refuses: never again
  ['code 8', answerError(400, 8), 'invalida', 1],
  ['code 100', answerError(400, 100), 'invalida', 1],
  ['code 101', answerError(400, 101), 'invalida', 1],
  ['code 1', answerError(401, 1), 'rechazada', 1],
  ['code 2', answerError(401, 2), 'rechazada', 1],
  ['code 3', answerError(403, 3), 'rechazada', 1],
  ['code 4', answerError(403, 4), 'rechazada', 1],
  ['code 6', answerError(404, 6), 'invalida', 1],
  ['code 7', answerError(405, 7), 'invalida', 1],
  // Its failures: again only where that may help
  ['code 9, a bug', answerError(500, 9), 'falla', 1],
  ['code 9, overloaded', answerError(503, 9), 'falla', 3],
  ['code 9, overloaded for long', answerError(503, 9, { 'retry-after': '60' }), 'falla', 1],
  ['code 200', answerError(503, 200), 'falla', 1],
  ['code 201', answerError(503, 201), 'falla', 1],
  ['a proxy without a service', answerWith(502, '<h1>zenobia'), 'falla', 3],
  ['a proxy that waited in vain', answerWith(504), 'falla', 3],
  ['code 5', answerError(429, 5), 'limite', 3],
  ['code 5 for long', answerError(429, 5, { 'retry-after': '60' }), 'limite', 1],
  ['code 5 until a date', answerError(429, 5, { 'retry-after': 'Sun, 15 Nov 2026 18:00:00 GMT' }), 'limite', 1],
  // The connection: again, unless an answer had begun
  ['a reset', ({ socket }) => socket?.resetAndDestroy(), 'conexion', 3],
  ['a hang-up', ({ socket }) => socket?.destroy(), 'conexion', 3],
  ['what is not HTTP', crudo(`zenobia ${TOKEN}`), 'conexion', 3],
  ['a head without end', crudo(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`), 'conexion', 3],
  ['half an answer', crudo('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"error"'), 'conexion', 1],
];

const HALLADO: Readonly<Record<string, unknown>> = { registrada: EXAMPLE_RECORD, no_registrada: 'no_registrada' };

describe('what it does, and what comes of it', () => {
  it.each(CASOS)('%s', async (_, atender, resultado, veces) => {
    const fuente = await openUpstream(atender);
    const prueba = askAt(fuente.url, resultado === 'tiempo' ? { timeoutMs: 300 } : {});
    expect(await prueba.find()).toEqual(HALLADO[resultado] ?? 'sin_respuesta');
    expect(prueba.results()).toEqual({ [resultado]: 1 });
    // On a busy machine even the first may not get there in time.
    if (resultado !== 'tiempo') expect(fuente.received.length).toBe(veces);
    expect(prueba.metric('curp_upstream_retries_total')).toBe(veces - 1);
    expect(prueba.log.map((linea) => (JSON.parse(linea) as { motivo: string }).motivo)).toEqual(
      resultado in HALLADO ? [] : [resultado],
    );
    const escrito = [...prueba.log, ...prueba.upstream.metrics()].join('\n');
    expect(tracesIn(escrito)).toEqual([]);
  });

  it('nobody is there', async () => {
    const prueba = askAt('http://127.0.0.1:1');
    expect(await prueba.find()).toBe('sin_respuesta');
    expect(prueba.results()).toEqual({ conexion: 1 });
    expect(prueba.log[0]).toContain('"codigo":"ECONNREFUSED"');
  });

  it('TLS is spoken where the address says so, and its failure is none of the key', async () => {
    const fuente = await openUpstream();
    const prueba = askAt(fuente.url.replace('http:', 'https:'));
    expect(await prueba.find()).toBe('sin_respuesta');
    expect(prueba.results()).toEqual({ conexion: 1 });
    expect(fuente.received).toEqual([]);
  });
});

describe('another attempt', () => {
  it.each<[que: string, atender: (response: ServerResponse) => unknown]>([
    ['after 503', answerError(503, 9)],
    ['after 429', answerError(429, 5)],
    ['after a reset', ({ socket }) => socket?.resetAndDestroy()],
  ])('%s', async (_, atender) => {
    const fuente = await openUpstream((response, numero) => (numero < 3 ? atender : answerRecord)(response));
    const prueba = askAt(fuente.url);
    expect(await prueba.find()).toEqual(EXAMPLE_RECORD);
    expect(prueba.results()).toEqual({ registrada: 1 });
    expect(fuente.received.length).toBe(3);
    expect(prueba.log).toEqual([]);
  });

  it('waits as long as it is told', async () => {
    const fuente = await openUpstream((response, numero) =>
      (numero === 1 ? answerError(429, 5, { 'retry-after': '1' }) : answerRecord)(response),
    );
    const desde = performance.now();
    expect(await askAt(fuente.url).find()).toEqual(EXAMPLE_RECORD);
    expect(performance.now() - desde).toBeGreaterThan(990);
  });

  it('ends where the first is refused', async () => {
    const fuente = await openUpstream((response, numero) =>
      (numero === 1 ? answerError(503, 9) : answerError(401, 2))(response),
    );
    const prueba = askAt(fuente.url);
    expect(await prueba.find()).toBe('sin_respuesta');
    expect(prueba.results()).toEqual({ rechazada: 1 });
    expect(fuente.received.length).toBe(2);
  });
});

describe('the breaker', () => {
  it('leaves it alone after five failures in a row, and lets one through to see', async () => {
    let atender: (response: ServerResponse) => unknown = answerError(500, 9);
    const fuente = await openUpstream((response) => atender(response));
    const prueba = askAt(fuente.url);
    const estado = (): number => prueba.metric('curp_upstream_breaker_state');
    for (let i = 0; i < 5; i++) await prueba.find();
    expect(estado()).toBe(2);
    expect(await prueba.find()).toBe('sin_respuesta');
    expect(fuente.received.length).toBe(5);

    prueba.now = 5000;
    expect(estado()).toBe(1);
    const juntas = await Promise.all([prueba.find(), prueba.find(), prueba.find()]);
    expect(juntas).toEqual(['sin_respuesta', 'sin_respuesta', 'sin_respuesta']);
    expect(fuente.received.length).toBe(6);
    expect(estado()).toBe(2);

    prueba.now = 10_000;
    atender = answerRecord;
    expect(await prueba.find()).toEqual(EXAMPLE_RECORD);
    expect(estado()).toBe(0);
    expect(await Promise.all([prueba.find(), prueba.find()])).toEqual([EXAMPLE_RECORD, EXAMPLE_RECORD]);
    expect(prueba.results()).toEqual({ falla: 6, en_pausa: 3, registrada: 3 });
  });

  it.each<[que: string, atender: (response: ServerResponse) => unknown]>([
    ['a key that it does not have', answerError(400, 300)],
    ['a key that it does not take for one', answerError(400, 101)],
    ['a key that was replaced by another', answerWith(200, conSolicitante({ CURP: 'OETR900517MDFLNN05' }))],
    ['a rate that is exceeded', answerError(429, 5, { 'retry-after': '60' })],
  ])('is not for %s', async (_, atender) => {
    const fuente = await openUpstream(atender);
    const prueba = askAt(fuente.url);
    for (let i = 0; i < 7; i++) await prueba.find();
    expect(fuente.received.length).toBe(7);
  });

  it('is for a token that is refused, which is told once in a while', async () => {
    const fuente = await openUpstream(answerError(401, 2));
    const prueba = askAt(fuente.url);
    for (let i = 0; i < 7; i++) await prueba.find();
    expect(fuente.received.length).toBe(5);
    expect(prueba.log.map((linea) => JSON.parse(linea) as object)).toEqual([
      { level: 'error', time: expect.any(String) as string, motivo: 'rechazada', status: 401, msg: 'upstream' },
    ]);
  });

  it('goes on with another where the client of the one that was let through went', async () => {
    const fuente = await openUpstream((response, numero) => (numero <= 5 ? answerError(500, 9)(response) : undefined));
    const prueba = askAt(fuente.url);
    for (let i = 0; i < 5; i++) await prueba.find();
    prueba.now = 5000;
    const cliente = new AbortController();
    const ida = prueba.find(KEY, cliente.signal);
    await vi.waitUntil(() => fuente.received.length === 6, 20_000);
    expect(await prueba.find()).toBe('sin_respuesta');
    cliente.abort();
    expect(await ida).toBe('sin_respuesta');
    const otra = prueba.find();
    await vi.waitUntil(() => fuente.received.length === 7, 20_000);
    answerRecord(fuente.received[6]?.response as ServerResponse);
    expect(await otra).toEqual(EXAMPLE_RECORD);
  });
});

describe('how many at once', () => {
  it('no more than it may be asked, and as many wait', async () => {
    const fuente = await openUpstream();
    const prueba = askAt(fuente.url, { concurrency: 2 });
    const primeras = [1, 2, 3, 4].map(async () => prueba.find());
    expect(await prueba.find()).toBe('sin_respuesta');
    expect(prueba.results()).toEqual({ saturada: 1 });
    await vi.waitUntil(() => fuente.received.length === 2, 20_000);
    for (let i = 0; i < 4; i++) {
      await vi.waitUntil(() => fuente.received.length > i, 20_000);
      expect(fuente.received.length).toBeLessThanOrEqual(i + 2);
      answerRecord(fuente.received[i]?.response as ServerResponse);
    }
    expect(await Promise.all(primeras)).toEqual([EXAMPLE_RECORD, EXAMPLE_RECORD, EXAMPLE_RECORD, EXAMPLE_RECORD]);
    expect(prueba.results()).toEqual({ saturada: 1, registrada: 4 });
  });

  it('whoever waits does so for half of the time limit, and goes when its client does', async () => {
    const fuente = await openUpstream();
    const prueba = askAt(fuente.url, { concurrency: 1, timeoutMs: 1000 });
    const cliente = new AbortController();
    const todas = [prueba.find(), prueba.find(KEY, cliente.signal)];
    cliente.abort();
    await todas[1];
    expect(prueba.results()).toEqual({ cancelada: 1 });
    todas.push(prueba.find(), prueba.find(KEY, AbortSignal.abort()));
    expect(await Promise.all(todas)).toEqual(todas.map(() => 'sin_respuesta'));
    expect(prueba.results()).toEqual({ cancelada: 2, saturada: 1, tiempo: 1 });
  });

  it('connections are used again', async () => {
    const fuente = await openUpstream(answerRecord);
    const prueba = askAt(fuente.url);
    for (let i = 0; i < 4; i++) await prueba.find();
    expect(new Set(fuente.received.map(({ port: puerto }) => puerto)).size).toBe(1);
  });
});

it('a client that goes takes its request to the upstream along', async () => {
  const fuente = await openUpstream();
  const prueba = askAt(fuente.url);
  const cliente = new AbortController();
  const buscada = prueba.find(KEY, cliente.signal);
  await vi.waitUntil(() => fuente.received.length === 1, 20_000);
  cliente.abort();
  expect(await buscada).toBe('sin_respuesta');
  await vi.waitUntil(() => fuente.received[0]?.response.destroyed, 20_000);
  expect(prueba.results()).toEqual({ cancelada: 1 });
  expect(prueba.log).toEqual([]);
});
