/** The size of what a page must load. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

it('core is under 8 kB, minified and gzipped', async () => {
  const input = fileURLToPath(new URL('../packages/core/dist/index.js', import.meta.url));
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
  expect(codigo).toContain('calcular');
  expect(gzipSync(codigo, { level: 9 }).length).toBeLessThan(8 * 1024);
});
