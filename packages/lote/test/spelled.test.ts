/** Tests of texts that a person reads at once: escapes of programs, dates and places as offices write them. */
import { readEntity } from '@curp-service/contract/conventions/places';
import { splitDate } from '@curp-service/contract/values';
import { expect, it } from 'vitest';
import { unescaped } from '../src/datum/escapes.js';
import { Lote } from '../src/index.js';
import { DECLARED, run, toBytes, toText } from './run-lote.js';

it.each([
  ['PE&Ntilde;A', 'PEÑA'],
  ['Mu&ntilde;oz', 'Muñoz'],
  ['MAR&#205;A', 'MARÍA'],
  ['Le&#xF3;n', 'León'],
  ['G&uuml;emes', 'Güemes'],
  ['JOS\\u00c9', 'JOSÉ'],
  ['JOS\\XC9\\ LUIS', 'JOSÉ LUIS'],
  ['ANA&nbsp;LUZ', 'ANA LUZ'],
  ["O\\'Brien", "O'Brien"],
  ['A&#1;B', 'A&#1;B'],
  ['\\ud83d', '\\ud83d'],
  ['A & B', 'A & B'],
])('the escapes of %s are read as their letters', (text, read) => {
  expect(unescaped(text)).toBe(read);
});

it('names with escapes get the key of their letters', () => {
  const header = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
  const rows = ['JOS&Eacute; LUIS,MU&Ntilde;OZ,PE\\u00d1A,1985-03-02,H,14', 'JOSÉ LUIS,MUÑOZ,PEÑA,1985-03-02,H,14'];
  const output = toText(run(new Lote({ ...DECLARED }), [toBytes([header, ...rows, ''].join('\n'))]));
  expect(output.match(/MUPL850302HJCXXS04,,0,/g)).toHaveLength(2);
});

it.each([
  ['17-V-1990', { anio: '1990', mes: '05', dia: '17' }],
  ['17/XII/1990', { anio: '1990', mes: '12', dia: '17' }],
  ['19900517.0', { anio: '1990', mes: '05', dia: '17' }],
  ['1990–05–17', { anio: '1990', mes: '05', dia: '17' }],
  ['17/05/1990 (36 años)', ['17', '05', '1990']],
  ['17/05/1990 (36)', ['17', '05', '1990']],
])('the date %s is read', (text, date) => {
  expect(splitDate(text)).toEqual(date);
});

it('a figure behind a short year is no year, and a date keeps its own year beside others with the same day', () => {
  const dates = [
    '17/05/00 1990',
    '17 de mayo de 1990',
    '17 de mayo de 1985',
    '1990-05-17 10:00',
    '29 de febrero de 1990',
  ];
  const lines = dates.map((date, i) => `Renata,Olvera,Tinajero,${date},M,0${i + 1}`);
  const header = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
  const output = toText(run(new Lote({ ...DECLARED, siglo: 1930 }), [toBytes([header, ...lines, ''].join('\n'))]));
  expect(Array.from(output.matchAll(/,OETR(\d{6})/g), ([, date]) => date)).toEqual([
    '000517',
    '900517',
    '850517',
    '900517',
  ]);
});

it.each([
  ['05 Chiapas', '07'],
  ['7 - Coahuila', '05'],
  ['09014', '09'],
  ['9014', '09'],
  ['15000', '15000'],
  ['99001', '99001'],
])('the place %s is read', (text, key) => {
  expect(readEntity(text)).toBe(key);
});
