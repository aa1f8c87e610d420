/** The completion scripts of `curp completion`, run in their shells. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { curp, curpInEnglish, workspace } from './curp.js';
import { inTerminal, hasPython, plain } from './terminal.js';

const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

const TOP_COMMANDS = [
  'calcular',
  'explicar',
  'validar',
  'cotejar',
  'entidades',
  'formatos',
  'lote',
  'mcp',
  'inventar',
  'sql',
  'conformidad',
  'servir',
  'proyectos',
  'tokens',
  'lotes',
  'padron',
  'respaldar',
  'auditoria',
  'configuracion',
  'completion',
  'help',
];
const PROYECTOS_COMMANDS = ['crear', 'listar', 'cambiar', 'rotar', 'revocar', 'activar', 'borrar', 'uso', 'help'];

/** The text that is typed, and the words that must be offered. */
const CASES: readonly (readonly [typed: string, expected: readonly string[]])[] = [
  ['curp ', TOP_COMMANDS],
  ['curp co', ['cotejar', 'conformidad', 'configuracion', 'completion']],
  ['curp proyectos ', PROYECTOS_COMMANDS],
  ['curp proyectos re', ['revocar']],
  ['curp proyectos crear --c', ['--cuota', '--config']],
  ['curp calcular --sexo M --ent', ['--entidad']],
  ['curp tokens ', ['crear', 'listar', 'revocar', 'help']],
  ['curp tokens listar "Mi tienda" --to', ['--todos']],
  ['curp lotes ', ['listar', 'ver', 'borrar', 'help']],
  ['curp padron ', ['importar', 'estado', 'borrar', 'help']],
  ['curp completion ', ['bash', 'zsh', 'fish']],
  ['curp help proy', ['proyectos']],
  ['curp proyectos help ro', ['rotar']],
];

const generated = new Map<string, string>();

/** The script in a file; it is generated once for each shell. */
function script(shell: string) {
  const place = workspace();
  const file = join(place.dir, `_curp`);
  if (!generated.has(shell)) {
    const { stdout, stderr, status } = place.curp('completion', shell);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    generated.set(shell, stdout);
  }
  writeFileSync(file, generated.get(shell) ?? '');
  return { ...place, file };
}

function inShell(shell: string, code: string, ...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(shell, ['-c', code, ...args], { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

const words = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .toSorted();

it.runIf(hasShell('bash')).each(CASES)('bash: %s', (typed, expected) => {
  const { file } = script('bash');
  const code = `source "$1"; eval "COMP_WORDS=($2)"; [[ $2 == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); complete -p curp > /dev/null && _curp; printf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(words(inShell('bash', code, 'bash', file, typed))).toEqual(expected.toSorted());
});

it.runIf(hasShell('fish')).each(CASES)('fish: %s', (typed, expected) => {
  const { file } = script('fish');
  const offered = inShell('fish', 'source $argv[1]; complete -C $argv[2]', file, typed);
  const [first] = offered.split('\n').map((line) => line.split('\t')[1]);
  expect(
    offered
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '')
      .toSorted(),
  ).toEqual(expected.toSorted());
  if (typed === 'curp proyectos re') expect(first).toMatch(/^deshabilita un proyecto/);
});

it.runIf(hasShell('fish'))('fish reads the whole script', () => {
  inShell('fish', 'fish --no-execute $argv[1]', script('fish').file);
});

describe.skipIf(!hasShell('zsh'))('zsh', () => {
  it('reads the whole script', () => {
    inShell('zsh', 'zsh -n "$1"', 'zsh', script('zsh').file);
  });

  it.each(CASES)('%s', (typed, expected) => {
    const { file } = script('zsh');
    // Stubs for the functions of an interactive shell.
    const code = `compdef() {}; _files() {}; _describe() { print -rl -- "\${(@P)@[-1]%%:*}" }
      words=("\${(@Q)\${(z)2}}"); [[ $2 == *' ' ]] && words+=(''); CURRENT=$#words; source "$1"; _curp`;
    const matching = words(inShell('zsh', code, 'zsh', file, typed)).filter((word) =>
      word.startsWith(typed.split(' ').at(-1) ?? ''),
    );
    expect(matching).toEqual(expected.toSorted());
  });

  it.skipIf(!hasPython)('completes on a terminal (needs python3)', () => {
    const place = script('zsh');
    const prepare = 'fpath=($PWD $fpath); autoload -U compinit; compinit -u -D\r';
    const editable = '\u001B[?2004h';
    const { screen } = inTerminal(
      place,
      ['zsh', '-f', '-i'],
      [
        [editable, prepare],
        [editable, 'curp proyectos \t'],
        ['uso ', '\u0015exit\r'],
      ],
    );
    for (const word of PROYECTOS_COMMANDS) expect(plain(screen)).toMatch(new RegExp(`^${word} +-- \\S`, 'm'));
  });
});

it('the help tells how to install each script, and an unknown shell is refused', async () => {
  const { stdout } = await curp('completion', '--help');
  for (const shell of ['bash', 'zsh', 'fish']) expect(stdout).toContain(`  curp completion ${shell} > `);
  expect(await curp('completion', 'tcsh')).toEqual({
    stdout: '',
    stderr: 'SHELL debe ser uno de bash, zsh, fish.\nVea: curp completion --help\n',
    status: 2,
  });
  expect((await curpInEnglish('completion', 'tcsh')).stderr).toMatch(/^SHELL must be one of bash, zsh, fish\.\n/);
});

it('the descriptions are in the language of the user', async () => {
  expect((await curpInEnglish('completion', 'fish')).stdout).toContain(
    "-a calcular -d 'calculates the CURP of a person'",
  );
});
