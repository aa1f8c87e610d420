/** Every table of the schema is refused in turn, or its disk is full: the database is not ready, and says why in the log. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { READ_TABLES, WRITTEN_TABLES } from '../src/store/schema.js';
import { openStore } from '../src/store/open.js';
import { DATABASES, databaseFor, query } from './databases.js';
import { JobClient, openJobReplica } from './jobs.js';
import { newDatabase } from './postgres.js';
import { SOON } from './soon.js';
import { CSV, GOOD, HEADER, distinct } from './upload.js';

describe.each(DATABASES)('on $name', ({ create, name }) => {
  const database = databaseFor(create);
  const tablesOf = async (): Promise<string[]> => {
    const sql =
      name === 'SQLite'
        ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'";
    return (await query<{ name: string }>(database.url, sql)).map((row) => row.name).toSorted();
  };

  it('the service knows every table of the database', async () => {
    await (await openStore(database.url)).close();
    expect(await tablesOf()).toEqual([...READ_TABLES, ...WRITTEN_TABLES].toSorted());
  });

  it('a table that is missing is noticed, and so is its return', async () => {
    const store = await openStore(database.url);
    onTestFinished(async () => store.close());
    for (const table of await tablesOf()) {
      await query(database.url, `ALTER TABLE ${table} RENAME TO otra`);
      expect([table, await store.heart.ping()]).toEqual([table, 'write_failures']);
      await query(database.url, `ALTER TABLE otra RENAME TO ${table}`);
      expect([table, await store.heart.ping()]).toEqual([table, 'ok']);
    }
  });

  if (name !== 'PostgreSQL') return;
  it('a right that is missing is noticed, and so is its return', async () => {
    const tables = await tablesOf();
    await query(database.url, "CREATE ROLE limitado LOGIN PASSWORD 'x'");
    await query(database.url, 'GRANT ALL ON ALL TABLES IN SCHEMA public TO limitado');
    const store = await openStore(Object.assign(new URL(database.url), { username: 'limitado', password: 'x' }).href);
    onTestFinished(async () => store.close());
    expect(await store.heart.ping()).toBe('ok');
    for (const table of tables) {
      for (const right of ['SELECT', ...(READ_TABLES.includes(table) ? [] : ['INSERT', 'UPDATE', 'DELETE'])]) {
        await query(database.url, `REVOKE ${right} ON ${table} FROM limitado`);
        expect([table, right, await store.heart.ping()]).toEqual([table, right, 'write_failures']);
        await query(database.url, `GRANT ${right} ON ${table} TO limitado`);
      }
    }
    expect(await store.heart.ping()).toBe('ok');
  });
});

/** Makes PostgreSQL refuse every file as if its disk were full. Returns what ends that. */
async function refuseFiles(url: string): Promise<() => Promise<unknown>> {
  await query(
    url,
    `CREATE FUNCTION lleno() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$`,
  );
  await query(url, 'CREATE TRIGGER lleno BEFORE INSERT ON lote_chunks FOR EACH ROW EXECUTE FUNCTION lleno()');
  return async () => query(url, 'DROP TRIGGER lleno ON lote_chunks');
}

/** Moves the files of jobs to a disk that is too small for one. Returns what moves them back. Only root can mount a disk. */
async function moveFilesToSmallDisk(url: string): Promise<() => Promise<unknown>> {
  const disk = mkdtempSync(join(tmpdir(), 'curp-disk-'));
  const [server] = await query<{ pid: string }>(
    url,
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
  );
  const user = spawnSync('stat', ['-c', '%u', `/proc/${server?.pid}`])
    .stdout.toString()
    .trim();
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=1m,uid=${user},mode=700`, 'tmpfs', disk]).status).toBe(0);
  onTestFinished(() => {
    spawnSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  });
  await query(url, `CREATE TABLESPACE chico LOCATION '${disk}'`);
  await query(url, 'ALTER TABLE lote_chunks SET TABLESPACE chico');
  return async () => {
    await query(url, 'ALTER TABLE lote_chunks SET TABLESPACE pg_default');
    await query(url, 'DROP TABLESPACE chico');
  };
}

describe('a full disk of PostgreSQL', () => {
  it.each([
    ['an error says so', refuseFiles, true],
    ['a disk is really full', moveFilesToSmallDisk, process.getuid?.() === 0],
  ])('shows in readyz, the log and the answer if %s, and passes', async (_, fill, isPossible) => {
    if (!isPossible) return; // Only root can mount a small disk.
    const url = await newDatabase();
    const replica = await openJobReplica(url);
    const client = new JobClient(replica.base);
    const file = HEADER + distinct(GOOD.repeat(60_000));
    const ready = async (): Promise<string> => (await replica.request('/readyz')).texto;
    expect(await ready()).toBe('ok\n');
    const repair = await fill(url);
    for (let i = 0; i < 3; i += 1) {
      const { status, sobre } = await client.request('', { method: 'POST', body: file, headers: CSV });
      expect([status, sobre.code_error, await ready()]).toEqual([503, 9, 'store refuses writes\n']);
    }
    expect(replica.log.join('')).toContain('"codigo":"53100"');
    await repair();
    expect(await client.waitFor(await client.send(file))).toMatchObject({ filas_correctas: 60_000 });
    await vi.waitFor(async () => expect(await ready()).toBe('ok\n'), SOON);
  });
});
