/** Checks the size of core, which every page must load. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

it('core has less than 8 kB, minified and gzipped', async () => {
  const input = fileURLToPath(new URL('../packages/core/dist/index.js', import.meta.url));
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
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(8 * 1024);
});
