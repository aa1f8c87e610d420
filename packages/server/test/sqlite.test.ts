/** The store on SQLite: the contract, and the behaviour of this database. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { cannotUse, needsAnotherSetting } from '../src/store/failure.js';
import { openStore } from '../src/store/open.js';
import { openSqlite } from '../src/store/sqlite.js';
import { StoreError } from '../src/store/driver.js';
import { createToken, sha256 } from '../src/access/tokens.js';
import { storeContract } from './store.contract.js';
import { SOON } from './soon.js';

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'curp-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

it('the store counts the pages of erased rows as free space', async () => {
  const folder = newFolder();
  const driver = openSqlite(join(folder, 'curp.db'));
  await driver.query('CREATE TABLE prueba (bytes BLOB)');
  await driver.query('INSERT INTO prueba VALUES (zeroblob(20000000))');
  await driver.query('DELETE FROM prueba');
  const onDisk = async (): Promise<number> => statfs(folder).then(({ bavail, bsize }) => bavail * bsize);
  // Other programs use the disk meanwhile.
  await vi.waitUntil(async () => ((await driver.freeBytes()) ?? 0) - (await onDisk()) > 15e6, SOON);
  await driver.close();
});

storeContract('SQLite in memory', async (now) => openStore('sqlite::memory:', { now }));

it('the store creates the folder and the file, shares them with another process, and finds everything again', async () => {
  const url = `sqlite:${join(newFolder(), 'a', 'b', 'curp.db')}`;
  const first = await openStore(url);
  const project = await first.createProject('Nómina', { limite: null, cuota: 10 }, 'a'.repeat(64));
  expect(await first.takeQuota(project.id, '2026-11', 4)).toBe(4);
  const second = await openStore(url); // The other process may be the command line.
  expect(await second.listProjects()).toEqual([project]);
  expect(await second.takeQuota(project.id, '2026-11', 10)).toBe(6);
  await first.close();
  await second.close();
  const third = await openStore(url);
  expect(await third.quotaTaken(project.id, '2026-11')).toBe(10);
  await third.close();
});

it('the store lets only the owner read its files, whatever the mode of the folder', async () => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const store = await openStore(`sqlite:${join(folder, 'curp.db')}`);
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  expect(Object.fromEntries(modes)).toEqual({ 'curp.db': 0o600, 'curp.db-shm': 0o600, 'curp.db-wal': 0o600 });
  await store.close();
});

it('the store lets only the owner read a file that it creates behind a link', async () => {
  const folder = newFolder();
  symlinkSync('curp.db', join(folder, 'link'));
  await (await openStore(`sqlite:${join(folder, 'link')}`)).close();
  expect(statSync(join(folder, 'curp.db')).mode & 0o777).toBe(0o600);
});

it('the store contains the hash of a token, never the token', async () => {
  const path = join(newFolder(), 'curp.db');
  const store = await openStore(`sqlite:${path}`);
  const token = createToken();
  await store.createProject('Nómina', { limite: null, cuota: null }, sha256(token));
  await store.close();
  const bytes = readFileSync(path, 'latin1');
  expect(bytes).toContain(sha256(token));
  expect(bytes).not.toContain(token.slice(5, 20));
});

it('the store waits while another process holds the lock, reads meanwhile, and fails after a while', async () => {
  const path = join(newFolder(), 'curp.db');
  const store = await openStore(`sqlite:${path}`);
  const impatient = await openStore(`sqlite:${path}`, { statementTimeoutMs: 100 });
  const { id } = await store.createProject('Nómina', { limite: null, cuota: 10 }, 'a'.repeat(64));
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const waiting = store.takeQuota(id, '2026-11', 1);
  expect(await store.openToken('a'.repeat(64))).not.toBeNull();
  const failed = impatient.takeQuota(id, '2026-11', 1);
  await expect(failed).rejects.toThrow('database is locked');
  await expect(failed).rejects.toBeInstanceOf(StoreError);
  other.exec('ROLLBACK');
  other.close();
  expect(await waiting).toBe(1);
  await Promise.all([store.close(), impatient.close()]);
});

it('the store removes erased rows from the log that a killed process left', async () => {
  const path = join(newFolder(), 'curp.db');
  await (await openStore(`sqlite:${path}`)).close();
  const killed = new DatabaseSync(path);
  killed.exec(`PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; CREATE TABLE prueba (dato);
    INSERT INTO prueba VALUES ('Renata Olvera'); DELETE FROM prueba`);
  expect(readFileSync(`${path}-wal`, 'latin1')).toContain('Renata Olvera');
  const store = await openStore(`sqlite:${path}`);
  expect(readFileSync(path, 'latin1') + readFileSync(`${path}-wal`, 'latin1')).not.toContain('Renata Olvera');
  await store.close();
  killed.close();
});

it('the store reports that its file is gone', async () => {
  const path = join(newFolder(), 'curp.db');
  const store = await openStore(`sqlite:${path}`);
  expect(await store.heart.ping()).toBe('ok');
  rmSync(path);
  expect(await store.heart.ping()).toBe('replaced');
  expect(store.connections()).toBeNull();
  await store.close();
});

it.each([
  ['NULL', /^DATABASE_URL: a newer version created .+ Start that version/, /^DATABASE_URL: una versión más nueva creó/],
  [
    "'9.1.0'",
    /^DATABASE_URL: version 9\.1\.0 created .+ Start 9\.1\.0 or a later/,
    /^DATABASE_URL: la versión 9\.1\.0 creó/,
  ],
])('the store refuses tables that a newer version created, and names it: %s', async (program, en, es) => {
  const path = join(newFolder(), 'curp.db');
  await (await openStore(`sqlite:${path}`)).close();
  const db = new DatabaseSync(path);
  db.exec(`INSERT INTO esquema (version, programa) SELECT MAX(version) + 1, ${program} FROM esquema`);
  db.close();
  const error = await openStore(`sqlite:${path}`).then(
    () => expect.fail('it was opened'),
    (e: unknown) => e,
  );
  expect(cannotUse(error, `sqlite:${path}`, 'en')).toMatch(en);
  expect(cannotUse(error, `sqlite:${path}`, 'es')).toMatch(es);
});

function foreignDatabase(path: string): void {
  const db = new DatabaseSync(path);
  db.exec('CREATE TABLE clientes (x TEXT)');
  db.close();
}

it.each<[what: string, make: (path: string) => void, message: RegExp]>([
  [
    'a text',
    (path) => writeFileSync(path, 'nombre,apellido\n'.repeat(100)),
    /\/x: file is not a database\)\. .+ correct the path/,
  ],
  ['a damaged header', (path) => writeFileSync(path, Buffer.alloc(8192, 'SQLite format 3\0')), /not a database\)/],
  ['encrypted bytes', (path) => writeFileSync(path, Buffer.alloc(8192, sha256('x'), 'hex')), /not a database\)/],
  ['the file of another program', foreignDatabase, /\/x: tables of another program\)\. .+ Name a new file/],
  ['a folder', (path) => mkdirSync(path), /\/x: not a regular file\)\. .+ correct the path/],
  ['a link to itself', (path) => symlinkSync(path, path), /ELOOP.+\)\. Check the path/],
])('the store never takes %s for its database, and does not change it', async (_, make, message) => {
  const folder = newFolder();
  const path = join(folder, 'x');
  make(path);
  const look = () => [readdirSync(folder), lstatSync(path).isFile() ? readFileSync(path, 'hex') : ''];
  const before = look();
  for (const existing of [false, true]) {
    const error: unknown = await openStore(`sqlite:${path}`, { existing }).catch((e: unknown) => e);
    expect(needsAnotherSetting(error)).toBe(true);
    expect(cannotUse(error, `sqlite:${path}`, 'en')).toMatch(message);
    expect(look()).toEqual(before);
  }
});

it('the store leaves an empty file empty if it must exist', async () => {
  const path = join(newFolder(), 'curp.db');
  writeFileSync(path, '');
  await expect(openStore(`sqlite:${path}`, { existing: true })).rejects.toThrow('there are no tables of this version');
  expect(readFileSync(path, 'utf8')).toBe('');
});
