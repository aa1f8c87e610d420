/** The direction of the packages, read from their imports: cli → server → lote → core, web → lote → core. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const raiz = fileURLToPath(new URL('..', import.meta.url));

/** Which packages of this project each may import. */
const PUEDE: Readonly<Record<string, readonly string[]>> = {
  core: [],
  lote: ['core'],
  server: ['core', 'lote'],
  web: ['core', 'lote'],
  cli: ['core', 'lote', 'server'],
};

const paquetes = globSync('packages/*', { cwd: raiz }).map((carpeta) => carpeta.split('/')[1] ?? '');

/** The source of a file without its comments. */
const codigo = (archivo: string): string =>
  readFileSync(join(raiz, archivo), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');

const importaciones = (archivo: string): string[] =>
  Array.from(
    codigo(archivo).matchAll(/(?<!\.)\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g),
    ([, modulo]) => modulo ?? '',
  );

/** Whether a file names what only Node or only a page has. */
const usaPlataforma = (archivo: string): boolean =>
  /\b(process|Buffer|require|globalThis|window|document|self|setImmediate|fetch)\b/.test(codigo(archivo));

it('knows every package', () => {
  expect(Object.keys(PUEDE)).toEqual(expect.arrayContaining(paquetes));
});

describe.each(paquetes)('%s', (paquete) => {
  const archivos = globSync(`packages/${paquete}/src/**/*.ts`, { cwd: raiz });
  const manifiesto = JSON.parse(readFileSync(join(raiz, `packages/${paquete}/package.json`), 'utf8')) as Record<
    string,
    unknown
  >;

  it('imports no package but those below it', () => {
    const ajenas = archivos.flatMap((archivo) =>
      importaciones(archivo)
        .filter((modulo) => modulo.startsWith('@curp-service/'))
        .filter((modulo) => !PUEDE[paquete]?.includes(modulo.split('/')[1] ?? ''))
        .map((modulo) => `${archivo} → ${modulo}`),
    );
    expect(ajenas).toEqual([]);
  });

  it('reaches no file outside its own source', () => {
    const fuera = archivos.flatMap((archivo) =>
      importaciones(archivo)
        .filter((modulo) => modulo.startsWith('.'))
        .filter((modulo) => relative(`packages/${paquete}/src`, join(dirname(archivo), modulo)).startsWith('..'))
        .map((modulo) => `${archivo} → ${modulo}`),
    );
    expect(fuera).toEqual([]);
  });

  it('has its name, licence, type and an entry that exists', () => {
    expect(manifiesto).toMatchObject({ name: `@curp-service/${paquete}`, license: 'MIT', type: 'module' });
    expect(existsSync(join(raiz, `packages/${paquete}/src`))).toBe(true);
  });
});

describe('core', () => {
  const archivos = globSync('packages/core/src/**/*.ts', { cwd: raiz });

  it('has no dependencies of any kind', () => {
    const manifiesto = JSON.parse(readFileSync(join(raiz, 'packages/core/package.json'), 'utf8')) as object;
    expect(Object.keys(manifiesto).filter((clave) => /dependencies/i.test(clave))).toEqual([]);
  });

  it('imports nothing but itself', () => {
    expect(archivos.flatMap(importaciones).filter((modulo) => !modulo.startsWith('.'))).toEqual([]);
  });

  it('uses neither Node nor the DOM', () => {
    expect(archivos.filter(usaPlataforma)).toEqual([]);
  });
});

describe('lote', () => {
  const archivos = globSync('packages/lote/src/**/*.ts', { cwd: raiz });

  it('depends on core and contract alone', () => {
    const manifiesto = JSON.parse(readFileSync(join(raiz, 'packages/lote/package.json'), 'utf8')) as object;
    const version = expect.any(String) as unknown;
    expect(Object.entries(manifiesto).filter(([clave]) => /dependencies/i.test(clave))).toEqual([
      ['dependencies', { '@curp-service/core': version, '@curp-service/contract': version }],
    ]);
  });

  it('imports nothing else, and workbooks only where they are asked for', () => {
    const ajenas = archivos.flatMap((archivo) =>
      importaciones(archivo)
        .filter((modulo) => !/^(\.|@curp-service\/(core|contract))/.test(modulo) || modulo.includes('xlsx/'))
        .map((modulo) => `${archivo} → ${modulo}`),
    );
    expect(ajenas).toEqual([]);
  });

  it('uses neither Node nor the DOM', () => {
    expect(archivos.filter(usaPlataforma)).toEqual([]);
  });
});

describe('server', () => {
  const suyas = (que: (modulo: string) => boolean): string[] =>
    globSync('packages/server/src/**/*.ts', { cwd: raiz })
      .flatMap((archivo) =>
        importaciones(archivo)
          .filter(que)
          .map((modulo) => `${archivo.replace('packages/server/src/', '')} → ${modulo}`),
      )
      .toSorted();

  it('reaches PostgreSQL in one folder, which is loaded only where it is needed', () => {
    expect(suyas((modulo) => modulo === 'pg')).toEqual(['store/copia.ts → pg', 'store/postgres.ts → pg']);
    expect(suyas((modulo) => modulo.endsWith('/postgres.js'))).toEqual([
      'lotes/lotes.ts → ../store/postgres.js',
      'lotes/obrero.ts → ../store/postgres.js',
      'store/open.ts → ./postgres.js',
      'store/sql-lotes.ts → ./postgres.js',
      'store/sql-piezas.ts → ./postgres.js',
    ]);
    expect(codigo('packages/server/src/store/open.ts')).toContain("await import('./postgres.js')");
  });

  it('loads the queue with the jobs, and those only where there are any', () => {
    expect(suyas((modulo) => modulo === 'pg-boss')).toEqual(['lotes/cola.ts → pg-boss']);
    expect(codigo('packages/server/src/jobs/open.ts')).toContain("await import('./lotes.js')");
    for (const archivo of ['app', 'routes/lotes', 'lotes/open', 'lotes/recibir', 'lotes/bajar', 'lotes/subida']) {
      expect(codigo(`packages/server/src/${archivo}.ts`)).not.toMatch(
        /^import \{[^}]*\} from '[^']*(?<!routes)\/lotes\.js'/m,
      );
    }
  });
});
