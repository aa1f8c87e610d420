/** Tests of the lexicon of names: what its counts say about a word, which words are slips, and the doubts that follow. */
import { describe, expect, it } from 'vitest';
import { type DudaEntreDatos, dudasEntreDatos, leerNombre, leerPersona } from '../src/leido.js';
import { Blancos } from '../src/nombre/descuidos.js';
import { LEXICO_EN_TEXTO } from '../src/nombre/lexico-datos.js';
import {
  cercanas,
  conAcentos,
  desplegar,
  esApellidoMuyFrecuente,
  esBlanco,
  esComienzo,
  esNombreFrecuente,
  esSoloApellido,
  esTambienNombre,
  pesoDe,
  sexoDePalabra,
} from '../src/nombre/lexico.js';

describe('a slip of the hand', () => {
  const meant = (word: string, ...words: readonly string[]): string[] => new Blancos(words, true).de(word);

  it.each([
    ['a letter is missing', 'HERNADEZ', 'HERNANDEZ'],
    ['the first letter is missing', 'ERRERA', 'SERRERA'],
    ['a letter is double', 'GARCCIA', 'GARCIA'],
    ['a letter is double that a given name may have twice', 'TORRESS', 'TORRES'],
    ['two letters are exchanged', 'GACRIA', 'GARCIA'],
    ['the last two letters are exchanged', 'GARCAI', 'GARCIA'],
    ['a key beside the right one', 'GARVIA', 'GARCIA'],
    ['the key above it', 'GAR5IA'.replace('5', 'D'), 'GARCIA'],
    ['a key beside it too', 'GARCFIA', 'GARCIA'],
    ['a key beside the next letter too', 'GARVCIA', 'GARCIA'],
  ])('is one where %s: %s', (_, word, other) => {
    expect(meant(word, other)).toEqual([other]);
  });

  it.each([
    ['the right word', 'GARCIA', 'GARCIA'],
    ['a silent H that is missing', 'ERNANDEZ', 'HERNANDEZ'],
    ['a silent H too many', 'HORTEGA', 'ORTEGA'],
    ['one L of two', 'CASTILO', 'CASTILLO'],
    ['one R too many', 'MORRENO', 'MORENO'],
    ['another letter with the same sound', 'VELASCO', 'BELASCO'],
    ['another last vowel', 'BERNARDA', 'BERNARDO'],
    ['a last S that is missing', 'TORRE', 'TORRES'],
    ['a last S too many', 'MORENOS', 'MORENO'],
    ['a key far from it', 'GARPIA', 'GARCIA'],
    ['a far key too', 'GARPCIA', 'GARCIA'],
    ['two slips', 'GACRI', 'GARCIA'],
  ])('is not %s: %s', (_, word, other) => {
    expect(meant(word, other)).toEqual([]);
  });

  it('may be of several words, and in given names a double letter is another spelling', () => {
    expect(meant('ARIS', 'ARIAS', 'PARIS', 'ARIX').toSorted()).toEqual(['ARIAS', 'PARIS']);
    expect(new Blancos(['VANESA', 'MARITZA'], false).de('VANESSA')).toEqual([]);
  });
});

