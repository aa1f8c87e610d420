/** Durable jobs: what a client sends, is told, and gets back; whose they are; and that nothing of them stays. */
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { StoreUnreachable } from '../src/store/store.js';
import { hacerPieza } from '../src/jobs/piece.js';
import { JobClient, DAY_MS, ROWS, SOON, type JobReplica, alone, fileOf, openJobReplica } from './jobs.js';
import { newDatabase, query } from './postgres.js';
import { abrirServicio } from './service.js';
import { BUENA, CABECERA, CSV, MALA, NDJSON } from './upload.js';

let url: string;
beforeAll(async () => {
  url = await newDatabase();
});

/** Of all that was ever sent to that database: nothing is left of it. */
const quedan = async (): Promise<unknown> =>
  query(url, `SELECT (SELECT COUNT(*)::int FROM lotes) AS lotes, (SELECT COUNT(*)::int FROM lote_piezas) AS piezas`);

const tomada = async ({ store }: JobReplica, proyecto: string): Promise<number> =>
  store.quotaTaken(proyecto, '2026-11');

describe('a job', () => {
  it('gives in several pieces what one alone does, and tells how it goes', async () => {
    const replica = await openJobReplica(url);
    const cliente = new JobClient(replica.base);
    const texto = fileOf();
    const { status, sobre, headers } = await cliente.request('', { method: 'POST', body: texto, headers: CSV });
    const id = String(sobre.response['id']);
    expect([status, headers.get('location')]).toEqual([202, `/curp/lotes/${id}`]);
    expect(sobre.response).toMatchObject({ filas_total: ROWS, filas_hechas: 0, terminado: null });
    const estado = await cliente.waitFor(id);
    const buenas = (ROWS / 10) * 9;
    expect(estado).toMatchObject({
      filas_hechas: ROWS,
      filas_total: ROWS,
      filas_correctas: buenas,
      errores: [{ code_error: 417, filas: ROWS / 10 }],
      vence: new Date(replica.now + DAY_MS).toISOString(),
    });
    const [{ piezas } = { piezas: 0 }] = await query<{ piezas: number }>(
      url,
      'SELECT piezas FROM lotes WHERE id = $1 AND piezas = hechas',
      [id],
    );
    expect(piezas).toBeGreaterThan(2);
    const bajada = await cliente.download(id);
    expect(bajada.status).toBe(200);
    expect(bajada.texto === alone(texto)).toBe(true);
    expect(Object.fromEntries(bajada.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'lote-filas': String(ROWS),
      'lote-correctas': String(buenas),
      'lote-errores': String(ROWS / 10),
    });
    expect(replica.metricas()).toContain(`curp_lotes_pieces_total{resultado="hecha"} ${piezas}`);
    expect(replica.metricas()).toContain(`curp_lote_rows_total{code_error="0"} ${buenas}`);
    expect((await cliente.erase(id)).response).toMatchObject({ estado: 'cancelado' });
    expect(await query(url, 'SELECT cabecera FROM lotes WHERE id = $1', [id])).toEqual([{ cabecera: null }]);
    expect(await query(url, 'SELECT 1 FROM lote_piezas')).toEqual([]);
  });

  it.each<[que: string, cuerpo: string | Buffer, consulta: string, headers: Record<string, string>, opciones: object]>([
    [
      'NDJSON',
      '{"curp":"OETR900517MDFLNN05"}\n{"curp":""}\n',
      '?operacion=validar',
      NDJSON,
      { formato: 'ndjson', operacion: 'validar' },
    ],
    ['an empty NDJSON', '', '', NDJSON, { formato: 'ndjson' }],
    ['a header alone', CABECERA, '', CSV, {}],
    ['Windows-1252', Buffer.from(CABECERA + BUENA.replace('Olvera', 'Núñez').repeat(9), 'latin1'), '', CSV, {}],
    ['UTF-16', Buffer.from(`\ufeff${CABECERA}${BUENA}`, 'utf16le'), '', CSV, {}],
    ['for a spreadsheet', CABECERA + BUENA, '?excel=1', CSV, { excel: true }],
    [
      'columns by number',
      `PILA${CABECERA.slice(7)}${BUENA}`,
      '?columna_nombres=1',
      CSV,
      { columnas: { nombres: '1' } },
    ],
    ['in English', CABECERA + MALA, '', { ...CSV, 'accept-language': 'en' }, { lengua: 'en' }],
  ])('%s', async (_, cuerpo, consulta, headers, opciones) => {
    const cliente = new JobClient((await openJobReplica(url)).base);
    const id = await cliente.send(cuerpo, consulta, headers);
    await cliente.waitFor(id);
    expect((await cliente.download(id)).texto).toBe(alone(cuerpo, opciones));
  });

  it('of very short rows is cut into smaller pieces, for their answers are not short', async () => {
    const replica = await openJobReplica(url);
    const cliente = new JobClient(replica.base);
    const id = await cliente.send('1\n'.repeat(200_000), '?operacion=validar', NDJSON);
    expect(await cliente.waitFor(id)).toMatchObject({ estado: 'terminado', filas_hechas: 200_000 });
    const medidas = await query<{ largo: number }>(
      url,
      'SELECT length(resultado) AS largo FROM lote_piezas WHERE lote = $1',
      [id],
    );
    expect(medidas.length).toBeGreaterThan(1);
    for (const { largo } of medidas) expect(largo).toBeLessThan(50_000_000);
    await cliente.erase(id);
  });

  it('is refused before anything is stored', async () => {
    const { base } = await openJobReplica(url);
    const antes = await quedan();
    const cliente = new JobClient(base);
    const enviar = async (body: string, consulta = '', headers = CSV) => {
      const { status, sobre } = await cliente.request(consulta, { method: 'POST', body, headers });
      return [status, sobre.code_error];
    };
    expect(await enviar('x,y\n1,2\n')).toEqual([400, 8]);
    expect(await enviar('')).toEqual([400, 8]);
    expect(await enviar(CABECERA, '?operacion=borrar')).toEqual([400, 8]);
    expect(await enviar(CABECERA, '', { 'content-type': 'text/plain' })).toEqual([415, 8]);
    expect(await quedan()).toEqual(antes);
  });

  it('cut on its way in, leaves nothing', async () => {
    const { base, log } = await openJobReplica(url);
    const antes = await quedan();
    const peticion = request(`${base}?token=pruebas`, { method: 'POST', headers: CSV });
    peticion.on('error', () => undefined).write(fileOf(100_000));
    await vi.waitUntil(async () => JSON.stringify(await quedan()) !== JSON.stringify(antes), SOON);
    await setTimeout(100);
    peticion.destroy();
    await vi.waitUntil(() => log.some((linea) => linea.includes('"operacion":"lotes"')), SOON);
    expect(await quedan()).toEqual(antes);
  });

  it('is not downloaded before its end', async () => {
    const { base } = await openJobReplica(url, () => {
      throw new Error('not yet');
    });
    const cliente = new JobClient(base);
    const id = await cliente.send(CABECERA + BUENA);
    expect(await cliente.request(`/${id}/resultado`)).toMatchObject({ status: 400, sobre: { code_error: 8 } });
    await cliente.erase(id);
    expect(await cliente.request(`/${id}/resultado`)).toMatchObject({ status: 400, sobre: { code_error: 8 } });
  });

  it('of a project that sends more than it may is refused', async () => {
    const replica = await openJobReplica(url);
    const pequeno = abrirServicio({ lotesMaxBytes: 100 }, { store: replica.store, jobs: replica.jobs });
    const { status, sobre } = await pequeno.pedir({
      method: 'POST',
      url: '/curp/lotes?token=pruebas',
      headers: CSV,
      payload: CABECERA + BUENA,
    });
    expect([status, sobre.code_error]).toEqual([413, 8]);
  });

  it('of a project that sends more than it may in several at once is refused too', async () => {
    const replica = await openJobReplica(url, hacerPieza, {}, { lotesMaxBytes: 5_000_000 });
    const { token, proyecto } = await replica.crearProyecto();
    const cliente = new JobClient(replica.base, token);
    const body = fileOf(100_000); // 4 MB
    const dichos = await Promise.all(
      Array.from({ length: 4 }, async () => cliente.request('', { method: 'POST', body, headers: CSV })),
    );
    expect(dichos.filter(({ status }) => status === 202).length).toBeLessThan(2);
    expect(dichos.filter(({ status }) => status === 413).length).toBeGreaterThan(2);
    expect(await replica.jobs.store.bytesKept(proyecto.id)).toBeLessThanOrEqual(5_000_000);
  });
});

