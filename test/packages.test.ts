/** The packages as they are published: what is in them, what tools say of them, and that they work without this repository. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { V8_FLAGS } from '../packages/cli/src/commands/servir.js';
import { PAQUETES, ejecutar, empacar, instalar, manifiestoDe, raiz } from './pack.js';

const carpeta = realpathSync(mkdtempSync(join(tmpdir(), 'curp-paquetes-')));
const tarballs = join(carpeta, 'tarballs');
const proyecto = join(carpeta, 'proyecto');
const instalado = (paquete: string): string => join(proyecto, 'node_modules/@curp-service', paquete);
const { version } = manifiestoDe(raiz);

beforeAll(async () => {
  await empacar(join(carpeta, 'copia'), tarballs);
  await instalar(tarballs, proyecto);
}, 300_000);
afterAll(() => rmSync(carpeta, { recursive: true }));

/** What the sources of a package become. */
const compilados = (paquete: string, ...extensiones: readonly string[]): string[] =>
  globSync('**/*.ts', { cwd: `${raiz}packages/${paquete}/src` }).flatMap((archivo) =>
    extensiones.map((extension) => `dist/${archivo.replace(/ts$/, extension)}`),
  );

const DENTRO: Readonly<Record<string, () => string[]>> = {
  core: () => compilados('core', 'js', 'd.ts'),
  contract: () => compilados('contract', 'js', 'd.ts'),
  lote: () => compilados('lote', 'js', 'd.ts'),
  client: () => compilados('client', 'js', 'd.ts'),
  server: () => compilados('server', 'js', 'd.ts'),
  web: () =>
    [
      ...['LICENSE.txt', 'favicon-32x32.png', 'swagger-ui-bundle.js', 'swagger-ui.css'].map((file) => `docs/${file}`),
      ...'client.js icono.svg index.html lote.js manifest.webmanifest mapa.js pagina.css pagina.js sw.js xlsx.js'.split(
        ' ',
      ),
    ].map((archivo) => `dist/${archivo}`),
  cli: () => ['bin/curp.js', ...compilados('cli', 'js')],
};

describe.each(PAQUETES)('%s', (paquete) => {
  const tarball = (): Buffer => readFileSync(join(tarballs, `curp-service-${paquete}-${version}.tgz`));

  it('holds what it needs, freshly built, and nothing else', () => {
    const archivos = globSync('**', { cwd: instalado(paquete), withFileTypes: true })
      .filter((archivo) => archivo.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(instalado(paquete).length + 1));
    const esperados = ['LICENSE', 'README.md', 'package.json', ...(DENTRO[paquete]?.() ?? [])];
    expect(archivos.toSorted()).toEqual(esperados.toSorted());
    for (const archivo of archivos) {
      expect(readFileSync(join(instalado(paquete), archivo), 'utf8')).not.toContain('sourceMappingURL');
    }
  });

  it('says what it is, under the licence and the version of all', () => {
    const { description, keywords, engines, dependencies = {}, ...resto } = manifiestoDe(instalado(paquete));
    expect(resto).toMatchObject({ version, license: 'MIT', publishConfig: { access: 'public' } });
    expect(description).toMatch(/\S/);
    expect(keywords).toEqual(expect.arrayContaining(['curp', 'mexico']));
    expect(engines !== undefined).toBe(paquete !== 'web'); // which is for browsers
    for (const [modulo, pedida] of Object.entries(dependencies)) {
      expect(pedida).toMatch(modulo.startsWith('@curp-service/') ? version : /^\d+\.\d+\.\d+$/);
    }
    expect(readFileSync(join(instalado(paquete), 'LICENSE'), 'utf8')).toBe(readFileSync(`${raiz}LICENSE`, 'utf8'));
  });

  it('has no fault that publint knows', async () => {
    const { buffer, byteOffset, byteLength } = tarball();
    const empacado = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const { messages, pkg } = await publint({ pack: { tarball: empacado }, strict: true });
    expect(messages.map((mensaje) => formatMessage(mensaje, pkg))).toEqual([]);
  });

  it('has types that are found wherever ES modules are', async () => {
    const analisis = await checkPackage(createPackageFromTarballData(tarball()));
    expect(analisis.types !== false).toBe(['core', 'contract', 'lote', 'client', 'server'].includes(paquete));
    // ES modules only: what `require` and resolution before `exports` make of them is not asked.
    const problemas = ('problems' in analisis ? analisis.problems : []).filter(
      (problema) => !('resolutionKind' in problema) || !['node10', 'node16-cjs'].includes(problema.resolutionKind),
    );
    expect(problemas).toEqual([]);
  });
});

