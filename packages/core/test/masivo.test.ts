/** Tests of the tables for bytes, which agree with the texts. The package `lote` tests the calculation with them. */
import { expect, it } from 'vitest';
import { PALABRAS_DUDOSAS, SIN_ENIE } from '../src/dudas.js';
import { DE_PILA, DUDOSAS, DUDOSAS_SIN_ENIE, type Filtro, TABLAS, leer, puedeEstar } from '../src/masivo.js';
import { Clase } from '../src/nombre/clase.js';
import { claseDe } from '../src/nombre/letras.js';
import { empacar } from '../src/nombre/palabra.js';

const holds = (filtro: Filtro, palabra: string): boolean => {
  const packed = empacar(palabra);
  const sum = packed ^ (packed >>> 13);
  return ((filtro[(sum >> 3) & 0x1fff] ?? 0) & (1 << (sum & 7))) !== 0;
};

it('the letters of Spanish and the space have their own classes, and every other character of Latin-1 is rare', () => {
  for (let code = 0; code < 256; code++) {
    const character = String.fromCharCode(code);
    const isPlain = /[A-Za-zÁÉÍÓÚÜÑáéíóúüñ ]/.test(character);
    const expected = character === '.' ? claseDe('.') | Clase.PUNTO : isPlain ? claseDe(character) : Clase.RARO;
    expect([code, TABLAS.clases[code]]).toEqual([code, expected]);
  }
});

it('the filters hold every doubtful word, those that lack an Ñ in a file without it, and no usual name', () => {
  for (const word of PALABRAS_DUDOSAS) expect([word, holds(DUDOSAS, word)]).toEqual([word, true]);
  for (const word of SIN_ENIE) expect([word, holds(DUDOSAS_SIN_ENIE, word)]).toEqual([word, true]);
  for (const word of ['MUNOZ', 'NUNEZ', 'PENA']) expect([word, holds(DUDOSAS, word)]).toEqual([word, false]);
  for (const word of ['NOE', 'NOEMI', 'SINAI', 'LUZ', 'XOCHITL'])
    expect([word, holds(DUDOSAS_SIN_ENIE, word)]).toEqual([word, false]);
});

it('a filter distinguishes a frequent given name from a surname', () => {
  expect(['RENATA', 'GUADALUPE', 'MA'].map((word) => puedeEstar(empacar(word), DE_PILA))).toEqual([true, true, true]);
  expect(['OLVERA', 'TINAJERO'].map((word) => puedeEstar(empacar(word), DE_PILA))).toEqual([false, false]);
});

it('DESCONOCIDO is read as a surname', () => {
  expect(TABLAS.desconocido).toBe(leer('Desconocido', false));
});
