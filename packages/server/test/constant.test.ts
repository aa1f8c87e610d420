/** The answers that are the same for all clients: the page, `/docs` and `/openapi.json`. */
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { constantAnswer } from '../src/http/constant.js';
import { openService } from './service.js';
import { SOON } from './soon.js';

const page = new URL('../../web/dist/', import.meta.url);
const service = openService({}, { page });
const port = await service.listen();

const PATHS = ['/', '/docs', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/docs/start.js', '/openapi.json'];

describe.each(PATHS)('%s', (path) => {
  const get = async (headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
    // `identity` keeps `fetch` from asking for gzip by itself.
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
    });
    return { answer, text: await answer.text() };
  };

  it('is compressed only for a client that accepts gzip', async () => {
    const plain = await get();
    expect(plain.answer.headers.get('content-encoding')).toBeNull();
    for (const accepted of ['gzip', 'br;q=1, gzip;q=0.5']) {
      const { answer, text } = await get({ 'accept-encoding': accepted });
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(Number(answer.headers.get('content-length'))).toBeLessThan(plain.text.length);
      expect(text).toBe(plain.text);
    }
    for (const refused of ['gzip;q=0', 'gzip; q=0.00, br']) {
      expect((await get({ 'accept-encoding': refused })).answer.headers.get('content-encoding')).toBeNull();
    }
  });

  it('is not sent again to a client that has it', async () => {
    const { answer } = await get();
    const etag = answer.headers.get('etag') ?? '';
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const again = await get({ 'if-none-match': `"other", ${etag}` });
    expect([again.answer.status, again.text, again.answer.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await get({ 'if-none-match': '"other"' })).answer.status).toBe(200);
  });

  it('answers HEAD with its length and no body', async () => {
    const { answer, text } = await get();
    const head = await get({}, 'HEAD');
    expect([head.answer.status, head.text]).toEqual([200, '']);
    expect(head.answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(head.answer.headers.get('etag')).toBe(answer.headers.get('etag'));
  });
});

it.skipIf(process.platform !== 'linux')(
  'clients that read nothing do not make the service open files (needs Linux)',
  async () => {
    const pipelined = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50);
    const sockets = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = connect(port, '127.0.0.1').pause();
        onTestFinished(() => void socket.destroy());
        return new Promise<typeof socket>((resolve) => socket.write(pipelined, () => resolve(socket)));
      }),
    );
    expect(sockets).toHaveLength(10);
    expect(await service.request('/livez')).toMatchObject({ status: 200 });
    await new Promise((done) => setTimeout(done, 300)); // A file opened for a request would be open by now.
    const open = readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)];
      } catch {
        return []; // The descriptor was closed meanwhile.
      }
    });
    expect(open.filter((path) => path.includes('swagger-ui'))).toEqual([]);
  },
);

describe('a constant answer', () => {
  it('is built once, at the first request, and again only if that failed', async () => {
    const make = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('too many open files'));
    make.mockResolvedValue('void 0;');
    const server = fastify();
    server.get('/a.js', constantAnswer('a.js', make));
    const ask = async () => server.inject({ url: '/a.js', headers: { 'accept-encoding': 'gzip' } });
    expect(make).not.toHaveBeenCalled();
    expect((await ask()).statusCode).toBe(500);
    const [first, second] = await Promise.all([ask(), ask()]);
    for (const { rawPayload } of [first, second]) expect(gunzipSync(rawPayload).toString()).toBe('void 0;');
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('is refused in the envelope while the process is overloaded, unlike health', async () => {
    const busy = openService({}, { page, maxLagMs: -1 }); // The process always lags.
    for (const path of [...PATHS, '/curp/entidades?token=pruebas']) {
      const { status, sobre, headers } = await busy.request(path);
      expect([path, status, sobre.code_error, headers['retry-after']]).toEqual([path, 503, 9, '5']);
    }
    for (const path of ['/livez', '/readyz', '/livez/']) expect((await busy.request(path)).status).toBe(200);
    expect(await busy.request('/nada')).toMatchObject({ status: 404, sobre: { code_error: 6 } });
  });

  it('is refused while the service stops, and the connection is closed', async () => {
    const stopping = openService({}, { page });
    const address = `http://127.0.0.1:${await stopping.listen()}`;
    const held = connect(Number(new URL(address).port), '127.0.0.1');
    onTestFinished(() => void held.destroy());
    const { token } = await stopping.createProject();
    const open = Promise.withResolvers<null>();
    const openToken = vi.spyOn(stopping.store, 'openToken').mockReturnValue(open.promise);
    held.write(`GET /curp/entidades?token=${token} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await vi.waitUntil(() => openToken.mock.calls.length > 0, SOON);
    const closed = stopping.close();
    for (const path of ['/docs', '/curp/entidades?token=pruebas']) {
      const answer = await fetch(address + path);
      expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'close']);
      expect(await answer.json()).toMatchObject({ code_error: 9 });
    }
    expect(await (await fetch(`${address}/readyz`)).text()).toBe('shutting down\n');
    open.resolve(null);
    held.resume();
    await closed;
  });
});