describe('in a folder of their own', () => {
  const curp = async (...args: readonly string[]): Promise<string> =>
    ejecutar(proyecto, join(proyecto, 'node_modules/.bin/curp'), ...args);

  it('curp tells its version and a key', async () => {
    expect(await curp('--version')).toBe(`${version}\n`);
    const persona = ['--nombres', 'Renata', '--apellido-paterno', 'Olvera', '--apellido-materno', 'Tinajero'];
    expect(await curp('calcular', ...persona, '--fecha', '17/05/1990', '--sexo', 'M', '--entidad', 'DF')).toMatch(
      /^OETR900517MDFLNN05\n/,
    );
  });

  it('curp serves the operations, the page and the reference', async () => {
    const hijo = spawn(join(proyecto, 'node_modules/.bin/curp'), ['servir', '--port', '0'], {
      cwd: proyecto,
      env: { ...process.env, ADMIN_PORT: '0', DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const fin = once(hijo, 'exit');
    onTestFinished(async () => {
      hijo.kill();
      await fin;
    });
    const [dicho] = await Promise.race([once(hijo.stdout, 'data'), fin]);
    const [base = ''] = /http:\S+/.exec(String(dicho)) ?? [];
    const pedir = async (direccion: string): Promise<string> => (await fetch(base + direccion)).text();
    const persona =
      'nombres=Renata&apellido_paterno=Olvera&apellido_materno=Tinajero&anio_nacimiento=1990&mes_nacimiento=05&dia_nacimiento=17&sexo=M&entidad=09';
    expect(await pedir(`/curp/calcular_curp?token=pruebas&${persona}`)).toContain('"curp":"OETR900517MDFLNN05"');
    expect(await pedir('/')).toContain('pagina.js');
    expect(await pedir('/pagina.js')).toBe(readFileSync(join(instalado('web'), 'dist/pagina.js'), 'utf8'));
    expect(await pedir('/docs')).toContain('swagger');
    expect(await pedir('/openapi.json')).toContain('calcular_curp');
    expect(existsSync(join(proyecto, 'data/curp.db'))).toBe(true);
    if (existsSync('/proc/self/cmdline')) {
      expect(readFileSync(`/proc/${hijo.pid}/cmdline`, 'utf8')).toContain(V8_FLAGS.join('\0'));
    }
  });

  it.each(['NodeNext', 'Bundler'])('their types are understood with moduleResolution %s', async (moduleResolution) => {
    const compilar = async (archivo: string, compilerOptions: object): Promise<string> => {
      const module = moduleResolution === 'Bundler' ? 'ESNext' : moduleResolution;
      const opciones = { module, moduleResolution, strict: true, noEmit: true, target: 'ES2022', ...compilerOptions };
      copyFileSync(`${raiz}test/consumer/${archivo}`, join(proyecto, archivo));
      const config = join(proyecto, 'tsconfig.json');
      writeFileSync(config, JSON.stringify({ compilerOptions: opciones, files: [archivo] }));
      try {
        return await ejecutar(proyecto, `${raiz}node_modules/.bin/tsc`, '-p', config);
      } catch (error) {
        return String((error as { stdout?: string }).stdout);
      }
    };
    expect(await compilar('library.ts', { types: [] })).toBe('');
    // The declarations of what it depends on are not ours to check; those of Node are whoever uses it to install.
    const deNode = { typeRoots: [`${raiz}node_modules/@types`], types: ['node'], skipLibCheck: true };
    expect(await compilar('service.ts', deNode)).toBe('');
  });

  it('a bundle has of core what it imports, and no more', async () => {
    const empaquetar = async (codigo: string): Promise<string> => {
      const input = join(proyecto, 'entrada.js');
      writeFileSync(input, codigo);
      const salida = await build({
        root: proyecto,
        configFile: false,
        logLevel: 'silent',
        build: { write: false, target: 'esnext', modulePreload: false, rolldownOptions: { input } },
      });
      return 'output' in salida ? salida.output[0].code : '';
    };
    const todo = await empaquetar(
      `import * as core from '@curp-service/core'; import * as en from '@curp-service/core/en'; console.log(core, en);`,
    );
    const solo = await empaquetar(`import { calcular } from '@curp-service/core'; console.log(calcular(persona));`);
    const DE_OTROS = ['vocal interna', 'Falta {dato}', '{dato} is missing'];
    expect(DE_OTROS.map((texto) => todo.includes(texto))).toEqual([true, true, true]);
    expect(DE_OTROS.map((texto) => solo.includes(texto))).toEqual([false, true, false]);
    expect(solo.length).toBeLessThan(todo.length * 0.6);
  });
});
