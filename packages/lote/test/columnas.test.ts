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
