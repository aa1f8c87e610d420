/** The embedded store: the contract, and what is SQLite's own. */
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../src/store/open.js';
import { createToken, sha256 } from '../src/access/tokens.js';
import { storeContract } from './store.contract.js';

function carpeta(): string {
  const ruta = mkdtempSync(join(tmpdir(), 'curp-'));
  onTestFinished(() => rmSync(ruta, { recursive: true }));
  return ruta;
}

storeContract('SQLite in memory', async (now) => openStore('sqlite::memory:', { now }));

it('makes the folder and the file, and finds everything again', async () => {
  const url = `sqlite:${join(carpeta(), 'a', 'b', 'curp.db')}`;
  const primera = await openStore(url);
  const proyecto = await primera.createProject('Nómina', { limite: null, cuota: 10 }, 'a'.repeat(64));
  expect(await primera.takeQuota(proyecto.id, '2026-11', 4)).toBe(4);
  const segunda = await openStore(url); // another process, such as the command line
  expect(await segunda.listProjects()).toEqual([proyecto]);
  expect(await segunda.takeQuota(proyecto.id, '2026-11', 10)).toBe(6);
  await primera.close();
  await segunda.close();
  const tercera = await openStore(url);
  expect(await tercera.quotaTaken(proyecto.id, '2026-11')).toBe(10);
  await tercera.close();
});

it('is readable by nobody else, whatever the folder', async () => {
  const dir = carpeta();
  chmodSync(dir, 0o755);
  const store = await openStore(`sqlite:${join(dir, 'curp.db')}`);
  const modos = readdirSync(dir).map((nombre) => [nombre, statSync(join(dir, nombre)).mode & 0o777]);
  expect(Object.fromEntries(modos)).toEqual({ 'curp.db': 0o600, 'curp.db-shm': 0o600, 'curp.db-wal': 0o600 });
  await store.close();
});

it('holds the hash of a token, never the token', async () => {
  const ruta = join(carpeta(), 'curp.db');
  const store = await openStore(`sqlite:${ruta}`);
  const token = createToken();
  await store.createProject('Nómina', { limite: null, cuota: null }, sha256(token));
  await store.close();
  const bytes = readFileSync(ruta, 'latin1');
  expect(bytes).toContain(sha256(token));
  expect(bytes).not.toContain(token.slice(5, 20));
});

it('locked by another, it fails after a while and then goes on', async () => {
  const ruta = join(carpeta(), 'curp.db');
  const store = await openStore(`sqlite:${ruta}`);
  const { id } = await store.createProject('Nómina', { limite: null, cuota: 10 }, 'a'.repeat(64));
  const otro = new DatabaseSync(ruta);
  otro.exec('BEGIN IMMEDIATE');
  await expect(store.takeQuota(id, '2026-11', 1)).rejects.toThrow('database is locked');
  expect(await store.openToken('a'.repeat(64))).not.toBeNull(); // to read, nobody waits
  otro.exec('ROLLBACK');
  otro.close();
  expect(await store.takeQuota(id, '2026-11', 1)).toBe(1);
  await store.close();
});

it('refuses a file that is no database', async () => {
  const ruta = join(carpeta(), 'curp.db');
  writeFileSync(ruta, 'nombre,apellido\n'.repeat(100));
  await expect(openStore(`sqlite:${ruta}`)).rejects.toThrow('file is not a database');
});
