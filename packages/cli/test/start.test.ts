/** Each command loads only the modules that it needs, because `curp` is also called in loops. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { BIN, workspace } from './curp.js';
import { CURP, RENATA, args } from './people.js';

/** Prints the files that are loaded, then the built-in modules of Node. */
const LOADED_MODULES = `import { registerHooks } from 'node:module';
const files = [];
registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
process.on('exit', () => process.stderr.write([...files, ...process.moduleLoadList].join()));`;

function loadedModules(...words: readonly string[]): string[] {
  const { dir, env } = workspace();
  const imported = `data:text/javascript,${encodeURIComponent(LOADED_MODULES)}`;
  const { stderr } = spawnSync(process.execPath, ['--import', imported, BIN, ...words], {
    cwd: dir,
    env,
    encoding: 'utf8',
  });
  return stderr.split(',').map((module) => module.replace('NativeModule ', ''));
}

it('proyectos loads the store with SQLite only', () => {
  const modules = loadedModules('proyectos', 'listar');
  expect(modules).toEqual(expect.arrayContaining(['sqlite', 'crypto']));
  expect(modules).not.toContain('dns'); // PostgreSQL would need it.
});

it.each([['--version'], ['calcular', ...args(RENATA)], ['validar', CURP], ['entidades']])(
  '%s loads neither the store nor HTTP nor questions',
  (...words) => {
    const modules = loadedModules(...words);
    expect(modules).toContain('fs');
    for (const unwanted of ['sqlite', 'crypto', 'http', 'zlib', 'readline/promises'])
      expect(modules).not.toContain(unwanted);
  },
);

it.each([['--help'], ['padron', 'estado']])('%s loads no code for files', (...words) => {
  expect(loadedModules(...words).filter((module) => module.includes('/lote/dist/'))).toEqual([]);
});
