/** The texts of the codes, in both languages. */
import { expect, it } from 'vitest';
import { ROW_AND_FILE_CODES, kindOf } from '../src/codes/file.js';
import { CODES } from '../src/codes/service.js';
import { FIELDS } from '../src/columns.js';
import { READING_PARAMETERS } from '../src/reading.js';

const ALL = { ...CODES, ...ROW_AND_FILE_CODES };

it('every message is a sentence in Spanish and another in English, with the same parts', () => {
  for (const { es, en } of Object.values(ALL)) {
    expect(es).not.toBe(en);
    expect(es).toMatch(/.(\.|\{motivo\})$/);
    expect(en).toMatch(/.(\.|\{motivo\})$/);
    expect(es.match(/\{\w+\}/g)?.toSorted()).toEqual(en.match(/\{\w+\}/g)?.toSorted());
  }
});

it('every parameter that a code names is a parameter of requests', () => {
  const named = new Set(Object.values(ALL).flatMap(({ parametro }) => (parametro === null ? [] : [parametro])));
  const sent = ['token', 'detalle', 'operacion', 'excel', 'nombre', ...FIELDS, ...READING_PARAMETERS, 'formato'];
  // A row says which of its names is bad, so no code names these.
  named.add('segundo_nombre').add('apellidos');
  expect(Array.from(named).toSorted()).toEqual(Array.from(new Set(sent)).toSorted());
});

it('every code has the statuses of the contract', () => {
  const statuses = new Map<number, Set<number>>();
  for (const { code, http } of Object.values(CODES)) statuses.set(code, (statuses.get(code) ?? new Set()).add(http));
  const told = Array.from(statuses, ([code, all]) => [code, Array.from(all).toSorted((a, b) => a - b)]);
  const ofPerson = Array.from({ length: 17 }, (_, i) => [400 + i, [400]]);
  expect(Object.fromEntries(told)).toEqual({
    1: [401],
    2: [401],
    3: [403],
    4: [403],
    5: [429],
    6: [404],
    7: [405],
    8: [400, 413, 414, 415, 422, 501, 505],
    9: [500, 503],
    100: [400],
    101: [400],
    102: [400],
    200: [503],
    201: [503],
    300: [400],
    ...Object.fromEntries(ofPerson),
    417: [400, 500],
  });
});

it('every code of a row has a kind in both languages', () => {
  for (const { code } of Object.values(ROW_AND_FILE_CODES)) {
    expect(kindOf(code)).not.toBe(kindOf(0));
    expect(kindOf(code)[1]).not.toMatch(/[áéíóúñ]/);
    for (const entry of kindOf(code)) expect(entry).toMatch(/^[a-z][^.]{10,}[^.]$/);
    expect(kindOf(code)[0]).not.toBe(kindOf(code)[1]);
  }
  expect(kindOf(0)).toEqual(['vea la columna error_message', 'see the column error_message']);
});
