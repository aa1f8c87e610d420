/** Which database the commands use: they name it, find it where the service does, and never create one. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newDatabase, query } from '../../../server/test/postgres.js';
import { query as queryBoth } from '../../../server/test/databases.js';
import { BIN, EN, workspace } from '../curp.js';
import { databaseOfService } from './postgres-service.js';

type Variables = Readonly<Record<string, string>>;

/** Creates an empty folder, and runs `curp` in it without `DATABASE_URL`. `unit` replaces the file of the systemd unit. */
function emptyFolder(program = BIN) {
  const { dir, database, env, databaseUrl } = workspace();
  const folder = join(dir, 'vacia');
  mkdirSync(folder);
  const unit = join(dir, 'unidad.env');
  const standIn = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    const { readFileSync } = fs;
    fs.readFileSync = (path, ...rest) => readFileSync(path === '/etc/curp-service.env' ? ${JSON.stringify(unit)} : path, ...rest);
    syncBuiltinESMExports();`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(standIn)}`;
  const { PATH = '', LANG = '' } = env;
  const curp = (others: Variables, ...args: readonly string[]) => {
    const options = { cwd: folder, env: { PATH, LANG, NODE_OPTIONS, ...others }, encoding: 'utf8' } as const;
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], options);
    return { stdout, stderr, status };
  };
  return { dir, database, folder, unit, databaseUrl, curp };
}

