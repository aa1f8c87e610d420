/** Checks the packages as published: their contents, their types, and that they work without this repository. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { VERSION } from '../packages/server/src/version.js';
import { pythonVersion } from '../deploy/wheel.mjs';
import { PYTHON, has } from './tools.js';
import { COMMIT, PACKAGES, installAll, manifestOf, packAll, root, run } from './pack.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'curp-packages-')));
let tarballs = '';
const project = join(folder, 'project');
const installed = (name: string): string => join(project, 'node_modules/@curp-service', name);
const { version } = manifestOf(root);
/** The wheel, named by the version as Python writes it. */
const WHEEL = `curp_service-${pythonVersion(version)}-py3-none-any.whl`;
/** Compares the files of a wheel with the sizes and the hashes that it records. */
const RECORD = `
import base64, csv, hashlib, io, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
record = next(name for name in wheel.namelist() if name.endswith('/RECORD'))
for name, kept, size in list(csv.reader(io.TextIOWrapper(wheel.open(record))))[:-1]:
    data = wheel.read(name)
    found = 'sha256=' + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
    print(name.split('.dist-info/')[-1], found == kept and len(data) == int(size))
`;

beforeAll(async () => {
  tarballs = await packAll(join(folder, 'copy'));
  await installAll(tarballs, project);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The fields that the test reads of a list of parts in the format CycloneDX. */
interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string }[];
}

/** Returns the files that the sources of a package compile to. */
const compiled = (name: string, ...extensions: readonly string[]): string[] =>
  globSync('**/*.ts', { cwd: `${root}packages/${name}/src` }).flatMap((file) =>
    extensions.map((extension) => `dist/${file.replace(/ts$/, extension)}`),
  );

/** Returns the scripts of the command and the service, the page, and the licences. */
const bundled = (): string[] =>
  [
    ...globSync('*.cjs', { cwd: `${root}packages/cli/dist/bundle` }),
    'LICENSES.txt',
    ...(CONTENTS['web']?.() ?? []).map((file) => file.replace('dist', 'web')),
  ].map((file) => `dist/bundle/${file}`);

/** The part of the types of React that the example uses, laid out like them. */
const REACT = `
export = React;
declare namespace React {
  interface FormEvent { readonly currentTarget: HTMLFormElement; preventDefault(): void }
  function useEffect(effect: () => (() => void) | void, dependencies: readonly unknown[]): void;
  function useRef<T>(value: null): { readonly current: T | null };
  function useState<T>(value: T): [T, (value: T) => void];
  interface HTMLAttributes { name?: string; type?: string; disabled?: boolean; children?: unknown; 'aria-label'?: string }
  namespace JSX {
    interface Element {}
    interface ElementChildrenAttribute { children: unknown }
    interface IntrinsicElements {
      form: HTMLAttributes & { onSubmit?: (event: FormEvent) => void };
      input: HTMLAttributes;
      select: HTMLAttributes;
      option: HTMLAttributes;
      button: HTMLAttributes;
    }
  }
}
`;

const CONTENTS: Readonly<Record<string, () => string[]>> = {
  core: () => [
    ...compiled('core', 'js', 'd.ts'),
    'dist/campo.d.ts',
    'dist/campo.js',
    'dist/curp.bas',
    'dist/curp.gs',
    'dist/curp.min.js',
    'dist/curp.py',
  ],
  contract: () => [
    ...compiled('contract', 'js', 'd.ts'),
    ...globSync('*.json', { cwd: `${root}packages/contract/src/layouts` }).map((name) => `dist/layouts/${name}`),
  ],
  lote: () => [...compiled('lote', 'js', 'd.ts'), 'dist/node/xlsx-node.d.ts', 'dist/node/xlsx-node.js'],
  client: () => compiled('client', 'js', 'd.ts'),
  server: () => compiled('server', 'js', 'd.ts'),
  web: () =>
    [
      ...['LICENSE.txt', 'favicon-32x32.png', 'start.css', 'start.js', 'swagger-ui-bundle.js', 'swagger-ui.css'].map(
        (file) => `docs/${file}`,
      ),
      ...'archivos.css archivos.js curp.bas icono.svg index.html lexico.js lote.js manifest.webmanifest mapa.js pagina.css pagina.js sw.js xlsx.js'.split(
        ' ',
      ),
    ].map((file) => `dist/${file}`),
  cli: () => [
    'bin/curp.js',
    'bin/find-program.js',
    'dist/bundle/core/curp.bas',
    'dist/bundle/core/curp.py',
    ...bundled(),
  ],
};

