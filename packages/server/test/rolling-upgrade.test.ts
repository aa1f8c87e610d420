/** Two versions share a database during an upgrade: the running one goes on after a newer one has changed the tables. */
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { DatabaseSync } from 'node:sqlite';
import { CREATE_MIGRATIONS, stepsAfter } from '../src/store/migrations.js';
import { openStore } from '../src/admin.js';
import { cannotUse } from '../src/store/failure.js';
import { createToken, sha256 } from '../src/access/tokens.js';
import { DATABASES, databaseFor, query } from './databases.js';
import { query as queryPostgres } from './postgres.js';
import { ServiceProcess, cleanUp } from './process.js';
import { GOOD, HEADER } from './upload.js';

afterAll(cleanUp);

interface Column {
  readonly tabla: string;
  readonly columna: string;
  readonly tipo: string;
  readonly obligatoria: number;
}

const COLUMNS = {
  sqlite: `SELECT m.name AS tabla, p.name AS columna, p.type AS tipo, p."notnull" AND p.dflt_value IS NULL AS obligatoria
    FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`,
  postgres: `SELECT table_name AS tabla, column_name AS columna, data_type AS tipo,
    (is_nullable = 'NO' AND column_default IS NULL)::int AS obligatoria
    FROM information_schema.columns WHERE table_schema = 'public'`,
};

/** Runs statements, of which each may be several. */
async function run(url: string, ...statements: readonly string[]): Promise<void> {
  if (!url.startsWith('sqlite:')) return void (await queryPostgres(url, statements.join(';')));
  const db = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 5000 });
  db.exec(statements.join(';'));
  db.close();
}

describe.each(DATABASES)('on $name', ({ name, create }) => {
  const kind = name === 'SQLite' ? 'sqlite' : 'postgres';
  const previous = databaseFor(create);
  const current = databaseFor(create);

  it('the last step waits a little for a backup that reads the tables, so that others need not wait behind it', async () => {
    await run(previous.url, CREATE_MIGRATIONS, ...stepsAfter(0, kind).slice(0, -1));
    if (kind === 'sqlite') return; // readers and writers do not wait for each other
    const backup = new pg.Client(previous.url);
    await backup.connect();
    await backup.query('BEGIN; LOCK TABLE lotes IN ACCESS SHARE MODE');
    const error: unknown = await openStore(previous.url).catch((e: unknown) => e);
    expect(cannotUse(error, previous.url, 'en')).toMatch(
      /\(55P03\)\. Another program uses the tables, such as a backup/,
    );
    await backup.end();
  });

  it('the last step keeps every column that the previous version reads, and requires none that it does not write', async () => {
    const before = await query<Column>(previous.url, COLUMNS[kind]);
    await (await openStore(previous.url)).close();
    const after = await query<Column>(previous.url, COLUMNS[kind]);
    expect(after).toEqual(expect.arrayContaining(before.map((column) => expect.objectContaining({ ...column }))));
    const tables = new Set(before.map(({ tabla }) => tabla));
    const known = new Set(before.map(({ tabla, columna }) => `${tabla}.${columna}`));
    const added = after.filter(({ tabla, columna }) => tables.has(tabla) && !known.has(`${tabla}.${columna}`));
    expect(added.filter(({ obligatoria }) => obligatoria === 1)).toEqual([]);
  });

  it('a running service goes on when a newer version has added columns, and is not started again', async () => {
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
        .poll(async () => (await fetch(`${address}/resultado`, { headers })).text(), { timeout: 60_000 })
        .toContain('OETR900517MDFLNN05');
      expect((await fetch(address, { method: 'DELETE', headers })).status).toBe(200);
    };
    await use();
    const added = ['proyectos', 'tokens', 'cuotas', 'usos', 'lotes', 'lote_piezas', 'lote_bytes', 'lote_turnos'];
    await run(
      current.url,
      ...added.map((table) => `ALTER TABLE ${table} ADD COLUMN nueva TEXT`),
      'INSERT INTO migraciones (version) SELECT MAX(version) + 1 FROM migraciones',
    );
    await use();
    const again = new ServiceProcess(env);
    expect(await again.exitCode).toBe(78);
    expect(again.errorOutput).toMatch(/^DATABASE_URL: a newer version made these tables/);
    expect(await old.stop('SIGTERM')).toBe(0);
  });
});
