/** `curp lote --servidor`: a service processes the file, with the result of this program, and keeps nothing of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { macroWorkbookOf } from '../../../lote/test/workbook.js';
import { newSqlite, query } from '../../../server/test/databases.js';
import { ServiceProcess, cleanUp } from '../../../server/test/process.js';
import { GOOD_ROWS, PERSONAL_DATA, DONE, PEOPLE, fileWorkspace, manyRows } from '../files.js';
import { BIN, EN } from '../curp.js';
import { SOON } from '../../../server/test/soon.js';

const workbook = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../lote/test/workbooks/${name}`, import.meta.url));
const TOKEN = { CURP_TOKEN: 'pruebas' };
let url: string;
let servidor: string;
beforeAll(async () => {
  const base = newSqlite();
  ({ url } = base);
  servidor = `http://127.0.0.1:${(await ServiceProcess.start({ DATABASE_URL: url })).port}`;
  return base.remove;
});
afterAll(cleanUp);

/** Starts a proxy that passes requests on as the test says, and returns its address. */
async function proxy(pass: (peticion: IncomingMessage, respuesta: ServerResponse) => void): Promise<string> {
  const medio = createServer(pass).listen(0, '127.0.0.1');
  onTestFinished(() => void medio.close());
  await once(medio, 'listening');
  return `http://127.0.0.1:${(medio.address() as AddressInfo).port}`;
}

/** Runs the command in a process of its own, so that the proxy of the test can answer. */
async function run(args: readonly string[], { dir, env }: ReturnType<typeof fileWorkspace>, input = '') {
  const hijo = spawn(process.execPath, [BIN, 'lote', ...args], { cwd: dir, env: { ...env, ...EN, ...TOKEN } });
  let stderr = '';
  hijo.stderr.on('data', (trozo: Buffer) => (stderr += trozo.toString()));
  hijo.stdin.on('error', () => undefined).end(input);
  const [status] = (await once(hijo, 'close')) as [number | null];
  return { status, stderr };
}

/** Returns the jobs that are not erased. */
const trabajos = async (): Promise<unknown[]> => query(url, `SELECT id FROM lotes WHERE estado <> 'cancelado'`);

