/**
 * The limits of jobs over HTTP: bytes, number, columns, downloads, and the list of what a project keeps. The contract of the store tests
 * the same limits on both databases.
 */
import { request, type IncomingMessage } from 'node:http';
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import { xlsxFromCsv } from '@curp-service/lote/xlsx';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bytesOf } from '../../lote/test/bytes-of.js';
import type { TaskOptions } from '../src/files/pool.js';
import type { ThreadTask } from '../src/files/task.js';
import { databaseFor, newSqlite, query } from './databases.js';
import { JobClient, type JobReplica, alone, fileOf, openJobReplica, poolWith } from './jobs.js';
import { POOL_OPTIONS, SharedPool } from './service.js';
import { CSV, GOOD, HEADER, distinct } from './upload.js';
import { SOON } from './soon.js';

const database = databaseFor(async () => newSqlite());
const MEBIBYTE = 1 << 20;

async function projectClient(replica: JobReplica): Promise<{ client: JobClient; project: string }> {
  const { token, proyecto } = await replica.createProject();
  return { client: new JobClient(replica.base, token), project: proyecto.id };
}

const send = async (client: JobClient, body: string): Promise<number> =>
  (await client.request('', { method: 'POST', body, headers: CSV })).status;

describe('the bytes that a project may keep', () => {
  const LONG_HEADER = `${HEADER.trim()},${'x'.repeat(94_400)}\n`;

  it('include headers, of uploads one after another', async () => {
    const replica = await openJobReplica(database.url, {}, { lotesMaxBytesPerProject: 100_000 });
    const { client, project } = await projectClient(replica);
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push(await send(client, LONG_HEADER));
    expect(statuses).toEqual([202, 413, 413, 413, 413]);
    expect(await replica.jobs.store.list(project, 9, 0)).toMatchObject({ total: 1 });
  });

  it('include headers, of uploads at the same moment', async () => {
    const replica = await openJobReplica(database.url, {}, { lotesMaxBytesPerProject: 100_000 });
    const { client } = await projectClient(replica);
    // A busy database refuses an upload with 503, and its client repeats it.
    const insist = async (): Promise<number> => {
      const status = await send(client, LONG_HEADER);
      return status === 503 ? insist() : status;
    };
    const statuses = await Promise.all(Array.from({ length: 5 }, insist));
    expect(statuses.toSorted()).toEqual([202, 413, 413, 413, 413]);
  });

  it('include results for as long as they are kept', async () => {
    const file = HEADER + 'x,y\n'.repeat(500);
    const replica = await openJobReplica(database.url, {}, { lotesMaxBytesPerProject: 60_000 });
    const { client, project } = await projectClient(replica);
    const id = await client.send(file);
    await client.waitFor(id);
    expect(await replica.jobs.store.bytesKept(project)).toBeGreaterThan(alone(file).length);
    expect(await send(client, file)).toBe(413);
    await client.erase(id);
    expect(await send(client, file)).toBe(202);
  });
});

describe('the room for the jobs of all projects', () => {
  it('is shared, so an upload beyond it is refused until others are erased', async () => {
    const before = await openJobReplica(database.url);
    const lotesMaxBytes = (await before.jobs.store.bytesKept()) + 60_000;
    const replica = await openJobReplica(database.url, {}, { lotesMaxBytes });
    const [first, second] = [await projectClient(replica), await projectClient(replica)];
    const file = HEADER + distinct(GOOD.repeat(400));
    const id = await first.client.send(file);
    expect(await second.client.request('', { method: 'POST', body: file, headers: CSV })).toMatchObject({
      status: 503,
      sobre: { code_error: 9 },
    });
    await first.client.erase(id);
    expect(await send(second.client, file)).toBe(202);
    // The job is answered meanwhile, and then keeps its result too.
    await vi.waitFor(async () => {
      await replica.jobs.sweep();
      const kept = await replica.jobs.store.bytesKept();
      expect(replica.metrics()).toContain(`\ncurp_lotes_bytes ${kept}\n`);
    }, SOON);
  });

  it('ends before the disk of the database is full, if its free space is known', async () => {
    const replica = await openJobReplica(database.url);
    const { client } = await projectClient(replica);
    const free = await replica.jobs.store.freeBytes();
    expect(free).toBeGreaterThan(0);
    const disk = vi.spyOn(replica.jobs.store, 'freeBytes').mockResolvedValue(500_000_000);
    const { status, headers } = await client.request('', { method: 'POST', body: HEADER + GOOD, headers: CSV });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    disk.mockResolvedValue(501_000_000);
    expect(await send(client, HEADER + GOOD)).toBe(202);
  });
});

