/** Durable jobs over HTTP: uploads, status, results, ownership, quota, failures, and that nothing is left behind. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { LAYOUTS } from '@curp-service/contract/layouts';
import { inventFile } from '@curp-service/lote/inventar';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreError } from '../src/store/driver.js';
import { computePiece } from '../src/jobs/piece.js';
import { DATABASES, databaseFor, newSqlite, query } from './databases.js';
import { DAY_MS, JobClient, type JobReplica, ROWS, alone, fileOf, openJobReplica } from './jobs.js';
import { openService } from './service.js';
import { GOOD, HEADER, CSV, BAD, NDJSON } from './upload.js';
import { SOON } from './soon.js';

describe.each(DATABASES)('on $name', ({ name, create }) => {
  const database = databaseFor(create);

  /** Returns how many rows the tables of jobs hold. */
  const stored = async (): Promise<unknown> =>
    query(
      database.url,
      `SELECT CAST((SELECT COUNT(*) FROM lotes) AS INTEGER) AS lotes,
       CAST((SELECT COUNT(*) FROM lote_piezas) AS INTEGER) AS piezas`,
    );

  const countPieces = async (): Promise<number> => (await query(database.url, 'SELECT 1 FROM lote_piezas')).length;

  const failing = (error: Error) => (): never => {
    throw error;
  };

  const NO_LIMIT = { total: Infinity, perProject: Infinity };
  const FILE_HEADER = { bytes: Buffer.from(HEADER), encoding: null };

  /** Stores and queues a job of one piece without HTTP. */
  async function queueJob(
    { jobs, now }: JobReplica,
    { id, project, options, row }: { id: string; project: string; options: object; row: string },
  ): Promise<void> {
    const piece = { numero: 0, codificacion: null, lineas: 1, peso: 100, datos: Buffer.from(row) };
    await jobs.store.create(
      { id, proyecto: project, nombre: null, opciones: JSON.stringify(options) },
      now,
      now + DAY_MS,
      100,
    );
    await jobs.store.addPiece(id, piece, now, NO_LIMIT);
    await jobs.store.complete(
      id,
      FILE_HEADER,
      { piezas: 1, lineas: 1, huella: null, expires: now + DAY_MS, clave: null },
      NO_LIMIT,
    );
  }

  describe('a job', () => {
    it('has the same result in several pieces as in one, and its status shows the progress', async () => {
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
        vence: new Date(replica.now + DAY_MS).toISOString(),
      });
      const [{ piezas } = { piezas: 0 }] = await query<{ piezas: number }>(
        database.url,
        'SELECT piezas FROM lotes WHERE id = $1 AND piezas = hechas',
        [id],
      );
      expect(piezas).toBeGreaterThan(2);
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
      expect(replica.metrics()).toContain(`curp_lotes_pieces_total{resultado="hecha"} ${piezas}`);
      expect(replica.metrics()).toContain(`curp_lote_rows_total{code_error="0"} ${good}`);
      expect((await client.erase(id)).response).toMatchObject({ estado: 'cancelado' });
      expect(await query(database.url, 'SELECT cabecera FROM lotes WHERE id = $1', [id])).toEqual([{ cabecera: null }]);
      expect(await query(database.url, 'SELECT 1 FROM lote_piezas')).toEqual([]);
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
      ['Windows-1252', Buffer.from(HEADER + GOOD.replace('Olvera', 'Núñez').repeat(9), 'latin1'), '', CSV, {}],
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
    ])('has the same result as the file in one piece with %s', async (_, body, params, headers, options) => {
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

    it('has the same result as the file in one piece for an office, or without a header', async () => {
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

    it('is cut into smaller pieces if its rows are very short, because its answers are long', async () => {
      const client = new JobClient((await openJobReplica(database.url)).base);
      const id = await client.send('1\n'.repeat(20_000), '?operacion=validar', NDJSON);
      expect(await client.waitFor(id)).toMatchObject({ estado: 'terminado', filas_hechas: 20_000 });
      const sizes = await query<{ bytes: number }>(
        database.url,
        'SELECT length(resultado) AS bytes FROM lote_bytes WHERE lote = $1',
        [id],
      );
      expect(sizes.length).toBeGreaterThan(1);
      for (const { bytes } of sizes) expect(bytes).toBeLessThan(5_000_000);
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
      const [before, pieces] = [await stored(), await countPieces()];
      const upload = request(`${base}?token=pruebas`, { method: 'POST', headers: CSV });
      upload.on('error', () => undefined).write(fileOf(900));
      await vi.waitUntil(async () => (await countPieces()) > pieces, SOON);
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
      const replica = await openJobReplica(database.url, computePiece, {}, { lotesMaxBytesPerProject: 5_000_000 });
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

    it('may be revoked before a piece is processed, whose rows get code 3', async () => {
      const replica = await openJobReplica(database.url);
      const { proyecto, token } = await replica.createProject();
      const { store } = replica.jobs;
      await replica.store.changeProject(proyecto.id, { estado: 'revocado' });
      const id = `lote_${'0'.repeat(24)}`;
      await queueJob(replica, { id, project: proyecto.id, options: { formato: 'csv', language: 'es' }, row: GOOD });
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

  describe('a piece that fails', () => {
    it('gives its rows code 9 after four failures, and the other rows are answered as usual', async () => {
      let attempts = 0;
      const replica = await openJobReplica(database.url, (input) => {
        if (input.isFirst && input.allowed !== 0) {
          attempts += 1;
          throw new Error('poison');
        }
        return computePiece(input);
      });
      const client = new JobClient(replica.base);
      const file = fileOf(900);
      const id = await client.send(file);
      const { filas_hechas, errores } = await client.waitFor(id);
      expect([attempts, filas_hechas]).toEqual([4, 900]);
      const failed = errores.find(({ code_error }) => code_error === 9)?.filas ?? 0;
      const [lines, usual] = [(await client.download(id)).text.split('\n'), alone(file).split('\n')];
      expect(lines).toHaveLength(usual.length);
      expect(lines.filter((line, i) => line !== usual[i])).toHaveLength(failed);
      expect(failed).toBeGreaterThan(200);
      expect(replica.metrics()).toContain('curp_lotes_pieces_total{resultado="fallida"} 1');
    });

    it('is processed in the end if only the database was away for moments', async () => {
      let times = 0;
      const { base } = await openJobReplica(database.url, (input) => {
        times += 1;
        if (times <= 6) throw new StoreError(new Error('ECONNRESET'), true);
        return computePiece(input);
      });
      const client = new JobClient(base);
      const id = await client.send(HEADER + GOOD);
      expect(await client.waitFor(id)).toMatchObject({ filas_correctas: 1, errores: [] });
    });

    it('ends the job as `fallido` if it fails even with code 9', async () => {
      const client = new JobClient((await openJobReplica(database.url, failing(new Error('poison')))).base);
      const id = await client.send(HEADER + GOOD);
      await client.waitFor(id, 'fallido');
      expect(await client.request(`/${id}/resultado`)).toMatchObject({ status: 400, sobre: { code_error: 8 } });
    });
  });

  describe('a job that ends', () => {
    it('stops its work and is erased when it is cancelled', async () => {
      let computed = 0;
      const { base, jobs } = await openJobReplica(database.url, (input) => {
        computed += 1;
        return computePiece(input);
      });
      const client = new JobClient(base);
      const id = await client.send(fileOf());
      await client.erase(id);
      await setTimeout(500);
      const afterCancel = computed;
      expect((await client.status(id)).estado).toBe('cancelado');
      await setTimeout(500);
      expect(computed).toBe(afterCancel);
      expect(await query(database.url, 'SELECT 1 FROM lote_piezas WHERE lote = $1', [id])).toEqual([]);
      expect(await jobs.store.pendingPieces()).toBe(0);
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
      expect(await stored()).toEqual([{ lotes: 0, piezas: 0 }]);
    });

    it('is erased by a sweep if its erasing was interrupted', async () => {
      const replica = await openJobReplica(database.url);
      const client = new JobClient(replica.base);
      const id = await client.send(HEADER + GOOD);
      await client.waitFor(id);
      await replica.jobs.store.cancel(id, 'pruebas', replica.now); // Then the process is killed.
      await replica.jobs.sweep();
      expect(await query(database.url, 'SELECT 1 FROM lote_bytes WHERE lote = $1', [id])).toEqual([]);
      expect((await client.status(id)).estado).toBe('cancelado');
    });

    it('does not expire while it is received or processed, however long that takes', async () => {
      const replica: JobReplica = await openJobReplica(database.url, (input) => {
        replica.now += DAY_MS - 1000;
        return computePiece(input);
      });
      const { store } = replica.jobs;
      const id = `lote_${'1'.repeat(24)}`;
      const piece = { numero: 0, codificacion: null, lineas: 1, peso: 100, datos: Buffer.from(GOOD) };
      const job = { id, proyecto: 'pruebas', nombre: null, opciones: '{"formato":"csv","language":"es"}' };
      await store.create(job, replica.now, replica.now + DAY_MS, 100);
      replica.now += 2 * DAY_MS;
      await store.touch(id, replica.now);
      await replica.jobs.sweep();
      await store.addPiece(id, piece, replica.now, NO_LIMIT);
      // The second piece never arrives.
      const totals = { piezas: 2, lineas: 2, huella: null, expires: replica.now + DAY_MS, clave: null };
      await store.complete(id, FILE_HEADER, totals, NO_LIMIT);
      const status = async () => new JobClient(replica.base).status(id);
      await vi.waitUntil(async () => (await status()).filas_hechas === 1, SOON);
      replica.now += 2000; // This is more than a day after the upload and less than a day after the first piece.
      await replica.jobs.sweep();
      expect(await status()).toMatchObject({ estado: 'en_proceso', filas_correctas: 1 });
      replica.now += DAY_MS;
      await replica.jobs.sweep();
      expect(await store.find(id, 'pruebas')).toBeNull();
    });
  });
});

it('on SQLite, no byte of an erased job stays in its files', async () => {
  const { url, remove } = newSqlite();
  onTestFinished(remove);
  const { base } = await openJobReplica(url);
  const path = url.slice('sqlite:'.length);
  const traces = (): string[] => [path, `${path}-wal`].filter((file) => readFileSync(file).includes('Olvera'));
  const client = new JobClient(base);
  const id = await client.send(fileOf(600));
  await client.waitFor(id);
  expect(traces()).not.toEqual([]);
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