describe('a command without a database', () => {
  it.each([
    ['proyectos', 'listar'],
    ['proyectos', 'crear', 'Uno'],
    ['tokens', 'listar'],
    ['padron', 'estado'],
    ['padron', 'borrar', '--si'],
    ['auditoria'],
  ])('says for %s %s what it looked for and what to set, and creates nothing', (...args) => {
    const { folder, curp } = emptyFolder();
    expect(curp({}, ...args)).toEqual({
      stdout: '',
      stderr: `No hay base de datos del servicio en sqlite:${folder}/data/curp.db (la predeterminada, sin DATABASE_URL). Indique la suya con DATABASE_URL o con --config ARCHIVO. Si aún no la hay, la crea \`curp servir\`.\n`,
      status: 78,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says so in English, with the variable that names the database', () => {
    const { curp } = emptyFolder();
    const { stderr, status } = curp({ ...EN, DATABASE_URL: 'sqlite:/nada/curp.db' }, 'proyectos', 'listar');
    expect(status).toBe(78);
    expect(stderr).toMatch(/^There is no database of the service at sqlite:\/nada\/curp\.db \(from DATABASE_URL\)\. /);
  });

  it('creates no tables in PostgreSQL, and hides the password', async () => {
    const url = await newDatabase();
    const { stderr, status } = emptyFolder().curp({ DATABASE_URL: url }, 'proyectos', 'listar');
    expect([stderr, status]).toEqual([expect.stringMatching(/^No hay .* postgres:\/\/\w+:\*\*\*@/), 78]);
    expect(stderr).not.toContain(new URL(url).password);
    expect(await query(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });
});

describe('a command ends with 78, like the service, if only another setting or version helps', () => {
  it.each([
    ['tables of another program', 'CREATE TABLE proyectos (x TEXT)', 'ninguna versión de este programa'],
    [
      'a newer database',
      'CREATE TABLE esquema (version INTEGER PRIMARY KEY); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) INSERT INTO esquema SELECT i FROM n',
      'una versión más nueva',
    ],
  ])('%s', (_, sql, reason) => {
    const { dir, curp } = emptyFolder();
    const db = new DatabaseSync(`${dir}/otra.db`);
    db.exec(sql);
    db.close();
    const { stderr, status } = curp({ DATABASE_URL: `sqlite:${dir}/otra.db` }, 'proyectos', 'listar');
    expect([stderr, status]).toEqual([expect.stringContaining(reason), 78]);
  });
});

it('a command names why it cannot look into the folder of the database, instead of saying that there is none', () => {
  const { dir, curp } = emptyFolder();
  symlinkSync('bucle', `${dir}/bucle`); // refused to every user, unlike a folder without permission
  const { stderr, status } = curp({ DATABASE_URL: `sqlite:${dir}/bucle/curp.db` }, 'proyectos', 'listar');
  expect([stderr, status]).toEqual([expect.stringContaining('ELOOP'), 78]);
});

it('a command does not change the tables of an earlier version', async () => {
  // Nobody could add a step in the bundle.
  const { databaseUrl, curp } = emptyFolder(fileURLToPath(new URL('../../dist/main.js', import.meta.url)));
  const { STEPS } = await import('../../../server/dist/store/schema.js' as string);
  const laterStep = `import { STEPS } from ${JSON.stringify(new URL('../../../server/dist/store/schema.js', import.meta.url).href)};
    STEPS.push(() => 'CREATE TABLE nueva (x TEXT)');`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(laterStep)}`;
  const { stderr, status } = curp({ DATABASE_URL: databaseUrl, NODE_OPTIONS }, 'proyectos', 'listar');
  expect([stderr, status]).toEqual([expect.stringContaining('es de una versión anterior. Inicie el servicio'), 78]);
  expect(await queryBoth(databaseUrl, 'SELECT version FROM esquema')).toHaveLength(STEPS.length);
});

describe('the database is named on standard error', () => {
  const listed = (label: string) => ({
    stdout: 'No hay proyectos. Cree el primero con: curp proyectos crear NOMBRE\n',
    stderr: `Base de datos: ${label}\n`,
    status: 0,
  });

  it('if it comes from the environment, before .env, before the file of the systemd unit', () => {
    const { dir, database, folder, unit, databaseUrl, curp } = emptyFolder();
    const copies = ['env', 'unit'].map((name) => `${dir}/${name}.db`);
    for (const copy of copies) copyFileSync(database, copy);
    const [inEnv = '', inUnit = ''] = copies;
    const run = (variables: Variables) => curp(variables, 'proyectos', 'listar');
    writeFileSync(unit, `PORT=8080\nDATABASE_URL=sqlite:${inUnit}\n`);
    expect(run({})).toEqual(listed(`sqlite:${inUnit} (de /etc/curp-service.env)`));
    writeFileSync(join(folder, '.env'), `DATABASE_URL=sqlite:${inEnv}\n`);
    expect(run({})).toEqual(listed(`sqlite:${inEnv} (de .env)`));
    expect(run({ DATABASE_URL: databaseUrl })).toEqual(listed(`${databaseUrl} (de DATABASE_URL)`));
    const fromConfig = curp({ DATABASE_URL: databaseUrl }, 'proyectos', 'listar', '--config', unit);
    expect(fromConfig).toEqual(listed(`sqlite:${inUnit} (de ${unit})`));
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('if it comes from a file of its own, without the password', async () => {
    const { dir, curp } = emptyFolder();
    const file = join(dir, 'secreto');
    writeFileSync(file, `${await databaseOfService()}\n`);
    const { stderr, status } = curp({ DATABASE_URL_FILE: file }, 'proyectos', 'listar');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^Base de datos: postgres:\/\/\w+:\*\*\*@\S+ \(de \S+\/secreto\)\n$/);
  });

  it('unless the file of --config is missing, which is an error', () => {
    expect(emptyFolder().curp({}, 'proyectos', 'listar', '--config', '/nada.env')).toEqual({
      stdout: '',
      stderr: 'No existe el archivo de configuración /nada.env.\n',
      status: 78,
    });
  });
});

describe('curp configuracion', () => {
  it('shows each setting and where it comes from, hides secrets, and warns of misspelt names', () => {
    const { folder, curp } = emptyFolder();
    writeFileSync(join(folder, '.env'), 'UPSTREAM_URL=https://curp.example.mx\nLOTES_RETENTON=60\n');
    const variables = { DATABASE_URL: 'postgres://curp:secreta@a/b', UPSTREAM_TOKEN: 'secreta', PADRO: '2' };
    const { stdout, stderr, status } = curp(variables, 'configuracion');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^NOMBRE +VALOR +ORIGEN\nHOST +127\.0\.0\.1 +predeterminado\n/);
    expect(stdout).toMatch(/\nDATABASE_URL +postgres:\/\/curp:\*\*\*@a\/b +entorno\n/);
    expect(stdout).toMatch(/\nUPSTREAM_URL +https:\/\/curp\.example\.mx +\.env\nUPSTREAM_TOKEN +\*\*\* +entorno\n/);
    expect(stdout + stderr).not.toContain('secreta');
    expect(stderr.split('\n')).toEqual([
      'No hay ningún ajuste PADRO: se ignora. ¿Quiso decir PADRON?',
      'No hay ningún ajuste LOTES_RETENTON (.env): se ignora. ¿Quiso decir LOTES_RETENTION?',
      '',
    ]);
    const rows = JSON.parse(curp(variables, 'configuracion', '--json').stdout) as unknown[];
    expect(rows).toContainEqual({ nombre: 'UPSTREAM_TOKEN', valor: '***', origen: 'entorno' });
  });

  it('reports a value that the service would refuse, and exits with 78', () => {
    expect(emptyFolder().curp({ PORT: 'x' }, 'configuracion')).toEqual({
      stdout: '',
      stderr: 'PORT debe ser un puerto de 0 a 65535 (0 elige uno libre).\n',
      status: 78,
    });
  });
});
