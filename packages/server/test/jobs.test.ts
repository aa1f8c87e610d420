/** Durable jobs over HTTP: uploads, status, results, ownership, quota, failures, and that nothing is left behind. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { LAYOUTS } from '@curp-service/contract/layouts';
import { inventFile } from '@curp-service/lote/inventar';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ThreadLost } from '../src/files/task.js';
import { StoreError } from '../src/store/driver.js';
import { DATABASES, databaseFor, newSqlite, query } from './databases.js';
import { DAY_MS, JobClient, type JobReplica, ROWS, alone, fileOf, openJobReplica, poolWith } from './jobs.js';
import { openService } from './service.js';
import { GOOD, HEADER, CSV, BAD, NDJSON, distinct } from './upload.js';
import { SOON } from './soon.js';

describe.each(DATABASES)('on $name', ({ name, create }) => {
  const database = databaseFor(create);

  /** Returns how many rows the tables of jobs hold. */
  const stored = async (): Promise<unknown> =>
    query(
      database.url,
      `SELECT CAST((SELECT COUNT(*) FROM lotes) AS INTEGER) AS lotes,
       CAST((SELECT COUNT(*) FROM lote_chunks) AS INTEGER) AS trozos`,
    );

  const countChunks = async (): Promise<number> => (await query(database.url, 'SELECT 1 FROM lote_chunks')).length;

  const failing = (error: Error) => ({
    pool: poolWith(() => {
      throw error;
    }),
  });

  const NO_LIMIT = { total: Infinity, perProject: Infinity };

  /** Stores and queues a job without HTTP. */
  async function queueJob({ jobs, now }: JobReplica, id: string, project: string): Promise<void> {
    await jobs.store.create({ id, proyecto: project, nombre: null, opciones: '{}' }, now, now + DAY_MS, 100);
    await jobs.store.addChunk(id, 0, Buffer.from(HEADER + GOOD), now, NO_LIMIT);
    const opciones = JSON.stringify({ formato: 'csv', language: 'es' });
    const totals = { nombre: null, opciones, lineas: 1, peso: 0, huella: null, expires: now + DAY_MS, clave: null };
    await jobs.store.complete(id, totals, NO_LIMIT);
  }

  describe('a job', () => {
    it('has the same result as its file at once, and its status shows the progress', async () => {
      const replica = await openJobReplica(database.url);
      const client = new JobClient(replica.base);
      const file = fileOf();
      const { status, sobre, headers } = await client.request('', { method: 'POST', body: file, headers: CSV });
      const id = String(sobre.response['id']);
      expect([status, headers.get('location')]).toEqual([202, `/curp/lotes/${id}`]);
      expect(sobre.response).toMatchObject({ filas_total: ROWS, filas_hechas: 0, terminado: null });
      const good = (ROWS / 10) * 9;
      expect(await client.waitFor(id)).toMatchObject({
        filas_hechas: ROWS,
        filas_total: ROWS,
        filas_correctas: good,
        errores: [{ code_error: 417, filas: ROWS / 10 }],
        vence: expect.stringMatching(/^2026-11-16T18:/),
      });
      expect(await countChunks()).toBeGreaterThan(5);
      const result = await client.download(id);
      expect(result.status).toBe(200);
      expect(result.text === alone(file)).toBe(true);
      expect(Object.fromEntries(result.headers)).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'lote-filas': String(ROWS),
        'lote-correctas': String(good),
        'lote-errores': String(ROWS / 10),
        'lote-revisar': '0',
      });
      expect(replica.metrics()).toContain(`curp_lotes_jobs_total{resultado="hecho"} 1`);
      expect(replica.metrics()).toContain(`curp_lote_rows_total{code_error="0"} ${good}`);
      expect((await client.erase(id)).response).toMatchObject({ estado: 'cancelado' });
      expect(await countChunks()).toBe(0);
    });

    it.each<[what: string, body: string | Buffer, params: string, headers: Record<string, string>, options: object]>([
      [
        'NDJSON',
        '{"curp":"OETR900517MDFLNN05"}\n{"curp":""}\n',
        '?operacion=validar',
        NDJSON,
        { formato: 'ndjson', operacion: 'validar' },
      ],
      ['an empty NDJSON', '', '', NDJSON, { formato: 'ndjson' }],
      ['a header alone', HEADER, '', CSV, {}],
      [
        'Windows-1252',
        Buffer.from(HEADER + distinct(GOOD.replace('Olvera', 'Núñez').repeat(9)), 'latin1'),
        '',
        CSV,
        {},
      ],
      ['UTF-16', Buffer.from(`\ufeff${HEADER}${GOOD}`, 'utf16le'), '', CSV, {}],
      ['output for a spreadsheet', HEADER + GOOD, '?excel=1', CSV, { excel: true }],
      [
        'columns given by number',
        `PILA${HEADER.slice(7)}${GOOD}`,
        '?columna_nombres=1',
        CSV,
        { columnas: { nombres: '1' } },
      ],
      ['messages in English', HEADER + BAD, '', { ...CSV, 'accept-language': 'en' }, { language: 'en' }],
    ])('has the same result as its file at once with %s', async (_, body, params, headers, options) => {
      const client = new JobClient((await openJobReplica(database.url)).base);
      const id = await client.send(body, params, headers);
      await client.waitFor(id);
      expect((await client.download(id)).text).toBe(alone(body, options));
    });

    it('has the same result for a JSON array as for its lines', async () => {
      const client = new JobClient((await openJobReplica(database.url)).base);
      const lines = ['{"curp":"OETR900517MDFLNN05"}', '{"curp":""}'];
      const type = { 'content-type': 'application/json' };
      const id = await client.send(`[${lines.join()}]`, '?operacion=validar', type);
      expect(await client.waitFor(id)).toMatchObject({ filas_total: 2 });
      const expected = alone(lines.join('\n'), { formato: 'ndjson', operacion: 'validar' });
      expect((await client.download(id)).text.trim()).toBe(expected.trim());
    });

    it('has the same result as its file at once for an office, or without a header', async () => {
      const client = new JobClient((await openJobReplica(database.url)).base);
      for (const [office, declared] of [
        ['idse', '?formato=idse'],
        ['75cff', ''],
      ]) {
        const formato = LAYOUTS.find(({ nombre }) => nombre === office);
        const text = Array.from(inventFile(50, { formato, conErrores: true })).join('');
        const id = await client.send(text, declared);
        expect(await client.waitFor(id)).toMatchObject({ operacion: 'cotejar', filas_hechas: 50, filas_total: 50 });
        expect((await client.download(id)).text).toBe(alone(text));
      }
      const [, ...rows] = Array.from(inventFile(50)).join('').split('\n');
      const id = await client.send(rows.join('\n'), '?encabezado=0&operacion=validar');
      expect(await client.waitFor(id)).toMatchObject({ filas_hechas: 50, filas_correctas: 50 });
      expect((await client.download(id)).text).toBe(alone(rows.join('\n'), { operacion: 'validar', encabezado: 0 }));
    });

    it('has a result many times as long as its file if its rows are very short', async () => {
      const client = new JobClient((await openJobReplica(database.url)).base);
      const id = await client.send('1\n'.repeat(20_000), '?operacion=validar', NDJSON);
      expect(await client.waitFor(id)).toMatchObject({ estado: 'terminado', filas_hechas: 20_000 });
      expect((await client.download(id)).text.split('\n')).toHaveLength(20_001);
      await client.erase(id);
    });

    it('is refused with a bad header, operation or type, and nothing of it is stored', async () => {
      const { base } = await openJobReplica(database.url);
      const before = await stored();
      const client = new JobClient(base);
      const send = async (body: string, params = '', headers = CSV) => {
        const { status, sobre } = await client.request(params, { method: 'POST', body, headers });
        return [status, sobre.code_error];
      };
      expect(await send('x,y\n1,2\n')).toEqual([400, 8]);
      expect(await send('')).toEqual([400, 8]);
      expect(await send(HEADER, '?operacion=borrar')).toEqual([400, 8]);
      expect(await send(HEADER, '', { 'content-type': 'text/html' })).toEqual([415, 8]);
      expect(await stored()).toEqual(before);
    });

    it('leaves nothing if its upload is interrupted', async () => {
      const { base, log } = await openJobReplica(database.url);
      const [before, chunks] = [await stored(), await countChunks()];
      const upload = request(`${base}?token=pruebas`, { method: 'POST', headers: CSV });
      upload.on('error', () => undefined).write(fileOf(900));
      await vi.waitUntil(async () => (await countChunks()) > chunks, SOON);
      upload.destroy();
      await vi.waitUntil(() => log.some((line) => line.includes('"operacion":"lotes_enviar"')), SOON);
      expect(await stored()).toEqual(before);
    });

    it('has no result to download before it ends or after it is cancelled', async () => {
      const client = new JobClient((await openJobReplica(database.url, failing(new Error('not yet')))).base);
      const id = await client.send(HEADER + GOOD);
      expect(await client.request(`/${id}/resultado`)).toMatchObject({ status: 400, sobre: { code_error: 8 } });
      await client.erase(id);
      expect(await client.request(`/${id}/resultado`)).toMatchObject({ status: 400, sobre: { code_error: 8 } });
    });

    it('is refused with 413 if it has more bytes than its project may keep', async () => {
      const replica = await openJobReplica(database.url);
      const small = openService({ lotesMaxBytesPerProject: 100 }, { store: replica.store, jobs: replica.jobs });
      const { status, sobre } = await small.request({
        method: 'POST',
        url: '/curp/lotes?token=pruebas',
        headers: CSV,
        payload: HEADER + GOOD,
      });
      expect([status, sobre.code_error]).toEqual([413, 8]);
    });

    it('is refused with 413 if several uploads at once exceed those bytes', async () => {
      const replica = await openJobReplica(database.url, {}, { lotesMaxBytesPerProject: 5_000_000 });
      const { token, proyecto } = await replica.createProject();
      const client = new JobClient(replica.base, token);
      const body = fileOf(600); // One of them fits.
      const answers = await Promise.all(
        Array.from({ length: 4 }, async () => client.request('', { method: 'POST', body, headers: CSV })),
      );
      expect(answers.filter(({ status }) => status === 202).length).toBeLessThan(2);
      expect(answers.filter(({ status }) => status === 413).length).toBeGreaterThan(2);
      expect(await replica.jobs.store.bytesKept(proyecto.id)).toBeLessThanOrEqual(5_000_000);
    });
  });

  describe('the project of a job', () => {
    it('is the only one that sees, downloads and erases it', async () => {
      const replica = await openJobReplica(database.url);
      const [mine, theirs] = [await replica.createProject(), await replica.createProject()];
      const [owner, other] = [new JobClient(replica.base, mine.token), new JobClient(replica.base, theirs.token)];
      const id = await owner.send(HEADER + GOOD);
      await owner.waitFor(id);
      for (const [path, method] of [
        ['', 'GET'],
        ['', 'DELETE'],
        ['/resultado', 'GET'],
      ] as const) {
        expect(await other.request(`/${id}${path}`, { method })).toMatchObject({
          status: 404,
          sobre: { code_error: 6 },
        });
      }
      expect((await owner.download(id)).text).toBe(alone(HEADER + GOOD));
      for (const unknown of ['lote_nada', '%00', '%F0%9F%98%80', `${id}%00`, "';--", 'a'.repeat(8000)]) {
        expect(await owner.request(`/${unknown}`)).toMatchObject({ status: 404, sobre: { code_error: 6 } });
      }
      expect(replica.log.join('')).not.toContain('"level":"error"');
      expect(await new JobClient(replica.base, '').request(`/${id}`)).toMatchObject({
        status: 401,
        sobre: { code_error: 1 },
      });
      expect(await owner.request(`/${id}`, { method: 'PUT' })).toMatchObject({ status: 405, sobre: { code_error: 7 } });
    });

    it('spends one unit of quota for each good row, and rows beyond its quota get code 4', async () => {
      const replica = await openJobReplica(database.url);
      const { proyecto, token } = await replica.createProject({ cuota: 700 });
      const client = new JobClient(replica.base, token);
      const id = await client.send(fileOf());
      expect(await client.waitFor(id)).toMatchObject({ filas_hechas: ROWS, filas_correctas: 700 });
      expect(await replica.store.quotaTaken(proyecto.id, '2026-11')).toBe(700);
      const usage = await replica.store.usage(proyecto.id, '2000-01-01', '2999-12-31');
      expect(usage).toMatchObject([{ operacion: 'lotes', cuenta: 700 }]);
      const lines = (await client.download(id)).text.split('\n');
      const count = (part: string): number => lines.filter((line) => line.includes(part)).length;
      expect(count(',0,')).toBe(700);
      expect(count('1 de diciembre')).toBe(ROWS - 700 - count(',417,'));
      expect(await client.request('', { method: 'POST', body: HEADER, headers: CSV })).toMatchObject({
        status: 403,
        sobre: { code_error: 4 },
      });
      expect((await client.status(id)).estado).toBe('terminado'); // The result is available even without quota.
    });

    it('may be revoked before its job is answered, whose rows get code 3', async () => {
      const replica = await openJobReplica(database.url);
      const { proyecto, token } = await replica.createProject();
      const { store } = replica.jobs;
      await replica.store.changeProject(proyecto.id, { estado: 'revocado' });
      const id = `lote_${'0'.repeat(24)}`;
      await queueJob(replica, id, proyecto.id);
      await vi.waitUntil(async () => (await store.find(id, proyecto.id))?.estado === 'terminado', SOON);
      expect((await store.find(id, proyecto.id))?.errores).toBe('{"3":1}');
      expect(await new JobClient(replica.base, token).request(`/${id}`)).toMatchObject({
        status: 403,
        sobre: { code_error: 3 },
      });
    });
  });

  // The rest needs little of the database, and the contract of its store tests it on both.
  if (name !== 'SQLite') return;

  describe('a computation that fails', () => {
    it('is repeated, and after four failures the job is `fallido`', async () => {
      let attempts = 0;
      const pool = poolWith(() => {
        attempts += 1;
        throw new ThreadLost('poison');
      });
      const replica = await openJobReplica(database.url, { pool });
      const client = new JobClient(replica.base);
      const id = await client.send(HEADER + GOOD);
      await client.waitFor(id, 'fallido');
      expect(attempts).toBe(4);
      expect(replica.metrics()).toContain('curp_lotes_jobs_total{resultado="fallido"} 4');
      expect(await client.request(`/${id}/resultado`)).toMatchObject({ status: 400, sobre: { code_error: 8 } });
      await replica.jobs.sweep();
      expect(await query(database.url, 'SELECT 1 FROM lote_chunks WHERE lote = $1', [id])).toEqual([]);
    });

    it('is no attempt if the database failed, however often', async () => {
      let times = 0;
      const pool = poolWith(() => {
        times += 1;
        if (times <= 5) throw new StoreError(new Error('ECONNRESET'), true);
      });
      const client = new JobClient((await openJobReplica(database.url, { pool })).base);
      const id = await client.send(HEADER + GOOD);
      expect(await client.waitFor(id)).toMatchObject({ filas_correctas: 1, errores: [] });
      expect(await query(database.url, 'SELECT fallos FROM lotes WHERE id = $1', [id])).toEqual([{ fallos: 0 }]);
    });
  });

  describe('a job that ends', () => {
    it('stops its work and is erased when it is cancelled', async () => {
      const { base, jobs } = await openJobReplica(database.url);
      const client = new JobClient(base);
      const id = await client.send(HEADER + BAD.repeat(40_000));
      await client.waitFor(id, 'en_proceso');
      await client.erase(id);
      expect((await client.status(id)).estado).toBe('cancelado');
      await setTimeout(500);
      expect(await query(database.url, 'SELECT 1 FROM lote_chunks WHERE lote = $1', [id])).toEqual([]);
      expect(await jobs.store.pending()).toBe(0);
    });

    it('is erased by a sweep when it expires, like an abandoned upload before', async () => {
      const replica = await openJobReplica(database.url);
      const client = new JobClient(replica.base);
      const id = await client.send(HEADER + GOOD);
      await client.waitFor(id);
      const abandoned = { id: 'lote_abandonado', proyecto: 'pruebas', nombre: null, opciones: '{}' };
      await replica.jobs.store.create(abandoned, replica.now, replica.now + DAY_MS, 100);
      replica.now += 300_000;
      await replica.jobs.sweep();
      expect(await query(database.url, `SELECT 1 FROM lotes WHERE id = 'lote_abandonado'`)).toEqual([]);
      expect((await client.status(id)).estado).toBe('terminado');
      replica.now += DAY_MS;
      await replica.jobs.sweep();
      expect(await client.request(`/${id}`)).toMatchObject({ status: 404, sobre: { code_error: 6 } });
      expect(await stored()).toEqual([{ lotes: 0, trozos: 0 }]);
    });

    it('is erased by a sweep if its erasing was interrupted', async () => {
      const replica = await openJobReplica(database.url);
      const client = new JobClient(replica.base);
      const id = await client.send(HEADER + GOOD);
      await client.waitFor(id);
      await replica.jobs.store.cancel(id, 'pruebas', replica.now); // Then the process is killed.
      await replica.jobs.sweep();
      expect(await query(database.url, 'SELECT 1 FROM lote_chunks WHERE lote = $1', [id])).toEqual([]);
      expect((await client.status(id)).estado).toBe('cancelado');
    });

    it('does not expire while it is received or answered, however long that takes', async () => {
      const replica = await openJobReplica(database.url, failing(new StoreError(new Error('away'), false)));
      const id = `lote_${'1'.repeat(24)}`;
      const { store } = replica.jobs;
      await store.create(
        { id, proyecto: 'pruebas', nombre: null, opciones: '{}' },
        replica.now,
        replica.now + DAY_MS,
        100,
      );
      replica.now += 2 * DAY_MS;
      await store.touch(id, replica.now);
      await replica.jobs.sweep();
      expect(await store.find(id, 'pruebas')).toMatchObject({ estado: 'recibiendo' });
      const queued = `lote_${'2'.repeat(24)}`;
      await queueJob(replica, queued, 'pruebas');
      const { vence = '' } = (await store.find(queued, 'pruebas')) ?? {};
      replica.now += DAY_MS - 1000;
      await vi.waitUntil(async () => ((await store.find(queued, 'pruebas'))?.vence ?? '') > vence, SOON);
      replica.now += 2000;
      await replica.jobs.sweep();
      expect(await store.find(queued, 'pruebas')).toMatchObject({ estado: 'en_proceso' });
    });
  });
});

