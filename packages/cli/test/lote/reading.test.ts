/** `curp lote` reads a file in one way, reports how, and lets the user declare it. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sexesIn } from '../../../contract/test/people.js';
import { EN } from '../curp.js';
import { fileWorkspace } from '../files.js';
import { distinct } from '../../../server/test/upload.js';

const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
const file = (...rows: readonly string[]): string => `${[HEADER, ...rows].join('\n')}\n`;
const MAN = 'Tadeo,Escamilla,Wario,1990-02-17,M,15';
const WOMAN = 'Renata,Olvera,Tinajero,1990-05-17,F,09';

describe('the evidence of a file decides its reading', () => {
  it.each([
    ['p.csv.gz', 's.csv'],
    ['p.csv', '-'],
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
  it('whether it is about sexes, dates, centuries, words for nothing, the header or whole names', () => {
    const { lote } = fileWorkspace();
    const declared = '--sexo fm --fechas mda --siglo 1930 --nulos S/D --encabezado 2';
    const row = 'Tadeo,Escamilla,S/D,03/02/90,M,15';
    const { text } = lote(['-', '-o', '-', ...declared.split(' ')], { input: `Padrón 2026,,,,,\n${file(row)}` });
    expect(text).toMatch(/^Padrón 2026,,,,,\n/);
    expect(text).toContain('EAXT900302H');
    const input = 'nombre completo,fecha_nacimiento,sexo,entidad\nEscamilla Wario Tadeo,1990-02-17,H,15\n';
    const whole = lote(['-', '-o', '-', '--nombre-completo', 'apellidos', '--columna', 'nombres=1'], { input });
    expect(whole.text).toContain('EAWT900217HMC');
  });

  it.each([
    ['--nulos', 'a,,b', 'lleva las palabras'],
    ['--sexo', 'mf', 'solo admite hm'],
  ])('unless %s has the value %s, which is refused with code 2', (option, value, message) => {
    const { lote } = fileWorkspace();
    const { stderr, status } = lote(['p.csv', '-o', 's.csv', option, value]);
    expect(stderr).toMatch(new RegExp(`^${option} ${message}`));
    expect(status).toBe(2);
    expect(lote(['p.csv', option, value], { env: EN }).stderr).toMatch(new RegExp(`^${option} `));
  });
});
