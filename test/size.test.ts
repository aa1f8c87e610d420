/** Checks the sizes of the scripts that pages load. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

const KB = 1024;

/** Core takes 19.1 kB with the marks of words, its doubts about names and dates, and the edition of 2006. */
it.each([
  ['core', 20],
  ['client', 5],
])('%s has less than %d kB, minified and gzipped', async (name, limit) => {
  const input = fileURLToPath(new URL(`../packages/${name}/dist/index.js`, import.meta.url));
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

const root = fileURLToPath(new URL('..', import.meta.url));
it.each([
  ['curp.bas', (bytes: Buffer) => bytes.length],
  ['curp.gs', (bytes: Buffer) => bytes.length],
  ['curp.min.js', (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length],
])('%s has less than docs/spreadsheets.md says', (name, sizeOf) => {
  const document = readFileSync(`${root}docs/spreadsheets.md`, 'utf8');
  const limit = Number(new RegExp(`^\\| \`${name}\` .*less than (\\d+) kB`, 'm').exec(document)?.[1]);
  expect(sizeOf(readFileSync(`${root}packages/core/dist/${name}`))).toBeLessThan(limit * KB);
});