describe('whose it is', () => {
  it('no other project sees, downloads or erases it', async () => {
    const replica = await openJobReplica(url);
    const [mio, ajeno] = [await replica.crearProyecto(), await replica.crearProyecto()];
    const [dueno, otro] = [new JobClient(replica.base, mio.token), new JobClient(replica.base, ajeno.token)];
    const id = await dueno.send(CABECERA + BUENA);
    await dueno.waitFor(id);
    for (const [ruta, method] of [
      ['', 'GET'],
      ['', 'DELETE'],
      ['/resultado', 'GET'],
    ] as const) {
      expect(await otro.request(`/${id}${ruta}`, { method })).toMatchObject({ status: 404, sobre: { code_error: 6 } });
    }
    expect((await dueno.download(id)).texto).toBe(alone(CABECERA + BUENA));
    for (const nada of ['lote_nada', '%00', '%F0%9F%98%80', `${id}%00`, "';--", 'a'.repeat(8000)]) {
      expect(await dueno.request(`/${nada}`)).toMatchObject({ status: 404, sobre: { code_error: 6 } });
    }
    expect(replica.log.join('')).not.toContain('"level":"error"');
    expect(await new JobClient(replica.base, '').request(`/${id}`)).toMatchObject({
      status: 401,
      sobre: { code_error: 1 },
    });
    expect(await dueno.request(`/${id}`, { method: 'PUT' })).toMatchObject({ status: 405, sobre: { code_error: 7 } });
  });

  it('each good row is a unit of its quota, and the rows beyond it say so', async () => {
    const replica = await openJobReplica(url);
    const { proyecto, token } = await replica.crearProyecto({ cuota: 100_000 });
    const cliente = new JobClient(replica.base, token);
    const id = await cliente.send(fileOf());
    const estado = await cliente.waitFor(id);
    expect(estado).toMatchObject({ filas_hechas: ROWS, filas_correctas: 100_000 });
    expect(await tomada(replica, proyecto.id)).toBe(100_000);
    const usos = await replica.store.usage(proyecto.id, '2000-01-01', '2999-12-31');
    expect(usos).toMatchObject([{ operacion: 'lotes', cuenta: 100_000 }]);
    const lineas = (await cliente.download(id)).texto.split('\n');
    const con = (parte: string): number => lineas.filter((linea) => linea.includes(parte)).length;
    expect(con(',0,')).toBe(100_000);
    expect(con('1 de diciembre')).toBe(ROWS - 100_000 - con(',417,'));
    expect(await cliente.request('', { method: 'POST', body: CABECERA, headers: CSV })).toMatchObject({
      status: 403,
      sobre: { code_error: 4 },
    });
    expect((await cliente.status(id)).estado).toBe('terminado'); // what was paid for can still be had
  });

  it('closed meanwhile, its rows say so', async () => {
    const replica = await openJobReplica(url);
    const { proyecto, token } = await replica.crearProyecto();
    const cliente = new JobClient(replica.base, token);
    await replica.store.changeProject(proyecto.id, { estado: 'revocado' });
    const id = `lote_${'0'.repeat(24)}`;
    const cabecera = { bytes: Buffer.from(CABECERA), encoding: null };
    await replica.jobs.store.create(
      id,
      proyecto.id,
      '{"formato":"csv","lengua":"es"}',
      replica.now,
      replica.now + DAY_MS,
    );
    await replica.jobs.store.addPiece(
      id,
      { numero: 0, codificacion: null, lineas: 1, datos: Buffer.from(BUENA) },
      replica.now,
    );
    await replica.jobs.enqueue(id, cabecera, 1, 1);
    await vi.waitUntil(async () => (await replica.jobs.store.find(id, proyecto.id))?.estado === 'terminado', SOON);
    expect((await replica.jobs.store.find(id, proyecto.id))?.errores).toBe('{"3":1}');
    expect(await cliente.request(`/${id}`)).toMatchObject({ status: 403, sobre: { code_error: 3 } });
  });
});

