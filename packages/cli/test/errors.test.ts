/** What a wrong use, a wrong name, a wrong configuration and a broken disk get: a clear line and an exit code. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { BIN, EN, PACIENCIA, sitio } from './curp.js';

vi.setConfig(PACIENCIA);

describe('a wrong use exits with 2', () => {
  it.each([
    [['crear', 'x', '--cuota', '-1'], '--cuota debe ser un número entero de 0 a 999999999999.'],
    [['crear', 'x', '--limite'], 'A --limite le falta su valor.'],
    [['crear', 'x', '--cota', '1'], 'No existe la opción --cota. ¿Quiso decir --cuota?'],
    [['crear'], 'Falta NOMBRE.'],
    [['crear', 'mi', 'tienda'], 'Sobran argumentos: van 1 y hay 2. Un nombre con espacios va entre comillas.'],
    [['crear', 'a\nb'], 'NOMBRE debe tener de 1 a 100 caracteres, ninguno de control.'],
    [['revocar', 'x', '--token', 'curp_x'], '--token debe ser el id de un token, tok_…, no el token mismo.'],
    [
      ['uso', 'x', '--desde', '2026-02-02', '--hasta', '2026-02-01'],
      '--desde (2026-02-02) es posterior a --hasta (2026-02-01).',
    ],
  ])('%j', (args, mensaje) => {
    const { dir, curp } = sitio();
    const ayuda = `Vea: curp proyectos ${args[0] ?? ''} --help`;
    expect(curp('proyectos', ...args)).toEqual({ stdout: '', stderr: `${mensaje}\n${ayuda}\n`, status: 2 });
    expect(existsSync(join(dir, 'curp.db'))).toBe(false);
  });

  it('in a group, or above it', () => {
    const { curp, con } = sitio();
    expect(curp('proyectos', 'crer').stderr).toBe(
      'No existe el comando crer. ¿Quiso decir crear?\nVea: curp proyectos --help\n',
    );
    expect(con(EN)('proyecto')).toEqual({
      stdout: '',
      stderr: 'There is no command proyecto. Did you mean proyectos?\nSee: curp --help\n',
      status: 2,
    });
  });

  it('with the help where there is no command at all', () => {
    const { stdout, stderr, status } = sitio().curp('proyectos');
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toMatch(/^Uso: curp proyectos /);
  });
});

describe('an unknown project exits with 1', () => {
  it.each(['cambiar', 'rotar', 'revocar', 'activar', 'uso'])('%s', (comando) => {
    const { curp } = sitio();
    const args = ['proyectos', comando, 'nadie', ...(comando === 'cambiar' ? ['--cuota', '1'] : [])];
    expect(curp(...args)).toEqual({
      stdout: '',
      stderr: 'No hay ningún proyecto "nadie": vea los que hay con `curp proyectos listar`.\n',
      status: 1,
    });
  });

  it('in English', () => {
    expect(sitio().con(EN)('proyectos', 'activar', 'nadie').stderr).toBe(
      'There is no project "nadie": see those there are with `curp proyectos listar`.\n',
    );
  });

  it('the demonstration project is not in the store', () => {
    expect(sitio().curp('proyectos', 'rotar', 'pruebas')).toMatchObject({
      stderr: expect.stringContaining('DEMO_TOKEN'),
      status: 1,
    });
  });
});

describe('the configuration', () => {
  it('exits with 78 where it is wrong', () => {
    const { con } = sitio();
    expect(con({ DATABASE_URL: 'mysql:x' })('proyectos', 'listar')).toEqual({
      stdout: '',
      stderr:
        'DATABASE_URL debe ser sqlite:RUTA, como sqlite:data/curp.db, o postgres://USUARIO:CONTRASEÑA@SERVIDOR/BASE.\n',
      status: 78,
    });
    expect(con({ ...EN, DATABASE_URL: 'mysql:x' })('proyectos', 'listar').stderr).toMatch(/^DATABASE_URL must be /);
  });

  it('is DATABASE_URL alone', () => {
    expect(sitio().con({ PORT: 'x' })('proyectos', 'listar').status).toBe(0);
  });

  it('comes from .env too', () => {
    const { dir } = sitio();
    writeFileSync(join(dir, '.env'), 'DATABASE_URL=sqlite:otra/base.db\n');
    expect(spawnSync(process.execPath, [BIN, 'proyectos', 'listar'], { cwd: dir, env: {} }).status).toBe(0);
    expect(existsSync(join(dir, 'otra/base.db'))).toBe(true);
  });

  it('exits with 78 where .env cannot be read', () => {
    const { dir, curp } = sitio();
    mkdirSync(join(dir, '.env'));
    expect(curp('proyectos', 'listar')).toMatchObject({
      stderr: expect.stringMatching(/^No se puede leer \.env \(.*\)\.\n$/),
      status: 78,
    });
  });
});

describe('the disk exits with 74', () => {
  it('where the database cannot be made, or is none', () => {
    const { dir, con } = sitio();
    writeFileSync(join(dir, 'nota.txt'), 'no soy una base de datos, '.repeat(100));
    for (const ruta of ['nota.txt', 'nota.txt/curp.db', '.']) {
      const { stdout, stderr, status } = con({ DATABASE_URL: `sqlite:${ruta}` })('proyectos', 'listar');
      expect({ stdout, status }).toEqual({ stdout: '', status: 74 });
      expect(stderr).toMatch(/^DATABASE_URL: no se puede usar la base de datos \(.+\)\. Revise .+\n$/);
    }
    expect(con({ ...EN, DATABASE_URL: 'sqlite:.' })('proyectos', 'listar').stderr).toMatch(
      /^DATABASE_URL: the database cannot be used /,
    );
  });

  it.runIf(existsSync('/dev/full'))('where the output cannot be written', () => {
    const { dir, env } = sitio();
    const { stderr, status } = spawnSync(process.execPath, [BIN, 'proyectos', 'listar'], {
      cwd: dir,
      env,
      encoding: 'utf8',
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    expect(status).toBe(74);
    expect(stderr).toMatch(/^No se puede escribir la salida \(ENOSPC.*\)\.\n$/);
  });
});

describe('the start', () => {
  it.each([
    ['es', 'curp necesita Node 22.13 o posterior; este es v22.12.0\n'],
    ['en', 'curp needs Node 22.13 or later; this is v22.12.0\n'],
  ])('tells an old Node (%s)', (LANG, stderr) => {
    const vieja =
      "for (const [nombre, value] of [['version', 'v22.12.0'], ['versions', { node: '22.12.0' }]]) Object.defineProperty(process, nombre, { value })";
    const args = ['--import', `data:text/javascript,${encodeURIComponent(vieja)}`, BIN];
    expect(spawnSync(process.execPath, args, { env: { LANG }, encoding: 'utf8' })).toMatchObject({ stderr, status: 1 });
  });

  it('tells what is not built', () => {
    const { dir, env } = sitio();
    cpSync(BIN, join(dir, 'bin/curp.js'));
    expect(spawnSync(process.execPath, [join(dir, 'bin/curp.js')], { env, encoding: 'utf8' })).toMatchObject({
      stderr: 'curp no está compilado: ejecute `npm run build` en la raíz del repositorio\n',
      status: 1,
    });
  });
});

it('what is called strangely is shown, and no terminal obeys it', () => {
  const { dir, curp } = sitio();
  const MALO = '\u001B]0;titulo\u0007\u001B[2J\u009B31m\r';
  writeFileSync(join(dir, 'a.csv'), `nombres,"${MALO}"\nx,y\n`);
  writeFileSync(join(dir, 'b.csv'), `"${MALO}",b\nx,y\n`);
  const dichos = [
    curp('lote', 'a.csv'),
    curp('lote', 'b.csv'),
    curp('lote', `no${MALO}.csv`),
    curp('lote', 'a.csv', '-o', `no${MALO}/a.csv`),
    curp(MALO),
    curp('proyectos', 'mostrar', MALO),
    curp('validar', MALO),
    curp('padron', 'importar', 'a.csv'),
  ];
  expect(dichos.map(({ status }) => status)).not.toContain(0);
  expect(dichos[0]?.stderr).toContain('\uFFFD]0;titulo');
  for (const { stdout, stderr } of dichos) expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}/u);
});
