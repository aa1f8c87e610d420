/** A command loads what it needs and nothing else: the command line is also called in loops. */
import { spawnSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { BIN, PACIENCIA, sitio } from './curp.js';
import { CURP, RENATA, args } from './people.js';

vi.setConfig(PACIENCIA);

const LISTA = "process.on('exit', () => process.stderr.write(process.moduleLoadList.join()))";

/** The built-in modules that a command loads. */
function cargados(...palabras: readonly string[]): string[] {
  const { dir, env } = sitio();
  const importada = `data:text/javascript,${encodeURIComponent(LISTA)}`;
  const { stderr } = spawnSync(process.execPath, ['--import', importada, BIN, ...palabras], {
    cwd: dir,
    env,
    encoding: 'utf8',
  });
  return stderr.split(',').map((modulo) => modulo.replace('NativeModule ', ''));
}

it('the store, for projects, and of the databases the one that is used', () => {
  const modulos = cargados('proyectos', 'listar');
  expect(modulos).toEqual(expect.arrayContaining(['sqlite', 'crypto']));
  expect(modulos).not.toContain('dns'); // PostgreSQL would need it
});

it.each([['--version'], ['calcular', ...args(RENATA)], ['validar', CURP], ['entidades']])(
  'neither the store nor HTTP nor questions, for %s',
  (...palabras) => {
    const modulos = cargados(...palabras);
    expect(modulos).toContain('fs');
    for (const ajeno of ['sqlite', 'crypto', 'http', 'zlib', 'readline/promises']) expect(modulos).not.toContain(ajeno);
  },
);
