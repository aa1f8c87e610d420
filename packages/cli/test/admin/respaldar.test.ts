/** `curp respaldar`: what it writes, and what it refuses. */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '@curp-service/server/admin';
import { expect, it, onTestFinished } from 'vitest';
import { newDatabase } from '../../../server/test/postgres.js';
import { query } from '../../../server/test/databases.js';
import { administration } from '../curp.js';

it('respaldar writes a copy that only its owner may read, without erased rows, and reports its size', async () => {
  const { dir, curp, json, databaseUrl } = administration();
  const { id } = await json('crear', 'Uno');
  await query(databaseUrl, `INSERT INTO padron_registros (curp, datos) VALUES ('OETR900517MDFLNN05', 'Renata Olvera')`);
  await query(databaseUrl, 'DELETE FROM padron_registros');
  const { stdout, status } = await curp('respaldar', 'copia.db');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Copia completa y comprobada: copia\.db \(\d\.\d MB\)\.\n$/);
  const copy = join(dir, 'copia.db');
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(readFileSync(copy, 'latin1')).not.toContain('Renata Olvera');
  expect(await query(`sqlite:${copy}`, 'SELECT id FROM proyectos')).toEqual([{ id }]);
  expect(JSON.parse((await curp('respaldar', 'otra.db', '--json')).stdout)).toEqual({
    archivo: 'otra.db',
    bytes: statSync(join(dir, 'otra.db')).size,
  });
});

it('respaldar replaces no file, and leaves none behind when it fails', async () => {
  const { dir, database, curp, json, databaseUrl } = administration();
  await json('crear', 'Uno');
  const [{ page } = { page: 1 }] = await query<{ page: number }>(
    databaseUrl,
    `SELECT rootpage AS page FROM sqlite_master WHERE name = 'proyectos'`,
  );
  writeFileSync(join(dir, 'copia.db'), 'otra cosa');
  expect(await curp('respaldar', 'copia.db')).toMatchObject({ stdout: '', status: 2 });
  expect(readFileSync(join(dir, 'copia.db'), 'utf8')).toBe('otra cosa');
  expect((await curp('respaldar', join('no', 'hay.db'))).status).toBe(74);
  const fd = openSync(database, 'r+');
  writeSync(fd, Buffer.alloc(4096, 'basura'), 0, 4096, (page - 1) * 4096);
  closeSync(fd);
  const damaged = await curp('respaldar', 'nueva.db');
  expect(damaged.status).toBe(78);
  expect(damaged.stderr).toMatch(/detenga el servicio y restaure un respaldo\.\n$/);
  expect(readdirSync(dir).filter((name) => name !== 'copia.db')).toEqual([]);
});

/** Mounts a small disk, or returns null: only root can. */
function mountDisk(size: string): string | null {
  const disk = mkdtempSync(join(tmpdir(), 'curp-disk-'));
  onTestFinished(() => {
    spawnSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).status === 0 ? disk : null;
}

it('respaldar says that the disk of the copy is full, and leaves nothing on it', async () => {
  const disk = mountDisk('64k');
  if (disk === null) return;
  const { english, json } = administration();
  await json('crear', 'Uno');
  const copy = join(disk, 'copia.db');
  const { stderr, status } = await english('respaldar', copy);
  expect(stderr).toMatch(new RegExp(`^Cannot write ${copy} \\(ENOSPC: the disk is full\\)\\.\n$`));
  expect(status).toBe(74);
  expect(readdirSync(disk)).toEqual([]);
});

it.each([
  ['with the log that a killed service left', true],
  ['without a log', false],
])('respaldar copies a database from a read-only disk, %s', async (_, hasLog) => {
  const disk = mountDisk('8m');
  if (disk === null) return;
  const { dir, database, curp, json } = administration();
  const { id } = await json('crear', 'Uno');
  const open = new DatabaseSync(database); // While it is open, the log stays.
  open.exec('CREATE TABLE otra (n INTEGER)');
  if (!hasLog) open.close();
  for (const name of readdirSync(dirname(database)).filter((each) => each.startsWith(basename(database))))
    copyFileSync(join(dirname(database), name), join(disk, name));
  if (hasLog) open.close();
  expect(existsSync(join(disk, `${basename(database)}-wal`))).toBe(hasLog);
  expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0);
  const onDisk = administration(`sqlite:${join(disk, basename(database))}`);
  expect(await onDisk.curp('respaldar', join(dir, 'copia.db'))).toMatchObject({ status: 0 });
  const copy = `sqlite:${join(dir, 'copia.db')}`;
  expect(await query(copy, 'SELECT id FROM proyectos')).toEqual([{ id }]);
  expect(await query(copy, 'SELECT COUNT(*) AS n FROM otra')).toEqual([{ n: 0 }]);
  expect((await onDisk.curp('proyectos', 'listar')).stdout).toContain(id);
  expect((await curp('proyectos', 'listar')).stdout).toContain(id);
});

it('respaldar names the command of PostgreSQL for a database of PostgreSQL', async () => {
  const url = await newDatabase();
  await (await openStore(url)).close();
  const { dir, english } = administration(url);
  const { stderr, status } = await english('respaldar', 'copia.dump');
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /copy it with this command.+\n {2}\(umask 077 && pg_dump --format=custom --file="copia\.dump" "\$ADDRESS"\)\n$/s,
  );
  expect(existsSync(join(dir, 'copia.dump'))).toBe(false);
});