describe('the jobs that a project may keep', () => {
  it('are limited, and erased ones make room', async () => {
    const replica = await openJobReplica(database.url, {}, { lotesMaxJobsPerProject: 2 });
    const { client } = await projectClient(replica);
    const id = await client.send(HEADER + GOOD);
    await client.send(HEADER + GOOD);
    const { status, sobre } = await client.request('', { method: 'POST', body: HEADER + GOOD, headers: CSV });
    expect([status, sobre.code_error]).toEqual([413, 8]);
    expect(sobre.error_message).toContain('2 trabajos');
    await client.erase(id);
    expect(await send(client, HEADER + GOOD)).toBe(202);
    const other = await projectClient(replica);
    expect(await send(other.client, HEADER + GOOD)).toBe(202);
  });

  it('are listed by pages, newest first, only to their own project', async () => {
    const replica = await openJobReplica(database.url);
    const [{ client }, other] = [await projectClient(replica), await projectClient(replica)];
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      ids.unshift(await client.send(HEADER + GOOD));
      replica.now += 1000;
    }
    await client.waitFor(ids[0] ?? '');
    const { status, sobre } = await client.request('?pagina=1&por_pagina=2');
    expect([status, sobre.response]).toMatchObject([200, { pagina: 1, por_pagina: 2, total: 3 }]);
    const [newest] = sobre.response['lotes'] as unknown[];
    expect(newest).toEqual(await client.status(ids[0] ?? ''));
    const last = await client.request('?pagina=2&por_pagina=2');
    expect(last.sobre.response).toMatchObject({ lotes: [{ id: ids[2] }] });
    expect((await other.client.request('')).sobre.response).toEqual({
      lotes: [],
      pagina: 1,
      por_pagina: 20,
      total: 0,
    });
  });

  it.each(['?pagina=0', '?por_pagina=101', '?pagina=x&por_pagina=1.5', '?pagina=', '?pagina=1&pagina=2'])(
    'are not listed for %s',
    async (params) => {
      const client = new JobClient((await openJobReplica(database.url)).base);
      expect(await client.request(params)).toMatchObject({ status: 400, sobre: { code_error: 8 } });
    },
  );
});

it('a job has the name that its client gives it, until it is erased', async () => {
  const client = new JobClient((await openJobReplica(database.url)).base);
  const id = await client.send(HEADER + GOOD, `?nombre=${encodeURIComponent(' Nómina 🌵 ')}`);
  expect(await client.status(id)).toMatchObject({ nombre: 'Nómina 🌵', operacion: 'calcular' });
  await client.erase(id);
  await vi.waitUntil(async () => (await client.status(id)).nombre === null, SOON);
  for (const nombre of ['x'.repeat(201), 'a%00b', 'a%0Ab']) {
    const { status, sobre } = await client.request(`?nombre=${nombre}`, {
      method: 'POST',
      body: HEADER,
      headers: CSV,
    });
    expect([status, sobre.error_message]).toEqual([400, expect.stringMatching(/`nombre`.* 200 /)]);
  }
});

