/** The manual page and the completion of the Debian package, made from the help of the command. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { makeManual } from '../deploy/manual.mjs';
import { has } from './tools.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = makeManual({ root, version: '9.9.9' });
const folder = mkdtempSync(join(tmpdir(), 'curp-manual-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string): string => {
  const file = join(folder, name.replaceAll('/', '-'));
  writeFileSync(file, files.get(name) ?? '');
  return file;
};

it.each([
  ['man/man1/curp.1', 'NAME', 'Usage: curp lote', 'the database'],
  ['man/es/man1/curp.1', 'NOMBRE', 'Uso: curp lote', 'la base de datos'],
])('%s has every command in its language', (name, heading, usage, words) => {
  const text = files.get(name) ?? '';
  for (const part of [`.SH ${heading}\n`, usage, words, '.SH "CURP PROYECTOS CREAR"', '\\-\\-operacion'])
    expect(text).toContain(part);
});

it.skipIf(!has('groff'))('man reads the manual without a warning (needs groff)', () => {
  for (const name of ['man/man1/curp.1', 'man/es/man1/curp.1']) {
    const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-Kutf8', '-ww', written(name)], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('curp calcular --nombres Renata --apellido-paterno Olvera \\');
  }
});

it('the completion knows commands, the commands below them, and the options of each', () => {
  const script = `source "$0"; shift 0; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _curp; echo "\${COMPREPLY[*]}"`;
  const completed = (...words: readonly string[]): string =>
    spawnSync('bash', ['-c', script, written('bash-completion/completions/curp'), 'curp', ...words], {
      encoding: 'utf8',
    }).stdout.trim();
  expect(completed('ca')).toBe('calcular');
  expect(completed('proyectos', 'c')).toBe('crear cambiar');
  expect(completed('lote', 'gente.csv', '--op')).toBe('--operacion');
  expect(completed('proyectos', 'crear', 'Mi tienda', '--cu')).toBe('--cuota');
});
