/** Every table of the schema is refused in turn: the database is not ready, and says why in the log. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { READ_TABLES, WRITTEN_TABLES } from '../src/store/schema.js';
import { openStore } from '../src/store/open.js';
import { DATABASES, databaseFor, query } from './databases.js';
import { JobClient, alone, openJobReplica, threadsWith } from './jobs.js';
import { BAD, GOOD, HEADER } from './upload.js';

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
      expect([table, await store.ping()]).toEqual([table, 'write_failures']);
      await query(database.url, `ALTER TABLE otra RENAME TO ${table}`);
      expect([table, await store.ping()]).toEqual([table, 'ok']);
    }
  });

  it.runIf(name === 'PostgreSQL')('a right that is missing is noticed, and so is its return', async () => {
    const tables = await tablesOf();
    await query(database.url, "CREATE ROLE limitado LOGIN PASSWORD 'x'");
    await query(database.url, 'GRANT ALL ON ALL TABLES IN SCHEMA public TO limitado');
    const store = await openStore(Object.assign(new URL(database.url), { username: 'limitado', password: 'x' }).href);
    onTestFinished(async () => store.close());
    expect(await store.ping()).toBe('ok');
    for (const table of tables) {
      for (const right of ['SELECT', ...(READ_TABLES.includes(table) ? [] : ['INSERT', 'UPDATE', 'DELETE'])]) {
        await query(database.url, `REVOKE ${right} ON ${table} FROM limitado`);
        expect([table, right, await store.ping()]).toEqual([table, right, 'write_failures']);
        await query(database.url, `GRANT ${right} ON ${table} TO limitado`);
      }
    }
    expect(await store.ping()).toBe('ok');
  });

  it('a job that is being answered survives the refusal of any table, and each row counts once', async () => {
    let refused = '';
    let returned: Promise<unknown> = Promise.resolve();
    let isRefusing = true;
    const threads = threadsWith(async () => {
      if (!isRefusing) return;
      isRefusing = false;
      await query(database.url, `ALTER TABLE ${refused} RENAME TO otra`);
      returned = setTimeout(300).then(async () => query(database.url, `ALTER TABLE otra RENAME TO ${refused}`));
    });
    const replica = await openJobReplica(database.url, { threads });
    const { token, proyecto } = await replica.createProject({ cuota: 100_000 });
    const client = new JobClient(replica.base, token);
    const file = HEADER + (GOOD + BAD).repeat(50);
    for (const table of WRITTEN_TABLES) {
      refused = table;
      isRefusing = true;
      const id = await client.send(file);
      const status = await client.waitFor(id);
      await returned;
      expect([table, status.filas_correctas, status.errores]).toEqual([table, 50, [{ code_error: 417, filas: 50 }]]);
      expect((await client.download(id)).text === alone(file)).toBe(true);
    }
    const usage = await replica.store.usage(proyecto.id, '2000-01-01', '2999-12-31');
    const rows = 50 * WRITTEN_TABLES.length;
    expect(usage).toMatchObject([{ operacion: 'lotes', cuenta: rows }]);
    expect(await replica.store.quotaTaken(proyecto.id, '2026-11')).toBe(rows);
  });
});
