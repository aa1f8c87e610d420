/** Tests of the tables for bytes, which agree with the texts. The package `lote` tests the calculation with them. */
import { expect, it } from 'vitest';
import { TABLAS, leer, simplificar } from '../src/masivo.js';

it('the table of Spanish letters has those beyond ASCII, and no other', () => {
  const letters = Array.from(TABLAS.espaniolas, (is, i) => (is === 1 ? String.fromCharCode(0xc0 | i) : ''));
  expect(letters.join('')).toBe('ÁÉÍÑÓÚÜáéíñóúü');
});

it('DESCONOCIDO is read as a surname', () => {
  expect(TABLAS.desconocido).toBe(leer('Desconocido', false));
});

it.each([
  ['García', 'GARCIA', 'an accent'],
  ['Gu\u0308ero', 'GUERO', 'a decomposed diaeresis'],
  ['Pen\u0303a', 'PEÑA', 'a decomposed Ñ, which stays'],
  ['Ÿ', 'Y', 'a diaeresis outside of Latin-1'],
  ['Ābrego', 'ĀBREGO', 'a mark that Spanish does not have, which stays'],
])('%s is compared as %s: it has %s', (written, compared) => {
  expect(simplificar(written)).toBe(compared);
});
