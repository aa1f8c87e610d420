/** The size of what a page must load. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

it.each([
  ['core', 8, 'calcular'],
  ['client', 5, 'CurpServiceError'],
])('%s is under %i kB, minified and gzipped', async (name, kilobytes, known) => {
  const input = fileURLToPath(new URL(`../packages/${name}/dist/index.js`, import.meta.url));
  const salida = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: { input, preserveEntrySignatures: 'strict' },
    },
  });
  const codigo = 'output' in salida ? salida.output[0].code : '';
  expect(codigo).toContain(known);
  expect(gzipSync(codigo, { level: 9 }).length).toBeLessThan(kilobytes * 1024);
});
