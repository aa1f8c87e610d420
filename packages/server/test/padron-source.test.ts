/** The padron as the source of `obtener_datos`, by itself and before an upstream. */
import { expect, it, onTestFinished } from 'vitest';
import { checkRecord } from '../src/registry/padron/check.js';
import { type PadronRow, fieldValues } from '../src/registry/padron/fields.js';
import { padronSource } from '../src/registry/padron/source.js';
import { openStore } from '../src/store/open.js';
import type { Padron } from '../src/store/padron.js';
import type { Store } from '../src/store/projects.js';
import {
  EXAMPLE_RECORD,
  KEY,
  TOKEN,
  answerError,
  answerWith,
  envelope,
  openUpstream,
  tracesIn,
} from './fake-upstream.js';
import { newDatabase, query } from './postgres.js';
import { batchOf } from './batches.js';
import { CURP, openService } from './service.js';

async function withRecord(url: string): Promise<Store> {
  const store = await openStore(url);
  onTestFinished(async () => store.close());
  const row = checkRecord(fieldValues(EXAMPLE_RECORD), 'es') as PadronRow;
  const { turn } = await store.padron.begin('a.csv', 'combinar');
  await store.padron.add(turn, batchOf(row), { read: 1, rejected: 0 });
  await store.padron.finish(turn);
  return store;
}

const path = (curp: string): string => `/curp/obtener_datos?token=pruebas&curp=${curp}`;
const upstreamAt = (url: string) => ({ url, token: TOKEN, method: 'POST', timeoutMs: 20_000 }) as const;

it.each([
  ['SQLite', async () => 'sqlite::memory:'],
  ['PostgreSQL', newDatabase],
])('%s: an imported key is answered with its record, and another with code 300', async (_, url) => {
  const service = openService({ padron: true }, { store: await withRecord(await url()) });
  expect((await service.request(path(KEY))).sobre).toMatchObject({ code_error: 0, response: EXAMPLE_RECORD });
  expect(await service.request(path(CURP))).toMatchObject({ status: 400, sobre: { code_error: 300 } });
  expect(service.metrics()).toContain('curp_padron_lookups_total{resultado="registrada"} 1\n');
  expect(service.metrics()).toContain('curp_padron_lookups_total{resultado="no_registrada"} 1\n');
  expect(tracesIn(service.log.join('') + service.metrics(), [CURP])).toEqual([]);
});

it('the padron is off by default, even if records were imported', async () => {
  const service = openService({}, { store: await withRecord('sqlite::memory:') });
  expect((await service.request(path(KEY))).sobre.code_error).toBe(201);
});

it('an upstream is asked only for keys that the padron does not have', async () => {
  const otherRecord = { ...EXAMPLE_RECORD, Solicitante: { ...EXAMPLE_RECORD.Solicitante, CURP } };
  const upstream = await openUpstream(answerWith(200, envelope(otherRecord)));
  const store = await withRecord('sqlite::memory:');
  const service = openService({ padron: true, upstream: upstreamAt(upstream.url) }, { store });
  expect((await service.request(path(KEY))).sobre.response).toEqual(EXAMPLE_RECORD);
  expect(upstream.received).toEqual([]);
  expect((await service.request(path(CURP))).sobre.response).toEqual(otherRecord);
  expect(upstream.received).toHaveLength(1);
  expect(await store.padron.status()).toMatchObject({ rows: 1 }); // The upstream's record is not kept.
});

it('a key that neither has gets code 300, and code 200 if the upstream fails', async () => {
  const upstream = await openUpstream((response, n) =>
    (n === 1 ? answerError(400, 300) : answerError(500, 9))(response),
  );
  const store = await withRecord('sqlite::memory:');
  const service = openService({ padron: true, upstream: upstreamAt(upstream.url) }, { store });
  expect((await service.request(path(CURP))).sobre.code_error).toBe(300);
  expect((await service.request(path(CURP))).sobre.code_error).toBe(200);
  expect((await service.request(path(KEY))).sobre.code_error).toBe(0);
});

it('a failing database gives code 200, the upstream is not asked, and the log names the error without the key', async () => {
  const url = await newDatabase();
  const store = await withRecord(url);
  const upstream = await openUpstream(answerWith(200, envelope(EXAMPLE_RECORD)));
  const service = openService({ padron: true, upstream: upstreamAt(upstream.url) }, { store });
  expect((await service.request(path(KEY))).sobre.code_error).toBe(0);
  await query(url, 'DROP TABLE padron_registros');
  expect(await service.request(path(KEY))).toMatchObject({ status: 503, sobre: { code_error: 200 } });
  expect(upstream.received).toEqual([]);
  const lines = service.log.filter((line) => line.includes('"msg":"padron"'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', err: { codigo: '42P01' } });
  expect(tracesIn(service.log.join(''))).toEqual([]);
});

function sourceOf(find: Padron['find'], timeoutMs?: number) {
  const logged: unknown[] = [];
  const log = { error: (what: unknown) => logged.push(what) } as never;
  return { logged, source: padronSource({ find }, log, timeoutMs) };
}

it('a look-up ends and is logged if the database takes too long, and ends unlogged if the client leaves', async () => {
  const slow = sourceOf(async () => new Promise(() => undefined), 20);
  expect(await slow.source.find(KEY, new AbortController().signal)).toBe('sin_respuesta');
  expect(slow.logged).toMatchObject([{ err: { name: 'TimeoutError' } }]);
  const left = sourceOf(async () => new Promise(() => undefined));
  const client = new AbortController();
  const found = left.source.find(KEY, client.signal);
  client.abort();
  expect(await found).toBe('sin_respuesta');
  expect(await left.source.find(KEY, client.signal)).toBe('sin_respuesta');
  expect(left.logged).toEqual([]);
});

it('a row that is no record is a failure of the source, logged once a second', async () => {
  const { source, logged } = sourceOf(async () => 'CUOA\tx');
  for (let i = 0; i < 3; i++) expect(await source.find(KEY, new AbortController().signal)).toBe('sin_respuesta');
  expect(logged).toHaveLength(1);
  expect(source.metrics()).toContain('curp_padron_lookups_total{resultado="sin_respuesta"} 3');
});
