/** The help, in the language of the user, with an example for every command. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { EN, PATIENCE, workspace } from './curp.js';

vi.setConfig(PATIENCE);

const COMMANDS = [
  'calcular',
  'explicar',
  'validar',
  'cotejar',
  'entidades',
  'servir',
  'padron importar',
  'padron estado',
  'padron borrar',
  'completion',
  ...['crear', 'listar', 'cambiar', 'rotar', 'revocar', 'activar', 'uso'].map((name) => `proyectos ${name}`),
];
/** The fixed words of the library that reads the command line. */
const ENGLISH = /usage|options|arguments|commands?\b|display|default|output/i;

describe('of the program', () => {
  it('says the commands, the variable, the exit codes and an example', () => {
    const { stdout, stderr, status } = workspace().curp('--help');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).not.toMatch(ENGLISH);
    for (const part of [
      'Uso: curp [opciones] [comando]',
      ...COMMANDS.map((name) => `\n  ${name.split(' ')[0]} `),
      'DATABASE_URL',
      'Códigos de salida',
      'Ejemplo:',
    ]) {
      expect(stdout).toContain(part);
    }
    for (const code of [0, 1, 2, 74, 78, 130]) expect(stdout).toMatch(new RegExp(`^ +${code} {2}\\S`, 'm'));
  });

  it('is the same by its other names', () => {
    const { curp } = workspace();
    const { stdout } = curp('--help');
    expect(curp('-h').stdout).toBe(stdout);
    expect(curp('help').stdout).toBe(stdout);
    expect(curp().stderr).toBe(stdout);
  });

  it('knows its version', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(workspace().curp('--version')).toEqual({ stdout: `${version}\n`, stderr: '', status: 0 });
  });
});

it.each(COMMANDS)('of %s', (name) => {
  const { stdout, status } = workspace().curp(...name.split(' '), '--help');
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Uso: curp ${name} \\[opciones\\]`));
  expect(stdout).toMatch(new RegExp(`\n\nEjemplo:\n  curp ${name}`));
  expect(stdout).not.toMatch(ENGLISH);
});

it('in English', () => {
  const { withEnv } = workspace();
  expect(withEnv(EN)('--help').stdout).toMatch(
    /^Usage: curp \[options\] \[command\]\n[^]*\nExit codes:\n[^]*\nExample:\n {2}curp /,
  );
  const { stdout } = withEnv(EN)('proyectos', 'crear', '--help');
  for (const part of ['Usage: curp proyectos crear [options] <NOMBRE>', 'Arguments:', 'Options:', 'shows this help']) {
    expect(stdout).toContain(part);
  }
  expect(stdout).not.toMatch(/[áéíóúñ]/);
});
