/** The padron on SQLite and on PostgreSQL: the contract, and what is each one's own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../src/store/open.js';
import type { Padron } from '../src/store/padron.js';
import { FIND } from '../src/store/sql/padron.js';
import { padronContract } from './padron.contract.js';
import { newDatabase, query } from './postgres.js';

async function abrir(url: string, now: () => number = Date.now): Promise<Padron> {
  const store = await openStore(url, { now, statementTimeoutMs: 20_000 });
  onTestFinished(async () => store.close());
  return store.padron;
}

function archivo(): string {
  const carpeta = mkdtempSync(join(tmpdir(), 'curp-'));
  onTestFinished(() => rmSync(carpeta, { recursive: true }));
  return join(carpeta, 'curp.db');
}

padronContract('SQLite', async (now) => {
  const url = `sqlite:${archivo()}`;
  return [await abrir(url, now), await abrir(url, now)];
});

let postgres: string;
beforeAll(async () => {
  postgres = await newDatabase();
});

padronContract('PostgreSQL', async (now) => {
  const [uno, dos] = [await abrir(postgres, now), await abrir(postgres, now)];
  await uno.erase();
  return [uno, dos];
});

it('SQLite: what was erased is no longer in the file', async () => {
  const ruta = archivo();
  const store = await openStore(`sqlite:${ruta}`);
  const { turn: turno } = await store.padron.begin('a.csv', 'combinar', 'a', true);
  await store.padron.add(turno, [{ curp: 'AAAA000101HDFBBB00', datos: 'ZENOBIA' }], {
    read: 1,
    rejected: 0,
    rejectedBytes: 0,
  });
  await store.padron.finish(turno);
  await store.padron.erase();
  await store.close();
  const bytes = readFileSync(ruta, 'latin1');
  expect(bytes).not.toMatch(/ZENOBIA|HDFBBB/);
});

it('PostgreSQL: one that reads for long keeps nobody from being answered while a table waits to be emptied', async () => {
  const url = await newDatabase();
  const padron = await abrir(url);
  const fila = { curp: 'AAAA000101HDFBBB00', datos: 'x' };
  const { turn: turno } = await padron.begin('a.csv', 'combinar', 'a', true);
  await padron.add(turno, [fila], { read: 1, rejected: 0, rejectedBytes: 0 });
  await padron.finish(turno);
  const lector = new pg.Client(url);
  await lector.connect();
  await lector.query('BEGIN; LOCK TABLE padron_0 IN ACCESS SHARE MODE'); // as pg_dump does
  const borrado = padron.erase();
  await expect.poll(async () => padron.find(fila.curp), { timeout: 20_000 }).toBeNull();
  const [quedan] = await query<{ n: number }>(url, 'SELECT COUNT(*)::int AS n FROM padron_0');
  expect(quedan).toEqual({ n: 1 });
  await lector.end();
  await borrado;
  expect(await query(url, 'SELECT 1 FROM padron_0')).toEqual([]);
});

it('PostgreSQL: a look-up reads one row by its key, in one of the tables', async () => {
  const url = await newDatabase();
  await abrir(url);
  await query(
    url,
    `INSERT INTO padron_0 SELECT 'AAAA000101' || lpad(n::text, 8, '0'), 'x' FROM generate_series(1, 20000) AS n`,
  );
  await query(url, 'ANALYZE padron_0');
  const plan = await query<{ 'QUERY PLAN': string }>(url, `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${FIND}`, [
    'AAAA00010100000007',
  ]);
  const texto = plan.map((linea) => linea['QUERY PLAN']).join('\n');
  expect(texto).toMatch(/Index Scan using padron_0_pkey/);
  expect(texto).toMatch(/padron_1.*never executed/);
});
