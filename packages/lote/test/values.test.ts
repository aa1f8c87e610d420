/** The meaning of a cell by the conventions that the user declared, which is the same in CSV and in NDJSON. */
import { calcular } from '@curp-service/core';
import { expect, it } from 'vitest';
import { KEY, PERSON, file, line } from './people.js';
import { type Options, objects, rows } from './run-lote.js';

/** The key of the row, or its message. */
function answer(options: Options, changes: Partial<typeof PERSON>): string {
  const answers = [rows(options, file(changes)), objects(options, line(changes))].map(
    ([row]) => row?.['curp'] || row?.['error_message'],
  );
  expect(answers[0]).toBe(answers[1]);
  return String(answers[0]);
}

/** The key of Renata, if she was born on another day or has another sex. */
function keyOf(fechaNacimiento: string, sexo: 'H' | 'M' | 'X' = 'M'): string {
  const { nombres, apellido_paterno: apellidoPaterno, apellido_materno: apellidoMaterno, entidad } = PERSON;
  const result = calcular({ nombres, apellidoPaterno, apellidoMaterno, entidad, fechaNacimiento, sexo });
  return result.ok ? result.curp : '';
}

const FORMAT = /no se entiende/;
const CENTURY = /no se sabe de qué siglo/;

it.each<[Options, string, string | RegExp]>([
  [{ fechas: 'dma' }, '05/06/1990', keyOf('1990-06-05')],
  [{ fechas: 'dma' }, '12/12/1990', keyOf('1990-12-12')],
  [{ fechas: 'dma' }, '12/13/1990', /no sigue el orden .*\(dma\)/],
  [{ fechas: 'dma' }, '13/13/1990', /Ese día no existe/],
  [{ fechas: 'mda' }, '05/06/1990', keyOf('1990-05-06')],
  [{ fechas: 'mda' }, '13/12/1990', /no sigue el orden .*\(mda\)/],
  [{ fechas: 'mda' }, '12/13/1990', keyOf('1990-12-13')],
  [{ fechas: 'mda' }, '17/5/90', CENTURY],
  [{ fechas: 'mda' }, '17/5/9', FORMAT],
  [{ fechas: 'amd', siglo: 1930 }, '90/5/17', KEY],
  [{ fechas: 'amd', siglo: 1930 }, '9/5/17', FORMAT],
  [{ fechas: 'amd' }, '90/5/17', CENTURY],
  [{ fechas: 'amd' }, '17/5/1990', /no sigue el orden .*\(amd\)/],
  [{ siglo: 1925 }, '17/5/25', keyOf('1925-05-17')],
  [{ siglo: 1925 }, '17/5/24', keyOf('2024-05-17')],
  [{ siglo: 1925 }, '17/5/1990', KEY],
  [{ siglo: 1900 }, '17/5/00', keyOf('1900-05-17')],
])('with %j, the date «%s» gives %s', (options, text, expected) => {
  expect(answer(options, { fecha_nacimiento: text })).toMatch(expected);
});

it.each<[Options, string, string | RegExp]>([
  [{ sexo: 'hm' }, 'm', KEY],
  [{ sexo: 'hm' }, ' h ', keyOf('1990-05-17', 'H')],
  [{ sexo: 'hm' }, 'F', KEY],
  [{ sexo: 'hm' }, 'x', keyOf('1990-05-17', 'X')],
  [{ sexo: 'hm' }, '1', /trae una cifra/],
  [{ sexo: 'hm' }, '2', /trae una cifra/],
  [{ sexo: 'hm' }, '3', /no se reconoce/],
  [{ sexo: 'fm' }, 'm', keyOf('1990-05-17', 'H')],
  [{ sexo: 'fm' }, 'H', keyOf('1990-05-17', 'H')],
  [{ sexo: 'fm' }, 'f', KEY],
  [{ sexo: '12' }, '1', keyOf('1990-05-17', 'H')],
  [{ sexo: '12' }, ' 2', KEY],
  [{ sexo: '12' }, 'M', /puede ser Mujer o Masculino/],
])('with %j, the sex «%s» gives %s', (options, text, expected) => {
  expect(answer(options, { sexo: text })).toMatch(expected);
});

it.each<[Options, string, string | RegExp]>([
  [{}, ' 1990 ', KEY],
  [{}, '90', /^`anio_nacimiento` trae dos cifras/],
  [{ siglo: 1930 }, '90', KEY],
  [{ siglo: 1930 }, ' 90', KEY],
])('with %j, the year «%s» in a column of its own gives %s', (options, year, expected) => {
  const { fecha_nacimiento: _, ...person } = PERSON;
  const data = { ...person, anio: year, mes: '5', dia: ' 17' };
  const csv = `${Object.keys(data).join(',')}\n${Object.values(data).join(',')}\n`;
  for (const [row] of [rows(options, csv), objects(options, JSON.stringify(data))]) {
    expect(row?.['curp'] || row?.['error_message']).toMatch(expected);
  }
});

it.each(['Narnia', '9Narnia', 'Narnia9'])('the entity «%s» is not recognised', (entidad) => {
  expect(answer({}, { entidad })).toMatch(/^`entidad` no se reconoce/);
});
