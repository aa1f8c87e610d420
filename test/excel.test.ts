/** `curp.bas`, the module for Excel: its text, and its functions in the cells of LibreOffice, with every case of the conformance suite. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PALABRAS_INCONVENIENTES, PARTICULAS } from '@curp-service/core';
import { expect, it } from 'vitest';
import { PYTHON, has } from './tools.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const module = readFileSync(`${root}packages/core/dist/curp.bas`, 'latin1');

it('curp.bas is ASCII with lines that the editor of Excel accepts, and has the lists of core', () => {
  expect(module).toMatch(/^(?:[ -~]{0,1023}\r\n)+$/);
  expect(module).not.toMatch(/(?:_\r\n[^\r]*){25}/); // a statement has at most 24 continued lines
  expect(module).toContain(` ${PARTICULAS.join(' ')} `);
  expect(module).toContain(` ${PALABRAS_INCONVENIENTES.slice(0, 40).join(' ')}`);
  expect(module.split('\r\n')[0]).toBe('Attribute VB_Name = "CURP_Norma"');
});

it.skipIf(!has('libreoffice'))(
  'the functions in the cells of LibreOffice are right in every case whose characters they know (needs libreoffice)',
  { timeout: 900_000 },
  () => {
    const harness = `${root}conformance/harnesses/excel.py`;
    const words = [`${root}conformance/run.mjs`, '--nivel', 'norma', '--', PYTHON, harness];
    // LibreOffice starts slowly on a busy machine, and outlives a harness that fails: it may hold no pipe of this test.
    const env = { ...process.env, LIMIT_MS: '120000' };
    const { stdout } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(stdout).toMatch(/^total +[\d,]+ +[\d,]+ +0 +0 +[\d,]+ +0$/m);
  },
);
