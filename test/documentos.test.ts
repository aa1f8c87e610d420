/** The examples of the documents are run, and what they print is what the documents show. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const EJEMPLO = /<!-- example: (\w+) -->\s+```js\n([^]*?)```\s+```\n([^]*?)```/g;

describe.each(['README.md', 'README.es.md'])('%s', (documento) => {
  const texto = readFileSync(`${raiz}${documento}`, 'utf8');
  const ejemplos = Array.from(texto.matchAll(EJEMPLO), ([, nombre, codigo, salida]) => ({ nombre, codigo, salida }));

  it('has an example for every block of code', () => {
    expect(ejemplos.length).toBe(texto.match(/```js\n/g)?.length);
  });

  it.each(ejemplos)('example $nombre', ({ codigo, salida }) => {
    const impreso = execFileSync(process.execPath, ['--input-type=module', '--eval', codigo ?? ''], {
      cwd: raiz,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    expect(impreso).toBe(salida);
  });

  it('leads to files that exist', () => {
    const enlaces = Array.from(texto.matchAll(/\]\(([^)#]+)[^)]*\)/g), ([, enlace]) => enlace ?? '');
    for (const enlace of enlaces) expect(readFileSync(`${raiz}${enlace}`, 'utf8')).not.toBe('');
  });
});