it('on SQLite, no byte of an erased job stays in its files', async () => {
  const { url, remove } = newSqlite();
  onTestFinished(remove);
  const { base } = await openJobReplica(url);
  const path = url.slice('sqlite:'.length);
  const traces = (): string[] => [path, `${path}-wal`].filter((file) => readFileSync(file).includes('Olvera'));
  const timesIn = (bytes: Buffer): number => bytes.toString('latin1').split('Olvera').length - 1;
  const client = new JobClient(base);
  const id = await client.send(fileOf(600));
  await client.waitFor(id);
  expect(traces()).not.toEqual([]);
  // The file is erased as soon as the result is visible, so that each name is there once.
  const inResult = timesIn(Buffer.from(alone(fileOf(600))));
  const inFiles = (): number => timesIn(readFileSync(path)) + timesIn(readFileSync(`${path}-wal`));
  await expect.poll(inFiles).toBeLessThanOrEqual(inResult);
  expect(inFiles()).toBeGreaterThan(0.9 * inResult);
  await client.erase(id);
  expect(traces()).toEqual([]);
});

it('a service without a store of jobs answers every request for them with 503 and names `/curp/lote`', async () => {
  const service = openService();
  for (const [method, path] of [
    ['POST', ''],
    ['GET', '/lote_x'],
    ['GET', '/lote_x/resultado'],
    ['DELETE', '/lote_x'],
  ] as const) {
    const { status, sobre, headers } = await service.request({
      method,
      url: `/curp/lotes${path}?token=pruebas`,
      headers: CSV,
      ...(method === 'POST' ? { payload: HEADER } : {}),
    });
    expect([status, sobre.code_error, headers['retry-after']]).toEqual([503, 9, undefined]);
    expect(sobre.error_message).toContain('`/curp/lote`');
  }
});