describe('a piece that cannot be done', () => {
  it('is tried again, then its rows say so, and the rest is as ever', { timeout: 60_000 }, async () => {
    let intentos = 0;
    const replica = await openJobReplica(url, (encargo) => {
      if (encargo.esPrimera && encargo.permitidas !== 0) {
        intentos += 1;
        throw new Error('poison');
      }
      return hacerPieza(encargo);
    });
    const cliente = new JobClient(replica.base);
    const texto = fileOf(60_000);
    const id = await cliente.send(texto);
    const { filas_hechas, errores } = await cliente.waitFor(id);
    expect([intentos, filas_hechas]).toEqual([4, 60_000]);
    const nueve = errores.find(({ code_error }) => code_error === 9)?.filas ?? 0;
    const [hechas, solas] = [(await cliente.download(id)).texto.split('\n'), alone(texto).split('\n')];
    expect(hechas).toHaveLength(solas.length);
    expect(hechas.filter((linea, i) => linea !== solas[i])).toHaveLength(nueve);
    expect(nueve).toBeGreaterThan(10_000);
    expect(replica.metricas()).toContain('curp_lotes_pieces_total{resultado="fallida"} 1');
    // What went wrong is in the log by its kind alone: the queue holds nothing of it.
    expect(JSON.stringify(await query(url, 'SELECT data, output FROM curp_cola.job'))).not.toMatch(/poison|Renata/);
  });

  it('since the database is away for moments, is done all the same', { timeout: 60_000 }, async () => {
    let veces = 0;
    const { base } = await openJobReplica(url, (encargo) => {
      veces += 1;
      if (veces <= 6) throw new StoreUnreachable(new Error('ECONNRESET'), true);
      return hacerPieza(encargo);
    });
    const cliente = new JobClient(base);
    const id = await cliente.send(CABECERA + BUENA);
    expect(await cliente.waitFor(id)).toMatchObject({ filas_correctas: 1, errores: [] });
  });

  it('not even so, ends the job', { timeout: 60_000 }, async () => {
    const { base } = await openJobReplica(url, () => {
      throw new Error('poison');
    });
    const cliente = new JobClient(base);
    const id = await cliente.send(CABECERA + BUENA);
    await cliente.waitFor(id, 'fallido');
    expect(await cliente.request(`/${id}/resultado`)).toMatchObject({ status: 400, sobre: { code_error: 8 } });
  });
});

