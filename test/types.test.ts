/** Checks that the examples of the READMEs for programmers compile under strict TypeScript, without casts. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = (name: string): string => `${root}packages/${name}/dist/`;

const EXAMPLE = /<!-- example: (\w+) -->\s+```js\n([^]*?)```/g;
const examples = ['core', 'client'].flatMap((name) => {
  const readme = readFileSync(`${root}packages/${name}/README.md`, 'utf8');
  return Array.from(
    readme.matchAll(EXAMPLE),
    ([, example = '', code = '']) => [`example ${name}: ${example} compiles`, code] as const,
  );
});

const PROGRAMS = [
  ...examples,
  [
    'an entity of the catalogue is known by its keys, and a text from a form is taken as it is',
    `
      import { type ClaveEntidad, type Persona, calcular, buscarEntidad } from '@curp-service/core';
      const found: ClaveEntidad | undefined = buscarEntidad('cdmx')?.claveEntidad;
      const form: Record<keyof Persona, string> = JSON.parse('{}');
      const calculo = calcular({ ...form, entidad: found ?? form.entidad });
      export const text: string = calculo.ok ? calculo.curp : calculo.hallazgos.map(({ mensaje }) => mensaje).join(' ');
      // @ts-expect-error -- no entity has this key
      export const wrong: ClaveEntidad = '99';
      // @ts-expect-error -- a key is there only if ok is true
      export const unsure: string = calculo.curp;
    `,
  ],
  [
    'an answer of the client narrows by comparison',
    `
      import { CurpClient, CurpServiceError, type EndedJob } from '@curp-service/client';
      const client = new CurpClient({ url: 'https://curp.example.mx', token: 'x' });
      const persona = { nombres: 'Renata', fechaNacimiento: '1990-05-17', sexo: 'M', entidad: '09' };
      export const root: string = (await client.calcular(persona, { detalle: true })).raiz;
      const maybe = await client.calcular(persona, { detalle: Math.random() < 0.5 });
      export const maybeRoot: string = 'raiz' in maybe ? maybe.raiz : '';
      const { hallazgos, datos } = await client.validar('X');
      export const errors = hallazgos.filter(({ codigo, severidad }) => codigo === 'longitud' && severidad === 'error');
      export const entity: '09' | undefined = datos.clave_entidad === '09' ? datos.clave_entidad : undefined;
      const job = await client.jobStatus('x');
      export const ended: EndedJob | null = job.estado === 'en_cola' || job.estado === 'en_proceso' ? null : job;
      export const state: 'terminado' | 'fallido' | 'cancelado' = (await client.waitForJob('x')).estado;
      await client.validar('X').catch((error: unknown) => {
        if (error instanceof CurpServiceError) error.errores.map(({ parametro }) => parametro);
      });
      // @ts-expect-error -- the root is there only with detalle
      export const none = (await client.calcular(persona)).raiz;
      // @ts-expect-error -- no finding has this code
      export const wrong = hallazgos.some(({ codigo }) => codigo === 'no_such_code');
    `,
  ],
] as const;

/** Returns the complaints of the compiler about all programs, each in the file of its index in the list. */
function complaints(): string {
  const folder = mkdtempSync(join(tmpdir(), 'curp-types-'));
  const files = PROGRAMS.map((_, i) => `program${i}.ts`);
  for (const [i, [, code]] of PROGRAMS.entries())
    writeFileSync(join(folder, `program${i}.ts`), `${code}\nexport {};\n`);
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
      '@curp-service/client': [`${dist('client')}index.d.ts`],
      '@curp-service/contract/*': [`${dist('contract')}*.d.ts`],
      '@curp-service/core': [`${dist('core')}index.d.ts`],
      '@curp-service/core/completo': [`${dist('core')}nombre/completo.d.ts`],
      '@curp-service/core/en': [`${dist('core')}textos/en.d.ts`],
    },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  try {
    return execFileSync(`${root}node_modules/.bin/tsc`, ['-p', '.'], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const told = complaints().split('\n');

it.each(PROGRAMS.map(([title], i) => [title, i] as const))('the example compiles: %s', (_, i) => {
  expect(told.filter((line) => line.startsWith(`program${i}.ts`) || !/^(program|$)/.test(line))).toEqual([]);
});
