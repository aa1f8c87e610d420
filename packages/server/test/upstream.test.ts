/** A service whose upstream is another instance of the service. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UpstreamConfig } from '../src/config.js';
import { openStore } from '../src/store/open.js';
import { KEY, EXAMPLE_RECORD, TOKEN, openUpstream, answerRecord, tracesIn } from './fake-upstream.js';
import { ServiceProcess, cleanUp, newFolder } from './process.js';
import { CURP, type Service, openService } from './service.js';

/** Makes the random pauses short. */
beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0.1));
afterAll(async () => {
  vi.restoreAllMocks();
  await cleanUp();
});

const find = (curp: string) => (curp === KEY ? EXAMPLE_RECORD : 'no_registrada');

const upstreamAt = (url: string, token: string, settings: Partial<UpstreamConfig> = {}): UpstreamConfig => ({
  ...({ method: 'POST', timeoutMs: 25_000 } as const),
  url,
  token,
  ...settings,
});

/** Opens a service and its upstream. */
async function twoServices(settings: Partial<UpstreamConfig> = {}) {
  const other = openService({}, { registry: { find } });
  const { token, proyecto } = await other.createProject({ cuota: 2 });
  const url = `http://127.0.0.1:${await other.listen()}`;
  const service = openService({ upstream: upstreamAt(url, token, settings) });
  return { other, service, url, token, proyecto };
}

const codeFor = async (service: Service, curp: string): Promise<number> =>
  (await service.operate('obtener_datos', { curp })).code_error;

describe.each(['POST', 'GET'] as const)('by %s', (method) => {
  it('the service answers the records of the upstream until its quota ends', async () => {
    const { service } = await twoServices({ method });
    expect(await service.operate('obtener_datos', { curp: KEY.toLowerCase() })).toEqual({
      error: false,
      code_error: 0,
      error_message: null,
      response: EXAMPLE_RECORD,
    });
    for (const [curp, expected] of [
      [CURP, 300],
      [KEY, 0],
      [KEY, 200],
    ] as const) {
      expect(await codeFor(service, curp)).toBe(expected);
    }
    expect(service.metrics()).toMatch(/^curp_upstream_lookups_total\{resultado="rechazada"\} 1$/m);
  });

  it('the request has the key and the token where the method puts them', async () => {
    const upstream = await openUpstream(answerRecord);
    const service = openService({ upstream: upstreamAt(`${upstream.url}/base`, TOKEN, { method }) });
    expect(await codeFor(service, KEY)).toBe(0);
    const [received] = upstream.received;
    const asGet = { method, url: `/base/curp/obtener_datos?curp=${KEY}&token=${TOKEN}`, body: '' };
    const asPost = { method, url: '/base/curp/obtener_datos', body: JSON.stringify({ curp: KEY }) };
    expect(received).toMatchObject(method === 'GET' ? asGet : asPost);
    expect(received?.headers['authorization']).toBe(method === 'GET' ? undefined : `Bearer ${TOKEN}`);
  });
});

describe('code 200 is answered', () => {
  it('when the upstream has no source', async () => {
    const other = openService();
    const url = `http://127.0.0.1:${await other.listen()}`;
    const { sobre, status } = await openService({ upstream: upstreamAt(url, 'pruebas') }).request(
      `/curp/obtener_datos?token=pruebas&curp=${KEY}`,
    );
    expect({ status, code: sobre.code_error }).toEqual({ status: 503, code: 200 });
  });

  it('when the source of the upstream does not answer, and it is asked once', async () => {
    const silent = vi.fn<() => 'sin_respuesta'>(() => 'sin_respuesta');
    const other = openService({}, { registry: { find: silent } });
    const url = `http://127.0.0.1:${await other.listen()}`;
    expect(await codeFor(openService({ upstream: upstreamAt(url, 'pruebas') }), KEY)).toBe(200);
    expect(silent).toHaveBeenCalledTimes(1);
  });

  it('when the upstream does not know the token, or revoked the project', async () => {
    const { other, service, url, proyecto } = await twoServices();
    const unknownToken = openService({ upstream: upstreamAt(url, 'otro') });
    expect(await codeFor(unknownToken, KEY)).toBe(200);
    expect(unknownToken.log.find((line) => line.includes('"msg":"upstream"'))).toContain(
      '"motivo":"rechazada","status":401',
    );
    await other.store.changeProject(proyecto.id, { estado: 'revocado' });
    expect(await codeFor(service, KEY)).toBe(200);
  });

  it('when the upstream is gone; other operations work, and the service is ready', async () => {
    const { other, service } = await twoServices();
    expect(await codeFor(service, KEY)).toBe(0);
    await other.close();
    for (let i = 0; i < 6; i++) expect(await codeFor(service, KEY)).toBe(200);
    expect(service.metrics()).toMatch(/^curp_upstream_breaker_state 2$/m);
    expect(await service.operate('validar', { curp: KEY })).toMatchObject({ code_error: 0 });
    expect(await service.request('/readyz')).toMatchObject({ status: 200 });
  });
});

it('neither the disk nor the log contains the record or the token', async () => {
  const { service: first, other, url, token } = await twoServices();
  const folder = newFolder();
  const store = await openStore(`sqlite:${join(folder, 'curp.db')}`);
  const second = openService({ upstream: upstreamAt(url, token) }, { store });
  const { token: own } = await second.createProject({ cuota: 10 });
  expect(await second.operate('obtener_datos', { curp: KEY }, own)).toMatchObject({ response: EXAMPLE_RECORD });
  expect(await codeFor(second, CURP)).toBe(300);
  expect(await codeFor(first, KEY)).toBe(0);
  expect(await codeFor(first, KEY)).toBe(200);
  await second.close();
  const onDisk = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'));
  await store.close();
  expect(onDisk.join('')).toContain('obtener_datos'); // The usage is there.
  const services = [first, second, other];
  const written = [...onDisk, ...services.flatMap((each) => [...each.log, each.metrics()])].join('\n');
  expect(tracesIn(written, [CURP, token, own])).toEqual([]);
});

it('a process asks the upstream that its environment names', async () => {
  const { other, url, token } = await twoServices();
  const replica = await ServiceProcess.start({ UPSTREAM_URL: `${url}/`, UPSTREAM_TOKEN: token, LOG_LEVEL: 'trace' });
  const path = `/curp/obtener_datos?token=pruebas&curp=`;
  expect(await replica.request(path + KEY)).toMatchObject({ status: 200, sobre: { response: EXAMPLE_RECORD } });
  expect(await replica.request(path + CURP)).toMatchObject({ status: 400, sobre: { code_error: 300 } });
  await other.close();
  expect(await replica.request(path + KEY)).toMatchObject({ status: 503, sobre: { code_error: 200 } });
  expect(await replica.stop('SIGTERM')).toBe(0);
  expect(tracesIn(replica.output + replica.errorOutput, [CURP, token])).toEqual([]);
});
