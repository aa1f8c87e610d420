/** The answers to requests that reach no operation, and to errors of the framework. */
import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../src/config.js';
import type { SendAnswer } from '../src/http/answer.js';
import { createErrorHandlers, protocolProblem } from '../src/http/errors.js';
import { createLog } from '../src/observe/log.js';

interface Asked {
  readonly url?: string | undefined;
  readonly route?: string | undefined;
  readonly method?: string;
  readonly is404?: boolean;
  readonly language?: string;
}

/** Returns the answer of a service with these routes to a request for this address. */
function openErrors(paths: Readonly<Record<string, readonly string[]>> = {}) {
  const answer = vi.fn<SendAnswer>();
  const lines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  const handlers = createErrorHandlers(readConfig({}, 'es'), answer, log);
  const request = ({ url = '/', route, method = 'GET', is404 = false, language }: Asked): FastifyRequest =>
    ({
      raw: { url },
      routeOptions: { url: route, config: {} },
      method,
      is404,
      headers: { 'accept-language': language },
      id: 'una',
      server: { findRoute: (r: { method: string; url: string }) => (paths[r.url]?.includes(r.method) ? {} : null) },
    }) as unknown as FastifyRequest;
  const said = () => {
    const [, , sent, context] = answer.mock.calls.at(-1) ?? [];
    return {
      http: sent?.http,
      code: sent?.envelope.code_error,
      message: sent?.envelope.error_message,
      ...context,
    };
  };
  const error = (code: string, asked: Asked = {}) => {
    handlers.error({ code } as FastifyError, request(asked), {} as FastifyReply);
    return said();
  };
  const notFound = (asked: Asked) => {
    handlers.notFound(request(asked), {} as FastifyReply);
    return said();
  };
  return { error, notFound, lines };
}

describe('an error of the framework', () => {
  it.each([
    ['FST_ERR_BAD_URL', 400, /UTF-8/],
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, /16384/],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, /application\/json/],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, /HTTP/],
    ['ECONNRESET', 400, /HTTP/],
  ])('is answered in the envelope: %s', (code, http, message) => {
    const { error, lines } = openErrors();
    expect(error(code)).toMatchObject({ http, code: 8, message: expect.stringMatching(message) as unknown });
    expect(lines).toEqual([]);
  });

  it('names the types of files for a body of another type that is sent as a file', () => {
    const asked = { route: '/curp/lote' };
    expect(openErrors().error('FST_ERR_CTP_INVALID_MEDIA_TYPE', asked)).toMatchObject({
      http: 415,
      message: expect.stringContaining('text/csv') as unknown,
    });
  });

  it('is answered in the language of the request', () => {
    const { error } = openErrors();
    expect(error('ECONNRESET').message).toMatch(/^La petición/);
    expect(error('ECONNRESET', { language: 'en' }).message).toMatch(/^The request/);
  });

  it('is logged as a bug if it is not expected', () => {
    const { error, lines } = openErrors();
    expect(error('FST_ERR_OTRO')).toMatchObject({ http: 500, code: 9 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"msg":"bug"');
    expect(lines[0]).toContain('"err":{');
  });

  it('is answered as an unknown path, unless the path itself is malformed', () => {
    const { error } = openErrors();
    expect(error('FST_ERR_CTP_INVALID_MEDIA_TYPE', { is404: true })).toMatchObject({ http: 404, code: 6 });
    expect(error('FST_ERR_BAD_URL', { is404: true })).toMatchObject({ http: 400, code: 8 });
  });
});

describe('the operation in the log', () => {
  it.each([
    ['/curp/validar', 'validar'],
    ['/livez', '/livez'],
    [undefined, 'desconocida'],
  ])('is, for the route %s, %s', (route, operacion) => {
    expect(openErrors().error('ECONNRESET', { route }).operacion).toBe(operacion);
  });

  it('is `desconocida` for an unknown path', () => {
    const { error } = openErrors();
    expect(error('FST_ERR_BAD_URL', { is404: true, route: '/curp/validar' }).operacion).toBe('desconocida');
  });
});

describe('the methods allowed for', () => {
  const ROUTES = { '/curp/validar': ['GET', 'HEAD', 'POST'], '/curp/lotes/:id': ['GET', 'DELETE'], '/': ['GET'] };

  it.each([
    ['/curp/validar', 'GET, HEAD, POST, OPTIONS'],
    ['/curp/validar?curp=x', 'GET, HEAD, POST, OPTIONS'],
    ['/curp/validar/', 'GET, HEAD, POST, OPTIONS'],
    ['/curp/lotes/7a', 'GET, DELETE, OPTIONS'],
    ['/', 'GET, OPTIONS'],
  ])('%s are %s', (url, allow) => {
    const { notFound } = openErrors(ROUTES);
    expect(notFound({ url, method: 'PUT', is404: true })).toMatchObject({ http: 405, code: 7, headers: { allow } });
  });

  it.each(['/otra', '/x/curp/lotes/7a', '/curp/lotes/7a/b', '/curp/validar//'])('%s are none', (url) => {
    expect(openErrors(ROUTES).notFound({ url, method: 'PUT', is404: true })).toMatchObject({ http: 404, code: 6 });
  });
});

describe('a request breaks HTTP if it has', () => {
  const problemOf = (headers: readonly string[], httpVersionMajor = 1): string | null => {
    const named = Object.fromEntries(
      headers.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), headers[i + 1]]] : [])),
    );
    const message = { httpVersionMajor, headers: named, rawHeaders: headers };
    return protocolProblem(message as unknown as IncomingMessage)?.cause ?? null;
  };

  it.each([
    ['another version than 1', [], 0, 'version_http'],
    ['a coding other than chunked', ['Transfer-Encoding', 'gzip'], 1, 'transferencia'],
    ['a coding before chunked', ['Transfer-Encoding', 'gzip, chunked'], 1, 'transferencia'],
    ['a coding after chunked', ['Transfer-Encoding', 'chunked, gzip'], 1, 'transferencia'],
    ['two hosts', ['Host', 'a', 'HOST', 'b'], 1, 'peticion'],
    ['two types', ['Host', 'a', 'Content-Type', 'a/b', 'content-type', 'a/b'], 1, 'peticion'],
    ['two tokens', ['authorization', 'Bearer a', 'Host', 'a', 'Authorization', 'Bearer a'], 1, 'repetido'],
  ])('%s', (_, headers, version, cause) => {
    expect(problemOf(headers, version)).toBe(cause);
  });

  it('and otherwise not', () => {
    expect(problemOf(['Host', 'host', 'Date', 'host'])).toBeNull();
    expect(problemOf(['Transfer-Encoding', 'Chunked'])).toBeNull();
    expect(problemOf(['authorization', 'Bearer a', 'Host', 'a', 'Content-Type', 'a/b'])).toBeNull();
    expect(problemOf([])).toBeNull();
  });
});
