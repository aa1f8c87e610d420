/** Tests of the tables for bytes and of the questions of the kernel, which agree with the names as they are read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SE_COMPONEN,
  TABLAS,
  claseDeCorte,
  comoSeCompara,
  cortarPorClases,
  esAjenaA,
  esLlana,
  leer,
  puedeDudarseJunto,
  puedeEstarCambiado,
  sePasanPorAlto,
  simplificar,
} from '../src/masivo.js';
import { parseNombre } from '../src/nombre/completo.js';

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
  expect(comoSeCompara(written).normalize('NFD').replace('\u0304', '')).toBe(
    compared.normalize('NFD').replace('\u0304', ''),
  );
});

it('a word is plain if it is plain in every name', () => {
  expect(SE_COMPONEN).toBe(true);
  expect(['Renata', 'ñusta', 'de', 'María', 'Ma.', 'Hdez', 'lBARRA'].filter((word) => esLlana(word))).toEqual([
    'Renata',
    'ñusta',
  ]);
});

it('particles and one word of R 1.3 are passed over before another word', () => {
  expect(['María de los', 'Ma.', 'de la', 'J. de'].map(sePasanPorAlto)).toEqual([true, true, true, true]);
  expect(['María José', 'Luz', 'María Luz'].map(sePasanPorAlto)).toEqual([false, false, false]);
});

it('words are only ever given names or surnames, and a name with one may be exchanged', () => {
  const words = ['GARCIA', 'HERNANDEZ', 'ALEJANDRA', 'CRUZ', 'INES'];
  expect(words.map((word) => [esAjenaA(word, true), esAjenaA(word, false)])).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, false],
    [false, false],
  ]);
  expect(['Ana María', 'García', 'Juan Pérez'].map((name) => puedeEstarCambiado(name, 'nombres'))).toEqual([
    false,
    true,
    true,
  ]);
});

it('a second surname may raise a doubt beside other names by its words', () => {
  const may = ['Otro', 'de López', 'García de Torres', 'Desconocido'];
  expect(may.filter((texto) => !puedeDudarseJunto(texto, 'apellidoMaterno'))).toEqual([]);
  expect(may.filter((texto) => puedeDudarseJunto(texto, 'apellidoPaterno'))).toEqual([]);
  expect(puedeDudarseJunto('de la Cruz', 'apellidoMaterno')).toBe(false);
});

describe('a name is cut by the classes of its words as by the words themselves', () => {
  it('words have the class that decides a cut, and signs have none', () => {
    const classes = ['Olvera', 'Juan', 'de', 'SAN', 'León', 'Campo', "O'Hara", 'A,B'].map(claseDeCorte);
    expect(classes).toEqual([1, 2, 3, 3, 4, 4, 0, 0]);
  });

  it('for whole names of plain words in both orders', () => {
    const words = fc.constantFrom(
      'Olvera',
      'Ruiz',
      'Juan',
      'María',
      'Renata',
      'de',
      'la',
      'San',
      'León',
      'Tinajero',
      'Ek',
    );
    const order = fc.constantFrom('apellidos' as const, 'nombres' as const);
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), order, (name, primero) => {
        const byWords = parseNombre(name.join(' '), primero);
        const byClasses = cortarPorClases(name.map(claseDeCorte), primero);
        if (byClasses === null) return; // A doubtful cut is left to the words.
        const { apellidoPaterno = '', apellidoMaterno = '', nombres = '', dudoso } = byWords ?? {};
        expect(dudoso).toBe(false);
        const counts = [apellidoPaterno, apellidoMaterno, nombres].map((part) => part.split(' ').length);
        expect(counts).toEqual(byClasses);
      }),
      { numRuns: 2000 },
    );
    expect(cortarPorClases([1, 1, 2], 'apellidos')).toEqual([1, 1, 1]);
    expect(cortarPorClases([1], 'apellidos')).toBeNull();
    expect(cortarPorClases([1, 2], 'apellidos')).toBeNull();
  });
});
