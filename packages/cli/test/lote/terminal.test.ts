/** `curp lote` on a terminal: the progress bar, Ctrl-C, and no personal data unless the user asks for them. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { user } from '../../src/environment.js';
import { barLine } from '../../src/terminal/progress.js';
import { CURP_ANGELES, ENDLESS_ROWS, GOOD_ROWS, HEADER, fileWorkspace, manyRows } from '../files.js';
import { BIN } from '../curp.js';
import { workbookOf } from '../../../lote/test/workbook.js';
import { has } from '../../../../test/tools.js';
import { IN_HASTE, type Step, inTerminal, plain } from '../terminal.js';

const ESC = '\u001B';
const CLEAR_LINE = `\r${ESC}[K`;
const CTRL_C = '\u0003';
/** A dozen chunks. */
const ROWS = 60_000;

interface Terminal {
  readonly steps?: readonly Step[];
  readonly env?: Readonly<Record<string, string>>;
  readonly width?: number;
}

describe.skipIf(!has('python3'))('curp lote on a terminal (needs python3)', () => {
  /** Shows `⌫` where the line of the bar is cleared. */
  const lote = (
    place: ReturnType<typeof fileWorkspace>,
    args: readonly string[],
    { steps, env, width = 100 }: Terminal = {},
  ) => {
    const { screen, status } = inTerminal(
      place,
      [process.execPath, BIN, 'lote', ...args],
      steps,
      { ...IN_HASTE, ...env },
      width,
    );
    return { seen: screen.replaceAll(CLEAR_LINE, '⌫'), status };
  };
  const DRAWING = /⌫([^⌫\n]*)/g;

  it('draws a bar that fits in its line, and clears it at the end', () => {
    const place = fileWorkspace();
    place.write('p.csv', manyRows(ROWS));
    for (const width of [100, 30]) {
      const { seen, status } = lote(place, ['p.csv', '-o', 's.csv', '--forzar'], { width });
      const lines = Array.from(seen.matchAll(DRAWING), ([, drawing = '']) => drawing);
      expect(status).toBe(0);
      expect(lines.length).toBeGreaterThan(2);
      expect(lines.slice(0, -1).every((drawing) => drawing.length < width && /\d %  [\d,]+ filas/.test(drawing))).toBe(
        true,
      );
      expect(lines[0]?.startsWith('[')).toBe(width === 100);
      expect(lines.at(-1)).toMatch(/^Filas: 60,000;/);
      expect(seen).not.toContain(ESC);
      expect(seen).not.toMatch(/Íñigo|AUXI/);
    }
  });

  it.each([
    [{ TERM: 'dumb' }, []],
    [{}, ['--silencio']],
  ])('draws no bar with %j %j', (env, args) => {
    const place = fileWorkspace();
    place.write('p.csv', manyRows(ROWS));
    const { seen } = lote(place, ['p.csv', '-o', 's.csv', ...args], { env });
    expect(seen).not.toContain('⌫');
    expect(seen).not.toContain(ESC);
  });

  it('Ctrl-C while a pipe is stored clears the bar, deletes the output and exits with 130', () => {
    const place = fileWorkspace();
    spawnSync('sh', ['-c', 'mkfifo p'], { cwd: place.dir });
    const fd = openSync(join(place.dir, 'p'), 'r+');
    const source = spawn(process.execPath, ['-e', ENDLESS_ROWS], { stdio: ['ignore', fd, 'inherit'] });
    closeSync(fd);
    onTestFinished(() => void source.kill());
    const { seen, status } = lote(place, ['p', '-o', 's.csv', '--formato', 'csv'], { steps: [[' MB', CTRL_C]] });
    expect(seen).toMatch(/⌫Se guarda la entrada {2}\d+\.\d MB/);
    expect(seen).toMatch(/⌫Interrumpido: s\.csv no se escribió\.\n$/);
    expect(status).toBe(130);
    expect(place.list()).toEqual(['p']);
  });

  it('prints rows on the terminal only with -o -', () => {
    const place = fileWorkspace();
    place.write('p.csv', GOOD_ROWS);
    expect(lote(place, ['p.csv'])).toEqual({
      seen: 'Diga dónde escribir con -o SALIDA, o con -o - si lo quiere en la terminal.\nVea: curp lote --help\n',
      status: 2,
    });
    expect(lote(place, ['p.csv', '-o', '-', '--silencio']).seen).toContain('AUXI751201');
  });

  describe('asks what only a person can know, and shows the option for the next time:', () => {
    it.each([
      ['mujer', '--sexo hm', 'OETG900517MDFLND'],
      ['Masculino', '--sexo fm', 'OETG900517HDFLND'],
    ])('M is %s', (answer, option, key) => {
      const place = fileWorkspace();
      place.write('p.csv', `${HEADER}\nGuadalupe,Olvera,Tinajero,1990-05-17,M,09\n`);
      const question = 'La columna del sexo trae solo M: ¿mujer o masculino?';
      const steps: Step[] = [
        [question, 'M\r'],
        ['Conteste con una de esas palabras.', `${answer}\r`],
      ];
      const { seen, status } = lote(place, ['p.csv', '-o', 's.csv'], { steps, env: { NO_COLOR: '1' } });
      expect(plain(seen)).not.toContain('?:');
      expect(plain(seen)).toContain(`\nLa próxima vez: ${option}\n`);
      expect(plain(seen)).toContain('Filas: 1; listas: 1; por revisar: 0; con error: 0.');
      expect(status).toBe(0);
      expect(String(place.read('s.csv'))).toMatch(new RegExp(`,${key}\\d\\d,,0,\n`));
      const again = place.lote(['p.csv', '-o', 't.csv', ...option.split(' ')]);
      expect(again.status).toBe(0);
      expect(place.read('t.csv')).toEqual(place.read('s.csv'));
    });

    it.each([
      ['estado', "--columna 'entidad=Estado'", 0, ',OETR900517MDFLNN05,,0,\n'],
      ['ninguna', "--columna 'entidad='", 1, ',,,407,'],
    ])('the column of the entity is %s', (answer, option, code, end) => {
      const place = fileWorkspace();
      place.write('p.csv', `${HEADER.replace('entidad', 'Estado')}\nRenata,Olvera,Tinajero,1990-05-17,Mujer,DF\n`);
      const steps: Step[] = [['¿Qué columna es «Entidad de nacimiento»: Estado o ninguna?', `${answer}\r`]];
      const { seen, status } = lote(place, ['p.csv', '-o', 's.csv'], { steps, env: { NO_COLOR: '1' } });
      expect(plain(seen)).toContain(`\nLa próxima vez: ${option}\n`);
      expect(status).toBe(code);
      expect(String(place.read('s.csv'))).toContain(end);
    });

    it('the columns that it names cannot command the terminal', () => {
      const place = fileWorkspace();
      place.write(
        'p.csv',
        `${HEADER.replace('entidad', 'Estado \u001B\u202E')}\nRenata,Olvera,Tinajero,1990-05-17,Mujer,DF\n`,
      );
      const steps: Step[] = [['¿Qué columna es «Entidad de nacimiento»: Estado \uFFFD\uFFFD o ninguna', 'ninguna\r']];
      const { seen } = lote(place, ['p.csv', '-o', 's.csv'], { steps, env: { NO_COLOR: '1' } });
      expect(seen).toContain('o ninguna?');
      expect(seen).not.toContain('\u202E');
    });

    it('the columns of a file without a header go by number or by letter', () => {
      const place = fileWorkspace();
      place.write('p.csv', `Ana,Ruiz,Gil,,,${GOOD_ROWS.slice(HEADER.length)}`);
      const ask = (name: string, answer: string): Step => [`está «${name}», o ninguna?`, `${answer}\r`];
      const steps: Step[] = [
        ['o una persona? (nombres/persona)', 'persona\r'],
        ask('Nombre(s)', 'G'),
        ['Conteste con una de esas palabras.', 'A\r'],
        ask('Primer apellido', 'b'),
        ask('Segundo apellido', '3'),
        ask('Sexo', 'E'),
        ask('Entidad de nacimiento', '6'),
        ask('Fecha de nacimiento', 'D'),
      ];
      const { seen, status } = lote(place, ['p.csv', '-o', 's.csv'], { steps, env: { NO_COLOR: '1' } });
      expect(plain(seen)).toContain('\nLa próxima vez: --encabezado 0\n');
      expect(plain(seen)).toContain("\nLa próxima vez: --columna 'fecha_nacimiento=D'\n");
      expect(status).toBe(1);
      expect(String(place.read('s.csv'))).toContain(`,${CURP_ANGELES},,0,\n`);
    });

    it.each([
      ['todas', '--hoja todas', 2],
      ['solo', '--hoja 1B', 1],
    ])('of two sheets with people, %s', (answer, option, rows) => {
      const place = fileWorkspace();
      const people = GOOD_ROWS.split('\n').map((line) => line.split(','));
      place.write(
        'p.xlsx',
        workbookOf({ '1A': people.slice(0, 2), '1B': people.toSpliced(1, 1).toSpliced(1, 0, ['']) }),
      );
      const steps: Step[] = [
        ['Hay personas en la hoja «1B» y también en «1A»: ¿todas, o solo la primera?', 'x\r'],
        ['Conteste con una de esas palabras.', `${answer}\r`],
      ];
      const { seen, status } = lote(place, ['p.xlsx', '-o', 's.xlsx', '--sexo', 'hm'], {
        steps,
        env: { NO_COLOR: '1' },
      });
      expect(plain(seen)).toContain(`\nLa próxima vez: ${option}\n`);
      expect(plain(seen)).toContain(`Filas: ${rows}; listas: ${rows}; por revisar: 0; con error: 0.`);
      expect(status).toBe(0);
      expect(lote(place, ['p.xlsx', '-o', 't.csv', '--sexo', 'hm', '--silencio'])).toEqual({ seen: '', status: 0 });
    });

    it('with --sin-preguntas it ends instead, and names the option', () => {
      const place = fileWorkspace();
      place.write('p.csv', `${HEADER}\nRenata,Olvera,Tinajero,1990-05-17,M,09\n`);
      expect(lote(place, ['p.csv', '-o', 's.csv', '--sin-preguntas'])).toEqual({
        seen: 'La columna del sexo trae solo M, que puede ser Mujer o Masculino: declare --sexo hm si es Mujer o --sexo fm si es Masculino.\n',
        status: 2,
      });
      expect(place.list()).toEqual(['p.csv']);
    });
  });

  it('draws no bar if stderr is not the terminal', () => {
    const place = fileWorkspace();
    place.write('p.csv', manyRows(ROWS));
    const command = `${process.execPath} ${BIN} lote p.csv -o /dev/null 2>&1 | cat`;
    const { screen } = inTerminal(place, ['/bin/sh', '-c', command], [], IN_HASTE);
    expect(screen).toContain('Filas: 60,000;');
    expect(screen).not.toContain(ESC);
  });
});

