/** A header of two rows, such as «Fecha de nacimiento» over Día, Mes and Año, is read as one. */
import { describe, expect, it } from 'vitest';
import { describeReading } from '@curp-service/contract/describe-reading';
import { Lote, SheetLote, peek } from '../src/index.js';
import { joinHeaderRows } from '../src/read/header-rows.js';
import { Workbook } from '../src/xlsx/workbook.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { bytesOf } from './bytes-of.js';
import { DECLARED, cutAt, run, runText, toBytes, toText, answerInMemory } from './run-lote.js';
import { KEY } from './people.js';
import { csvOf, partsOf, sheetXml, zip } from './workbook.js';

const PARTS = ',,,Día,Mes,Año,,';
const TWO = `Nombre(s),Paterno,Materno,Fecha de nacimiento,,,Sexo,Entidad\n${PARTS}\n`;
const RENATA = 'Renata,Olvera,Tinajero,17,5,1990,M,09\n';

it.each([
  ['the date over its parts', TWO],
  ['its lower row ends early', TWO.replace(PARTS, ',,,Día,Mes,Año')],
  ['a name over its parts', 'Nombre del alumno,,,F. Nac.,,,Sexo,Entidad\nNombre(s),Paterno,Materno,Día,Mes,Año,,\n'],
  ['it is below a title and an empty line', `Relación de alumnos\n\n${TWO}`],
  ['a part of the place', TWO.replace('Entidad', 'Lugar de nacimiento').replace(PARTS, `${PARTS}Estado`)],
])('a header of two rows is read as one: %s', (_, header) => {
  const text = runText(DECLARED, header + RENATA);
  expect(text).toContain(KEY);
  const lines = text.split('\n');
  const row = header.split('\n').length - 2;
  expect(lines.slice(0, row)).toEqual(header.split('\n').slice(0, row));
  expect(lines[row]?.split(',')).toHaveLength(12);
  expect(lines[row]?.endsWith(',curp,aviso,code_error,error_message')).toBe(true);
});

it('the reading names both rows of the header, whether they are declared or not', () => {
  for (const encabezado of [undefined, 1, 2]) {
    const { reading } = peek(toBytes(TWO + RENATA), 'es', { formato: 'csv', encabezado });
    const told = describeReading(reading, 'es').map(({ texto }) => texto);
    expect(told).toContain('Los nombres de las columnas están en las filas 1 y 2.');
  }
});

it('a file with a header of two rows has the same output in any pieces', () => {
  const file = toBytes(TWO + RENATA);
  const whole = runText(DECLARED, file);
  const { reading } = peek(file, 'es', DECLARED);
  for (let cut = 1; cut < file.length; cut++) {
    expect(toText(run(new Lote({ ...DECLARED, reading }), cutAt(file, [cut])))).toBe(whole);
  }
});

it.each([
  ['a person under a header', ['Nombre', 'Paterno', '', 'Sexo'], ['Ana', 'Ruiz', '', 'M']],
  ['the header again', ['Nombre', 'Paterno', '', 'Sexo'], ['Nombre', 'Paterno', '', 'Sexo']],
  ['a title over a header', ['Lista de', '', '', ''], ['Nombre', 'Paterno', 'Materno', 'Sexo']],
  ['a question and its kind', ['Nombre', 'Sexo', '', ''], ['Respuesta', 'Opción', '', '']],
])('%s is not a header of two rows', (_, upper, lower) => {
  expect(joinHeaderRows(upper, lower)).toBeNull();
});

it.each([
  [
    'those of a student and of a tutor are not joined with each other',
    'Alumno,,Tutor,,Fecha de nacimiento,,,Sexo',
    'Nombre,Paterno,Nombre,Paterno,Día,Mes,Año,',
    'Nombre,Paterno,Nombre,Paterno,Día de nacimiento,Mes de nacimiento,Año de nacimiento,Sexo',
  ],
  [
    'the parts of another date are not those of the birth',
    'Fecha de ingreso,,,Nombre,Fecha de nacimiento,,',
    'Día,Mes,Año,,Día,Mes,Año',
    'Fecha de ingreso Día,Fecha de ingreso Mes,Fecha de ingreso Año,Nombre,Día de nacimiento,Mes de nacimiento,Año de nacimiento',
  ],
  [
    'a name may continue in the lower row',
    'Nombre,Apellidos,,Fecha,Lugar,Sexo,',
    ',paterno,materno,de nacimiento,de nacimiento,,CURP',
    'Nombre,paterno,materno,Fecha de nacimiento,Lugar de nacimiento,Sexo,CURP',
  ],
  [
    'the parts of an address name no birth',
    'Nombre,Domicilio,,Fecha de nacimiento,,',
    ',Estado,Municipio,Día,Mes,Año',
    'Nombre,Domicilio Estado,Domicilio Municipio,Día de nacimiento,Mes de nacimiento,Año de nacimiento',
  ],
  [
    'the state below the place of birth is that of the birth, and the town is not',
    'Lugar de nacimiento,,Nombre,Apellidos,,Sexo',
    'Estado,Municipio,,Paterno,Materno,',
    'Estado de nacimiento,Lugar de nacimiento Municipio,Nombre,Paterno,Materno,Sexo',
  ],
])('of the names in a header of two rows, %s', (_, upper, lower, joined) => {
  expect(joinHeaderRows(upper.split(','), lower.split(','))?.join()).toBe(joined);
});

describe('in a workbook with a header of two rows', () => {
  const rows = (TWO + RENATA + RENATA.replace('Renata', 'Bruno').replace(',M,', ',H,'))
    .trimEnd()
    .split('\n')
    .map((line, i) => {
      const cells = line.split(',').map((value, k) => {
        const place = `${'ABCDEFGH'.charAt(k)}${i + 1}`;
        return value === '' ? `<c r="${place}" s="1"/>` : `<c r="${place}" t="str"><v>${value}</v></c>`;
      });
      return `<row r="${i + 1}">${cells.join('')}</row>`;
    });
  const merges = ['A1:A2', 'B1:B2', 'C1:C2', 'D1:F1', 'G1:G2', 'H1:H2'].map((ref) => `<mergeCell ref="${ref}"/>`);
  const behind = `<autoFilter ref="A2:H4"/><mergeCells count="6">${merges.join('')}</mergeCells>`;
  const book = zip(partsOf({ sheets: [['Una', sheetXml(rows.join(''), '', behind)]] }));

  it('the new columns have their headings in the lower row, and the filter grows over them', async () => {
    const sheet = await SheetLote.open(await openSheet(book), { formato: 'csv' });
    expect(await sheet.findPlace()).toMatchObject([{ header: 2, column: 8, unextended: [] }]);
    const filled = (await answerInMemory(sheet)).output;
    const lines = (await csvOf(filled)).split('\n');
    expect(lines.slice(0, 2)).toEqual([`${TWO.split('\n')[0]},,`, `${PARTS},CURP,Motivo`]);
    expect(lines[2]).toContain(KEY);
    const workbook = await Workbook.open(filled);
    expect((await bytesOf(workbook.open(workbook.sheet(undefined)))).toString()).toContain('ref="A2:J4"');
  });
});
