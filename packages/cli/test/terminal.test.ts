/** On a terminal the header is bold; in a pipe, or where the user wants no colour, the same text is plain. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { BIN, PACIENCIA, sitio } from './curp.js';

vi.setConfig(PACIENCIA);

const python = spawnSync('python3', ['-c', 'import pty']).status === 0;
const PTY = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

describe.skipIf(!python)(python ? 'a terminal' : 'a terminal (python3 is needed to make one)', () => {
  it('bold there, and nowhere else', () => {
    const { dir, env, curp, json } = sitio();
    json('crear', 'Ñandú');
    const enTerminal = (otras: Readonly<Record<string, string>>) => {
      const { stdout, status } = spawnSync('python3', ['-c', PTY, process.execPath, BIN, 'proyectos', 'listar'], {
        cwd: dir,
        env: { ...env, TERM: 'xterm-256color', ...otras },
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      return stdout.replaceAll('\r\n', '\n');
    };
    const plano = curp('proyectos', 'listar').stdout;
    const [titulos = '', ...filas] = plano.split('\n');
    expect(enTerminal({})).toBe([`\u001B[1m${titulos}\u001B[22m`, ...filas].join('\n'));
    expect(enTerminal({ NO_COLOR: '1' })).toBe(plano);
    expect(enTerminal({ TERM: 'dumb' })).toBe(plano);
  });
});

it('a pipe stays plain even where colour is forced', () => {
  const { con, json } = sitio();
  json('crear', 'Ñandú');
  expect(con({ FORCE_COLOR: '1' })('proyectos', 'listar').stdout).not.toContain('\u001B');
});
