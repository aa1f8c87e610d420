/** `curp mudar`: what it moves, what it refuses, and what an end in the middle leaves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { query } from '../../../server/test/databases.js';
import { holdLock, newDatabase } from '../../../server/test/postgres.js';
import { databaseOfService } from './postgres-service.js';
import { BIN, administration, startService, workspace } from '../curp.js';

const FILE =
  'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\nRenata,Olvera,Tinajero,17/05/1990,M,09\n';

const countOf = async (url: string, table: string): Promise<number> => {
  const [row] = await query<{ n: number | string }>(url, `SELECT COUNT(*) AS n FROM ${table}`);
  return Number(row?.n);
};

/** Returns an address of PostgreSQL without its password, and the variables that hold it. */
function withoutSecret(url: string): { readonly address: string; readonly env: Readonly<Record<string, string>> } {
  const { password } = new URL(url);
  const address = Object.assign(new URL(url), { password: '' }).href;
  return { address, env: { PGPASSWORD: decodeURIComponent(password) } };
}

const send = async (base: string, token: string): Promise<string> => {
  const response = await fetch(`${base}/curp/lotes?operacion=calcular&sexo=hm&token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: FILE,
  });
  const { response: job } = (await response.json()) as { response: { id: string } };
  expect(response.status).toBe(202);
  return job.id;
};

const finished = async (base: string, token: string, id: string): Promise<void> => {
  await expect.poll(async () => (await fetch(`${base}/curp/lotes/${id}/resultado?token=${token}`)).status).toBe(200);
};

it('mudar moves every table, and a client goes on with its token and the id of its job', async () => {
  const { dir, env, database, databaseUrl, withEnv, json } = workspace();
  const { token } = json('crear', 'Escuela', '--cuota', '100');
  const before = await startService(dir, { ...env, PORT: '0' });
  const job = await send(before.base, token);
  await finished(before.base, token, job);
  before.child.kill('SIGTERM');
  await before.end;
  const db = new DatabaseSync(database);
  const insert = db.prepare('INSERT INTO padron_registros (curp, datos) VALUES ($1, $2)');
  db.exec('BEGIN');
  for (let i = 0; i < 3000; i += 1)
    insert.run({ $1: `OETR900517MDFLNN${String(i).padStart(4, '0')}`, $2: '{"nombres":"Renata"}' });
  db.exec('UPDATE padron SET filas = 3000, hasta = 3000');
  db.exec('COMMIT');
  db.close();
  const target = await newDatabase();
  const { address, env: secret } = withoutSecret(target);
  const { stdout, stderr, status } = withEnv(secret)('mudar', '--de', databaseUrl, '--a', address, '--json');
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const { tablas, a }: { tablas: Record<string, number>; a: string } = JSON.parse(stdout);
  expect(a).toBe(address);
  expect(tablas).toMatchObject({
    proyectos: 1,
    tokens: 1,
    lotes: 1,
    lote_totales: 1,
    padron_registros: 3000,
    padron: 1,
  });
  for (const [table, rows] of Object.entries(tablas)) {
    expect([table, await countOf(databaseUrl, table), await countOf(target, table)]).toEqual([table, rows, rows]);
  }
  expect(await query(target, 'SELECT * FROM padron_registros ORDER BY numero')).toEqual(
    (await query(databaseUrl, 'SELECT * FROM padron_registros ORDER BY numero')).map((row) => ({
      ...row,
      numero: String(row['numero']),
    })),
  );
  const after = await startService(dir, { ...env, PORT: '0', DATABASE_URL: target });
  await finished(after.base, token, job);
  await finished(after.base, token, await send(after.base, token));
  const others = administration(target);
  await others.json('crear', 'Clínica');
  const { stdout: list } = await others.curp('proyectos', 'uso', 'Escuela', '--json');
  expect(JSON.stringify(JSON.parse(list))).toContain('"lotes"');
});

describe('mudar refuses', () => {
  it('a source that a service uses, and takes over that of a killed one only if told', async () => {
    const { dir, env, databaseUrl, withEnv } = workspace();
    const { address, env: secret } = withoutSecret(await newDatabase());
    const move = (...words: readonly string[]) =>
      withEnv(secret)('mudar', '--de', databaseUrl, '--a', address, ...words);
    const { child, end } = await startService(dir, { ...env, PORT: '0' });
    expect(move('--tomar')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`proceso ${child.pid} de la máquina`),
    });
    child.kill('SIGKILL');
    await end;
    const killed = move();
    expect(killed.stderr).toMatch(/terminó sin despedirse .+ agregue --tomar\.\n$/s);
    expect(killed.status).toBe(1);
    expect(move('--tomar').status).toBe(0);
  });

  it('an empty target with the row of a killed service, until told that it ended', async () => {
    const { dir, env, databaseUrl, withEnv, json } = workspace();
    json('crear', 'Escuela');
    const target = await newDatabase();
    const { address, env: secret } = withoutSecret(target);
    const { child, end } = await startService(dir, { ...env, PORT: '0', DATABASE_URL: target });
    child.kill('SIGKILL');
    await end;
    const move = (...words: readonly string[]) =>
      withEnv(secret)('mudar', '--de', databaseUrl, '--a', address, ...words);
    const refused = move();
    expect(refused.stderr).toMatch(/sin despedirse de la base de --a: proceso \d+ .+ agregue --tomar\.\n$/s);
    expect(refused.status).toBe(1);
    expect(move('--tomar').status).toBe(0);
    expect(await query(target, 'SELECT nombre FROM proyectos')).toEqual([{ nombre: 'Escuela' }]);
    expect(await countOf(target, 'servicios')).toBe(0);
  });

  it('a target with data or with a service, and leaves it as it was', async () => {
    const { dir, env, databaseUrl, withEnv, json } = workspace();
    json('crear', 'Escuela');
    const target = await newDatabase();
    const { address, env: secret } = withoutSecret(target);
    const { child, end } = await startService(dir, { ...env, PORT: '0', DATABASE_URL: target });
    const move = () => withEnv({ ...secret, LANG: 'en_US.UTF-8' })('mudar', '--de', databaseUrl, '--a', address);
    expect(move().stderr).toMatch(
      /\nA service uses the database of --a: process \d+ of the machine .+ Nothing was moved\.\n$/,
    );
    child.kill('SIGTERM');
    await end;
    await administration(target).json('crear', 'Otra');
    expect(move()).toMatchObject({
      status: 1,
      stderr: 'The database of --a has data in proyectos already: name an empty one. Nothing was moved.\n',
    });
    expect(await query(target, 'SELECT nombre FROM proyectos')).toEqual([{ nombre: 'Otra' }]);
  });

  it.each([
    [['--de', 'postgres://a/b', '--a', 'postgres://a/b'], /--de debe ser la base de SQLite/],
    [['--a', 'postgres://a/b'], /--de debe ser la base de SQLite/],
    [['--de', 'sqlite:x.db', '--a', 'sqlite:y.db'], /--a debe ser una base de PostgreSQL/],
    [['--de', 'sqlite:x.db'], /--a debe ser una base de PostgreSQL/],
    [['--de', 'sqlite:x.db', '--a', 'postgres://app:secreto@a/b'], /Quite la contraseña de --a/],
  ])('%s', async (words, reason) => {
    const { stderr, status } = await administration().curp('mudar', ...words);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain('secreto');
    expect(status).toBe(2);
  });

  it('a source without a database, and names the option of a target that does not answer', async () => {
    const { databaseUrl, curp } = administration();
    expect(await curp('mudar', '--de', 'sqlite:no-hay.db', '--a', 'postgres://127.0.0.1:1/b')).toMatchObject({
      status: 78,
    });
    const { stderr, status } = await curp('mudar', '--de', databaseUrl, '--a', 'postgres://127.0.0.1:1/b');
    expect(stderr).toMatch(/^--a: no se puede usar la base de datos \(ECONNREFUSED\)/);
    expect(status).toBe(74);
  });
});

it.each([
  ['docs/operations.md', 'en_US.UTF-8'],
  ['docs/es/operations.md', 'es_MX.UTF-8'],
])('mudar does what %s shows', async (document, LANG) => {
  const { databaseUrl, withEnv } = workspace();
  const { address, env: secret } = withoutSecret(await newDatabase());
  const text = readFileSync(new URL(`../../../../${document}`, import.meta.url), 'utf8');
  const [, command = '', output = ''] =
    /<!-- run: move -->\n\n```sh\ncurp (.+)\n```\n\n```\n([^]+?)```/.exec(text) ?? [];
  const [from, to] = ['sqlite:data/curp.db', 'postgres://app@db.example/curp'];
  const words = command.split(' ').map((word) => (word === from ? databaseUrl : word === to ? address : word));
  const { stdout, stderr, status } = withEnv({ ...secret, LANG })(...words);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const withoutNumbers = (lines: string): string => lines.replaceAll(/ +[\d,]*(?=\n)| {2,}/g, ' ');
  const shown = stdout.replace(address, to).replace(databaseUrl.slice('sqlite:'.length), '/srv/curp/data/curp.db');
  expect(withoutNumbers(shown)).toBe(withoutNumbers(output));
});

it('mudar reads the target and its password from --config', async () => {
  const { dir, databaseUrl, withEnv } = workspace();
  const target = await newDatabase();
  writeFileSync(join(dir, 'nuevo.env'), `DATABASE_URL=${target}\n`);
  const { stdout, status } = withEnv({})('mudar', '--de', databaseUrl, '--config', 'nuevo.env');
  expect(status).toBe(0);
  expect(stdout).toMatch(/las cuentas de cada tabla coinciden/);
  expect(stdout).not.toContain(new URL(target).password || 'sin contraseña');
});

it('mudar that is killed leaves the source whole and the target empty, and works when repeated', async () => {
  const { dir, database, databaseUrl, env, withEnv, json } = workspace();
  json('crear', 'Escuela');
  const db = new DatabaseSync(database);
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
    INSERT INTO padron_registros (curp, datos) SELECT 'OETR' || i, '{}' FROM n`);
  db.close();
  const target = await databaseOfService();
  const { address, env: secret } = withoutSecret(target);
  const words = ['mudar', '--de', databaseUrl, '--a', address];
  // A row of these tables waits in the target for a lock that the test holds.
  await query(
    target,
    `CREATE FUNCTION espera() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NEW; END'`,
  );
  for (const [table, from] of [
    ['proyectos', 0],
    ['padron_registros', 1],
    ['padron_registros', 20_000],
  ] as const) {
    const condition = table === 'padron_registros' ? `WHEN (NEW.numero >= ${from})` : '';
    await query(
      target,
      `CREATE TRIGGER espera BEFORE INSERT ON ${table} FOR EACH ROW ${condition} EXECUTE FUNCTION espera()`,
    );
    const release = await holdLock(target, 7);
    const child = spawn(process.execPath, [BIN, ...words], { cwd: dir, env: { ...env, ...secret }, stdio: 'ignore' });
    const end = once(child, 'exit');
    const waiting = async (): Promise<number> =>
      (
        await query(
          target,
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
        )
      ).length;
    await expect.poll(waiting).toBe(1);
    child.kill('SIGKILL');
    await end;
    await release();
    await query(target, `DROP TRIGGER espera ON ${table}`); // waits for the end of the transaction
    for (const each of ['proyectos', 'tokens', 'padron_registros']) expect(await countOf(target, each)).toBe(0);
    expect(await countOf(databaseUrl, 'padron_registros')).toBe(30_000);
  }
  expect(withEnv(secret)(...words)).toMatchObject({ status: 0, stderr: '' });
  expect(await countOf(target, 'padron_registros')).toBe(30_000);
});
