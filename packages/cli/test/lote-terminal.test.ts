/** `curp lote` on a terminal: the bar, Ctrl-C, and no file of people where none was asked for. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { linea } from '../src/terminal/progress.js';
import { BUENAS, archivos, muchas } from './files.js';
import { BIN, EN, PACIENCIA } from './curp.js';

vi.setConfig(PACIENCIA);

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

const es = (texto: string): string => texto;
const en = (_: string, texto: string): string => texto;

describe.skipIf(!python)(python ? 'a terminal' : 'a terminal (python3 is needed to make one)', () => {
  const enTerminal = (
    { dir, env }: ReturnType<typeof archivos>,
    args: readonly string[],
    {
      ancho = 100,
      hasta = '',
      ...otras
    }: { readonly ancho?: number; readonly hasta?: string; readonly [variable: string]: unknown } = {},
  ) => {
    const orden = ['-c', TERMINAL, String(ancho), hasta, process.execPath, BIN, 'lote', ...args];
    const { stdout, status } = spawnSync('python3', orden, {
      cwd: dir,
      env: { ...env, TERM: 'xterm-256color', ...otras },
      encoding: 'utf8',
    });
    return { visto: stdout.replaceAll('\r\n', '\n').replaceAll(BORRAR, '⌫'), status };
  };
  const DIBUJO = /⌫([^⌫\n]*)/g;

  it('shows a bar that keeps to its line, and takes it away', () => {
    const sitio = archivos();
    sitio.escribir('p.csv', muchas(1_500_000));
    for (const ancho of [100, 30]) {
      const { visto, status } = enTerminal(sitio, ['p.csv', '-o', 's.csv', '--forzar'], { ancho });
      const lineas = Array.from(visto.matchAll(DIBUJO), ([, dibujo = '']) => dibujo);
      expect(status).toBe(0);
      expect(lineas.length).toBeGreaterThan(2);
      expect(lineas.slice(0, -1).every((dibujo) => dibujo.length < ancho && /\d %  [\d,]+ filas/.test(dibujo))).toBe(
        true,
      );
      expect(lineas[0]?.startsWith('[')).toBe(ancho === 100);
      expect(lineas.at(-1)).toMatch(/^Filas: 1,500,000;/);
      expect(visto).not.toContain(ESC);
      expect(visto).not.toMatch(/Íñigo|AUXI/);
    }
  });

  it.each([
    [{ TERM: 'dumb' }, []],
    [{}, ['--silencio']],
  ])('shows none with %j %j', (env, args) => {
    const sitio = archivos();
    sitio.escribir('p.csv', muchas(500_000));
    const { visto } = enTerminal(sitio, ['p.csv', '-o', 's.csv', ...args], env);
    expect(visto).not.toContain('⌫');
    expect(visto).not.toContain(ESC);
  });

  it.each([[[]], [['--hilos', '2']]])('heeds Ctrl-C %j', (args) => {
    const sitio = archivos();
    sitio.escribir('p.csv', muchas(3_000_000));
    const { visto, status } = enTerminal(sitio, ['p.csv', '-o', 's.csv', ...args], {
      hasta: ' filas',
      ...EN,
      LANG: 'es_MX.UTF-8',
    });
    expect(visto).toMatch(/⌫Interrumpido: s\.csv no se escribió\.\n$/);
    expect(status).toBe(130);
    expect(sitio.hay()).toEqual(['p.csv']);
  });

  it('is not filled with people unless that is asked for', () => {
    const sitio = archivos();
    sitio.escribir('p.csv', BUENAS);
    expect(enTerminal(sitio, ['p.csv'])).toEqual({
      visto: 'Diga dónde escribir con -o SALIDA, o con -o - si lo quiere en la terminal.\nVea: curp lote --help\n',
      status: 2,
    });
    expect(enTerminal(sitio, ['p.csv', '-o', '-', '--silencio']).visto).toContain('AUXI751201');
  });

  it('is not there where only the output is', () => {
    const { dir, env, escribir } = archivos();
    escribir('p.csv', muchas(500_000));
    const orden = `${process.execPath} ${BIN} lote ${join(dir, 'p.csv')} -o /dev/null 2>&1 | cat`;
    const { stdout } = spawnSync('python3', ['-c', TERMINAL, '80', '', '/bin/sh', '-c', orden], {
      cwd: dir,
      env,
      encoding: 'utf8',
    });
    expect(stdout).toContain('Filas: 500,000;');
    expect(stdout).not.toContain(ESC);
  });
});

describe('the line of the bar', () => {
  const totales = { rows: 1_234_567, good: 1_234_565, errors: new Map([[417, 2]]) };
  const momento = { totales, avance: { leidos: 50, total: 200 }, segundos: 10 };

  it('says as much as fits', () => {
    expect(linea(momento, 100, es)).toBe(
      '[######..................] 25 %  1,234,567 filas  123,457/s  faltan 30 s  2 con error',
    );
    expect(linea(momento, 80, en)).toBe('25 %  1,234,567 rows  123,457/s  30 s left  2 with an error');
    expect(linea(momento, 40, es)).toBe('25 %  1,234,567 filas  123,457/s');
    for (let ancho = 1; ancho < 120; ancho++) expect(linea(momento, ancho, es).length).toBeLessThan(ancho);
  });

  it('knows no end of a pipe, nor of the first moment', () => {
    expect(linea({ ...momento, avance: { leidos: 50, total: null } }, 80, es)).toBe(
      '1,234,567 filas  123,457/s  2 con error',
    );
    expect(linea({ ...momento, avance: { leidos: 0, total: 0 } }, 80, es)).toContain('0 %');
    expect(linea({ ...momento, segundos: 600 }, 120, es)).toContain('faltan 30 min 0 s');
  });
});