describe('a file sent again under the same key', () => {
  const headers = { ...CSV, 'idempotency-key': 'nomina-2026' };

  it('returns the job of the project, even at its limit, and stores nothing more', async () => {
    const replica = await openJobReplica(database.url, {}, { lotesMaxJobsPerProject: 1 });
    const { client, project } = await projectClient(replica);
    const other = await projectClient(replica);
    const id = await client.send(HEADER + GOOD, '', headers);
    expect(await client.send(HEADER + GOOD, '', headers)).toBe(id);
    await client.waitFor(id);
    expect(await client.send(HEADER + GOOD, '', headers)).toBe(id);
    expect(await replica.jobs.store.list(project, 9, 0)).toMatchObject({ total: 1 });
    expect(await other.client.send(HEADER + GOOD, '', headers)).not.toBe(id);
    await client.erase(id);
    expect(await client.send(HEADER + GOOD, '', headers)).not.toBe(id);
  });

  it('returns one job although both are received at the same moment', async () => {
    const replica = await openJobReplica(database.url);
    const { client, project } = await projectClient(replica);
    const file = HEADER + distinct(GOOD.repeat(20_000));
    const ids = await Promise.all([1, 2].map(async () => client.send(file, '', headers)));
    expect(ids[1]).toBe(ids[0]);
    expect(await replica.jobs.store.list(project, 9, 0)).toMatchObject({ jobs: [{ id: ids[0] }] });
    const receiving = await query(database.url, `SELECT 1 FROM lotes WHERE proyecto = $1 AND estado = 'recibiendo'`, [
      project,
    ]);
    expect(receiving).toEqual([]);
  });

  it('is refused if it is another file or has other options, and the first job stays unchanged', async () => {
    const replica = await openJobReplica(database.url, {}, { lotesMaxBytesPerProject: 20_000 });
    const { client, project } = await projectClient(replica);
    const id = await client.send(HEADER + GOOD, '?nombre=mayo', headers);
    for (const [body, params] of [
      [HEADER + GOOD + GOOD, '?nombre=mayo'],
      [HEADER + GOOD, '?nombre=mayo&excel=1'],
      [HEADER + GOOD, '?nombre=junio'],
    ] as const) {
      const { status, sobre } = await client.request(params, { method: 'POST', body, headers });
      expect([status, sobre.code_error, sobre.error_message]).toEqual([422, 8, expect.stringMatching(/otro archivo/)]);
    }
    const endless = { method: 'POST', body: HEADER + distinct(GOOD.repeat(1000)), headers };
    expect((await client.request('?nombre=mayo', endless)).status).toBe(413);
    expect(await client.send(HEADER + GOOD, '?nombre=mayo', headers)).toBe(id);
    expect(await replica.jobs.store.list(project, 9, 0)).toMatchObject({ total: 1, jobs: [{ id, nombre: 'mayo' }] });
  });

  it('is refused if another file is received at the same moment', async () => {
    const replica = await openJobReplica(database.url);
    const { client, project } = await projectClient(replica);
    const post = async (rows: number): Promise<number> => {
      const body = HEADER + distinct(GOOD.repeat(rows));
      return (await client.request('', { method: 'POST', body, headers })).status;
    };
    expect((await Promise.all([20_000, 20_001].map(post))).toSorted()).toEqual([202, 422]);
    expect(await replica.jobs.store.kept()).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ proyecto: project, estado: 'recibiendo' })]),
    );
  });

  it.each(['', 'nómina', 'dos claves', 'x'.repeat(65)])('is refused for the key «%s»', async (key) => {
    const replica = await openJobReplica(database.url);
    const answer = await replica.request({
      method: 'POST',
      url: '/curp/lotes?token=pruebas',
      headers: { ...CSV, 'idempotency-key': key },
      payload: HEADER + GOOD,
    });
    expect([answer.status, answer.sobre.code_error]).toEqual([400, 8]);
    expect(answer.sobre.error_message).toContain('`Idempotency-Key`');
  });
});

