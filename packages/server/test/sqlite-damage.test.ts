/** A SQLite file that is damaged, deleted, replaced or on a full disk: the service says what to do, and no job is lost. */
import { spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { createToken, openStore, sha256 } from '../src/admin.js';
import { cannotUse } from '../src/store/failure.js';
import { Pool } from '../src/files/pool.js';
import { query } from './databases.js';
import { JobClient, alone, openJobReplica, poolWith } from './jobs.js';
import { ServiceProcess, cleanUp, newFolder } from './process.js';
import { POOL_OPTIONS } from './service.js';
import { SOON } from './soon.js';
import { CSV, GOOD, HEADER, distinct } from './upload.js';

afterAll(cleanUp);

const RUBBISH = Buffer.alloc(4096, 'basura');

/** Overwrites the pages of a table or an index. */
async function damage(url: string, ...names: readonly string[]): Promise<void> {
  const path = url.slice('sqlite:'.length);
  await query(url, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const fd = openSync(path, 'r+');
  for (const name of names) {
    const pages = await query<{ pageno: number }>(url, 'SELECT rootpage AS pageno FROM sqlite_master WHERE name = $1', [
      name,
    ]);
    for (const { pageno } of pages) writeSync(fd, RUBBISH, 0, RUBBISH.length, (pageno - 1) * RUBBISH.length);
  }
  closeSync(fd);
}

const readiness = async (service: ServiceProcess): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${service.port}/readyz`);
  return `${response.status} ${(await response.text()).trim()}`;
};

it('a service that reads a damaged page answers 503, and says to restore a backup', async () => {
  const url = `sqlite:${join(newFolder(), 'curp.db')}`;
  const service = await ServiceProcess.start({ DATABASE_URL: url });
  expect(await readiness(service)).toBe('200 ok');
  await damage(url, 'tokens', 'sqlite_autoindex_tokens_2');
  const asked = await service.request(`/curp/entidades?token=${createToken()}`);
  expect([asked.status, asked.sobre.code_error]).toEqual([503, 9]);
  await vi.waitFor(async () => expect(await readiness(service)).toBe('503 store corrupt: restore a backup'), SOON);
  await service.stop('SIGKILL');
});

it('a service does not start on a damaged file, and says to restore a backup', async () => {
  const url = `sqlite:${join(newFolder(), 'curp.db')}`;
  await (await openStore(url)).close();
  await damage(url, 'esquema');
  const error: unknown = await openStore(url).catch((e: unknown) => e);
  expect(cannotUse(error, url, 'en')).toMatch(/malformed\)\. .+ stop the service and restore a backup/);
  expect(cannotUse(error, url, 'es')).toMatch(/detenga el servicio y restaure un respaldo/);
});

it.each([
  // Node's own recursive `mkdir` would never return.
  ['/proc/none/below/curp.db', 75, /^DATABASE_URL: .+\(ENOENT: .+'\/proc\/none'\)\. Revise la ruta.+\n$/],
  ['/dev/null', 78, /^DATABASE_URL: .+\(\/dev\/null: not a regular file\)\. .+ corrija la ruta.+\n$/],
])('a service does not start on %s: it ends with %i and names the path', async (path, exitCode, message) => {
  const service = new ServiceProcess({ DATABASE_URL: `sqlite:${path}` });
  expect([await service.exitCode, service.errorOutput]).toEqual([exitCode, expect.stringMatching(message)]);
});

it.skipIf(process.getuid?.() !== 0)(
  'a service on a full disk says so, at its start and in its log (needs root)',
  async () => {
    const disk = newFolder();
    const path = join(disk, 'curp.db');
    const filler = join(disk, 'filler');
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status).toBe(0);
    onTestFinished(() => void spawnSync('umount', ['--lazy', disk]));
    const fill = (free: number): void => writeFileSync(filler, Buffer.alloc(1024 ** 2 - free));
    fill(64 * 1024);
    const refused = new ServiceProcess({ DATABASE_URL: `sqlite:${path}` });
    expect(await refused.exitCode).toBe(75);
    expect(refused.errorOutput).toContain(`(${path}: database or disk is full). Revise la ruta`);
    rmSync(filler);
    const service = await ServiceProcess.start({ DATABASE_URL: `sqlite:${path}` });
    expect(() => fill(0)).toThrow('ENOSPC');
    await service.request('/curp/entidades?token=pruebas');
    await vi.waitUntil(() => service.output.includes('"sqlite":13,"motivo":"database or disk is full"'), SOON);
    await service.stop('SIGKILL');
  },
);

it('a damaged page that only the thread of jobs reads is reported too', async () => {
  const url = `sqlite:${join(newFolder(), 'curp.db')}`;
  const store = await openStore(url);
  const token = createToken();
  await store.createProject('Prueba', { limite: null, cuota: null }, sha256(token));
  await store.close();
  const service = await ServiceProcess.start({ DATABASE_URL: url });
  await damage(url, 'lote_chunks', 'sqlite_autoindex_lote_chunks_1');
  await fetch(`http://127.0.0.1:${service.port}/curp/lotes?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: HEADER + GOOD,
  });
  await vi.waitFor(async () => expect(await readiness(service)).toBe('503 store corrupt: restore a backup'), SOON);
  await service.stop('SIGKILL');
});

it.each(['deleted', 'replaced'])('a service whose file is %s says so', async (what) => {
  const path = join(newFolder(), 'curp.db');
  const service = await ServiceProcess.start({ DATABASE_URL: `sqlite:${path}` });
  expect(await readiness(service)).toBe('200 ok');
  if (what === 'deleted') rmSync(path);
  else {
    copyFileSync(path, `${path}.copia`);
    renameSync(`${path}.copia`, path);
  }
  const said = /^503 store file deleted or replaced: stop the service/;
  await vi.waitFor(async () => expect(await readiness(service)).toMatch(said), SOON);
  const job = new JobClient(`http://127.0.0.1:${service.port}/curp/lotes`);
  const { status, sobre } = await job.request('', { method: 'POST', body: HEADER + GOOD, headers: CSV });
  expect([status, sobre.code_error]).toEqual([503, 9]);
  expect(service.output).toContain('"motivo":"store file deleted or replaced: ');
  expect(existsSync(path)).toBe(what === 'replaced');
  await service.stop('SIGKILL');
});

it('a job whose file is taken away waits until it is back, and no new file is created meanwhile', async () => {
  const path = join(newFolder(), 'curp.db');
  const files = [path, `${path}-wal`] as const;
  const move = (from: string, to: string): void => {
    for (const file of files) renameSync(`${file}${from}`, `${file}${to}`);
  };
  const others = new Pool(POOL_OPTIONS); // They have not opened the file yet.
  onTestFinished(async () => others.close());
  let looks = 0;
  const pool = poolWith(() => {
    looks += 1;
    if (looks === 1) move('', '.away');
    else expect(existsSync(path)).toBe(looks > 2);
    if (looks === 2) setTimeout(move, 100, '.away', '');
    return others;
  });
  const client = new JobClient((await openJobReplica(`sqlite:${path}`, { pool })).base);
  const file = HEADER + distinct(GOOD.repeat(20));
  const id = await client.send(file);
  expect(await client.waitFor(id)).toMatchObject({ filas_correctas: 20, errores: [] });
  expect((await client.download(id)).text).toBe(alone(file));
  expect(await query(`sqlite:${path}`, 'SELECT fallos FROM lotes')).toEqual([{ fallos: 0 }]);
});
