/** The names of columns. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UnreadableFile } from '../src/codes/file.js';
import { FIELDS, freeNames, simplify, understandHeader } from '../src/columns.js';

it('a column may hold ten data', () => {
  expect(FIELDS).toHaveLength(10);
});

it('a column with the whole name asks for its order, whichever part of the name is missing', () => {
  const understand = (header: string): unknown =>
    understandHeader(header.split(','), 'calcular', {}, { language: 'es', optionFor: () => '' });
  for (const header of ['Nombre completo,Fecha,Sexo,Estado', 'Nombre,Nombre completo,Fecha,Sexo,Estado']) {
    expect(() => understand(header)).toThrow(UnreadableFile);
    expect(() => understand(header)).toThrow(/nombre_completo=apellidos/);
  }
});

it('freeNames gives different names, also where one looks like another with its number', () => {
  expect(freeNames(['a', 'a_2'], ['a'])).toEqual(['a_2', 'a_2_2']);
});

it('freeNames gives different names, whatever names are present', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'a_2', 'a_3', 'a_2_2', 'b')), (present) => {
      const free = freeNames(['a', 'a_2', 'b', 'a'], present);
      expect(new Set([...free, ...present]).size).toBe(4 + new Set(present).size);
    }),
  );
});

it('simplify leaves letters, digits and single underscores', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const simple = simplify(name);
      expect(simple).toMatch(/^(?:[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*)?$/u);
      expect(simplify(simple)).toBe(simple);
    }),
  );
});