it('the bundle and its compiled code do not depend on the folder in which they are built', () => {
  const bundle = join(folder, 'copy/packages/cli/dist/bundle');
  const files = globSync('*.{cjs,cache}', { cwd: bundle });
  expect(files.filter((file) => readFileSync(join(bundle, file)).includes(folder))).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

describe.each(PACKAGES)('%s', (name) => {
  const tarball = (): Buffer => readFileSync(join(tarballs, `curp-service-${name}-${version}.tgz`));

  it('contains its files, freshly built, and no others', () => {
    const files = globSync('**', { cwd: installed(name), withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(installed(name).length + 1));
    const expected = ['LICENSE', 'README.md', 'package.json', ...(CONTENTS[name]?.() ?? [])];
    expect(files.toSorted()).toEqual(expected.toSorted());
    for (const file of files) {
      expect(readFileSync(join(installed(name), file), 'utf8')).not.toContain('sourceMappingURL');
    }
  });

  it('has a description, keywords, and the common licence and version', () => {
    const { description, keywords, engines, dependencies = {}, ...rest } = manifestOf(installed(name));
    expect(rest).toMatchObject({ version, license: 'MIT', publishConfig: { access: 'public' } });
    expect(description).toMatch(/\S/);
    expect(keywords).toEqual(expect.arrayContaining(['curp', 'mexico']));
    expect(engines !== undefined).toBe(name !== 'web'); // The package web is for browsers.
    for (const [module, wanted] of Object.entries(dependencies)) {
      expect(wanted).toMatch(module.startsWith('@curp-service/') ? version : /^\d+\.\d+\.\d+$/);
    }
    expect(readFileSync(join(installed(name), 'LICENSE'), 'utf8')).toBe(readFileSync(`${root}LICENSE`, 'utf8'));
  });

  it('passes publint', async () => {
    const { buffer, byteOffset, byteLength } = tarball();
    const packed = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const { messages, pkg } = await publint({ pack: { tarball: packed }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});

describe('npm run release', () => {
  it('writes one file for each package, the list of their parts, and correct checksums', async () => {
    const list = `curp-service-${version}.cdx.json`;
    const packed = [
      ...PACKAGES.map((name) => `curp-service-${name}-${version}.tgz`),
      'curp.bas',
      'curp.gs',
      'curp.min.js',
      WHEEL,
    ];
    expect(readdirSync(tarballs).toSorted()).toEqual([...packed, list, 'SHA256SUMS'].toSorted());
    const checked = await run(tarballs, 'sha256sum', '--check', 'SHA256SUMS');
    expect(checked.match(/: OK$/gm)).toHaveLength(packed.length + 1);
    const { serialNumber, metadata, components } = JSON.parse(readFileSync(join(tarballs, list), 'utf8')) as Sbom;
    expect([serialNumber, metadata.timestamp, metadata.component.name]).toEqual([undefined, undefined, 'curp-service']);
    const names = components.map(({ name }) => name);
    const used = PACKAGES.flatMap((name) => Object.keys(manifestOf(installed(name)).dependencies ?? {}));
    expect(names).toEqual(expect.arrayContaining(used));
    expect(names).not.toContain('vitest');
  });

  it.skipIf(!has('python3'))('writes a wheel whose module Python imports as it stands (needs python3)', async () => {
    const calculate = `import curp; print(curp.__version__, curp.calcular("Renata", "Olvera", "Tinajero", "1990-05-17", "M", "09"))`;
    const inWheel = `import sys; sys.path.insert(0, ${JSON.stringify(WHEEL)}); ${calculate}`;
    expect(await run(tarballs, PYTHON, '-c', inWheel)).toBe(`${version} OETR900517MDFLNN05\n`);
    expect(await run(tarballs, PYTHON, '-m', 'zipfile', '-t', WHEEL)).toBe('Done testing\n');
    const record = await run(tarballs, PYTHON, '-c', RECORD, WHEEL);
    expect(record).toBe(`curp.py True\nlicenses/LICENSE True\nMETADATA True\nWHEEL True\n`);
  });

  it('has one version everywhere', () => {
    const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
    expect(VERSION).toBe(version);
    expect(read('Dockerfile')).toContain(`org.opencontainers.image.version=${version} `);
    const heading = version.endsWith('-dev') ? '\\[Unreleased\\]' : `\\[${version}\\] - \\d{4}-\\d\\d-\\d\\d`;
    expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${heading}$`, 'm'));
    const [, newest = ''] = /^## \[(\d\S+)\]/m.exec(read('CHANGELOG.md')) ?? [];
    expect(version.replace('-dev', '') === newest).toBe(!version.endsWith('-dev')); // it moves after a release
  });
});

describe('stamp.mjs', () => {
  const stamp = (clone: string, env: NodeJS.ProcessEnv): string => {
    const { status, stderr } = spawnSync(process.execPath, [join(clone, 'stamp.mjs')], { env, encoding: 'utf8' });
    if (status !== 0) return stderr;
    return /COMMIT = '(.*)'/.exec(readFileSync(join(clone, 'dist/version.js'), 'utf8'))?.[1] ?? '';
  };
  const git = (cwd: string, ...args: readonly string[]): string =>
    spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.mx', ...args], { cwd, encoding: 'utf8' }).stdout;

  it('writes the commit of a clone, says whether it was changed, and prefers COMMIT', () => {
    const clone = join(folder, 'clone');
    mkdirSync(join(clone, 'dist'), { recursive: true });
    copyFileSync(`${root}packages/server/stamp.mjs`, join(clone, 'stamp.mjs'));
    writeFileSync(join(clone, 'dist/version.js'), `export const COMMIT = 'unknown';\n`);
    const { PATH } = process.env;
    expect(stamp(clone, { PATH, GIT_CEILING_DIRECTORIES: folder })).toBe('unknown');
    git(clone, 'init', '--quiet');
    git(clone, 'add', 'stamp.mjs');
    git(clone, 'commit', '--quiet', '--message', 'First');
    const commit = git(clone, 'rev-parse', '--short=12', 'HEAD').trim();
    expect(stamp(clone, { PATH })).toBe(commit);
    writeFileSync(join(clone, 'stamp.mjs'), `${readFileSync(join(clone, 'stamp.mjs'), 'utf8')}\n`);
    expect(stamp(clone, { PATH })).toBe(`${commit}-dirty`);
    expect(stamp(clone, { PATH, COMMIT: 'abc1234' })).toBe('abc1234');
    expect(stamp(clone, { PATH, COMMIT: 'a"b' })).toContain('COMMIT');
  });
});

describe('the packages installed in an empty folder', () => {
  const curp = async (...args: readonly string[]): Promise<string> =>
    run(project, join(project, 'node_modules/.bin/curp'), ...args);

  it('print the version and a key with curp', async () => {
    expect(await curp('--version')).toBe(`${version}+${COMMIT}\n`);
    const persona = ['--nombres', 'Renata', '--apellido-paterno', 'Olvera', '--apellido-materno', 'Tinajero'];
    expect(await curp('calcular', ...persona, '--fecha', '17/05/1990', '--sexo', 'M', '--entidad', 'DF')).toMatch(
      /^OETR900517MDFLNN05\n/,
    );
  });

  it('serve the operations, the page and the reference with curp servir', async () => {
    const child = spawn(join(project, 'node_modules/.bin/curp'), ['servir', '--port', '0'], {
      cwd: project,
      env: { ...process.env, ADMIN_PORT: '0', DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    onTestFinished(async () => {
      child.kill();
      await ended;
    });
    const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
    const [base = ''] = /http:\S+/.exec(String(line)) ?? [];
    const get = async (address: string): Promise<string> => (await fetch(base + address)).text();
    const persona =
      'nombres=Renata&apellido_paterno=Olvera&apellido_materno=Tinajero&anio_nacimiento=1990&mes_nacimiento=05&dia_nacimiento=17&sexo=M&entidad=09';
    expect(await get(`/curp/calcular_curp?token=pruebas&${persona}`)).toContain('"curp":"OETR900517MDFLNN05"');
    expect(await get('/')).toContain('pagina.js');
    expect(await get('/pagina.js')).toBe(readFileSync(join(installed('web'), 'dist/pagina.js'), 'utf8'));
    expect(await get('/docs')).toContain('swagger');
    expect(await get('/openapi.json')).toContain('calcular_curp');
    expect(await get('/openapi.json')).toContain(`"version":"${version}+${COMMIT}"`);
    expect(existsSync(join(project, 'data/curp.db'))).toBe(true);
    if (existsSync('/proc/self/cmdline')) {
      expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).toContain(
        /--max-semi-space-size=\d+/.exec(readFileSync(`${root}package.json`, 'utf8'))?.[0],
      );
    }
  });

  it.each(['NodeNext', 'Bundler'])(
    'have types that programs compile against with moduleResolution %s',
    async (moduleResolution) => {
      const compile = async (file: string, compilerOptions: object): Promise<string> => {
        const module = moduleResolution === 'Bundler' ? 'ESNext' : moduleResolution;
        const options = { module, moduleResolution, strict: true, noEmit: true, target: 'ES2022', ...compilerOptions };
        copyFileSync(`${root}test/consumer/${file}`, join(project, file));
        const config = join(project, 'tsconfig.json');
        writeFileSync(config, JSON.stringify({ compilerOptions: options, files: [file] }));
        try {
          return await run(project, `${root}node_modules/.bin/tsc`, '-p', config);
        } catch (error) {
          return String((error as { stdout?: string }).stdout);
        }
      };
      expect(await compile('library.ts', { types: [] })).toBe('');
      // We do not check the declarations of dependencies, and a user installs those of Node.
      const withNode = { typeRoots: [`${root}node_modules/@types`], types: ['node'], skipLibCheck: true };
      expect(await compile('service.ts', withNode)).toBe('');
    },
  );

  it('compile the example in React, and refuse an unknown attribute of its element', async () => {
    const react = join(project, 'node_modules/react');
    mkdirSync(react, { recursive: true });
    writeFileSync(join(react, 'package.json'), '{ "name": "react", "version": "19.0.0", "types": "index.d.ts" }');
    writeFileSync(join(react, 'index.d.ts'), REACT);
    writeFileSync(join(react, 'jsx-runtime.d.ts'), `export { JSX } from './index';`);
    const example = readFileSync(`${root}examples/campo.tsx`, 'utf8');
    const compile = async (code: string): Promise<string> => {
      writeFileSync(join(project, 'campo.tsx'), code);
      const options = { module: 'ESNext', moduleResolution: 'Bundler', strict: true, noEmit: true, jsx: 'react-jsx' };
      const config = join(project, 'tsconfig.json');
      const compilerOptions = { ...options, target: 'ES2022', types: [] };
      writeFileSync(config, JSON.stringify({ compilerOptions, files: ['campo.tsx'] }));
      return run(project, `${root}node_modules/.bin/tsc`, '-p', config).catch(
        (error: { stdout: string }) => error.stdout,
      );
    };
    expect(await compile(example)).toBe('');
    expect(await compile(example.replace('name="curp" required', 'nombre="curp"'))).toMatch(/TS2322.*\n.*'nombre'/);
  });

  it('include the client, from the files that its README names', async () => {
    const readme = readFileSync(join(installed('client'), 'README.md'), 'utf8');
    const [, files = ''] = /^npm install (.*\.tgz)$/m.exec(readme) ?? [];
    const empty = join(folder, 'client');
    mkdirSync(empty);
    writeFileSync(join(empty, 'package.json'), '{}');
    await run(empty, 'npm', 'install', '--offline', ...files.split(' ').map((file) => join(tarballs, file)));
    const script = `import('@curp-service/client').then(({ CurpClient }) => console.log(CurpClient.name))`;
    expect(await run(empty, process.execPath, '-e', script)).toBe('CurpClient\n');
  });

  it('are bundled with only the parts of core that are imported', async () => {
    const bundle = async (code: string): Promise<string> => {
      const input = join(project, 'entry.js');
      writeFileSync(input, code);
      const output = await build({
        root: project,
        configFile: false,
        logLevel: 'silent',
        build: { write: false, target: 'esnext', modulePreload: false, rolldownOptions: { input } },
      });
      return 'output' in output ? output.output[0].code : '';
    };
    const all = await bundle(
      `import * as core from '@curp-service/core'; import * as en from '@curp-service/core/en'; console.log(core, en);`,
    );
    const one = await bundle(`import { calcular } from '@curp-service/core'; console.log(calcular(persona));`);
    const TEXTS = ['vocal interna', 'Falta {dato}', '{dato} is missing'];
    expect(TEXTS.map((text) => all.includes(text))).toEqual([true, true, true]);
    expect(TEXTS.map((text) => one.includes(text))).toEqual([false, true, false]);
    expect(one.length).toBeLessThan(all.length * 0.6);
  });
});
