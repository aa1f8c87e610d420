/** Tests of the tables for bytes, which agree with the texts. The package `lote` tests the calculation with them. */
import { expect, it } from 'vitest';
import { TABLAS, leer } from '../src/masivo.js';

it('the table of Spanish letters has those beyond ASCII, and no other', () => {
  const letters = Array.from(TABLAS.espaniolas, (is, i) => (is === 1 ? String.fromCharCode(0xc0 | i) : ''));
  expect(letters.join('')).toBe('ÁÉÍÑÓÚÜáéíñóúü');
});

it('DESCONOCIDO is read as a surname', () => {
  expect(TABLAS.desconocido).toBe(leer('Desconocido', false));
});
