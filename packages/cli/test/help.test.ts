/** The help of every command, in the user's language and with an example. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { curp, curpInEnglish } from './curp.js';

const COMMANDS = [
  'calcular',
  'explicar',
  'validar',
  'cotejar',
  'entidades',
  'formatos',
  'cruzar',
  'inventar',
  'sql',
  'mcp',
  'servir',
  'padron importar',
  'padron estado',
  'padron borrar',
  'respaldar',
  'mudar',
  'auditoria',
  'configuracion',
  'tokens crear',
  'tokens listar',
  'tokens revocar',
  ...['crear', 'listar', 'cambiar', 'rotar', 'revocar', 'activar', 'borrar', 'uso'].map((name) => `proyectos ${name}`),
];
/** English words of commander that must not appear in the Spanish help. */
const ENGLISH = /usage(?!_)|options|arguments|commands?\b|display|default|output/i;

describe('the help of the program', () => {
  it('lists the commands, the variable, the exit codes and an example', async () => {
    const { stdout, stderr, status } = await curp('--help');
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

  it('is printed by -h, by help and without arguments', async () => {
    const { stdout } = await curp('--help');
    expect((await curp('-h')).stdout).toBe(stdout);
    expect((await curp('help')).stdout).toBe(stdout);
    expect((await curp()).stderr).toBe(stdout);
  });

  it('names --version, which prints the version of the package and the commit of the build', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    const { stdout, ...end } = await curp('--version');
    expect(end).toEqual({ stderr: '', status: 0 });
    expect(stdout.replace(/\+[\w-]+\n$/, '\n')).toBe(`${version}\n`);
  });
});

it.each(COMMANDS)('the help of %s has its usage and an example', async (name) => {
  const { stdout, status } = await curp(...name.split(' '), '--help');
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Uso: curp ${name} \\[opciones\\]`));
  expect(stdout).toMatch(new RegExp(`\n\nEjemplo:\n  curp ${name}`));
  expect(stdout).not.toMatch(ENGLISH);
});

it('the help is in English in an English locale', async () => {
  expect((await curpInEnglish('--help')).stdout).toMatch(
    /^Usage: curp \[options\] \[command\]\n[^]*\nExit codes:\n[^]*\nExample:\n {2}curp /,
  );
  const { stdout } = await curpInEnglish('proyectos', 'crear', '--help');
  for (const part of ['Usage: curp proyectos crear [options] <NOMBRE>', 'Arguments:', 'Options:', 'shows this help']) {
    expect(stdout).toContain(part);
  }
  expect(stdout).not.toMatch(/[áéíóúñ]/);
});
