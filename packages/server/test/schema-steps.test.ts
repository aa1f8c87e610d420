/** The steps of the tables, with an invented one more: all or nothing, while two versions share a database. */
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseSync } from 'node:sqlite';
import { STEPS } from '../src/store/schema.js';
import { openJobStore, openStore } from '../src/admin.js';
import { cannotUse } from '../src/store/failure.js';
import { createToken, sha256 } from '../src/access/tokens.js';
import { DATABASES, databaseFor, newSqlite, query } from './databases.js';
import { newDatabase, query as queryPostgres } from './postgres.js';
import { ServiceProcess, cleanUp } from './process.js';
import { GOOD, HEADER } from './upload.js';

afterAll(cleanUp);

/** Runs statements. */
async function run(url: string, ...statements: readonly string[]): Promise<void> {
  if (!url.startsWith('sqlite:')) return void (await queryPostgres(url, statements.join(';')));
  const db = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 5000 });
  db.exec(statements.join(';'));
  db.close();
}

/** Adds one more step to this process until the test ends. */
function addStep(sql: string): void {
  STEPS.push(() => sql);
  onTestFinished(() => void STEPS.pop());
}

const opens = async (url: string): Promise<void> => (await openStore(url)).close();

describe.each(DATABASES)('on $name', ({ create }) => {
  const stepped = databaseFor(create);
  const unreleased = databaseFor(create);

  it('a new step is applied once, and the tables keep their rows', async () => {
    const store = await openStore(stepped.url);
    await store.createProject('Prueba', { limite: null, cuota: null }, 'a'.repeat(64));
    await store.close();
    addStep(`ALTER TABLE proyectos ADD COLUMN nueva TEXT DEFAULT 'sí'`);
    await opens(stepped.url);
    await opens(stepped.url);
    expect(await query(stepped.url, 'SELECT nombre, nueva FROM proyectos')).toEqual([
      { nombre: 'Prueba', nueva: 'sí' },
    ]);
    expect(await query(stepped.url, 'SELECT version FROM esquema')).toEqual(STEPS.map((_, i) => ({ version: i + 1 })));
  });

  it('steps that fail at the last statement leave nothing', async () => {
    const { url, remove } = await create();
    onTestFinished(remove);
    addStep('CREATE TABLE nueva (id TEXT); INSERT INTO nadie VALUES (1)');
    await expect(openStore(url)).rejects.toThrow('nadie');
    STEPS[STEPS.length - 1] = () => 'CREATE TABLE nueva (id TEXT)';
    await opens(url);
    expect(await query(url, 'SELECT version FROM esquema')).toEqual(STEPS.map((_, i) => ({ version: i + 1 })));
  });

  it.each([0, 1])('the step to one table of records keeps those of the table %s, which answered', async (active) => {
    const { url, remove } = await create();
    onTestFinished(remove);
    const later = STEPS.splice(2);
    try {
      await opens(url);
    } finally {
      STEPS.push(...later);
    }
    await run(
      url,
      `UPDATE padron SET vigente = ${active}, filas = 2, archivo = 'a.csv', momento = '2026-11-15T18:00:00.000Z'`,
      `INSERT INTO padron_${active} VALUES ('AAAA000101HDFBBB01', 'uno'), ('AAAA000101HDFBBB02', 'dos')`,
      `INSERT INTO padron_${1 - active} VALUES ('AAAA000101HDFBBB01', 'otro'), ('AAAA000101HDFBBB03', 'tres')`,
      `INSERT INTO padron_importacion VALUES (1, 'x', 'b.csv', 'combinar', 2, 0, '2026-11-16T18:00:00.000Z')`,
    );
    const store = await openStore(url);
    onTestFinished(async () => store.close());
    const { padron } = store;
    const found = async () => Promise.all([1, 2, 3].map(async (n) => padron.find(`AAAA000101HDFBBB0${n}`)));
    expect(await found()).toEqual(['uno', 'dos', null]);
    expect(await padron.status()).toMatchObject({ rows: 2, file: 'a.csv', ongoing: { file: 'b.csv' } });
    const { turn } = await padron.begin('c.csv', 'combinar');
    await padron.add(turn, new Map([['AAAA000101HDFBBB02', 'cambio']]), { read: 1, rejected: 0 });
    expect(await padron.finish(turn)).toEqual({ added: 0, changed: 1 });
    expect(await found()).toEqual(['uno', 'cambio', null]);
  });

  it('the step to whole files keeps the results of texts, joins the files of other jobs, and gives back what those were charged', async () => {
    const { url, remove } = await create();
    onTestFinished(remove);
    const later = STEPS.splice(1);
    try {
      await opens(url);
    } finally {
      STEPS.push(...later);
    }
    const bytes = (text: string): string => `CAST('${text}' AS ${url.startsWith('sqlite') ? 'BLOB' : 'BYTEA'})`;
    const job = (id: string, estado: string, opciones: object, hechas: number): string =>
      `INSERT INTO lotes (id, proyecto, estado, opciones, cabecera, codificacion, bytes, piezas, hechas, correctas, salida, creado, visto, inicio, vence)
       VALUES ('${id}', 'prj_x', '${estado}', '${JSON.stringify(opciones)}', ${bytes('encabezado ')}, 'utf-16le', 10, 2, ${hechas}, ${hechas},
         8, '2026', '2026', '2026-11-01T03:00:00.000Z', '2027')`;
    const piece = (lote: string, numero: number, column: 'datos' | 'resultado', text: string): string[] => [
      `INSERT INTO lote_piezas (lote, numero, lineas, peso) VALUES ('${lote}', ${numero}, 1, 4)`,
      `INSERT INTO lote_bytes (lote, numero, ${column}) VALUES ('${lote}', ${numero}, ${bytes(text)})`,
    ];
    const libro = { pieza: 1 };
    const inUtf16 = { codificacion: 'utf-16le' };
    await run(
      url,
      `INSERT INTO cuotas VALUES ('prj_x', '2026-10', 9), ('prj_x', '2026-11', 9)`,
      `INSERT INTO usos VALUES ('prj_x', '2026-10-31', 'lotes', 9), ('prj_x', '2026-10-31', 'lote', 9)`,
      job('terminado', 'terminado', {}, 2),
      ...[0, 1].flatMap((n) => piece('terminado', n, 'resultado', 'fila')),
      job('empezado', 'en_proceso', {}, 1),
      ...piece('empezado', 0, 'resultado', 'fila'),
      ...piece('empezado', 1, 'datos', 'dato'),
      job('espera', 'en_cola', inUtf16, 0),
      ...piece('espera', 0, 'datos', 'a'.repeat(1_500_000)),
      ...piece('espera', 1, 'datos', 'z'.repeat(1_500_000)),
      job('libro', 'terminado', { libro }, 2),
      ...piece('libro', 0, 'resultado', 'celdas'),
      ...piece('libro', 1, 'resultado', 'libro'),
      job('libro_empezado', 'en_proceso', { libro }, 1),
      ...piece('libro_empezado', 0, 'resultado', 'celdas'),
      ...piece('libro_empezado', 1, 'datos', 'libro'),
    );
    const jobs = await openJobStore(url, 1);
    onTestFinished(async () => jobs.close());
    const text = `\u{feff}encabezado ${'a'.repeat(1_500_000)}${'z'.repeat(1_500_000)}`;
    const size = Buffer.byteLength(text);
    const kept = await jobs.kept();
    expect(kept.map((each) => [each.id, each.estado, each.bytes, each.archivo, each.correctas]).toSorted()).toEqual([
      ['empezado', 'fallido', 0, 0, 1],
      ['espera', 'en_cola', 10 + size, size, 0],
      ['libro', 'en_cola', 15, 5, 0],
      ['libro_empezado', 'en_cola', 15, 5, 0],
      ['terminado', 'terminado', 10, 0, 2],
    ]);
    expect(kept.find(({ id }) => id === 'espera')?.opciones).toBe('{"codificacion":"utf-8"}');
    const chunks = await query<{ lote: string; datos: Uint8Array }>(
      url,
      'SELECT lote, datos FROM lote_chunks ORDER BY lote, numero',
    );
    const bytesOf = (id: string): Buffer =>
      Buffer.concat(chunks.flatMap((each) => (each.lote === id ? each.datos : [])));
    expect(bytesOf('espera').equals(Buffer.from(text))).toBe(true);
    expect(chunks.flatMap(({ lote, datos }) => (lote === 'espera' ? datos.length : []))).toEqual([
      1 << 20,
      1 << 20,
      size - (2 << 20),
    ]);
    for (const id of ['libro', 'libro_empezado']) expect(bytesOf(id).toString()).toBe('libro');
    expect(bytesOf('terminado').toString()).toBe('filafila');
    expect(bytesOf('empezado').length).toBe(0);
    // In Mexico City, the jobs began on the last day of October.
    expect(await query(url, 'SELECT CAST(tomada AS INTEGER) AS n FROM cuotas ORDER BY mes')).toEqual([
      { n: 5 },
      { n: 9 },
    ]);
    expect(await query(url, 'SELECT CAST(cuenta AS INTEGER) AS n FROM usos ORDER BY operacion')).toEqual([
      { n: 9 },
      { n: 5 },
    ]);
  });

  it('the store refuses the tables of a build before the first release, and says how to begin anew', async () => {
    await run(
      unreleased.url,
      'CREATE TABLE migraciones (version INTEGER PRIMARY KEY)',
      'INSERT INTO migraciones VALUES (1), (2), (3), (4), (5), (6), (7), (8)',
      'CREATE TABLE proyectos (id TEXT PRIMARY KEY, nombre TEXT NOT NULL UNIQUE)',
    );
    const error: unknown = await openStore(unreleased.url).catch((e: unknown) => e);
    expect(cannotUse(error, unreleased.url, 'en')).toMatch(
      /^DATABASE_URL: the database cannot be used \(.+\)\. Its tables are of a version before 0\.2\.0, .+: start that version, or name a new database/,
    );
    expect(cannotUse(error, unreleased.url, 'es')).toMatch(/ indique una base nueva/);
  });
});

