/** The help, in the language of the user, with an example for every command. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { EN, PACIENCIA, sitio } from './curp.js';

vi.setConfig(PACIENCIA);

const COMANDOS = [
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
  ...['crear', 'listar', 'cambiar', 'rotar', 'revocar', 'activar', 'uso'].map((comando) => `proyectos ${comando}`),
];
/** The fixed words of the library that reads the command line. */
const INGLES = /usage|options|arguments|commands?\b|display|default|output/i;

describe('of the program', () => {
  it('says the commands, the variable, the exit codes and an example', () => {
    const { stdout, stderr, status } = sitio().curp('--help');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).not.toMatch(INGLES);
    for (const parte of [
      'Uso: curp [opciones] [comando]',
      ...COMANDOS.map((comando) => `\n  ${comando.split(' ')[0]} `),
      'DATABASE_URL',
      'Códigos de salida',
      'Ejemplo:',
    ]) {
      expect(stdout).toContain(parte);
    }
    for (const codigo of [0, 1, 2, 74, 78, 130]) expect(stdout).toMatch(new RegExp(`^ +${codigo} {2}\\S`, 'm'));
  });

  it('is the same by its other names', () => {
    const { curp } = sitio();
    const { stdout } = curp('--help');
    expect(curp('-h').stdout).toBe(stdout);
    expect(curp('help').stdout).toBe(stdout);
    expect(curp().stderr).toBe(stdout);
  });

  it('knows its version', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(sitio().curp('--version')).toEqual({ stdout: `${version}\n`, stderr: '', status: 0 });
  });
});

it.each(COMANDOS)('of %s', (comando) => {
  const { stdout, status } = sitio().curp(...comando.split(' '), '--help');
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Uso: curp ${comando} \\[opciones\\]`));
  expect(stdout).toMatch(new RegExp(`\n\nEjemplo:\n  curp ${comando}`));
  expect(stdout).not.toMatch(INGLES);
});

it('in English', () => {
  const { con } = sitio();
  expect(con(EN)('--help').stdout).toMatch(
    /^Usage: curp \[options\] \[command\]\n[^]*\nExit codes:\n[^]*\nExample:\n {2}curp /,
  );
  const { stdout } = con(EN)('proyectos', 'crear', '--help');
  for (const parte of ['Usage: curp proyectos crear [options] <NOMBRE>', 'Arguments:', 'Options:', 'shows this help']) {
    expect(stdout).toContain(parte);
  }
  expect(stdout).not.toMatch(/[áéíóúñ]/);
});
