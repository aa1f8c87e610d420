/** The one way out: what is sent, written down and measured of an answer. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { CODES } from '@curp-service/contract/codes/service';
import { readConfig } from '../src/config.js';
import { createRecord, createAnswer } from '../src/http/answer.js';
import { success, failure } from '@curp-service/contract/envelope';
import { createLog } from '../src/observe/log.js';
import type { Metrics } from '../src/observe/metrics.js';

const PETICION = { id: 'una', method: 'GET', headers: {} } as unknown as FastifyRequest;

describe('an answer', () => {
  /** What goes over the wire. */
  function enviado(respuesta: Parameters<ReturnType<typeof createAnswer>>[2], method = 'GET') {
    const raw = {
      writeHead: vi.fn<(...dado: unknown[]) => unknown>().mockReturnThis(),
      end: vi.fn<(cuerpo?: string) => void>(),
    };
    const reply = { hijack: () => ({ raw }) } as unknown as FastifyReply;
    createAnswer(readConfig({}, 'es'), () => undefined)({ ...PETICION, method } as FastifyRequest, reply, respuesta, {
      operacion: 'validar',
    });
    const [http, headers] = raw.writeHead.mock.calls[0] as [number, Record<string, string | number>];
    return { http, headers, cuerpo: raw.end.mock.calls[0]?.[0] };
  }

  it('has its length in bytes', () => {
    const { http, headers, cuerpo = '' } = enviado(success({ a: 'Ñ' }));
    expect(http).toBe(200);
    expect(JSON.parse(cuerpo)).toEqual({ error: false, code_error: 0, error_message: null, response: { a: 'Ñ' } });
    expect(headers).toMatchObject({
      'content-length': cuerpo.length + 1,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'una',
    });
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('has no body where there can be none', () => {
    expect(enviado(success({}), 'HEAD').cuerpo).toBeUndefined();
    expect(enviado({ ...success({}), http: 304 }).cuerpo).toBeUndefined();
  });

  it('tells when to come back, where that may help', () => {
    expect(enviado(failure([{ cause: 'almacen' }], 'es')).headers).toHaveProperty('retry-after', '5');
    expect(enviado(failure([{ cause: 'lotes_sin_base' }], 'es')).headers).not.toHaveProperty('retry-after');
    expect(enviado(failure([{ cause: 'interno' }], 'es')).headers).not.toHaveProperty('retry-after');
    const sinRegistro = enviado(failure([{ cause: 'sin_registro' }], 'es'));
    expect(sinRegistro.http).toBe(CODES.sin_registro.http);
    expect(sinRegistro.headers).not.toHaveProperty('retry-after');
  });
});

describe('what is written down of it', () => {
  function anotado(peticion: Partial<FastifyRequest>, http: number, nivel: Parameters<typeof createLog>[0] = 'trace') {
    const lineas: string[] = [];
    const log = createLog(nivel, { write: (linea: string) => void lineas.push(linea) });
    const observe = vi.fn<Metrics['observe']>();
    const metrics = { observe } as Partial<Metrics> as Metrics;
    createRecord(log, metrics)({ ...PETICION, ...peticion } as FastifyRequest, {
      http,
      code_error: 7,
      operacion: 'validar',
    });
    return { lineas: lineas.map((linea) => JSON.parse(linea) as Record<string, unknown>), observe };
  }

  it('how long it took since the request arrived: in milliseconds there, in seconds for the metrics', () => {
    const { lineas, observe } = anotado({ arrivedAt: performance.now() - 2000 }, 200);
    expect(observe).toHaveBeenCalledWith('validar', 7, expect.any(Number));
    const segundos = observe.mock.calls[0]?.[2] ?? 0;
    expect(segundos).toBeGreaterThanOrEqual(2);
    expect(segundos).toBeLessThan(60);
    const ms = Number(lineas[0]?.['ms']);
    expect(ms).toBeCloseTo(segundos * 1000, 2);
    expect(String(ms)).toMatch(/^\d+(\.\d{1,3})?$/);
  });

  it('that it took nothing, where nobody knows when it arrived', () => {
    const { lineas, observe } = anotado({}, 200);
    expect(observe).toHaveBeenCalledWith('validar', 7, 0);
    expect(lineas).toMatchObject([{ ms: 0, status: 200, proyecto: null, request_id: 'una', msg: 'request' }]);
  });

  it('nothing in the log, where its level is not written', () => {
    expect(anotado({}, 200, 'error').lineas).toEqual([]);
    expect(anotado({}, 200, 'error').observe).toHaveBeenCalledTimes(1);
    expect(anotado({}, 500, 'error').lineas).toHaveLength(1);
  });
});
