/** The values of the options: what is read, and what is refused. */
import { describe, expect, it } from 'vitest';
import {
  leerCuota,
  leerCuotaONinguna,
  leerDia,
  leerGracia,
  leerIdDeToken,
  leerLimite,
  leerLimiteONinguno,
  leerNombre,
} from '../src/commands/proyectos/values.js';

const es = (texto: string): string => texto;
const en = (_: string, texto: string): string => texto;
const LECTORES = {
  leerCuota,
  leerCuotaONinguna,
  leerDia,
  leerGracia,
  leerIdDeToken,
  leerLimite,
  leerLimiteONinguno,
  leerNombre,
};
type Lector = keyof typeof LECTORES;
const MINUTO_MS = 60_000;

it.each<[Lector, string, unknown]>([
  ['leerCuota', '0', 0],
  ['leerCuota', '999999999999', 999_999_999_999],
  ['leerLimite', '1', 1],
  ['leerLimite', '1000000', 1_000_000],
  ['leerCuotaONinguna', 'ninguna', { numero: null }],
  ['leerCuotaONinguna', '0', { numero: 0 }],
  ['leerLimiteONinguno', 'ninguno', { numero: null }],
  ['leerGracia', '0', 0],
  ['leerGracia', '30m', 30 * MINUTO_MS],
  ['leerGracia', '24h', 24 * 60 * MINUTO_MS],
  ['leerGracia', '7d', 7 * 24 * 60 * MINUTO_MS],
  ['leerDia', '2024-02-29', '2024-02-29'],
  ['leerIdDeToken', 'tok_0123456789ab', 'tok_0123456789ab'],
  ['leerNombre', '  Cafe\u0301  ', 'Café'],
  ['leerNombre', '𝒜'.repeat(100), '𝒜'.repeat(100)],
])('%s reads %j', (leer, valor, leido) => {
  expect(LECTORES[leer](es)(valor)).toEqual(leido);
});

describe('refuses', () => {
  it.each<[Lector, readonly string[], RegExp, RegExp]>([
    [
      'leerCuota',
      ['', '-1', '1.5', '1e3', '0x10', ' 1', '1000000000000', 'ninguna'],
      /entero de 0 a/,
      /whole number from 0/,
    ],
    ['leerLimite', ['0', '1000001'], /entero de 1 a/, /whole number from 1/],
    ['leerCuotaONinguna', ['ninguno', 'null', '-1'], /, o ninguna\.$/, /, or ninguna\.$/],
    ['leerLimiteONinguno', ['ninguna', '0'], /, o ninguno\.$/, /, or ninguno\.$/],
    ['leerGracia', ['', '24', '24 h', '-1h', '1.5h', '1s', '00', '99999d'], /como 24h/, /like 24h/],
    ['leerDia', ['', 'ayer', '2026-2-1', '2026-02-30', '2025-02-29', '2026-13-01'], /que exista/, /that exists/],
    ['leerIdDeToken', ['', 'curp_x'], /tok_…/, /tok_…/],
    ['leerNombre', ['', '  ', 'a'.repeat(101), 'a\nb', 'a\u0000', '\u001B[31m', 'a\u2028b'], /de 1 a 100/, /1 to 100/],
    ['leerNombre', ['pruebas', ' pruebas', 'prj_0123456789ab'], /id de un proyecto/, /id of a project/],
  ])('%s', (leer, valores, enEspanol, enIngles) => {
    for (const valor of valores) {
      expect(() => LECTORES[leer](es)(valor)).toThrow(enEspanol);
      expect(() => LECTORES[leer](en)(valor)).toThrow(enIngles);
    }
  });
});