describe('curp lote with a service', () => {
  it.each<[nombre: string, contenido: string | Uint8Array, mas: string[]]>([
    ['p.csv', PEOPLE, []],
    ['p.csv.gz', gzipSync(PEOPLE), []],
    ['p.csv', Buffer.from(PEOPLE, 'latin1'), ['--codificacion', 'latin1', '--excel']],
    ['p.csv', PEOPLE.replace('nombres', 'PILA'), ['--columna', 'nombres=PILA']],
    ['p.csv', `${PEOPLE}${PEOPLE.split('\n')[1]?.replace(',M,', ',F,')}\n`, ['--sexo', 'hm']],
    ['p.csv', PEOPLE.replaceAll(',H,', ',F,'), []],
    ['p.ndjson', '{"curp":"OETR900517MDFLNN05"}\n', ['--operacion', 'validar']],
    ['p.xlsx', workbook('openpyxl.xlsx'), []],
    ['p.xlsm', macroWorkbookOf({ Una: PEOPLE.split('\n').map((line) => line.split(',')) }), []],
    ['p.xlsx', workbook('hucre.xlsx'), ['--hoja', 'Uno', '--sexo', 'fm']],
  ])('gives for %s the result of this program, %#', async (nombre, contenido, mas) => {
    const { write, read, lote } = fileWorkspace();
    write(nombre, contenido);
    const salidas = ['aqui', 'alla'].map((cual) => nombre.replace('p', cual).replace('.gz', ''));
    const [aqui = '', alla = ''] = salidas;
    const local = lote([nombre, '-o', aqui, ...mas]);
    const remoto = lote([nombre, '-o', alla, ...mas, '--servidor', servidor], { env: TOKEN });
    expect(remoto.status).toBe(local.status);
    expect(read(alla)).toEqual(read(aqui));
    const sinTiempo = (texto: string): string => texto.replace(/^[\d.]+ s, .*$/m, '');
    expect(sinTiempo(remoto.stderr)).toBe(sinTiempo(local.stderr));
    expect(await trabajos()).toEqual([]);
  });

  it('writes to a pipe, and reports the figures as JSON', () => {
    const { lote } = fileWorkspace();
    const { text, stderr, status } = lote(['-', '-o', '-', '--json', '--servidor', servidor], {
      env: TOKEN,
      input: PEOPLE,
    });
    expect([text, status]).toEqual([DONE, 1]);
    expect(JSON.parse(stderr)).toMatchObject({ filas: 3, correctas: 2, errores: [{ code_error: 417, filas: 1 }] });
  });

  it('asks again for rows that were cut on their way', async () => {
    const workspace = fileWorkspace();
    const { write, read, lote } = workspace;
    write('p.csv', manyRows(10_000));
    lote(['p.csv', '-o', 'aqui.csv', '--silencio']);
    let porCortar = 2;
    const porElMedio = await proxy((peticion, respuesta) => {
      const { method, headers } = peticion;
      const otra = request(servidor + peticion.url, { method, headers }, (suya) => {
        respuesta.writeHead(suya.statusCode ?? 0, suya.headers);
        if (porCortar === 0 || peticion.url?.endsWith('/resultado') !== true) return suya.pipe(respuesta);
        porCortar -= 1;
        return suya.once('data', (trozo: Buffer) => {
          const parte = trozo.subarray(0, Math.ceil(trozo.length / (porCortar + 2)));
          respuesta.write(parte, () => respuesta.destroy());
        });
      });
      peticion.pipe(otra);
    });
    const { status } = await run(['p.csv', '-o', 'alla.csv', '--silencio', '--servidor', porElMedio], workspace);
    expect([status, porCortar]).toEqual([0, 0]);
    expect(read('alla.csv').equals(read('aqui.csv'))).toBe(true);
    expect(await trabajos()).toEqual([]);
  });

  it.each<[name: string, content: Buffer]>([
    ['p.csv', Buffer.from(manyRows(30_000))],
    ['p.csv.gz', gzipSync(manyRows(30_000))],
  ])('sends %s again after a broken upload and a lost answer, and it is processed once', async (name, content) => {
    const workspace = fileWorkspace();
    const { write, read, lote } = workspace;
    write(name, content);
    lote([name, '-o', 'aqui.csv', '--silencio']);
    const before = await query(url, 'SELECT id FROM lotes');
    let uploads = 0;
    const porElMedio = await proxy((peticion, respuesta) => {
      const { method, headers } = peticion;
      if (method === 'POST') uploads += 1;
      if (method === 'POST' && uploads === 1) {
        peticion.once('data', () => respuesta.destroy());
        return;
      }
      const otra = request(servidor + peticion.url, { method, headers }, (suya) => {
        if (method === 'POST' && uploads === 2) respuesta.destroy();
        else suya.pipe(respuesta.writeHead(suya.statusCode ?? 0, suya.headers));
      });
      peticion.pipe(otra);
    });
    const { status, stderr } = await run([name, '-o', 'alla.csv', '--servidor', porElMedio], workspace);
    expect([status, uploads]).toEqual([0, 3]);
    expect(stderr.match(/The file could not be sent \(.+\)\. It is sent again in 1 s\./g)).toHaveLength(2);
    expect(read('alla.csv').equals(read('aqui.csv'))).toBe(true);
    const after = await query(url, 'SELECT id, estado FROM lotes');
    expect(after.length).toBe(before.length + 1);
    expect(await trabajos()).toEqual([]);
  });

  it('does not send an input again that is no file, and says so', async () => {
    const workspace = fileWorkspace();
    const cutting = await proxy((peticion, respuesta) => {
      peticion.once('data', () => respuesta.destroy());
    });
    const { status, stderr } = await run(['-', '-o', 's.csv', '--servidor', cutting], workspace, manyRows(30_000));
    expect(status).toBe(74);
    expect(stderr).toContain('cannot be sent again: save it as a file');
    expect(workspace.list()).toEqual([]);
  });

  it('stops the job with Ctrl-C, and nothing is kept', async () => {
    const { dir, env, write, list } = fileWorkspace();
    // Keys of other people take long to compare.
    write(
      'p.csv',
      manyRows(20_000)
        .replaceAll(/^/gm, 'OETR900517HDFLNN09,')
        .replace(/^[^,]*/, 'curp'),
    );
    const args = [BIN, 'lote', 'p.csv', '-o', 's.csv', '--operacion', 'cotejar', '--servidor', servidor];
    const hijo = spawn(process.execPath, args, { cwd: dir, env: { ...env, ...TOKEN } });
    const enMarcha = `SELECT 1 FROM lotes WHERE estado IN ('en_cola', 'en_proceso')`;
    await vi.waitUntil(async () => (await query(url, enMarcha)).length === 1, SOON);
    hijo.kill('SIGINT');
    expect(await once(hijo, 'exit')).toEqual([130, null]);
    expect(list()).toEqual(['p.csv']);
    await vi.waitUntil(async () => (await trabajos()).length === 0, SOON);
    await vi.waitUntil(async () => (await query(url, 'SELECT 1 FROM lote_chunks')).length === 0, SOON);
  });
});

