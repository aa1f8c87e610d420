/** `obtener_datos` with any source: what it asks, what it answers, and what it counts. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { CODES } from '@curp-service/contract/codes/service';
import { success } from '@curp-service/contract/envelope';
import { chain } from '../src/registry/open.js';
import type { Found, Registry } from '../src/registry/registry.js';
import { KEY, EXAMPLE_RECORD } from './fake-upstream.js';
import { CURP, openService } from './service.js';
import { SOON } from './soon.js';

/** A source that has one record. */
const ONE: Registry = { find: (curp) => (curp === KEY ? EXAMPLE_RECORD : 'no_registrada') };

/** Returns a source that always answers the same, and the keys that it was asked for. */
function always(found: Found): Registry & { readonly asked: string[] } {
  const asked: string[] = [];
  const search = async (curp: string): Promise<Found> => {
    asked.push(curp);
    return Promise.resolve(found);
  };
  return { asked, find: search, metrics: () => [`de_${asked.length} 1`] };
}

const path = (curp: string): string => `/curp/obtener_datos?token=pruebas&curp=${curp}`;

describe('the answer of obtener_datos', () => {
  const service = openService({}, { registry: ONE });

  it('is code 0 with the record', async () => {
    const { envelope: sobre } = success(EXAMPLE_RECORD);
    expect(await service.request(path(KEY))).toMatchObject({ status: 200, sobre });
    expect(await service.operate('obtener_datos', { curp: ` ${KEY.toLowerCase()} ` })).toEqual(sobre);
    const headers = { authorization: 'Bearer pruebas', 'content-type': 'application/json' };
    const peticion = { method: 'POST', url: '/curp/obtener_datos', headers, payload: { curp: KEY } } as const;
    expect((await service.request(peticion)).sobre).toEqual(sobre);
  });

  it('is code 300 for a key that is not registered', async () => {
    const { status, sobre } = await service.request(path(CURP));
    const error_message = CODES.no_registrada.es;
    const errores = [{ code_error: 300, parametro: 'curp', error_message }];
    expect(status).toBe(400);
    expect(sobre).toEqual({ error: true, code_error: 300, error_message, response: { errores } });
    const inEnglish = await service.request({ url: path(CURP), headers: { 'accept-language': 'en' } });
    expect(inEnglish.sobre).toMatchObject({ code_error: 300, error_message: CODES.no_registrada.en });
  });

  it('is code 200 with Retry-After if the source does not answer', async () => {
    const noAnswer = openService({}, { registry: always('sin_respuesta') });
    const { status, sobre, headers } = await noAnswer.request(path(KEY));
    expect({ status, retry: headers['retry-after'] }).toEqual({ status: 503, retry: '5' });
    expect(sobre).toMatchObject({ code_error: 200, error_message: CODES.sin_respuesta.es, response: {} });
  });

  it('is an error for a malformed key, which is not looked up', async () => {
    const registry = always(EXAMPLE_RECORD);
    const other = openService({}, { registry });
    expect(await other.operate('obtener_datos', { curp: '' })).toMatchObject({ code_error: 100 });
    expect(await other.operate('obtener_datos', { curp: KEY.slice(1) })).toMatchObject({ code_error: 101 });
    const bad = (await other.operate('obtener_datos', { curp: 'O1TR9A0517MDFLNN06' })).response.errores;
    expect(bad?.map(({ error_message }) => error_message)).toEqual([
      'La `curp` tiene un error en la posición 2. Aquí va una vocal o X.',
      'La `curp` tiene un error en la posición 6. Aquí va una cifra.',
    ]);
    expect(registry.asked).toEqual([]);
  });

  it('is code 9 if the source has a bug', async () => {
    const broken = openService({}, { registry: { find: async () => Promise.reject(new Error(KEY)) } });
    expect(await broken.request(path(KEY))).toMatchObject({ status: 500, sobre: { code_error: 9 } });
    expect(broken.log.join('')).toContain('"msg":"bug"');
    expect(broken.log.join('')).not.toContain(KEY);
  });
});

it('the example in docs/api.md is the record of the reference', () => {
  const document = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  expect(document).toContain(JSON.stringify(success(EXAMPLE_RECORD).envelope));
});