describe('the line of the progress bar', () => {
  const snapshot = { rows: 1_234_567, bad: 2, progress: { done: 50, total: 200 } };

  it('shows as much as fits', () => {
    expect(barLine(snapshot, 10, 100)).toBe(
      '[######..................] 25 %  1,234,567 filas  123,457/s  faltan 30 s  2 con error',
    );
    expect(barLine(snapshot, 10, 40)).toBe('25 %  1,234,567 filas  123,457/s');
    for (let width = 1; width < 120; width++) expect(barLine(snapshot, 10, width).length).toBeLessThan(width);
    user.language = 'en';
    onTestFinished(() => void (user.language = 'es'));
    expect(barLine(snapshot, 10, 80)).toBe('25 %  1,234,567 rows  123,457/s  30 s left  2 with an error');
  });

  it('shows the bytes of a file', () => {
    const progress = { done: 1_250_000, total: 5_000_000, unit: 'bytes' } as const;
    expect(barLine({ ...snapshot, progress }, 10, 120)).toContain(' filas  123,457/s  1.3 de 5.0 MB  faltan 30 s  ');
    const stored = { rows: null, bad: 0, progress: { ...progress, total: null, phase: 'Se guarda' } };
    expect(barLine(stored, 10, 120)).toBe('Se guarda  1.3 MB');
  });

  it('shows no percentage for a pipe, and no time left at 0 %', () => {
    expect(barLine({ ...snapshot, progress: { done: 50, total: null } }, 10, 80)).toBe(
      '1,234,567 filas  123,457/s  2 con error',
    );
    expect(barLine({ ...snapshot, progress: { done: 0, total: 0 } }, 10, 80)).toContain('0 %');
    expect(barLine(snapshot, 600, 120)).toContain('faltan 30 min 0 s');
  });
});
