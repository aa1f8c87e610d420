/** The committed kernel is built from its sources. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { slow } from './run-lote.js';

const BUILD = '../kernel/build.mjs';

slow('the committed bytes of the kernel are those that its sources compile to', async () => {
  const { compileKernel } = (await import(BUILD)) as { readonly compileKernel: () => Promise<string> };
  expect(readFileSync(new URL('../src/kernel/bytes.ts', import.meta.url), 'utf8')).toBe(await compileKernel());
});
