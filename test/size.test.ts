/** Checks the sizes of the scripts that pages load. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

const KB = 1024;

/** Core takes 15.3 kB with its doubts about names and dates. */
it.each([
  ['core', 16],
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
