/** The texts of the codes, in both languages. */
import { expect, it } from 'vitest';
import { ROW_AND_FILE_CODES } from '../src/codes/file.js';
import { kindOf } from '../src/codes/kinds.js';

it('every message is a sentence in Spanish and another in English, with the same parts', () => {
  for (const { es, en } of Object.values(ROW_AND_FILE_CODES)) {
    expect(es).not.toBe(en);
    expect(es).toMatch(/\.$/);
    expect(en).toMatch(/\.$/);
    expect(es.match(/\{\w+\}/g)?.toSorted()).toEqual(en.match(/\{\w+\}/g)?.toSorted());
  }
});

it('every code that a row may carry has a kind in both languages', () => {
  for (const { code } of Object.values(ROW_AND_FILE_CODES)) {
    expect(kindOf(code)).not.toBe(kindOf(0));
    expect(kindOf(code)[1]).not.toMatch(/[áéíóúñ]/);
    for (const entry of kindOf(code)) expect(entry).toMatch(/^[a-z][^.]{10,}[^.]$/);
    expect(kindOf(code)[0]).not.toBe(kindOf(code)[1]);
  }
  expect(kindOf(0)).toEqual(['vea la columna error_message', 'see the column error_message']);
});