describe('in the end', () => {
  it('a job that is cancelled stops, and all of it is erased', async () => {
    let hechas = 0;
    const { base, jobs: lotes } = await openJobReplica(url, (encargo) => {
      hechas += 1;
      return hacerPieza(encargo);
    });
    const cliente = new JobClient(base);
    const id = await cliente.send(fileOf());
    await cliente.erase(id);
    await setTimeout(500);
    const trasCancelar = hechas;
    expect((await cliente.status(id)).estado).toBe('cancelado');
    await setTimeout(500);
    expect(hechas).toBe(trasCancelar);
    expect(await query(url, 'SELECT 1 FROM lote_piezas WHERE lote = $1', [id])).toEqual([]);
    expect(await query(url, `SELECT 1 FROM curp_cola.job WHERE data->>'lote' = $1 AND state < 'active'`, [id])).toEqual(
      [],
    );
    expect(await lotes.store.pendingPieces()).toBe(0);
  });

  it('everything is erased when its time comes, and what nobody sends any more before', async () => {
    const replica = await openJobReplica(url);
    const cliente = new JobClient(replica.base);
    const id = await cliente.send(CABECERA + BUENA);
    await cliente.waitFor(id);
    await replica.jobs.store.create('lote_abandonado', 'pruebas', '{}', replica.now, replica.now + DAY_MS);
    replica.now += 300_000;
    await replica.jobs.sweep();
    expect(await query(url, `SELECT 1 FROM lotes WHERE id = 'lote_abandonado'`)).toEqual([]);
    expect((await cliente.status(id)).estado).toBe('terminado');
    replica.now += DAY_MS;
    await replica.jobs.sweep();
    expect(await cliente.request(`/${id}`)).toMatchObject({ status: 404, sobre: { code_error: 6 } });
    expect(await quedan()).toEqual([{ lotes: 0, piezas: 0 }]);
  });
});

it('a job is not erased while it comes or goes on, however long that takes', async () => {
  const replica: JobReplica = await openJobReplica(url, (encargo) => {
    replica.now += DAY_MS - 1000;
    return hacerPieza(encargo);
  });
  const { store: sql } = replica.jobs;
  const id = `lote_${'1'.repeat(24)}`;
  const pieza = { numero: 0, codificacion: null, lineas: 1, datos: Buffer.from(BUENA) };
  await sql.create(id, 'pruebas', '{"formato":"csv","lengua":"es"}', replica.now, replica.now + DAY_MS);
  replica.now += 2 * DAY_MS;
  await sql.touch(id, replica.now);
  await replica.jobs.sweep();
  await sql.addPiece(id, pieza, replica.now);
  // Of its second piece nothing comes.
  await replica.jobs.enqueue(id, { bytes: Buffer.from(CABECERA), encoding: null }, 2, 2);
  const estado = async () => new JobClient(replica.base).status(id);
  await vi.waitUntil(async () => (await estado()).filas_hechas === 1, SOON);
  replica.now += 2000; // a day after it was sent, but not after something of it was done
  await replica.jobs.sweep();
  expect(await estado()).toMatchObject({ estado: 'en_proceso', filas_correctas: 1 });
  replica.now += DAY_MS;
  await replica.jobs.sweep();
  expect(await sql.find(id, 'pruebas')).toBeNull();
});

it('without PostgreSQL there are none, and it is said where to send the file', async () => {
  const servicio = abrirServicio();
  for (const [method, ruta] of [
    ['POST', ''],
    ['GET', '/lote_x'],
    ['GET', '/lote_x/resultado'],
    ['DELETE', '/lote_x'],
  ] as const) {
    const { status, sobre, headers } = await servicio.pedir({
      method,
      url: `/curp/lotes${ruta}?token=pruebas`,
      headers: CSV,
      ...(method === 'POST' ? { payload: CABECERA } : {}),
    });
    expect([status, sobre.code_error, headers['retry-after']]).toEqual([503, 9, undefined]);
    expect(sobre.error_message).toContain('`/curp/lote`');
  }
});
