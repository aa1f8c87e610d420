/** The bytes and headers of an answer, and the record that the service keeps of it. */
import { type FastifyRequest, fastify } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { CODES } from '@curp-service/contract/codes/service';
import { readConfig } from '../src/config.js';
import { corsHeaders, createAnswer, createRecord, preflightHeaders } from '../src/http/answer.js';
import { type Answer, success, failure } from '@curp-service/contract/envelope';
import { CountedLines, createLog } from '../src/observe/log.js';
import type { Metrics } from '../src/observe/metrics.js';

describe('an answer', () => {
  async function sent(given: Answer, method: 'GET' | 'HEAD' = 'GET') {
    const server = fastify({ genReqId: () => 'one' });
    const answer = createAnswer(readConfig({}, 'es'), () => undefined);
    server.get('/', (request, reply) => answer(request, reply, given, { operacion: 'validar' }));
    const { statusCode, headers, body } = await server.inject({ method, url: '/' });
    return { http: statusCode, headers, body };
  }

  it('contains the envelope, with its length in bytes', async () => {
    const { http, headers, body } = await sent(success({ a: 'Ñ' }));
    expect(http).toBe(200);
    expect(JSON.parse(body)).toEqual({ error: false, code_error: 0, error_message: null, response: { a: 'Ñ' } });
    expect(headers).toMatchObject({
      'content-length': String(body.length + 1),
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'one',
    });
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('has no body for HEAD', async () => {
    expect((await sent(success({}), 'HEAD')).body).toBe('');
  });

  it('has Retry-After only if the failure may pass by itself', async () => {
    const failed = async (cause: keyof typeof CODES) => sent(failure([{ cause }], 'es'));
    expect((await failed('almacen')).headers).toHaveProperty('retry-after', '5');
    expect((await failed('demasiadas')).headers).toHaveProperty('retry-after', '5');
    expect((await failed('lotes_sin_base')).headers).not.toHaveProperty('retry-after');
    expect((await failed('interno')).headers).not.toHaveProperty('retry-after');
    const withoutRegistry = await failed('sin_registro');
    expect(withoutRegistry.http).toBe(CODES.sin_registro.http);
    expect(withoutRegistry.headers).not.toHaveProperty('retry-after');
  });
});

describe('the headers for pages of other origins', () => {
  const ORIGIN = 'https://ejemplo.mx';
  const exposed = {
    'access-control-expose-headers': expect.stringMatching(
      /^ETag, Location, Lote-Comparadas-Hasta, Lote-Correctas/,
    ) as string,
  };

  it('let no page read an answer if none is allowed', () => {
    expect(corsHeaders([], ORIGIN)).toEqual({});
  });

  it('let every page read an answer if all are allowed, and name the headers only to pages', () => {
    expect(corsHeaders(['*'], undefined)).toEqual({ 'access-control-allow-origin': '*' });
    expect(corsHeaders(['*'], ORIGIN)).toEqual({ 'access-control-allow-origin': '*', ...exposed });
  });

  it('let the named pages read an answer, and tell caches that answers differ', () => {
    expect(corsHeaders([ORIGIN], ORIGIN)).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': ORIGIN,
      ...exposed,
    });
    for (const other of [undefined, 'https://malo.mx'])
      expect(corsHeaders([ORIGIN], other)).toEqual({ vary: 'Origin' });
  });

  it('let a browser keep the answer to a preflight request for a day', () => {
    expect(preflightHeaders('GET')).toMatchObject({
      'access-control-allow-methods': 'GET',
      'access-control-max-age': '86400',
    });
  });
});

describe('the record of an answer', () => {
  function recorded(request: Partial<FastifyRequest>, http: number, level: Parameters<typeof createLog>[0] = 'trace') {
    const lines: string[] = [];
    const log = createLog(level, { write: (line: string) => void lines.push(line) });
    const observe = vi.fn<Metrics['observe']>();
    const metrics = { observe } as Partial<Metrics> as Metrics;
    createRecord(
      log,
      metrics,
      new CountedLines(() => undefined),
    )({ id: 'one', ...request } as FastifyRequest, {
      http,
      code_error: 7,
      operacion: 'validar',
    });
    return { lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), observe };
  }

  it('has the time since the arrival: milliseconds in the log, seconds in the metrics', () => {
    const { lines, observe } = recorded({ arrivedAt: performance.now() - 2000 }, 200);
    expect(observe).toHaveBeenCalledWith('validar', 7, expect.any(Number));
    const seconds = observe.mock.calls[0]?.[2] ?? 0;
    expect(seconds).toBeGreaterThanOrEqual(2);
    expect(seconds).toBeLessThan(60);
    const ms = Number(lines[0]?.['ms']);
    expect(ms).toBeCloseTo(seconds * 1000, 2);
    expect(String(ms)).toMatch(/^\d+(\.\d{1,3})?$/);
  });

  it('has no time if the arrival is unknown', () => {
    const { lines, observe } = recorded({}, 200);
    expect(observe).toHaveBeenCalledWith('validar', 7, 0);
    expect(lines).toMatchObject([{ ms: 0, status: 200, proyecto: null, request_id: 'one', msg: 'request' }]);
  });

  it('is counted but not logged below the level of the log', () => {
    expect(recorded({}, 200, 'error').lines).toEqual([]);
    expect(recorded({}, 200, 'error').observe).toHaveBeenCalledTimes(1);
    expect(recorded({}, 500, 'error').lines).toHaveLength(1);
  });
});
