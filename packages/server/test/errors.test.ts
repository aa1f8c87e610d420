/** The answers to requests that reach no operation, and to errors of the framework. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../src/config.js';
import type { SendAnswer } from '../src/http/answer.js';
import { createErrorHandlers } from '../src/http/errors.js';
import { createLog } from '../src/observe/log.js';

interface Pedida {
  readonly url?: string | undefined;
  readonly ruta?: string | undefined;
  readonly method?: string;
  readonly is404?: boolean;
}

/** The answer of a service with these routes to a request for this address. */
function abrirErrores(rutas: Readonly<Record<string, readonly string[]>> = {}) {
  const contestar = vi.fn<SendAnswer>();
  const lineas: string[] = [];
  const log = createLog('trace', { write: (linea: string) => void lineas.push(linea) });
  const manejadores = createErrorHandlers(readConfig({}, 'es'), contestar, log);
  const peticion = ({ url = '/', ruta, method = 'GET', is404 = false }: Pedida): FastifyRequest =>
    ({
      raw: { url },
      routeOptions: { url: ruta },
      method,
      is404,
      headers: {},
      id: 'una',
      server: { findRoute: (r: { method: string; url: string }) => (rutas[r.url]?.includes(r.method) ? {} : null) },
    }) as unknown as FastifyRequest;
  const dicho = () => {
    const [, , respuesta, contexto] = contestar.mock.calls.at(-1) ?? [];
    return {
      http: respuesta?.http,
      codigo: respuesta?.envelope.code_error,
      mensaje: respuesta?.envelope.error_message,
      ...contexto,
    };
  };
  const error = (code: string, pedida: Pedida = {}, conexion = false) => {
    const reply = { hasHeader: (nombre: string) => conexion && nombre === 'connection' } as unknown as FastifyReply;
    manejadores.error({ code } as FastifyError, peticion(pedida), reply);
    return dicho();
  };
  const notFound = (pedida: Pedida) => {
    manejadores.notFound(peticion(pedida), {} as FastifyReply);
    return dicho();
  };
  return { error, notFound, lineas };
}

describe('an error of the framework', () => {
  it.each([
    ['FST_ERR_BAD_URL', 400, /UTF-8/],
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, /16384/],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, /application\/json/],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, /HTTP/],
    ['ECONNRESET', 400, /HTTP/],
  ])('%s', (code, http, mensaje) => {
    const { error, lineas } = abrirErrores();
    expect(error(code)).toMatchObject({ http, codigo: 8, mensaje: expect.stringMatching(mensaje) as unknown });
    expect(lineas).toEqual([]);
  });

  it('that is not expected is logged as a bug', () => {
    const { error, lineas } = abrirErrores();
    expect(error('FST_ERR_OTRO')).toMatchObject({ http: 500, codigo: 9 });
    expect(lineas).toHaveLength(1);
    expect(lineas[0]).toContain('"msg":"bug"');
    expect(lineas[0]).toContain('"err":{');
  });

  it('closes the connection if the rest of a body may still come', () => {
    const { error } = abrirErrores();
    expect(error('FST_ERR_CTP_BODY_TOO_LARGE').headers).toBeUndefined();
    expect(error('FST_ERR_CTP_BODY_TOO_LARGE', {}, true).headers).toEqual({ connection: 'close' });
  });

  it('yields to an unknown path, unless the path itself is malformed', () => {
    const { error } = abrirErrores();
    expect(error('FST_ERR_CTP_INVALID_MEDIA_TYPE', { is404: true })).toMatchObject({ http: 404, codigo: 6 });
    expect(error('FST_ERR_BAD_URL', { is404: true })).toMatchObject({ http: 400, codigo: 8 });
  });
});

describe('the operation in the log', () => {
  it.each([
    ['/curp/validar', 'validar'],
    ['/curp/lotes/:id', 'lotes'],
    ['/curp/lotes/:id/resultado', 'lotes'],
    ['/livez', '/livez'],
    [undefined, 'desconocida'],
  ])('of the route %s is %s', (ruta, operacion) => {
    expect(abrirErrores().error('ECONNRESET', { ruta }).operacion).toBe(operacion);
  });

  it('is `desconocida` without a route', () => {
    const { error } = abrirErrores();
    expect(error('FST_ERR_BAD_URL', { is404: true, ruta: '/curp/validar' }).operacion).toBe('desconocida');
  });
});

describe('the methods of a path', () => {
  const RUTAS = { '/curp/validar': ['GET', 'HEAD', 'POST'], '/curp/lotes/:id': ['GET', 'DELETE'], '/': ['GET'] };

  it.each([
    ['/curp/validar', 'GET, HEAD, POST, OPTIONS'],
    ['/curp/validar?curp=x', 'GET, HEAD, POST, OPTIONS'],
    ['/curp/validar/', 'GET, HEAD, POST, OPTIONS'],
    ['/curp/lotes/7a', 'GET, DELETE, OPTIONS'],
    ['/', 'GET, OPTIONS'],
  ])('%s: %s', (url, allow) => {
    const { notFound } = abrirErrores(RUTAS);
    expect(notFound({ url, method: 'PUT', is404: true })).toMatchObject({ http: 405, codigo: 7, headers: { allow } });
  });

  it.each(['/otra', '/x/curp/lotes/7a', '/curp/lotes/7a/b', '/curp/validar//'])('%s has none', (url) => {
    expect(abrirErrores(RUTAS).notFound({ url, method: 'PUT', is404: true })).toMatchObject({ http: 404, codigo: 6 });
  });
});
