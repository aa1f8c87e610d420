/** Jobs survive killed replicas: no row is lost or processed twice. The fault tests crash the database too. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import { newSqlite, query } from './databases.js';
import { JobClient, alone } from './jobs.js';
import { newDatabase } from './postgres.js';
import { ServiceProcess, cleanUp } from './process.js';
import { CURP } from './service.js';
import { GOOD, HEADER, BAD } from './upload.js';
import { SOON } from './soon.js';

/** Comparing another person's key is slow: with many of them, the file takes some seconds. */
const OTHER_KEY = 'OETR900517HDFLNN09';
const ROWS = 48_000;
const rowOf = (i: number): string => `${i % 16 === 0 ? OTHER_KEY : CURP},${i % 10 === 7 ? BAD : GOOD}`;
const FILE = `curp,${HEADER}${Array.from({ length: ROWS }, (_, i) => rowOf(i)).join('')}`;

let expected: string;
beforeAll(() => {
  expected = alone(FILE, { operacion: 'cotejar' });
});
afterAll(cleanUp);

const baseOf = (replica: ServiceProcess | undefined): string => `http://127.0.0.1:${replica?.port}/curp/lotes`;

async function createProject(url: string) {
  const store = await openStore(url);
  const token = createToken();
  const { id } = await store.createProject('tenaz', { limite: null, cuota: 1_000_000 }, sha256(token));
  return {
    token,
    counts: async () => {
      const taken = await store.quotaTaken(id, mexicoMonth(Date.now()));
      const usage = await store.usage(id, '2000-01-01', '2999-12-31');
      await store.close();
      return { taken, used: usage.reduce((sum, { cuenta }) => sum + cuenta, 0) };
    },
  };
}

/** Waits until a replica answers the job, for the `attempt`th time. */
const underWay = async (url: string, attempt: number): Promise<unknown> =>
  vi.waitUntil(
    async () =>
      (await query(url, `SELECT 1 FROM lotes WHERE estado = 'en_proceso' AND intento >= ${attempt}`)).length > 0,
    SOON,
  );

/** Checks that the result holds all rows in order, and that each good row was counted once. */
async function expectComplete(client: JobClient, id: string, counts: () => Promise<object>): Promise<void> {
  const status = await client.waitFor(id, 'terminado', { timeout: 100_000, interval: 200 });
  expect((await client.download(id)).text === expected).toBe(true);
  const good = (ROWS / 10) * 9;
  expect(status).toMatchObject({ filas_hechas: ROWS, filas_total: ROWS });
  expect(status.filas_correctas + status.revisar).toBe(good);
  expect(await counts()).toEqual({ taken: good, used: good });
}

describe.concurrent('a job loses no row and processes none twice', () => {
  it('on PostgreSQL, when replicas are killed in the middle of it', async () => {
    const url = await newDatabase();
    const { token, counts } = await createProject(url);
    const [first, second] = await Promise.all([1, 2].map(async () => ServiceProcess.start({ DATABASE_URL: url })));
    const id = await new JobClient(baseOf(first), token).send(FILE, '?operacion=cotejar');
    await underWay(url, 1);
    await first?.stop('SIGKILL');
    const third = await ServiceProcess.start({ DATABASE_URL: url });
    await underWay(url, 2);
    await second?.stop('SIGKILL');
    await expectComplete(new JobClient(baseOf(third), token), id, counts);
    expect(await third.stop('SIGTERM')).toBe(0);
    expect(third.output + third.errorOutput).not.toMatch(/Renata|OETR/);
  });

  it('on SQLite, when its only process is killed again and again', async ({ onTestFinished }) => {
    const { url, remove } = newSqlite();
    onTestFinished(remove);
    const { token, counts } = await createProject(url);
    let service = await ServiceProcess.start({ DATABASE_URL: url });
    const broken = new JobClient(baseOf(service), token).send(FILE, '?operacion=cotejar').catch(() => null);
    await vi.waitUntil(async () => (await query(url, 'SELECT 1 FROM lote_chunks')).length > 0, SOON);
    await service.stop('SIGKILL');
    await broken;
    service = await ServiceProcess.start({ DATABASE_URL: url });
    const id = await new JobClient(baseOf(service), token).send(FILE, '?operacion=cotejar');
    for (const [i, pauseMs] of [0, 300, 900].entries()) {
      await underWay(url, i + 1);
      await setTimeout(pauseMs);
      await service.stop('SIGKILL');
      service = await ServiceProcess.start({ DATABASE_URL: url });
    }
    await expectComplete(new JobClient(baseOf(service), token), id, counts);
    expect(await service.stop('SIGTERM')).toBe(0);
  });
});
