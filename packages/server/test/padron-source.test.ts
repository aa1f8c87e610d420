/** The padron as the source of `obtener_datos`, alone and before an upstream. */
import { expect, it, onTestFinished } from 'vitest';
import { checkRecord } from '../src/registry/padron/check.js';
import { fieldValues } from '../src/registry/padron/fields.js';
import { PadronSource } from '../src/registry/padron/source.js';
import { openStore } from '../src/store/open.js';
import type { PadronRow, Padron } from '../src/store/padron.js';
import type { Store } from '../src/store/store.js';
import {
  KEY,
  EXAMPLE_RECORD,
  TOKEN,
  openUpstream,
  answerWith,
  answerError,
  tracesIn,
  envelope,
} from './fake-upstream.js';
import { newDatabase, query } from './postgres.js';
import { CURP, abrirServicio } from './service.js';

async function conRegistro(url: string): Promise<Store> {
  const store = await openStore(url);
  onTestFinished(async () => store.close());
  const fila = checkRecord(fieldValues(EXAMPLE_RECORD), 'es') as PadronRow;
  const { turn: turno } = await store.padron.begin('a.csv', 'combinar', 'a', true);
  await store.padron.add(turno, [fila], { read: 1, rejected: 0, rejectedBytes: 0 });
  await store.padron.finish(turno);
  return store;
}

const ruta = (curp: string): string => `/curp/obtener_datos?token=pruebas&curp=${curp}`;

it.each([
  ['SQLite', async () => 'sqlite::memory:'],
  ['PostgreSQL', newDatabase],
])('%s: what was imported is registered, and nothing else', async (_, url) => {
  const servicio = abrirServicio({ padron: true }, { store: await conRegistro(await url()) });
  expect((await servicio.pedir(ruta(KEY))).sobre).toMatchObject({ code_error: 0, response: EXAMPLE_RECORD });
  expect(await servicio.pedir(ruta(CURP))).toMatchObject({ status: 400, sobre: { code_error: 300 } });
  expect(servicio.metricas()).toContain('curp_padron_lookups_total{resultado="registrada"} 1\n');
  expect(servicio.metricas()).toContain('curp_padron_lookups_total{resultado="no_registrada"} 1\n');
  expect(tracesIn(servicio.log.join('') + servicio.metricas(), [CURP])).toEqual([]);
});

it('off by default, whatever was imported', async () => {
  const servicio = abrirServicio({}, { store: await conRegistro('sqlite::memory:') });
  expect((await servicio.pedir(ruta(KEY))).sobre.code_error).toBe(201);
});

it('an upstream is asked only for what the padron does not have', async () => {
  const otro = { ...EXAMPLE_RECORD, Solicitante: { ...EXAMPLE_RECORD.Solicitante, CURP } };
  const fuente = await openUpstream(answerWith(200, envelope(otro)));
  const upstream = { url: fuente.url, token: TOKEN, method: 'POST', timeoutMs: 20_000, concurrency: 4 } as const;
  const store = await conRegistro('sqlite::memory:');
  const servicio = abrirServicio({ padron: true, upstream }, { store });
  expect((await servicio.pedir(ruta(KEY))).sobre.response).toEqual(EXAMPLE_RECORD);
  expect(fuente.received).toEqual([]);
  expect((await servicio.pedir(ruta(CURP))).sobre.response).toEqual(otro);
  expect(fuente.received).toHaveLength(1);
  expect(await store.padron.status()).toMatchObject({ filas: 1 }); // nothing of the upstream is kept
});

it('neither has it, or the upstream cannot say', async () => {
  const fuente = await openUpstream((response, n) => (n === 1 ? answerError(400, 300) : answerError(500, 9))(response));
  const upstream = { url: fuente.url, token: TOKEN, method: 'POST', timeoutMs: 20_000, concurrency: 4 } as const;
  const servicio = abrirServicio({ padron: true, upstream }, { store: await conRegistro('sqlite::memory:') });
  expect((await servicio.pedir(ruta(CURP))).sobre.code_error).toBe(300);
  expect((await servicio.pedir(ruta(CURP))).sobre.code_error).toBe(200);
  expect((await servicio.pedir(ruta(KEY))).sobre.code_error).toBe(0);
});

it('200 where the database fails, nobody else is asked, and the log says what and not of whom', async () => {
  const url = await newDatabase();
  const store = await conRegistro(url);
  const fuente = await openUpstream(answerWith(200, envelope(EXAMPLE_RECORD)));
  const upstream = { url: fuente.url, token: TOKEN, method: 'POST', timeoutMs: 20_000, concurrency: 4 } as const;
  const servicio = abrirServicio({ padron: true, upstream }, { store });
  expect((await servicio.pedir(ruta(KEY))).sobre.code_error).toBe(0);
  await query(url, 'DROP TABLE padron_0');
  expect(await servicio.pedir(ruta(KEY))).toMatchObject({ status: 503, sobre: { code_error: 200 } });
  expect(fuente.received).toEqual([]);
  const lineas = servicio.log.filter((linea) => linea.includes('"msg":"padron"'));
  expect(lineas).toHaveLength(1);
  expect(JSON.parse(lineas[0] ?? '')).toMatchObject({ level: 'error', err: { codigo: '42P01' } });
  expect(tracesIn(servicio.log.join(''))).toEqual([]);
});

function fuenteDe(buscar: Padron['find'], plazoMs?: number) {
  const dichos: unknown[] = [];
  const log = { error: (que: unknown) => dichos.push(que) } as never;
  return { dichos, fuente: new PadronSource({ find: buscar }, log, plazoMs) };
}

it('a database that takes too long, or a client that goes, ends the wait', async () => {
  const nunca = fuenteDe(async () => new Promise(() => undefined), 20);
  expect(await nunca.fuente.find(KEY, new AbortController().signal)).toBe('sin_respuesta');
  expect(nunca.dichos).toMatchObject([{ err: { name: 'PlazoVencido' } }]);
  const ido = fuenteDe(async () => new Promise(() => undefined));
  const cliente = new AbortController();
  const hallado = ido.fuente.find(KEY, cliente.signal);
  cliente.abort();
  expect(await hallado).toBe('sin_respuesta');
  expect(await ido.fuente.find(KEY, cliente.signal)).toBe('sin_respuesta');
  expect(ido.dichos).toEqual([]);
});

it('a row that is no record is a failure of the source, told once a second', async () => {
  const { fuente, dichos } = fuenteDe(async () => 'CUOA\tx');
  for (let i = 0; i < 3; i++) expect(await fuente.find(KEY, new AbortController().signal)).toBe('sin_respuesta');
  expect(dichos).toHaveLength(1);
  expect(fuente.metrics()).toContain('curp_padron_lookups_total{resultado="sin_respuesta"} 3');
});
