/** The scripts that complete what is typed, each in its own shell. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { EN, PACIENCIA, sitio } from './curp.js';
import { enTerminal, hayPython, plano } from './terminal.js';

vi.setConfig(PACIENCIA);

const hay = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

const PRIMERAS = [
  'calcular',
  'explicar',
  'validar',
  'cotejar',
  'entidades',
  'lote',
  'servir',
  'proyectos',
  'padron',
  'completion',
  'help',
];
const DE_PROYECTOS = ['crear', 'listar', 'cambiar', 'rotar', 'revocar', 'activar', 'uso', 'help'];

/** What is typed, and what is offered. */
const CASOS: readonly (readonly [escrito: string, ofrecido: readonly string[]])[] = [
  ['curp ', PRIMERAS],
  ['curp co', ['cotejar', 'completion']],
  ['curp proyectos ', DE_PROYECTOS],
  ['curp proyectos re', ['revocar']],
  ['curp proyectos crear --c', ['--cuota']],
  ['curp calcular --sexo M --ent', ['--entidad']],
  ['curp proyectos revocar "Mi tienda" --to', ['--token']],
  ['curp padron ', ['importar', 'estado', 'borrar', 'help']],
  ['curp completion ', ['bash', 'zsh', 'fish']],
  ['curp help proy', ['proyectos']],
  ['curp proyectos help ro', ['rotar']],
];

function script(shell: string) {
  const lugar = sitio();
  const { stdout, stderr, status } = lugar.curp('completion', shell);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const archivo = join(lugar.dir, `_curp`);
  writeFileSync(archivo, stdout);
  return { ...lugar, archivo };
}

/** Runs some code in a shell, with arguments. */
function enShell(shell: string, codigo: string, ...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(shell, ['-c', codigo, ...args], { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

const palabras = (texto: string): string[] =>
  texto
    .split(/\s+/)
    .filter((palabra) => palabra !== '')
    .toSorted();

it.runIf(hay('bash')).each(CASOS)('bash: %s', (escrito, ofrecido) => {
  const { archivo } = script('bash');
  const codigo = `source "$1"; eval "COMP_WORDS=($2)"; [[ $2 == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); complete -p curp > /dev/null && _curp; printf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(palabras(enShell('bash', codigo, 'bash', archivo, escrito))).toEqual(ofrecido.toSorted());
});

it.runIf(hay('fish')).each(CASOS)('fish: %s', (escrito, ofrecido) => {
  const { archivo } = script('fish');
  enShell('fish', 'fish --no-execute $argv[1]', archivo);
  const ofrecidas = enShell('fish', 'source $argv[1]; complete -C $argv[2]', archivo, escrito);
  const [primera] = ofrecidas.split('\n').map((linea) => linea.split('\t')[1]);
  expect(
    ofrecidas
      .trimEnd()
      .split('\n')
      .map((linea) => linea.split('\t')[0] ?? '')
      .toSorted(),
  ).toEqual(ofrecido.toSorted());
  if (escrito === 'curp proyectos re') expect(primera).toMatch(/^deshabilita un proyecto/);
});

describe.skipIf(!hay('zsh'))('zsh', () => {
  it.each(CASOS)('%s', (escrito, ofrecido) => {
    const { archivo } = script('zsh');
    enShell('zsh', 'zsh -n "$1"', 'zsh', archivo);
    // With stand-ins for what only an interactive shell has.
    const codigo = `compdef() {}; _files() {}; _describe() { print -rl -- "\${(@P)@[-1]%%:*}" }
      words=("\${(@Q)\${(z)2}}"); [[ $2 == *' ' ]] && words+=(''); CURRENT=$#words; source "$1"; _curp`;
    const encajan = palabras(enShell('zsh', codigo, 'zsh', archivo, escrito)).filter((palabra) =>
      palabra.startsWith(escrito.split(' ').at(-1) ?? ''),
    );
    expect(encajan).toEqual(ofrecido.toSorted());
  });

  it.skipIf(!hayPython)('on a terminal (python3 makes it)', () => {
    const lugar = script('zsh');
    const preparar = 'fpath=($PWD $fpath); autoload -U compinit; compinit -u -D\r';
    const editable = '\u001B[?2004h';
    const { pantalla } = enTerminal(
      lugar,
      ['zsh', '-f', '-i'],
      [
        [editable, preparar],
        [editable, 'curp proyectos \t'],
        ['uso ', '\u0015exit\r'],
      ],
    );
    for (const palabra of DE_PROYECTOS) expect(plano(pantalla)).toMatch(new RegExp(`^${palabra} +-- \\S`, 'm'));
  });
});

it('tells how to install itself, and which shells there are', () => {
  const { curp, con } = sitio();
  const { stdout } = curp('completion', '--help');
  for (const shell of ['bash', 'zsh', 'fish']) expect(stdout).toContain(`  curp completion ${shell} > `);
  expect(curp('completion', 'tcsh')).toEqual({
    stdout: '',
    stderr: 'SHELL debe ser uno de bash, zsh, fish.\nVea: curp completion --help\n',
    status: 2,
  });
  expect(con(EN)('completion', 'tcsh').stderr).toMatch(/^SHELL must be one of bash, zsh, fish\.\n/);
});

it('describes in the language of the user', () => {
  expect(sitio().con(EN)('completion', 'fish').stdout).toContain("-a calcular -d 'calculates the CURP of a person'");
});
