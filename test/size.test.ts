/** Checks the sizes of the scripts that pages load. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

const KB = 1024;

const root = fileURLToPath(new URL('..', import.meta.url));

it.each([
  ['core', 'README.md'],
  ['client', 'packages/client/README.md'],
])('%s has less than %s says, minified and gzipped', async (name, document) => {
  const limit = Number(/less than (\d+) kB/.exec(readFileSync(root + document, 'utf8'))?.[1]);
  const input = `${root}packages/${name}/dist/index.js`;
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: { input, preserveEntrySignatures: 'strict' },
    },
  });
  const code = 'output' in output ? output.output[0].code : '';
  expect(code).toContain('calcular');
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(limit * KB);
});

it('core with the lexicon of names has less than README.md says, minified and gzipped', async () => {
  const limit = Number(/less than (\d+) kB with the lexicon/.exec(readFileSync(`${root}README.md`, 'utf8'))?.[1]);
  const input = ['index', 'leido', 'nombre/completo'].map((name) => `${root}packages/core/dist/${name}.js`);
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: { input, preserveEntrySignatures: 'strict' },
    },
  });
  const code = 'output' in output ? output.output.map((part) => ('code' in part ? part.code : '')).join('') : '';
  expect(code).toContain('0GARCÍA');
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(limit * KB);
});

it.each([
  ['curp.bas', (bytes: Buffer) => bytes.length],
  ['curp.gs', (bytes: Buffer) => bytes.length],
  ['curp.min.js', (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length],
])('%s has less than docs/spreadsheets.md says', (name, sizeOf) => {
  const document = readFileSync(`${root}docs/spreadsheets.md`, 'utf8');
  const limit = Number(new RegExp(`^\\| \`${name}\` .*less than (\\d+) kB`, 'm').exec(document)?.[1]);
  expect(sizeOf(readFileSync(`${root}packages/core/dist/${name}`))).toBeLessThan(limit * KB);
});
