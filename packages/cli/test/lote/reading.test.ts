/** `curp lote` reads a file in one way, reports how, and lets the user declare it. */
import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sexesIn } from '../../../contract/test/people.js';
import { BIN, EN } from '../curp.js';
import { shortDate } from '../../../contract/test/people.js';
import { fileWorkspace } from '../files.js';
import { distinct } from '../../../server/test/upload.js';

const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
const file = (...rows: readonly string[]): string => `${[HEADER, ...rows].join('\n')}\n`;
const MAN = 'Tadeo,Escamilla,Wario,1990-02-17,M,15';
const BOY = MAN.replace(',M,', ',H,');
const WOMAN = 'Renata,Olvera,Tinajero,1990-05-17,F,09';

describe('the evidence of a file decides its reading', () => {
  it('for all rows, whichever comes first', () => {
    const { write, read, lote } = fileWorkspace();
    write('p.csv', distinct(file(MAN, MAN, WOMAN)));
    const { stderr, status } = lote(['p.csv', '-o', 's.csv']);
    expect(status).toBe(0);
    expect(sexesIn(String(read('s.csv')))).toBe('HHM');
    expect(stderr).toMatch(/\nLectura:\n(.*\n)* {2}visto +.*Masculino.*\n/);
  });

  it.each([
    ['p.csv', 's.csv'],
    ['p.csv.gz', 's.csv'],
    ['p.csv', '-'],
    ['-', 's.csv'],
    ['-', '-'],
  ])('even if the only woman of a large file is behind its head: %s to %s', (input, output) => {
    const { write, read, lote } = fileWorkspace();
    const rows = Array.from({ length: 30_000 }, () => MAN);
    rows[26_500] = WOMAN;
    const people = distinct(file(...rows));
    if (input !== '-') write(input, input === 'p.csv' ? people : gzipSync(people));
    const { text, stderr, status } = lote([input, '-o', output], { input: input === '-' ? people : '' });
    expect(status).toBe(0);
    const written = sexesIn(output === '-' ? text : String(read(output)));
    expect(written.replaceAll('H', '')).toBe('M');
    expect(written.indexOf('M')).toBe(26_500);
    expect(stderr).toMatch(/^Se lee de nuevo: .*\n {2}archivo [^]*\nLectura:\n(.*\n)* {2}visto +M = Masculino/);
  });

  it('even if it is in a row behind the head, and says what it proves', () => {
    const { write, read, lote } = fileWorkspace();
    const dates = Array.from({ length: 9_000 }, (_, i) => shortDate((i * 7) % 9_000));
    const rows = dates.map((date) => `${BOY.replace('1990-02-17', date)},${'x'.repeat(140)}`);
    rows[7_950] = `${BOY.replace('1990-02-17', '02/17/1999')},`;
    write('p.csv', file(...rows).replace('entidad', 'entidad,notas'));
    const { stderr, status } = lote(['p.csv', '-o', 's.csv']);
    expect(status).toBe(0);
    const births = Array.from(String(read('s.csv')).matchAll(/,EAWT(\d{6})H/g), ([, birth]) => birth);
    const monthFirst = (date: string): string => date.replace(/(..).(..).(..)(..)/, '$4$1$2');
    expect(births).toEqual(dates.with(7_950, '02/17/1999').map(monthFirst));
    expect(stderr).toMatch(/\nSe lee de nuevo: .*\nLectura:\n {2}visto +Fechas: mes, día, año.*\nFilas: /);
  });

  it('in one pass, if its head proves the same', () => {
    const { write, lote } = fileWorkspace();
    const rows = Array.from({ length: 16_000 }, (_, i) => (i % 2 === 0 ? MAN : WOMAN.replace('Tinajero', 'NULL')));
    write('p.csv', Buffer.from(`\ufeff${file(...rows)}`, 'utf16le'));
    const { stderr } = lote(['p.csv', '-o', 's.csv']);
    expect(stderr).not.toContain('Se lee de nuevo');
    expect(stderr).toContain('Codificación UTF-16: la indican los primeros bytes.');
    expect(stderr).toContain('como NULL: 8000 (fila 3).');
  });

  it('and is refused once all rows of a pipe are counted, if none says what M means', () => {
    const { lote } = fileWorkspace();
    const { text, stderr, status } = lote(['-', '-o', '-'], { input: distinct(file(...Array(24_000).fill(MAN))) });
    expect([text, status]).toEqual(['', 2]);
    expect(stderr).toMatch(/^La columna del sexo trae solo M/);
  });

  it('and is reported as JSON, each convention with its origin', () => {
    const { write, lote } = fileWorkspace();
    write('p.csv', file(MAN, WOMAN));
    const { text } = lote(['p.csv', '-o', 's.csv', '--json']);
    expect(JSON.parse(text)).toMatchObject({
      revisar: 0,
      sin_persona: 0,
      lectura: expect.arrayContaining([{ convencion: 'sexo', origen: 'vista', texto: expect.any(String) }]),
    });
  });
});