it('a running service continues when a newer version has added columns, and cannot be started again', async () => {
  const current = newSqlite();
  onTestFinished(current.remove);
  const store = await openStore(current.url);
  const token = createToken();
  await store.createProject('Prueba', { limite: null, cuota: 1000 }, sha256(token));
  await store.close();
  const env = { DATABASE_URL: current.url, LANG: 'en_US.UTF-8' };
  const old = await ServiceProcess.start(env);
  const use = async (): Promise<void> => {
    expect((await old.request(`/curp/entidades?token=${token}`)).status).toBe(200);
    expect((await old.request('/curp/validar?token=pruebas&curp=OETR900517MDFLNN05')).status).toBe(200);
    const base = `http://127.0.0.1:${old.port}/curp/lotes`;
    const headers = { authorization: `Bearer ${token}` };
    const body = HEADER + GOOD;
    const sent = await fetch(base, { method: 'POST', headers: { ...headers, 'content-type': 'text/csv' }, body });
    const { response } = (await sent.json()) as { response: { id: string } };
    const address = `${base}/${response.id}`;
    await expect
      .poll(async () => (await fetch(`${address}/resultado`, { headers })).text())
      .toContain('OETR900517MDFLNN05');
    expect((await fetch(address, { method: 'DELETE', headers })).status).toBe(200);
  };
  await use();
  const added = ['proyectos', 'tokens', 'cuotas', 'usos', 'lotes', 'lote_chunks'];
  await run(
    current.url,
    ...added.map((table) => `ALTER TABLE ${table} ADD COLUMN nueva TEXT`),
    'INSERT INTO esquema (version) SELECT MAX(version) + 1 FROM esquema',
  );
  await use();
  const again = new ServiceProcess(env);
  expect(await again.exitCode).toBe(78);
  expect(again.errorOutput).toMatch(/^DATABASE_URL: a newer version created these tables/);
  expect(await old.stop('SIGTERM')).toBe(0);
});

it('on PostgreSQL, a step waits only a little for a backup that reads its table, so that others need not wait', async () => {
  const url = await newDatabase();
  await opens(url);
  addStep('ALTER TABLE lotes ADD COLUMN nueva TEXT');
  const backup = new pg.Client(url);
  await backup.connect();
  await backup.query('BEGIN; LOCK TABLE lotes IN ACCESS SHARE MODE');
  const error: unknown = await openStore(url).catch((e: unknown) => e);
  await backup.end();
  expect(cannotUse(error, url, 'en')).toMatch(/\(55P03\)\. Another program uses the tables, such as a backup/);
});