it('projects share the service: many jobs of one do not delay the job of another', async () => {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const pool = poolWith(async (_, project) => {
    order.push(project);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  const replica = await openJobReplica(database.url, { pool });
  const [many, one] = [await projectClient(replica), await projectClient(replica)];
  const small: string[] = [];
  for (let i = 0; i < 5; i += 1) small.push(await many.client.send(HEADER + GOOD));
  const other = await one.client.send(fileOf());
  await vi.waitUntil(() => order.length === 2, SOON); // One job of each project is answered at a time.
  const looked = vi.spyOn(replica.jobs.store, 'leaseJob');
  await vi.waitUntil(() => looked.mock.settledResults.filter(({ type }) => type === 'fulfilled').length >= 2, SOON);
  expect(order).toEqual([many.project, one.project]);
  const timer = setInterval(() => ends.splice(0).forEach((end) => end()), 10);
  onTestFinished(() => clearInterval(timer));
  await one.client.waitFor(other);
  for (const id of small) await many.client.waitFor(id);
});

it('the head of a workbook, whose texts may stand anywhere in it, takes the thread of a file of its length', async () => {
  const sizes: number[] = [];
  const pool = new (class extends SharedPool {
    override async run(task: ThreadTask, options: TaskOptions) {
      if (task.onlyHead === true) sizes.push(options.size);
      return super.run(task, options);
    }
  })(POOL_OPTIONS);
  const client = new JobClient((await openJobReplica(database.url, { pool })).base);
  const chunks = async function* () {
    yield Buffer.from(HEADER + GOOD);
  };
  const book = Buffer.from(await bytesOf(xlsxFromCsv(chunks())));
  await client.send(HEADER + GOOD);
  await client.send(book, '', { 'content-type': MEDIA_TYPES.xlsx });
  expect(sizes).toEqual([0, book.length]);
});

describe('a file of many columns and short rows', () => {
  it('is refused beyond 1024 columns', async () => {
    const client = new JobClient((await openJobReplica(database.url)).base);
    const body = `${HEADER.trim()}${',x'.repeat(16_378)}\n${'1\n'.repeat(50_000)}`;
    const { status, sobre } = await client.request('', { method: 'POST', body, headers: CSV });
    expect([status, sobre.code_error]).toEqual([400, 8]);
    expect(sobre.error_message).toContain('1024 columnas');
  });

  it('has the same result as at once', async () => {
    const client = new JobClient((await openJobReplica(database.url)).base);
    const body = `${HEADER.trim()}${',x'.repeat(1018)}\n${'1\n'.repeat(16_000)}`;
    const id = await client.send(body);
    await client.waitFor(id);
    expect((await client.download(id)).text === alone(body)).toBe(true);
    await client.erase(id);
  });
});

describe('downloads of results', () => {
  const ask = async (base: string, id: string, token: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const path = `${base}/${id}/resultado?token=${token}`;
      request(path, { agent: false }, (response) => resolve(response.pause()))
        .once('error', reject)
        .end();
    });

  it('are limited to ten at a time for a project, and the eleventh gets 429', async () => {
    const replica = await openJobReplica(database.url);
    const { client } = await projectClient(replica);
    // Too long for the buffers of a connection, and of few rows.
    const file = `${HEADER.trim()},notas\n${distinct(GOOD.replace('\n', `,${'x'.repeat(1000)}\n`).repeat(12_000))}`;
    const id = await client.send(file);
    await client.waitFor(id);
    const result = vi.spyOn(replica.jobs.store, 'readChunk');
    const open = await Promise.all(Array.from({ length: 10 }, async () => ask(client.base, id, client.token)));
    expect(open.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    const refused = await client.request(`/${id}/resultado`);
    expect([refused.status, refused.sobre.code_error, refused.headers.get('retry-after')]).toEqual([429, 5, '5']);
    expect((await client.status(id)).estado).toBe('terminado');
    for (const response of open) response.destroy();
    await vi.waitUntil(async () => (await client.request(`/${id}`)).status === 200, SOON);
    await vi.waitUntil(async () => {
      const response = await ask(client.base, id, client.token);
      response.destroy();
      return response.statusCode === 200;
    }, SOON);
    expect((await client.download(id)).text === alone(file)).toBe(true);
    for (const { value } of result.mock.settledResults) {
      expect((value as Uint8Array | null)?.length ?? 0).toBeLessThanOrEqual(MEBIBYTE);
    }
    await client.erase(id);
  });
});
