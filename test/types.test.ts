/** Checks that the examples of core's README compile under strict TypeScript, without casts. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const core = `${root}packages/core/`;

/** The complaints of the compiler about one program. */
function complaintsAbout(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'curp-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'program.ts'), `${program}\nexport {};\n`);
  const compilerOptions = {
    module: 'ESNext',
    moduleResolution: 'Bundler',
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    paths: {
      '@curp-service/core': [`${core}dist/index.d.ts`],
      '@curp-service/core/en': [`${core}dist/textos/en.d.ts`],
    },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  try {
    return execFileSync(`${root}node_modules/.bin/tsc`, ['-p', folder], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

const examples = readFileSync(`${core}README.md`, 'utf8').matchAll(/<!-- example: (\w+) -->\s+```js\n([^]*?)```/g);

it.each(Array.from(examples, ([, name, code]) => [name, code ?? '']))('example %s compiles', (_, code) => {
  expect(complaintsAbout(code)).toBe('');
});

it('an entity of the catalogue is known by its keys, and a text from a form is taken as it is', () => {
  const program = `
    import { type ClaveEntidad, type Persona, calcular, buscarEntidad } from '@curp-service/core';
    const found: ClaveEntidad | undefined = buscarEntidad('cdmx')?.claveEntidad;
    const form: Record<keyof Persona, string> = JSON.parse('{}');
    const calculo = calcular({ ...form, entidad: found ?? form.entidad });
    export const text: string = calculo.ok ? calculo.curp : calculo.hallazgos.map(({ mensaje }) => mensaje).join(' ');
    // @ts-expect-error -- no entity has this key
    export const wrong: ClaveEntidad = '99';
    // @ts-expect-error -- a key is there only if ok is true
    export const unsure: string = calculo.curp;
  `;
  expect(complaintsAbout(program)).toBe('');
});
