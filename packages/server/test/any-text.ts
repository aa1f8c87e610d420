/** Texts of any characters. For the unit `binary`, fast-check would first make a table of all of them, for a second. */
import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

const character = fc
  .nat(0x10ffff - SURROGATES)
  .map((n) => String.fromCodePoint(n < FIRST_SURROGATE ? n : n + SURROGATES));

export const anyText = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: character, maxLength });