describe('an option declares a convention', () => {
  it.each([
    ['--sexo', 'fm', MAN, 'H'],
    ['--sexo', 'hm', MAN, 'M'],
    ['--sexo', '12', MAN.replace(',M,', ',1,'), 'H'],
  ])('%s %s', (option, value, row, sex) => {
    const { lote } = fileWorkspace();
    expect(sexesIn(lote(['-', '-o', '-', option, value], { input: file(row) }).text)).toBe(sex);
  });

  it.each([
    [['--fechas', 'mda'], BOY.replace('1990-02-17', '03/02/1990'), '900302'],
    [['--fechas', 'dma'], BOY.replace('1990-02-17', '03/02/1990'), '900203'],
    [['--siglo', '1930'], BOY.replace('1990-02-17', '17/02/90'), '900217'],
    [['--nulos', 'S/D'], BOY.replace('Wario', 'S/D'), 'EAXT900217'],
    [['--nulos', 'ninguno'], BOY.replace('Wario', 'NULL'), 'EANT900217'],
  ])('with %j', (args, row, part) => {
    const { lote } = fileWorkspace();
    expect(lote(['-', '-o', '-', ...args], { input: file(row) }).text).toContain(part);
  });

  it('such as --encabezado, which names the row of the columns and keeps the rows above', () => {
    const { lote } = fileWorkspace();
    const { text } = lote(['-', '-o', '-', '--encabezado', '2'], { input: `Padrón 2026,,,,,\n${file(BOY)}` });
    expect(text).toMatch(/^Padrón 2026,,,,,\n/);
    expect(sexesIn(text.slice(text.indexOf('\n') + 1))).toBe('H');
  });

  it('such as --nombre-completo, which cuts the whole name', () => {
    const { lote } = fileWorkspace();
    const input = 'nombre completo,fecha_nacimiento,sexo,entidad\nEscamilla Wario Tadeo,1990-02-17,H,15\n';
    const { text } = lote(['-', '-o', '-', '--nombre-completo', 'apellidos', '--columna', 'nombres=1'], { input });
    expect(text).toContain('EAWT900217HMC');
  });

  it.each([
    ['--sexo', 'mf', 'solo admite hm'],
    ['--fechas', 'aaaa', 'solo admite dma'],
    ['--siglo', '90', 'es el primero de los cien años'],
    ['--nulos', 'a,,b', 'lleva las palabras'],
    ['--encabezado', '-1', 'es el número de la fila'],
    ['--nombre-completo', 'ambos', 'dice qué va primero'],
  ])('unless %s has the value %s, which is refused with code 2', (option, value, message) => {
    const { lote } = fileWorkspace();
    const { stderr, status } = lote(['p.csv', '-o', 's.csv', option, value]);
    expect(stderr).toMatch(new RegExp(`^${option} ${message}`));
    expect(status).toBe(2);
    expect(lote(['p.csv', option, value], { env: EN }).stderr).toMatch(new RegExp(`^${option} `));
  });

  it('and is named in the help', () => {
    const { env } = fileWorkspace();
    const { stdout } = spawnSync(process.execPath, [BIN, 'lote', '--help'], { env, encoding: 'utf8' });
    for (const option of ['--sexo', '--fechas', '--siglo', '--nulos', '--encabezado', '--nombre-completo']) {
      expect(stdout).toContain(option);
    }
  });
});