describe('curp lote explains', () => {
  const correr = (args: readonly string[], env: Readonly<Record<string, string>> = TOKEN, contenido = GOOD_ROWS) => {
    const { write, list, lote } = fileWorkspace();
    write('p.csv', contenido);
    const { stderr, status } = lote(['p.csv', '-o', 's.csv', '--silencio', ...args], { env: { ...EN, ...env } });
    expect(list()).toEqual(['p.csv']);
    expect(stderr).not.toMatch(PERSONAL_DATA);
    return { stderr, status };
  };

  it('a token that is missing or unknown', () => {
    expect(correr(['--servidor', servidor], {})).toMatchObject({
      stderr: expect.stringContaining('CURP_TOKEN'),
      status: 2,
    });
    const { stderr, status } = correr(['--servidor', servidor], { CURP_TOKEN: 'otro' });
    expect([stderr, status]).toEqual([expect.stringContaining('does not exist or was revoked'), 78]);
    expect(stderr).not.toContain('otro');
  });

  it('an address that is invalid or does not answer', () => {
    expect(correr(['--servidor', 'curp.example.mx']).status).toBe(2);
    const { lote } = fileWorkspace();
    const args = ['-', '-o', '-', '--silencio', '--servidor', 'http://127.0.0.1:2'];
    const { stderr, status } = lote(args, { env: { ...EN, ...TOKEN }, input: PEOPLE });
    expect([stderr, status]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:2 does not answer .*\(ECONNREFUSED\)/),
      74,
    ]);
  });

  it('a header that cannot be understood, before anything is sent', () => {
    const { stderr, status } = correr(['--servidor', servidor], TOKEN, 'a,b\n1,2\n');
    expect([stderr, status]).toEqual([expect.stringContaining('--columna'), 2]);
  });

  it('options that are not allowed with --servidor', () => {
    expect(correr(['--servidor', servidor, '--hilos', '2']).status).toBe(2);
    expect(correr(['--servidor', servidor, '--homonimos']).status).toBe(2);
  });

  it('a service that keeps no jobs', async () => {
    const sinBase = await ServiceProcess.start({ DATABASE_URL: 'sqlite::memory:' });
    const { stderr, status } = correr(['--servidor', `http://127.0.0.1:${sinBase.port}`]);
    expect([stderr, status]).toEqual([expect.stringContaining('`/curp/lote`'), 74]);
  });
});
