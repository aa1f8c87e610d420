/** Headers as people have them: which column holds which datum, and what is said where none does. */
import { describe, expect, it } from 'vitest';
import { falla, filas } from './correr.js';
import { CABECERA, CLAVE, RENATA } from './personas.js';

describe('columns beyond count', () => {
  it('reads as many as a spreadsheet has', () => {
    const sobran = 16_384 - 6;
    const [fila] = filas({}, `${CABECERA}${',x'.repeat(sobran)}\n${RENATA}${','.repeat(sobran)}\n`);
    expect(fila).toMatchObject({ curp: CLAVE });
  });

  it('says so of a header that has more, at once', () => {
    const cabecera = CABECERA + ','.repeat(500_000);
    expect(falla({}, `${cabecera}\n`)).toMatchObject({
      code_error: 8,
      error_message: expect.stringContaining('más de 16384 columnas') as unknown,
    });
  });

  it('tells the cells of a row that has more, up to its end', () => {
    const larga = `${RENATA}${','.repeat(20_000)}"una, ""dos""\r\n tres"`;
    const [fila] = filas({}, `${CABECERA}\r\n${larga}\r\n${RENATA}\r\n`);
    expect(fila?.['entidad']).toBe(larga.slice(RENATA.lastIndexOf(',') + 1));
    expect(fila?.['error_message']).toMatch(/van 6 y hay 20006/);
  });
});

describe('a date in one column and in three', () => {
  const conFecha = (nombre: string, partes: readonly [string, string, string]): string =>
    `nombres,apellido_paterno,apellido_materno,sexo,entidad,${nombre},${partes.join(',')}\n` +
    'Renata,Olvera,Tinajero,M,09,1990-05-17,2024,11,30\n';
  const enUna = { curp: CLAVE };
  const enTres = { curp: 'OETR241130MDFLNNA6' };

  it.each([
    ['those of a payroll stand beside it', {}, 'fecha_nacimiento', ['anio', 'mes', 'dia'], enUna],
    ['one of two names in use', {}, 'fecha', ['año', 'mes', 'día'], enUna],
    ['the parts have their own names', {}, 'fecha', ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'], enTres],
    [
      'the user says the parts',
      { anio_nacimiento: 'A', mes_nacimiento: 'B', dia_nacimiento: '9' },
      'fecha',
      ['A', 'B', 'C'],
      enTres,
    ],
    ['the user says one part', { anio_nacimiento: 'A' }, 'fecha', ['A', 'mes', 'dia'], enTres],
    [
      'the user says the date',
      { fecha_nacimiento: 'F' },
      'F',
      ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'],
      enUna,
    ],
    ['the user says that there is none', { fecha_nacimiento: '' }, 'fecha', ['anio', 'mes', 'dia'], enTres],
  ] as const)('%s', (_, columnas, nombre, partes, esperado) => {
    expect(filas({ columnas }, conFecha(nombre, partes))).toMatchObject([esperado]);
  });
});

describe('a first line that may be a person', () => {
  const PERSONA = 'Renata,Nacimiento,Tinajero,1990-05-17,M,Jalisco';
  const CON_CLAVE = 'Renata,Nacimiento,OETR900517MDFLNN05';

  it.each([
    ['nothing is known', {}, RENATA],
    ['a column is said', { nombres: '1' }, RENATA],
    ['a column is said that is not there', { nombres: 'dados' }, RENATA],
    ['a surname is also the name of a column', {}, PERSONA],
    ['a surname is also the name of a column, beside a key', {}, CON_CLAVE],
  ])('is not repeated: %s', (_, columnas, linea) => {
    for (const lengua of ['es', 'en'] as const) {
      const { code_error, error_message } = falla({ columnas, lengua }, `${linea}\n${linea}\n`);
      expect(code_error).toBe(8);
      for (const celda of linea.split(',')) expect(error_message).not.toMatch(new RegExp(`\\b${celda}\\b`));
      expect(error_message).toMatch(new RegExp(`\\b${linea.split(',').length}\\b`));
    }
  });

  it.each([
    ['with them all in one line', [CABECERA, RENATA, RENATA].join('\r')],
    ['with known columns up to the last', [`${CABECERA},notas`, `${RENATA},`, `${RENATA},`].join('\r')],
    ['quoted', [CABECERA, RENATA].join('\r').replaceAll(/[^,\r]+/g, '"$&"')],
    ['beyond all measure', [CABECERA, ...Array.from({ length: 30_000 }, () => RENATA)].join('\r')],
  ])('is not taken for a header with the lines of an old Mac, %s', (_, texto) => {
    expect(falla({}, texto).error_message).toMatch(/^Las líneas del archivo terminan solo en CR/);
    expect(falla({ lengua: 'en' }, `${texto}\r`).error_message).toMatch(/end in CR alone/);
  });

  it('with a CR too many at its end is a header', () => {
    expect(filas({}, `${CABECERA}\r\r\n${RENATA}\r\r\n`)).toMatchObject([{ curp: CLAVE }]);
  });

  it('with a CR in quotes is a header', () => {
    expect(filas({}, `${CABECERA},"mis\rnotas"\n${RENATA},\n`)).toMatchObject([{ curp: CLAVE }]);
  });
});

it('lists no more than fifty columns', () => {
  const nombres = Array.from({ length: 5000 }, (_, i) => `columna ${i} `.repeat(10));
  const { error_message } = falla({}, `nombres,${nombres.join(',')}\n`);
  expect(error_message).toContain('«columna 48 columna 48 ');
  expect(error_message).not.toContain('columna 49');
  expect(error_message).toMatch(/…»?, …; diga cuál es con `--columna apellido_paterno=…`\.$/);
});

it('says which part of the date is ambiguous', () => {
  const cabecera = 'nombres,apellido_paterno,apellido_materno,sexo,entidad,anio,year,mes,dia';
  expect(falla({}, `${cabecera}\n`).error_message).toMatch(/`anio_nacimiento`: «anio», «year»; .*anio_nacimiento=/);
});
