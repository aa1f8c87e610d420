/** The kernel that is committed is that of its sources. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { slow } from './run-lote.js';

const BUILD = '../kernel/build.mjs';

slow('the bytes of the kernel are those that its sources give', async () => {
  const { compileKernel } = (await import(BUILD)) as { readonly compileKernel: () => Promise<string> };
  expect(readFileSync(new URL('../src/kernel/bytes.ts', import.meta.url), 'utf8')).toBe(await compileKernel());
});
