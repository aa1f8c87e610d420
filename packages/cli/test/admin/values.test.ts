/** The values of the options of `curp proyectos` that are accepted and refused. */
import { afterEach, describe, expect, it } from 'vitest';
import * as all from '../../src/commands/proyectos/values.js';
import { user } from '../../src/environment.js';

afterEach(() => {
  user.language = 'es';
});

const READERS = { ...all };
type ReaderName = keyof typeof READERS;
const MINUTE_MS = 60_000;

it.each<[ReaderName, string, unknown]>([
  ['readQuota', '0', 0],
  ['readQuota', '999999999999', 999_999_999_999],
  ['readLimit', '1', 1],
  ['readLimit', '1000000', 1_000_000],
  ['readQuotaOrNone', 'ninguna', { number: null }],
  ['readQuotaOrNone', '0', { number: 0 }],
  ['readLimitOrNone', 'ninguno', { number: null }],
  ['readGrace', '0', 0],
  ['readGrace', '30m', 30 * MINUTE_MS],
  ['readGrace', '24h', 24 * 60 * MINUTE_MS],
  ['readGrace', '7d', 7 * 24 * 60 * MINUTE_MS],
  ['readDay', '2024-02-29', '2024-02-29'],
  ['readTokenId', 'tok_0123456789ab', 'tok_0123456789ab'],
  ['readName', '  Cafe\u0301  ', 'Café'],
  ['readName', '𝒜'.repeat(100), '𝒜'.repeat(100)],
])('%s accepts %j', (read, value, expected) => {
  expect(READERS[read](value)).toEqual(expected);
});

describe('a wrong value is refused', () => {
  it.each<[ReaderName, readonly string[], RegExp, RegExp]>([
    [
      'readQuota',
      ['', '-1', '1.5', '1e3', '0x10', ' 1', '1000000000000', 'ninguna'],
      /entero de 0 a/,
      /whole number from 0/,
    ],
    ['readLimit', ['0', '1000001'], /entero de 1 a/, /whole number from 1/],
    ['readQuotaOrNone', ['ninguno', 'null', '-1'], /, o ninguna\.$/, /, or ninguna\.$/],
    ['readLimitOrNone', ['ninguna', '0'], /, o ninguno\.$/, /, or ninguno\.$/],
    ['readGrace', ['', '24', '24 h', '-1h', '1.5h', '1s', '00', '99999d'], /como 24h/, /such as 24h/],
    ['readDay', ['', 'ayer', '2026-2-1', '2026-02-30', '2025-02-29', '2026-13-01'], /que exista/, /that exists/],
    ['readTokenId', ['', 'curp_x'], /tok_…/, /tok_…/],
    ['readName', ['', '  ', 'a'.repeat(101), 'a\nb', 'a\u0000', '\u001B[31m', 'a\u2028b'], /de 1 a 100/, /1 to 100/],
    ['readName', ['pruebas', ' pruebas', 'prj_0123456789ab'], /id de un proyecto/, /id of a project/],
  ])('%s', (read, values, spanish, english) => {
    for (const value of values) {
      user.language = 'es';
      expect(() => READERS[read](value)).toThrow(spanish);
      user.language = 'en';
      expect(() => READERS[read](value)).toThrow(english);
    }
  });
});
