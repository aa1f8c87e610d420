/** `curp lote` on a terminal: the bar, Ctrl-C, and no file of people where none was asked for. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { barLine } from '../src/terminal/progress.js';
import { GOOD_ROWS, fileWorkspace, manyRows } from './files.js';
import { BIN, EN, PATIENCE } from './curp.js';

vi.setConfig(PATIENCE);

const python = spawnSync('python3', ['-c', 'import pty']).status === 0;
/** A terminal so wide. Types Ctrl-C once it shows a text, and gives all that it showed. */
const TERMINAL = `
import fcntl, os, pty, struct, sys, termios
ancho, hasta, *orden = sys.argv[1:]
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(ancho), 0, 0))
    os.execv(orden[0], orden)
visto = b''
while True:
    try:
        trozo = os.read(fd, 65536)
    except OSError:
        break
    visto += trozo
    if hasta and hasta.encode() in visto:
        hasta = ''
        os.write(fd, b'\\x03')
sys.stdout.buffer.write(visto)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

const ESC = '\u001B';
/** What clears the line of the bar. */
const BORRAR = `\r${ESC}[K`;

const es = (text: string): string => text;
const en = (_: string, text: string): string => text;

describe.skipIf(!python)(python ? 'a terminal' : 'a terminal (python3 is needed to make one)', () => {
  const inTerminal = (
    { dir, env }: ReturnType<typeof fileWorkspace>,
    args: readonly string[],
    {
      width = 100,
      until = '',
      ...others
    }: { readonly width?: number; readonly until?: string; readonly [variable: string]: unknown } = {},
  ) => {
    const order = ['-c', TERMINAL, String(width), until, process.execPath, BIN, 'lote', ...args];
    const { stdout, status } = spawnSync('python3', order, {
      cwd: dir,
      env: { ...env, TERM: 'xterm-256color', ...others },
      encoding: 'utf8',
    });
    return { seen: stdout.replaceAll('\r\n', '\n').replaceAll(BORRAR, '⌫'), status };
  };
  const DRAWING = /⌫([^⌫\n]*)/g;

  it('shows a bar that keeps to its line, and takes it away', () => {
    const workspace = fileWorkspace();
    workspace.write('p.csv', manyRows(1_500_000));
    for (const width of [100, 30]) {
      const { seen, status } = inTerminal(workspace, ['p.csv', '-o', 's.csv', '--forzar'], { width });
      const lines = Array.from(seen.matchAll(DRAWING), ([, drawing = '']) => drawing);
      expect(status).toBe(0);
      expect(lines.length).toBeGreaterThan(2);
      expect(lines.slice(0, -1).every((drawing) => drawing.length < width && /\d %  [\d,]+ filas/.test(drawing))).toBe(
        true,
      );
      expect(lines[0]?.startsWith('[')).toBe(width === 100);
      expect(lines.at(-1)).toMatch(/^Filas: 1,500,000;/);
      expect(seen).not.toContain(ESC);
      expect(seen).not.toMatch(/Íñigo|AUXI/);
    }
  });

  it.each([
    [{ TERM: 'dumb' }, []],
    [{}, ['--silencio']],
  ])('shows none with %j %j', (env, args) => {
    const workspace = fileWorkspace();
    workspace.write('p.csv', manyRows(500_000));
    const { seen } = inTerminal(workspace, ['p.csv', '-o', 's.csv', ...args], env);
    expect(seen).not.toContain('⌫');
    expect(seen).not.toContain(ESC);
  });

  it.each([[[]], [['--hilos', '2']]])('heeds Ctrl-C %j', (args) => {
    const workspace = fileWorkspace();
    workspace.write('p.csv', manyRows(3_000_000));
    const { seen, status } = inTerminal(workspace, ['p.csv', '-o', 's.csv', ...args], {
      until: ' filas',
      ...EN,
      LANG: 'es_MX.UTF-8',
    });
    expect(seen).toMatch(/⌫Interrumpido: s\.csv no se escribió\.\n$/);
    expect(status).toBe(130);
    expect(workspace.list()).toEqual(['p.csv']);
  });

  it('is not filled with people unless that is asked for', () => {
    const workspace = fileWorkspace();
    workspace.write('p.csv', GOOD_ROWS);
    expect(inTerminal(workspace, ['p.csv'])).toEqual({
      seen: 'Diga dónde escribir con -o SALIDA, o con -o - si lo quiere en la terminal.\nVea: curp lote --help\n',
      status: 2,
    });
    expect(inTerminal(workspace, ['p.csv', '-o', '-', '--silencio']).seen).toContain('AUXI751201');
  });

  it('is not there where only the output is', () => {
    const { dir, env, write } = fileWorkspace();
    write('p.csv', manyRows(500_000));
    const order = `${process.execPath} ${BIN} lote ${join(dir, 'p.csv')} -o /dev/null 2>&1 | cat`;
    const { stdout } = spawnSync('python3', ['-c', TERMINAL, '80', '', '/bin/sh', '-c', order], {
      cwd: dir,
      env,
      encoding: 'utf8',
    });
    expect(stdout).toContain('Filas: 500,000;');
    expect(stdout).not.toContain(ESC);
  });
});

describe('the line of the bar', () => {
  const snapshot = { rows: 1_234_567, bad: 2, progress: { done: 50, total: 200 } };

  it('says as much as fits', () => {
    expect(barLine(snapshot, 10, 100, es)).toBe(
      '[######..................] 25 %  1,234,567 filas  123,457/s  faltan 30 s  2 con error',
    );
    expect(barLine(snapshot, 10, 80, en)).toBe('25 %  1,234,567 rows  123,457/s  30 s left  2 with an error');
    expect(barLine(snapshot, 10, 40, es)).toBe('25 %  1,234,567 filas  123,457/s');
    for (let width = 1; width < 120; width++) expect(barLine(snapshot, 10, width, es).length).toBeLessThan(width);
  });

  it('knows no end of a pipe, nor of the first moment', () => {
    expect(barLine({ ...snapshot, progress: { done: 50, total: null } }, 10, 80, es)).toBe(
      '1,234,567 filas  123,457/s  2 con error',
    );
    expect(barLine({ ...snapshot, progress: { done: 0, total: 0 } }, 10, 80, es)).toContain('0 %');
    expect(barLine(snapshot, 600, 120, es)).toContain('faltan 30 min 0 s');
  });
});