it('only a record that was found counts in usage and quota', async () => {
  const service = openService({}, { registry: chain([ONE]) });
  const { token, proyecto } = await service.createProject({ cuota: 1 });
  for (const code of [300, 300, 300]) {
    expect((await service.operate('obtener_datos', { curp: CURP }, token)).code_error).toBe(code);
  }
  expect((await service.operate('obtener_datos', { curp: KEY }, token)).code_error).toBe(0);
  expect((await service.operate('obtener_datos', { curp: KEY }, token)).code_error).toBe(4);
  await service.close();
  expect(await service.store.usage(proyecto.id, '2026-11-15', '2026-11-15')).toMatchObject([
    { operacion: 'obtener_datos', cuenta: 1 },
  ]);
});

describe('several sources', () => {
  const signal = new AbortController().signal;

  it.each<[primera: Found, segunda: Found, hallado: Found, preguntada: boolean]>([
    [EXAMPLE_RECORD, 'sin_respuesta', EXAMPLE_RECORD, false],
    ['no_registrada', EXAMPLE_RECORD, EXAMPLE_RECORD, true],
    ['no_registrada', 'no_registrada', 'no_registrada', true],
    ['no_registrada', 'sin_respuesta', 'sin_respuesta', true],
    ['sin_respuesta', EXAMPLE_RECORD, 'sin_respuesta', false],
  ])('%#: the next source is asked for a key that the first does not have', async (first, second, found, asked) => {
    const other = always(second);
    expect(await chain([always(first), other]).find(KEY, signal)).toBe(found);
    expect(other.asked).toEqual(asked ? [KEY] : []);
  });

  it('share their metrics', async () => {
    const registry = chain([ONE, always('no_registrada'), always('no_registrada')]);
    const service = openService({}, { registry });
    await service.operate('obtener_datos', { curp: CURP });
    expect(service.metrics()).toContain('\nde_1 1\nde_1 1\n');
  });
});

describe('a slow source', () => {
  /** Returns a source that answers on command and records which searches were given up. */
  function slow() {
    const searches: { readonly signal: AbortSignal; readonly answer: (found: Found) => void }[] = [];
    const search: Registry['find'] = async (_, signal) =>
      new Promise((answer) => {
        searches.push({ signal, answer });
        signal.addEventListener('abort', () => answer('sin_respuesta'));
      });
    return { searches, find: search };
  }

  it('learns that the client left, which is no failure of the service', async () => {
    const registry = slow();
    const service = openService({}, { registry });
    const { token, proyecto } = await service.createProject({ cuota: 1 });
    const port = await service.listen();
    const sent = request(`http://127.0.0.1:${port}/curp/obtener_datos?token=${token}&curp=${KEY}`);
    sent.on('error', () => undefined).end();
    await vi.waitUntil(() => registry.searches.length === 1, SOON);
    sent.destroy();
    await vi.waitUntil(() => service.log.some((line) => line.includes('"msg":"request"')), SOON);
    expect(registry.searches[0]?.signal.aborted).toBe(true);
    expect(JSON.parse(service.log.at(-1) ?? '')).toMatchObject({
      level: 'info',
      code_error: 8,
      proyecto: proyecto.id,
    });
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(0);
  });

  it('returns the unit of quota even if it ends after the stop began and its client left', async () => {
    const registry = slow();
    const released = Promise.withResolvers<void>();
    const find: Registry['find'] = async (...data) => {
      const found = await registry.find(...data);
      await released.promise;
      return found;
    };
    const service = openService({}, { registry: { find } });
    const { token, proyecto } = await service.createProject({ cuota: 1 });
    const port = await service.listen();
    const sent = request(`http://127.0.0.1:${port}/curp/obtener_datos?token=${token}&curp=${KEY}`);
    sent.on('error', () => undefined).end();
    await vi.waitUntil(() => registry.searches.length === 1, SOON);
    sent.destroy();
    await vi.waitUntil(() => registry.searches[0]?.signal.aborted, SOON);
    const closing = service.close();
    released.resolve();
    await closing;
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(0);
  });

  it('is waited for at a stop', async () => {
    const registry = slow();
    const service = openService({}, { registry });
    const port = await service.listen();
    const answer = fetch(`http://127.0.0.1:${port}${path(KEY)}`);
    await vi.waitUntil(() => registry.searches.length === 1, SOON);
    const closing = service.close();
    registry.searches[0]?.answer(EXAMPLE_RECORD);
    expect(await (await answer).json()).toMatchObject({ code_error: 0, response: EXAMPLE_RECORD });
    await closing;
  });
});
