/** The padron on SQLite and on PostgreSQL: the contract, and the behaviour of each database. */
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

it('SQLite: the file no longer holds erased rows', async () => {
  const path = newFile();
  const store = await openStore(`sqlite:${path}`);
  await importRow(store.padron);
  await store.padron.erase();
  await store.close();
  const bytes = readFileSync(path, 'latin1');
  expect(bytes).not.toMatch(/ZENOBIA|HDFBBB/);
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
