/** Checks the layout of the packages: which may import which, the folders inside each, and their size. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The packages of this project that each package may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  contract: ['core'],
  lote: ['core', 'contract'],
  client: ['core', 'contract'],
  server: ['core', 'contract', 'lote'],
  web: ['core', 'contract', 'lote'],
  cli: ['core', 'contract', 'lote', 'server'],
};
const PACKAGES = readdirSync(join(root, 'packages'));
const MAX_FILES_IN_A_FOLDER = 16;

interface Import {
  readonly file: string;
  readonly module: string;
}

/** Returns the source of a file without its comments. */
const codeOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/.*/g, '');

const filesIn = (folder: string, extension = 'ts'): string[] =>
  globSync(`${folder}/**/*.${extension}`, { cwd: root }).toSorted();

/** Returns every import of every file in a folder: static, dynamic, and of types. */
const importsIn = (folder: string, extension?: string): Import[] =>
  filesIn(folder, extension).flatMap((file) =>
    Array.from(codeOf(file).matchAll(/(?<!\.)\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g), ([, module = '']) => ({
      file,
      module,
    })),
  );

const show = ({ file, module }: Import): string => `${file} → ${module}`;

/** Returns the file that a relative import names, as a path from the root of the project. */
const target = ({ file, module }: Import): string => normalize(join(dirname(file), module)).replace(/\.js$/, '.ts');

const dependenciesOf = (name: string): Record<string, string[]> => {
  const manifest = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8')) as object;
  const kinds = Object.entries(manifest).filter(([key]) => /dependencies/i.test(key));
  return Object.fromEntries(kinds.map(([key, modules]) => [key, Object.keys(modules as object)]));
};