describe('the lexicon', () => {
  it('has each word once, by classes of its counts and a sex', () => {
    const lines = LEXICO_EN_TEXTO.trim().split('\n');
    const words = lines.flatMap((line) => desplegar(line.split(' ')[1] ?? ''));
    expect(new Set(words).size).toBe(words.length);
    expect(lines.filter((line) => !/^\d\d[HM]? /.test(line))).toEqual([]);
    expect(words.filter((word) => !/^[A-ZÁÉÍÓÚÜÑ]+$/.test(word))).toEqual([]);
  });

  it('tells given names from surnames', () => {
    expect(['ALEJANDRA', 'CRUZ', 'J', 'QWXYZ'].map(esNombreFrecuente)).toEqual([true, false, true, false]);
    expect(['GARCIA', 'CRUZ', 'BAUTISTA', 'XAMEZ', 'INEZ', 'PEZ'].map(esSoloApellido)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(['CRUZ', 'POOT'].map(esTambienNombre)).toEqual([true, false]);
    expect(['GARCIA', 'LEON', 'JESUS'].map(esApellidoMuyFrecuente)).toEqual([true, false, false]);
    expect(pesoDe('QWXYZ')).toBe(0);
  });

  it('knows the sex of an unmistakable given name', () => {
    expect(['VERONICA', 'CARLOS', 'GUADALUPE', 'QWXYZ'].map(sexoDePalabra)).toEqual(['M', 'H', '', '']);
  });

  it.each([
    ['HERNADEZ', true, ['HERNÁNDEZ']],
    ['ERNANDEZ', true, ['HERNÁNDEZ', 'FERNÁNDEZ']],
    ['GACIA', true, ['GARCÍA', 'GRACIA']],
    ['ALEJANRDA', false, ['ALEJANDRA']],
    ['ADRINA', false, ['ADRIANA', 'ADRIÁN']],
    ['GARCIA', true, []],
    ['ORTZ', true, ['ORTIZ']],
    ['RUZ', true, []],
    ['PALOMA', true, []],
    ['POOT', true, []],
    ['MUNOZ', true, []],
  ] as const)('offers for %s (surname: %s) %s', (word, isSurname, forms) => {
    expect(cercanas(word, isSurname).map(conAcentos)).toEqual(forms);
  });
});

describe('a name with a slip', () => {
  const doubts = (text: string, datum: 'nombres' | 'apellidoPaterno' = 'apellidoPaterno') =>
    leerNombre(text, datum).dudas.map(({ codigo, partes }) => [codigo, partes?.['forma']]);

  it('is for review with the frequent word, whichever of its words it is', () => {
    expect(doubts('Hernadez')).toEqual([['nombre_parecido', 'HERNÁNDEZ']]);
    expect(doubts('Pérez Gacia')).toEqual([['nombre_parecido', 'GARCÍA, GRACIA']]);
    expect(doubts('María Alejanrda', 'nombres')).toEqual([['nombre_parecido', 'ALEJANDRA']]);
    expect(leerNombre('Hernadez', 'apellidoPaterno').esLlano).toBe(false);
  });

  it('is told by its letters if they are damaged, and by another doubt first', () => {
    expect(doubts('GARCÖA')).toEqual([['nombre_letra_ajena', undefined]]);
    expect(doubts("O'Hernadez")).toEqual([]);
    expect(doubts('Hdez')).toEqual([['nombre_abreviado', 'HERNÁNDEZ']]);
  });

  it('is none among the usual names', () => {
    for (const name of ['Hernández', 'San Román', 'Santa Cruz', 'Po', 'Ángeles', 'de la O', 'Chan Canul', 'Marianne'])
      expect([name, doubts(name)]).toEqual([name, []]);
  });
});

it('a word of which others may be slips is a frequent one of its kind', () => {
  expect([esBlanco('GARCIA', true), esBlanco('ALEJANDRA', false)]).toEqual([true, true]);
  expect([esBlanco('XIMBAK', true), esBlanco('GARCIA', false)]).toEqual([false, false]);
});

it('a word that nobody has may be the beginning of one that a program cut', () => {
  expect(['GUADALUP', 'Villavicen', 'JAV'].map(esComienzo)).toEqual([true, true, true]);
  expect(['GUADALUPE', 'XIMBAK', 'G', '', 'ZZZ'].map(esComienzo)).toEqual([false, false, false, false, false]);
});

describe('a person', () => {
  const codes = (nombres: string, apellidoPaterno: string, apellidoMaterno: string, sexo = 'X'): string[] =>
    dudasEntreDatos(leerPersona({ nombres, apellidoPaterno, apellidoMaterno, sexo })).map(
      ({ codigo }: DudaEntreDatos) => codigo,
    );

  it.each([
    ['Verónica', 'H'],
    ['Carlos Guadalupe', 'M'],
    ['María del Carmen', 'H'],
    ['José Luis', 'M'],
  ])('is for review if hardly anybody called %s has the sex %s', (nombres, sexo) => {
    expect(codes(nombres, 'Olvera', 'Tinajero', sexo)).toEqual(['sexo_de_otro_nombre']);
  });

  it.each([
    ['Verónica', 'M'],
    ['Verónica', 'X'],
    ['José María', 'H'],
    ['María José', 'M'],
    ['Guadalupe', 'H'],
    ['Guadalupe María', 'H'],
    ['Guadalupe Carlos', 'M'],
    ['Zyanya', 'H'],
  ])('%s may have the sex %s', (nombres, sexo) => {
    expect(codes(nombres, 'Olvera', 'Tinajero', sexo)).toEqual([]);
  });

  it('is for review if her names are surely in each other’s place', () => {
    expect(codes('Hernández', 'Alejandra', 'Ruiz')).toEqual(['apellidos_cambiados']);
    expect(codes('García', 'Ruiz', 'María Elena')).toEqual(['apellidos_cambiados']);
    expect(codes('Pérez', 'Zyanya', 'Ruiz')).toEqual(['apellidos_cambiados']);
    expect(codes('Cruz', 'Santiago', 'Ruiz')).toEqual([]);
    expect(codes('Zyanya', 'Ruiz Alejandra', 'Soto')).toEqual([]);
    expect(codes('Zyanya', 'Trinidad', 'Ángeles')).toEqual([]);
    expect(codes('Juan Cruz', 'Santiago', '')).toEqual([]);
    expect(codes('Le', 'Zyanya', 'Ruiz')).toEqual([]); // a name of particles alone shows nothing
  });

  it('may have a surname from her husband behind DE if it is very frequent', () => {
    expect(codes('Zyanya', 'Olvera', 'de García', 'M')).toEqual(['apellido_de_casada']);
    expect(codes('Zyanya', 'Olvera', 'de León', 'M')).toEqual([]);
  });
});
