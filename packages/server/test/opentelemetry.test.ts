/** The spans that a receiver of OTLP gets: one for each request, with the caller's trace, and no personal data. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Traces } from '../src/observe/traces.js';
import { Store } from '../src/store/projects.js';
import { openSqlite } from '../src/store/sqlite.js';
import { openUpstream } from './fake-upstream.js';
import { CURP, PERSONA, SECRETS, openService } from './service.js';
import { SOON } from './soon.js';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string | number>> }[];
  readonly status: { readonly code?: number };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

/** Starts a receiver and a service that sends to it. `statuses` are its first answers; then it answers 200. */
async function start(statuses: number[] = []) {
  const bodies: string[] = [];
  const keys: unknown[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const status = request.url === '/v1/traces' ? (statuses.shift() ?? 200) : 404;
      if (status === 200) bodies.push(body);
      keys.push(request.headers['x-clave']);
      response.writeHead(status).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const traces = new Traces({ endpoint, headers: { 'x-clave': 'abretesesamo' }, serviceName: 'prueba' }, log);
  onTestFinished(async () => {
    await traces.close();
    receiver.close();
  });
  const upstream = await openUpstream((response) => response.writeHead(500).end(CURP));
  const service = openService(
    { upstream: { url: upstream.url, token: 't', method: 'POST', timeoutMs: 3000 } },
    { traces, store: new Store(openSqlite(':memory:'), Date.now) },
  );
  const port = await service.listen();
  const ask = async (path: string, traceparent?: string): Promise<string> => {
    const headers = traceparent === undefined ? undefined : { traceparent };
    return (await fetch(`http://127.0.0.1:${port}${path}`, headers === undefined ? {} : { headers })).text();
  };
  /** Waits for `count` spans and returns them. */
  const received = async (count: number): Promise<Span[]> => {
    const spans = (): Span[] =>
      bodies.flatMap((body) => {
        const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      });
    await vi.waitUntil(async () => {
      await traces.send();
      return spans().length >= count;
    }, SOON);
    return spans();
  };
  return { service, ask, received, bodies, keys, lines };
}

const valueOf = ({ attributes }: Span, key: string): unknown => {
  const [value] = Object.values(attributes.find((attribute) => attribute.key === key)?.value ?? {});
  return value;
};

it('a request gives a span with route, status, code and times, and no personal data', async () => {
  const begun = Date.now();
  const { service, ask, received, bodies, keys, lines } = await start();
  const { token } = await service.createProject();
  const query = new URLSearchParams({ token, ...SECRETS }).toString();
  await ask(`/curp/calcular_curp?${query}`);
  await ask(`/curp/validar?curp=${CURP}&token=otro`);
  await ask(`/${CURP}?${query}`);
  await ask(`/curp/lotes/${CURP}?token=${token}`);
  await ask('/livez');
  const spans = await received(5);
  expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
    ['GET /curp/calcular_curp', 2],
    ['GET /curp/validar', 2],
    ['GET', 2],
    ['GET /curp/lotes/:id', 2],
    ['GET /livez', 2],
  ]);
  const [first, refused, , jobs] = spans;
  if (first === undefined || refused === undefined || jobs === undefined) expect.fail();
  expect(valueOf(first, 'http.response.status_code')).toBe('200');
  expect(valueOf(first, 'curp.code_error')).toBe('0');
  expect(valueOf(refused, 'curp.code_error')).toBe('2');
  expect(jobs.status).toEqual({ code: 2 }); // The status is 503 because this service keeps no jobs.
  const duration = Number(BigInt(first.endTimeUnixNano) - BigInt(first.startTimeUnixNano));
  expect(duration).toBeGreaterThan(0);
  const end = Number(first.endTimeUnixNano) / 1e6;
  expect([end > begun - 1000, end < Date.now() + 1000]).toEqual([true, true]); // The clock may drift.
  expect(first.traceId).toMatch(/^[\da-f]{32}$/);
  expect(bodies.join('')).toContain('{"key":"service.name","value":{"stringValue":"prueba"}}');
  // The figures of a year may stand in a time or a random number.
  const told = bodies.join('').replaceAll(/"(?:\d{19}|[\da-f]{16}|[\da-f]{32}|[\da-f-]{36})"/g, '');
  for (const secret of [
    ...Object.values(SECRETS).filter((value) => value.length > 3),
    token,
    CURP,
    'abretesesamo',
    '?',
  ]) {
    expect(told).not.toContain(secret);
  }
  expect(new Set(keys)).toEqual(new Set(['abretesesamo']));
  expect(lines).toEqual([]);
});

it('the line of a request in the log has the id of its trace', async () => {
  const { service, ask, received } = await start();
  await ask('/curp/validar?token=otro');
  const [span] = await received(1);
  const line = service.log.find((each) => each.includes('"validar"')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ trace_id: span?.traceId });
});

it('a span continues the trace of its caller', async () => {
  const { ask, received } = await start();
  await ask(`/curp/obtener_datos?curp=${CURP}&token=pruebas`, `00-${TRACE}-${CALLER}-01`);
  await ask('/livez', `00-${TRACE}-${CALLER}-00`); // The caller does not record its trace.
  await ask('/livez', `00-${CURP}-${CALLER}-01`);
  const [span, other, ...more] = await received(2);
  expect(span).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, name: 'GET /curp/obtener_datos' });
  expect(other?.parentSpanId).toBeUndefined();
  expect(more).toEqual([]);
});

it('spans wait for a receiver that is away, and the log says so without its headers', async () => {
  const { ask, received, lines } = await start([503, 503]);
  await ask(`/curp/calcular_curp?${new URLSearchParams({ token: 'pruebas', ...PERSONA }).toString()}`);
  expect(await received(1)).toHaveLength(1);
  expect(lines.join('')).toContain('"status":503,"msg":"traces"');
  expect(lines.join('')).not.toContain('abretesesamo');
});