/** Returns the files that use something that only Node or only a browser has. */
const platformUsersIn = (folder: string): string[] =>
  filesIn(folder).filter((file) =>
    /(?<!\.)\b(?:process\.|require\(|(?:Buffer|globalThis|window|document|self|setImmediate|fetch)\b)/.test(
      codeOf(file),
    ),
  );

/** Returns the room of a file: the folder directly under `src` that it is in, or a file directly in `src` itself. */
const roomOf = (file: string): string => file.split('/')[3] ?? '';

/** Returns the places that import each other, directly or through others: one list for each circle. A place is a file or its room. */
function circlesIn(folder: string, placeOf: (file: string) => string): string[] {
  const edges = new Map<string, Set<string>>();
  for (const imported of importsIn(folder)) {
    if (!imported.module.startsWith('.')) continue;
    const [from, to] = [placeOf(imported.file), placeOf(target(imported))];
    if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>();
    const visit = (room: string): void => {
      for (const next of edges.get(room) ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        visit(next);
      }
    };
    visit(start);
    return seen;
  };
  const reached = new Map(Array.from(edges.keys(), (room) => [room, reach(room)]));
  const circles = Array.from(reached, ([room, seen]) =>
    Array.from(seen)
      .filter((other) => reached.get(other)?.has(room))
      .toSorted()
      .join(' ↔ '),
  );
  return Array.from(new Set(circles)).filter((circle) => circle !== '');
}

it('the list of allowed imports names every package', () => {
  expect(Object.keys(MAY_IMPORT)).toEqual(expect.arrayContaining(PACKAGES));
});

it.each([
  ['type', /^(?:export )?(?:abstract )?(?:interface|type|class|enum|const enum) (\w+)/gm],
  ['constant', /^(?:export )?const ([A-Z][A-Z\d_]+)\b/gm],
])('no two files declare a %s under one name', (_, declaration) => {
  const declared = new Map<string, string[]>();
  for (const file of filesIn('packages/*/src')) {
    for (const [, name = ''] of codeOf(file).matchAll(declaration)) {
      declared.set(name, [...(declared.get(name) ?? []), file]);
    }
  }
  expect(declared.size).toBeGreaterThan(100);
  expect(Array.from(declared).filter(([, files]) => files.length > 1)).toEqual([]);
});

describe.each(PACKAGES)('packages/%s', (name) => {
  const source = `packages/${name}/src`;

  it('imports only the packages below it', () => {
    const allowed = new Set((MAY_IMPORT[name] ?? []).map((below) => `@curp-service/${below}`));
    const own = importsIn(source).filter(({ module }) => module.startsWith('@curp-service/'));
    expect(own.filter(({ module }) => !allowed.has(module.split('/', 2).join('/'))).map(show)).toEqual([]);
  });

  it('imports no file outside its own src', () => {
    const relative = importsIn(source).filter(({ module }) => module.startsWith('.'));
    expect(relative.filter((imported) => !target(imported).startsWith(`${source}/`)).map(show)).toEqual([]);
  });

  it.each([
    ['rooms', roomOf],
    ['files', (file: string): string => file],
  ])('has no %s that import each other in a circle, types included', (_, placeOf) => {
    expect(circlesIn(source, placeOf)).toEqual([]);
  });

  it(`has at most ${MAX_FILES_IN_A_FOLDER} files in a folder`, () => {
    const folders = new Map<string, number>();
    for (const file of globSync(`${source}/**/*.*`, { cwd: root })) {
      folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
    }
    expect(Array.from(folders).filter(([, files]) => files > MAX_FILES_IN_A_FOLDER)).toEqual([]);
  });
});

describe.each(['core', 'contract', 'lote'])('packages/%s, which runs in browsers and in Node', (name) => {
  it('uses neither Node nor the DOM', () => {
    expect(platformUsersIn(`packages/${name}/src`)).toEqual([]);
    expect(importsIn(`packages/${name}/src`).filter(({ module }) => module.startsWith('node:'))).toEqual([]);
  });
});

describe('the dependencies of', () => {
  it('core are none', () => {
    expect(dependenciesOf('core')).toEqual({});
  });

  it('contract are only core', () => {
    expect(dependenciesOf('contract')).toEqual({ dependencies: ['@curp-service/core'] });
  });

  it('lote are core and contract', () => {
    expect(dependenciesOf('lote')).toEqual({ dependencies: ['@curp-service/contract', '@curp-service/core'] });
  });

  it('lote include workbooks only in their own entry', () => {
    const outside = importsIn('packages/lote/src').filter(({ file }) => !file.startsWith('packages/lote/src/xlsx/'));
    expect(outside.filter(({ module }) => module.includes('xlsx')).map(show)).toEqual([]);
  });

  it.runIf(PACKAGES.includes('client'))('client are none beside ours', () => {
    const foreign = importsIn('packages/client/src').filter(({ module }) => !/^(\.|@curp-service\/)/.test(module));
    expect(foreign.map(show)).toEqual([]);
  });
});

describe('packages/server', () => {
  const source = 'packages/server/src';

  it('store/ imports no bulk code, no HTTP and no norm', () => {
    const forbidden = /^(@curp-service\/(core|lote)|fastify|node:https?)(\/|$)/;
    const rooms = ['http', 'routes', 'access', 'files', 'openapi'].map((room) => `${source}/${room}/`);
    const wrong = importsIn(`${source}/store`).filter(
      (imported) =>
        forbidden.test(imported.module) ||
        (imported.module.startsWith('.') && rooms.some((room) => target(imported).startsWith(room))),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it('asks the machine for the date in only one file, besides the rule of lint about Date.now', () => {
    const asking = ['server', 'cli'].flatMap((name) =>
      filesIn(`packages/${name}/src`).filter((file) => /new Date\(\)|(?<!\.)\bDate\(\)|Date\.now/.test(codeOf(file))),
    );
    expect(asking).toEqual(['packages/server/src/store/heartbeat.ts']);
  });

  it('calls reply.hijack in only one file', () => {
    const files = filesIn(source).filter((file) => /\bhijack\(/.test(codeOf(file)));
    expect(files).toHaveLength(1);
  });

  /** Starts the built service, stops it, and returns the addresses of the code that it loaded. V8's coverage lists every script. */
  const loadedWith = async (databaseUrl: string): Promise<string[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'curp-loaded-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const service = spawn(process.execPath, [join(root, 'packages/server/dist/main.js')], {
      cwd: folder,
      env: {
        PORT: '0',
        ADMIN_PORT: '0',
        DATABASE_URL: databaseUrl,
        NODE_V8_COVERAGE: join(folder, 'coverage'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(service, 'exit');
    await Promise.race([once(service.stdout, 'data'), ended]);
    service.kill('SIGTERM');
    await ended;
    return globSync(join(folder, 'coverage/*.json')).flatMap((file) =>
      (JSON.parse(readFileSync(file, 'utf8')) as { result: { url: string }[] }).result.map(({ url }) => url),
    );
  };
  const packagesIn = (urls: readonly string[]): Set<string> =>
    new Set(urls.flatMap((url) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []));

  it('loads pg only with PostgreSQL, and no compiler of schemas', async () => {
    const withSqlite = await loadedWith('sqlite:curp.db');
    expect(packagesIn(withSqlite)).toContain('fastify');
    expect(Array.from(packagesIn(withSqlite)).filter((name) => /^(pg|ajv)/.test(name))).toEqual([]);
    const address = await fetch(inject('postgres'));
    const withPostgres = await loadedWith(await address.text());
    expect(Array.from(packagesIn(withPostgres))).toEqual(expect.arrayContaining(['fastify', 'pg']));
  });
});

describe('the conformance suite', () => {
  const imports = importsIn('conformance', 'mjs');

  it('imports nothing of ours, except in our own harnesses', () => {
    const own = imports.filter((each) => {
      const isRelative = each.module.startsWith('.');
      return isRelative ? !target(each).startsWith('conformance/') : !each.module.startsWith('node:');
    });
    expect(own.map(show)).toEqual([
      'conformance/harnesses/curp-service.mjs → @curp-service/core',
      'conformance/harnesses/mysql.mjs → ../../test/mariadb.ts',
      'conformance/harnesses/postgresql.mjs → pg',
      'conformance/harnesses/postgresql.mjs → ../../bench/tools/postgres.mjs',
    ]);
  });

  it('creates its cases without the harnesses and the runner', () => {
    const generator = imports.filter(({ file }) => file.startsWith('conformance/generator/'));
    const outside = generator.filter(
      (each) => !each.module.startsWith('node:') && !target(each).startsWith('conformance/generator/'),
    );
    expect(outside.map(show)).toEqual([]);
  });
});

it('every package is in the build and in the types of the tests', () => {
  const references = (file: string): string[] =>
    (JSON.parse(readFileSync(join(root, file), 'utf8')) as { references: { path: string }[] }).references.map(
      ({ path }) => basename(path),
    );
  for (const name of PACKAGES) {
    expect(existsSync(join(root, `packages/${name}/src`))).toBe(true);
    expect(references('tsconfig.json')).toContain(name);
    expect(references('test/tsconfig.json')).toContain(name);
  }
});

const DOCUMENTS = globSync(['[!C]*.md', 'CONTRIBUTING.md', '{docs,packages,conformance}/{,es/,*/}*.md'], { cwd: root });
it.for(DOCUMENTS)('%s names only paths that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const paths = text.matchAll(/`((?:packages|test|conformance|deploy|examples|bench)\/[^`\s]+)`/g);
  expect(Array.from(paths, ([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
