/** What an upload, its answer and a sweep ask the database does not depend on the number of jobs: every plan uses an index. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Driver, Query, SqlValue } from '../src/store/driver.js';
import { openPostgres } from '../src/store/postgres.js';
import { JobStore } from '../src/store/jobs.js';
import { openSqlite } from '../src/store/sqlite.js';
import { newSqlite } from './databases.js';
import { newDatabase, query } from './postgres.js';

const KEPT = 3000;
const NOW = Date.parse('2026-11-15T18:00:00.000Z');
const EXPIRES = NOW + 86_400_000;
const LIMITS = { total: 1e12, perProject: 1e12 };

/** Returns statements that insert jobs of many projects in every last state, each with a chunk. */
const FILL = (series: string): readonly string[] => [
  `INSERT INTO lotes (id, proyecto, estado, opciones, bytes, intento, creado, visto, vence)
   SELECT 'lote_' || n, 'prj_' || (n % 7), CASE n % 3 WHEN 0 THEN 'cancelado' ELSE 'terminado' END, '{}',
     CASE n % 3 WHEN 0 THEN 0 ELSE 10 END, 1, '2026-11-15T17:00', '2026-11-15T17:00', '2026-12-31' FROM ${series}`,
  `INSERT INTO lote_chunks (lote, intento, numero, datos) SELECT 'lote_' || n, 1, 0, 'x' FROM ${series} WHERE n % 3 > 0`,
];

/** Records the statements that run on a driver. */
function recording(driver: Driver): { readonly noted: Map<string, readonly SqlValue[]>; readonly driver: Driver } {
  const noted = new Map<string, readonly SqlValue[]>();
  const noting =
    (run: Query): Query =>
    async (sql, values = []) => {
      noted.set(sql, values);
      return run(sql, values);
    };
  return {
    noted,
    driver: {
      ...driver,
      query: noting(driver.query),
      transaction: async (work, lasting) =>
        driver.transaction(async (run, execute) => work(noting(run), execute), lasting),
    },
  };
}

/** Uses one upload, its answer, its end, and a sweep. */
async function useAll(jobs: JobStore): Promise<void> {
  await jobs.create({ id: 'nuevo', proyecto: 'prj_1', nombre: null, opciones: '{}' }, NOW, EXPIRES, KEPT);
  expect(await jobs.addChunk('nuevo', 0, Buffer.from('fila'), NOW, LIMITS)).toBe('guardado');
  expect(await jobs.findByKey('prj_1', 'clave')).toBeNull();
  const totals = { nombre: null, opciones: '{}', lineas: 1, peso: 9, huella: 'x', expires: EXPIRES, clave: 'clave' };
  expect(await jobs.complete('nuevo', totals, LIMITS)).toMatchObject({ id: 'nuevo' });
  const lease = (await jobs.leaseJob(NOW, NOW + 1000, ['prj_2'])) ?? expect.fail('nothing to lease');
  expect(await jobs.takeJob(lease, '2026-11')).toMatchObject({ active: true });
  expect(await jobs.holdJob(lease, { until: NOW + 1000, expires: EXPIRES, read: 0, rows: 0 })).toBe(true);
  await jobs.eraseResult(lease);
  expect(await jobs.writeResult(lease, 0, Buffer.from('fila'))).toBe(true);
  const finished = {
    opciones: '{}',
    size: 4,
    rows: 1,
    good: 1,
    reviews: 0,
    fullAt: 0,
    errors: new Map(),
  };
  const moment = { now: NOW, month: '2026-11', day: '2026-11-15', operation: 'lotes', expires: EXPIRES };
  expect(await jobs.finishJob(lease, finished, true, moment)).toBe('hecho');
  expect(await jobs.endedWithFile()).toEqual(['nuevo']);
  await jobs.eraseFile('nuevo');
  expect(await jobs.cancel('nuevo', 'prj_1', NOW)).toBe(true);
  expect(await jobs.cancelExpired(NOW, NOW)).toEqual([]);
  expect(await jobs.halfErased()).toEqual(['nuevo']);
  await jobs.erase('nuevo');
  expect(await jobs.pending()).toBe(0);
  expect(await jobs.bytesKept()).toBe((KEPT / 3) * 2 * 10);
}

describe('no statement reads all jobs', () => {
  it('on SQLite', async () => {
    const { url, remove } = newSqlite();
    onTestFinished(remove);
    const opened = openSqlite(url.slice('sqlite:'.length));
    onTestFinished(async () => opened.close());
    const series = `(WITH RECURSIVE s (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < ${KEPT - 1}) SELECT n FROM s)`;
    for (const statement of FILL(series)) await opened.query(statement);
    const { driver, noted } = recording(opened);
    await useAll(new JobStore(driver));
    const plans: string[] = [];
    for (const [sql] of noted) {
      if (!/^\s*(SELECT|UPDATE|INSERT|DELETE)/.test(sql)) continue;
      const steps = await opened.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
      plans.push(...steps.map(({ detail }) => `${detail}: ${sql}`));
    }
    expect(plans.length).toBeGreaterThan(20);
    // Those indexes hold only the jobs that are unfinished, or to be erased.
    const scans = /^SCAN (lotes|lote_chunks)\b(?! USING (COVERING )?INDEX lotes_(espera|por_borrar|archivo):)/;
    expect(plans.filter((plan) => scans.test(plan))).toEqual([]);
  });

  it('on PostgreSQL', async () => {
    const url = await newDatabase();
    const opened = await openPostgres(url, 2);
    onTestFinished(async () => opened.close());
    for (const statement of FILL(`generate_series(0, ${KEPT - 1}) AS s (n)`)) await query(url, statement);
    await query(url, 'ANALYZE');
    const { driver, noted } = recording(opened);
    await useAll(new JobStore(driver));
    const plans: string[] = [];
    for (const [sql, values] of noted) {
      if (!/^\s*(SELECT|UPDATE|INSERT|DELETE)/.test(sql)) continue;
      const steps = await opened.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
      plans.push(...steps.map((step) => `${step['QUERY PLAN']}: ${sql}`));
    }
    expect(plans.length).toBeGreaterThan(20);
    expect(plans.filter((plan) => /Seq Scan on (lotes|lote_chunks)\b/.test(plan))).toEqual([]);
  });
});
