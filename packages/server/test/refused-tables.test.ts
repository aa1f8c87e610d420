/** Every table of the schema is refused in turn: the database is not ready, and says why in the log. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { READ_TABLES, WRITTEN_TABLES } from '../src/store/schema.js';
import { openStore } from '../src/store/open.js';
import { DATABASES, databaseFor, query } from './databases.js';

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
});
