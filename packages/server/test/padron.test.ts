/** The padron on SQLite and on PostgreSQL: the contract, and the behaviour of each database. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../src/store/open.js';
import type { Padron } from '../src/store/padron.js';
import { FIND } from '../src/store/padron.js';
import { padronContract } from './padron.contract.js';
import { newDatabase, query } from './postgres.js';
import { batchOf } from './batches.js';

const ROW = { curp: 'AAAA000101HDFBBB00', datos: 'ZENOBIA' };

async function open(url: string, now: () => number = Date.now): Promise<Padron> {
  const store = await openStore(url, { now, statementTimeoutMs: 20_000 });
  onTestFinished(async () => store.close());
  return store.padron;
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'curp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'curp.db');
}

async function importRow(padron: Padron): Promise<void> {
  const { turn } = await padron.begin('a.csv', 'combinar');
  await padron.add(turn, batchOf(ROW), { read: 1, rejected: 0 });
  await padron.finish(turn);
  await padron.clean();
}

padronContract('SQLite', async (now) => {
  const url = `sqlite:${newFile()}`;
  return [await open(url, now), await open(url, now)];
});

let postgres: string;
beforeAll(async () => {
  postgres = await newDatabase();
});

padronContract('PostgreSQL', async (now) => {
  const [first, second] = [await open(postgres, now), await open(postgres, now)];
  await first.erase();
  return [first, second];
});

/** Returns everything in the files of a database, its write-ahead log included. */
const bytesBeside = (path: string): string =>
  readdirSync(dirname(path))
    .map((name) => readFileSync(join(dirname(path), name), 'latin1'))
    .join('');

it('SQLite: no file contains erased rows, even while other processes have the database open', async () => {
  const path = newFile();
  const service = await open(`sqlite:${path}`);
  const commandLine = await open(`sqlite:${path}`);
  await importRow(commandLine);
  expect(await service.find(ROW.curp)).toBe(ROW.datos);
  expect(bytesBeside(path)).toContain(ROW.datos);
  const { turn } = await commandLine.begin('b.csv', 'reemplazar');
  await commandLine.add(turn, batchOf({ ...ROW, datos: 'RENATA' }), { read: 1, rejected: 0 });
  await commandLine.erase();
  expect(bytesBeside(path)).not.toMatch(/ZENOBIA|RENATA|HDFBBB/);
});

it('SQLite: no file contains the rows that an import replaced', async () => {
  const path = newFile();
  const padron = await open(`sqlite:${path}`);
  await importRow(padron);
  const { turn } = await padron.begin('b.csv', 'reemplazar');
  const batch = batchOf({ curp: 'CCCC000101MDFDDD00', datos: 'RENATA' });
  await padron.add(turn, batch, { read: 1, rejected: 0 });
  await padron.finish(turn);
  await padron.clean();
  expect(bytesBeside(path)).toContain('RENATA');
  expect(bytesBeside(path)).not.toMatch(/ZENOBIA|HDFBBB/);
});

it('SQLite: no file contains the rows of an abandoned import once another is complete', async () => {
  const path = newFile();
  const padron = await open(`sqlite:${path}`);
  await importRow(padron);
  const { turn } = await padron.begin('b.csv', 'reemplazar');
  await padron.add(turn, batchOf({ ...ROW, datos: 'RENATA' }), { read: 1, rejected: 0 });
  await padron.abandon(turn);
  await importRow(padron);
  expect(bytesBeside(path)).toContain('ZENOBIA');
  expect(bytesBeside(path)).not.toContain('RENATA');
});

it('SQLite: erasing waits for a reader of another process', async () => {
  const path = newFile();
  const padron = await open(`sqlite:${path}`);
  await importRow(padron);
  const reader = new DatabaseSync(path);
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM padron_registros').all();
  const release = setTimeout(() => reader.exec('COMMIT'), 300);
  onTestFinished(() => clearTimeout(release));
  const store = await openStore(`sqlite:${path}`, { statementTimeoutMs: 10 });
  await store.padron.erase();
  expect(bytesBeside(path)).not.toMatch(/ZENOBIA|HDFBBB/);
  await store.close();
  reader.close();
});

it('PostgreSQL: a batch that the server refuses fails by itself, and the import continues', async () => {
  const padron = await open(await newDatabase());
  const { turn } = await padron.begin('a.csv', 'reemplazar');
  const progress = { read: 1, rejected: 0 };
  await expect(padron.add(turn, batchOf({ ...ROW, datos: 'a\0b' }), progress)).rejects.toThrow(
    /unsupported Unicode escape sequence/,
  );
  await padron.add(turn, batchOf(ROW), progress);
  expect(await padron.finish(turn)).toEqual({ added: 1, changed: 0 });
  expect(await padron.find(ROW.curp)).toBe(ROW.datos);
});

it('PostgreSQL: a look-up reads the records of one key, whatever the number of records', async () => {
  const url = await newDatabase();
  await open(url);
  await query(
    url,
    `INSERT INTO padron_registros (curp, datos)
     SELECT 'AAAA000101' || lpad(n::text, 8, '0'), 'x' FROM generate_series(1, 20000) AS n`,
  );
  await query(url, 'ANALYZE padron_registros');
  const plan = await query<{ 'QUERY PLAN': string }>(url, `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${FIND}`, [
    'AAAA00010100000007',
  ]);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index Scan.* using padron_registros_curp/);
});
