/** The padron on SQLite and on PostgreSQL: the contract, and the behaviour of each database. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../src/store/open.js';
import type { Padron } from '../src/store/padron.js';
import { FIND } from '../src/store/sql/padron.js';
import { padronContract } from './padron.contract.js';
import { newDatabase, query } from './postgres.js';

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
  const { turn } = await padron.begin('a.csv', 'combinar', 'a', true);
  await padron.add(turn, [ROW], { read: 1, rejected: 0, rejectedBytes: 0 });
  await padron.finish(turn);
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

/** Everything in the files of a database, its write-ahead log included. */
const bytesBeside = (path: string): string =>
  readdirSync(dirname(path))
    .map((name) => readFileSync(join(dirname(path), name), 'latin1'))
    .join('');

it('SQLite: no file holds erased rows, even while other processes have the database open', async () => {
  const path = newFile();
  const service = await open(`sqlite:${path}`);
  const commandLine = await open(`sqlite:${path}`);
  await importRow(commandLine);
  expect(await service.find(ROW.curp)).toBe(ROW.datos);
  expect(bytesBeside(path)).toContain(ROW.datos);
  await commandLine.erase();
  expect(bytesBeside(path)).not.toMatch(/ZENOBIA|HDFBBB/);
});

it('SQLite: no file holds the rows that an import replaced', async () => {
  const path = newFile();
  const padron = await open(`sqlite:${path}`);
  await importRow(padron);
  const { turn } = await padron.begin('b.csv', 'reemplazar', 'b', true);
  await padron.add(turn, [{ curp: 'CCCC000101MDFDDD00', datos: 'RENATA' }], { read: 1, rejected: 0, rejectedBytes: 0 });
  await padron.finish(turn);
  expect(bytesBeside(path)).toContain('RENATA');
  expect(bytesBeside(path)).not.toMatch(/ZENOBIA|HDFBBB/);
});

it('SQLite: erasing waits for a reader of another process', async () => {
  const path = newFile();
  const padron = await open(`sqlite:${path}`);
  await importRow(padron);
  const reader = new DatabaseSync(path);
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM padron_0').all();
  const release = setTimeout(() => reader.exec('COMMIT'), 300);
  onTestFinished(() => clearTimeout(release));
  const store = await openStore(`sqlite:${path}`, { statementTimeoutMs: 10 });
  await store.padron.erase();
  expect(bytesBeside(path)).not.toMatch(/ZENOBIA|HDFBBB/);
  await store.close();
  reader.close();
});

it('PostgreSQL: while a long reader delays the emptying of a table, look-ups are still answered', async () => {
  const url = await newDatabase();
  const padron = await open(url);
  await importRow(padron);
  const reader = new pg.Client(url);
  await reader.connect();
  await reader.query('BEGIN; LOCK TABLE padron_0 IN ACCESS SHARE MODE'); // as pg_dump does
  const erased = padron.erase();
  await expect.poll(async () => padron.find(ROW.curp), { timeout: 20_000 }).toBeNull();
  const [left] = await query<{ n: number }>(url, 'SELECT COUNT(*)::int AS n FROM padron_0');
  expect(left).toEqual({ n: 1 });
  await reader.end();
  await erased;
  expect(await query(url, 'SELECT 1 FROM padron_0')).toEqual([]);
});

it('PostgreSQL: a look-up reads one row by its key, in one of the two tables', async () => {
  const url = await newDatabase();
  await open(url);
  await query(
    url,
    `INSERT INTO padron_0 SELECT 'AAAA000101' || lpad(n::text, 8, '0'), 'x' FROM generate_series(1, 20000) AS n`,
  );
  await query(url, 'ANALYZE padron_0');
  const plan = await query<{ 'QUERY PLAN': string }>(url, `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${FIND}`, [
    'AAAA00010100000007',
  ]);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index Scan using padron_0_pkey/);
  expect(text).toMatch(/padron_1.*never executed/);
});
