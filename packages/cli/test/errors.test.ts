/** Errors of use, names, configuration and disk: each prints one clear line and sets its exit code. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GONE_OPTIONS } from '../src/gone-options.js';
import { BIN, EN, curp, curpInEnglish, workspace } from './curp.js';

describe('a wrong use exits with 2', () => {
  it.each([
    [['crear', 'x', '--cuota', '-1'], '--cuota debe ser un número entero de 0 a 999999999999.'],
    [['crear', 'x', '--limite'], 'Falta el valor de --limite.'],
    [['crear', 'x', '--cota', '1'], 'No existe la opción --cota. ¿Quiso decir --cuota?'],
    [['crear'], 'Falta NOMBRE.'],
    [
      ['crear', 'mi', 'tienda'],
      'Sobran argumentos (esperados: 1; recibidos: 2). Un nombre con espacios va entre comillas.',
    ],
    [['crear', 'a\nb'], 'NOMBRE debe tener de 1 a 100 caracteres, ninguno de control.'],
    [
      ['uso', 'x', '--desde', '2026-02-02', '--hasta', '2026-02-01'],
      '--desde (2026-02-02) es posterior a --hasta (2026-02-01).',
    ],
  ])('%j', async (args, message) => {
    const help = `Vea: curp proyectos ${args[0] ?? ''} --help`;
    expect(await curp('proyectos', ...args)).toEqual({ stdout: '', stderr: `${message}\n${help}\n`, status: 2 });
  });

  it('and suggests a similar command if the command is unknown', async () => {
    expect((await curp('proyectos', 'crer')).stderr).toBe(
      'No existe el comando crer. ¿Quiso decir crear?\nVea: curp proyectos --help\n',
    );
    expect(await curpInEnglish('proyecto')).toEqual({
      stdout: '',
      stderr: 'There is no command proyecto. Did you mean proyectos?\nSee: curp --help\n',
      status: 2,
    });
  });

  it('and prints the help to stderr if a subcommand is missing', async () => {
    const { stdout, stderr, status } = await curp('proyectos');
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toMatch(/^Uso: curp proyectos /);
  });
});

it.each(Object.entries(GONE_OPTIONS))(
  'curp %s is refused by its name, with what to use instead',
  async (form, [es, en]) => {
    const words = form.split(' ');
    expect(await curp(...words)).toEqual({ stdout: '', stderr: `\`curp ${form}\` ya no existe: ${es}\n`, status: 2 });
    expect(await curpInEnglish(...words)).toMatchObject({
      stderr: `\`curp ${form}\` no longer exists: ${en}\n`,
      status: 2,
    });
    for (const document of ['docs/operations.md', 'docs/es/operations.md']) {
      expect(readFileSync(new URL(`../../../${document}`, import.meta.url), 'utf8')).toContain(`\`curp ${form}\``);
    }
  },
);

describe('an unknown project exits with 1', () => {
  beforeEach(() => void vi.stubEnv('DATABASE_URL', workspace().databaseUrl));

  it.each(['cambiar', 'rotar', 'revocar', 'activar', 'borrar', 'uso'])('%s', async (name) => {
    const args = ['proyectos', name, 'nadie', ...(name === 'cambiar' ? ['--cuota', '1'] : [])];
    expect(await curp(...args)).toEqual({
      stdout: '',
      stderr: 'No hay ningún proyecto "nadie": vea los que hay con `curp proyectos listar`.\n',
      status: 1,
    });
  });

  it('with an error in English too', async () => {
    expect((await curpInEnglish('proyectos', 'activar', 'nadie')).stderr).toBe(
      'There is no project "nadie": list them with `curp proyectos listar`.\n',
    );
  });

  it('if it is the demonstration project, and the error names DEMO_TOKEN', async () => {
    expect(await curp('proyectos', 'rotar', 'pruebas')).toMatchObject({
      stderr: expect.stringContaining('DEMO_TOKEN'),
      status: 1,
    });
  });
});

describe('a bad configuration', () => {
  it('exits with 78 if DATABASE_URL is wrong', () => {
    const { withEnv } = workspace();
    expect(withEnv({ DATABASE_URL: 'mysql:x' })('proyectos', 'listar')).toEqual({
      stdout: '',
      stderr:
        'DATABASE_URL debe ser sqlite:RUTA, como sqlite:data/curp.db, o postgres://USUARIO:CONTRASEÑA@SERVIDOR/BASE.\n',
      status: 78,
    });
    expect(withEnv({ ...EN, DATABASE_URL: 'mysql:x' })('proyectos', 'listar').stderr).toMatch(/^DATABASE_URL must be /);
  });

  it('does not matter in the other variables of the service', () => {
    expect(workspace().withEnv({ PORT: 'x' })('proyectos', 'listar').status).toBe(0);
  });

  it('exits with 78 if .env cannot be read', () => {
    const { dir, curp: start } = workspace();
    mkdirSync(join(dir, '.env'));
    expect(start('proyectos', 'listar')).toMatchObject({
      stderr: expect.stringMatching(/^No se puede leer \.env \(EISDIR\): revise sus permisos\.\n$/),
      status: 78,
    });
  });
});

it('a path that is that of no database exits with 78', () => {
  const { dir, withEnv } = workspace();
  writeFileSync(join(dir, 'nota.txt'), 'no soy una base de datos, '.repeat(100));
  for (const path of ['nota.txt', '.']) {
    const { stdout, stderr, status } = withEnv({ DATABASE_URL: `sqlite:${path}` })('proyectos', 'listar');
    expect({ stdout, status }).toEqual({ stdout: '', status: 78 });
    expect(stderr).toMatch(
      /^DATABASE_URL: no se puede usar la base de datos \(.+\)\. Está dañada o no es una base de datos.+\n$/,
    );
  }
  expect(withEnv({ ...EN, DATABASE_URL: 'sqlite:.' })('proyectos', 'listar').stderr).toMatch(
    /^DATABASE_URL: the database cannot be used /,
  );
});

describe('a failure of the disk exits with 74', () => {
  it.skipIf(!existsSync('/dev/full'))('if the output cannot be written (needs /dev/full)', () => {
    const { dir, env } = workspace();
    const { stderr, status } = spawnSync(process.execPath, [BIN, 'proyectos', 'listar'], {
      cwd: dir,
      env,
      encoding: 'utf8',
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    expect(status).toBe(74);
    expect(stderr).toMatch(/\nNo se puede escribir la salida \(ENOSPC: el disco está lleno\)\.\n$/);
  });
});

describe('the start of curp', () => {
  it.each([
    ['es', 'curp necesita Node 22.13 o posterior; este es v22.12.0\n'],
    ['en', 'curp needs Node 22.13 or later; this is v22.12.0\n'],
  ])('reports an old version of Node (%s)', (LANG, stderr) => {
    const oldNode =
      "for (const [nombre, value] of [['version', 'v22.12.0'], ['versions', { node: '22.12.0' }]]) Object.defineProperty(process, nombre, { value })";
    const args = ['--import', `data:text/javascript,${encodeURIComponent(oldNode)}`, BIN];
    expect(spawnSync(process.execPath, args, { env: { LANG }, encoding: 'utf8' })).toMatchObject({ stderr, status: 1 });
  });

  it('reports that the program is not built', () => {
    const { dir, env } = workspace();
    cpSync(dirname(BIN), join(dir, 'bin'), { recursive: true });
    expect(spawnSync(process.execPath, [join(dir, 'bin/curp.js')], { env, encoding: 'utf8' })).toMatchObject({
      stderr: 'curp no está compilado: ejecute `npm run build` en la raíz del repositorio\n',
      status: 1,
    });
  });
});

it('control characters in names of files, columns and commands never reach the terminal', () => {
  const { dir, curp: start } = workspace();
  const HOSTILE = '\u001B]0;titulo\u0007\u001B[2J\u001B[8m\u001B[31m\u009B31m\u202E\r';
  writeFileSync(join(dir, 'a.csv'), `nombres,"${HOSTILE}"\nx,y\n`);
  writeFileSync(join(dir, 'b.csv'), `"${HOSTILE}",b\nx,y\n`);
  const results = [
    start('lote', 'a.csv'),
    start('lote', 'b.csv'),
    start('lote', `no${HOSTILE}.csv`),
    start('lote', 'a.csv', '-o', `no${HOSTILE}/a.csv`),
    start(HOSTILE),
    start('proyectos', 'mostrar', HOSTILE),
    start('validar', HOSTILE),
    start('padron', 'importar', 'a.csv'),
  ];
  expect(results.map(({ status }) => status)).not.toContain(0);
  expect(results[0]?.stderr).toContain('\uFFFD]0;titulo');
  for (const { stdout, stderr } of results) expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
});
