/** The size of the client, which pages load. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

it('the client is under 5 kB, minified and gzipped', async () => {
  const input = fileURLToPath(new URL('../dist/index.js', import.meta.url));
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'esnext', rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  });
  const code = 'output' in output ? output.output[0].code : '';
  expect(code).toContain('CurpServiceError');
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(5 * 1024);
});
