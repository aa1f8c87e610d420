/** The characters of a key as numbers: each text fills its own positions in five words of four characters, and the OR of all is the key. */
import { PALABRAS_INCONVENIENTES } from '@curp-service/core';
import { LETRAS, type Lectura, VALORES, consonante, inicial, vocal } from '@curp-service/core/leido';
import { Byte } from '../bytes.js';
import type { Letters } from './part.js';
import { type NameRole, Role } from './roles.js';

const X = 88;

/** The positions of a word of the key are those of the key from this weight down. */
const WEIGHT_BEFORE_FIRST = 19;

export const NO_LETTERS: Letters = { key: [0, 0, 0], sum: 0 };

/** Returns characters, each behind its position from 1 on, in the three words of the key that `words` names. */
function letters(words: readonly [number, number, number], ...placed: readonly number[]): Letters {
  const key: [number, number, number] = [0, 0, 0];
  let sum = 0;
  for (let i = 0; i < placed.length; i += 2) {
    const position = placed[i];
    const code = placed[i + 1];
    key[words.indexOf((position - 1) >> 2)] |= code << (8 * ((position - 1) & 3));
    sum += VALORES[code] * (WEIGHT_BEFORE_FIRST - position);
  }
  return { key, sum };
}

/** The words of the key that names, dates, and a sex or an entity fill. */
const OF_NAMES = [0, 3, -1] as const;
const OF_DATES = [1, 2, 4] as const;
const OF_CODES = [-1, 2, 3] as const;

/** Returns the letters of a given name, of a first surname or of a second one. */
export function lettersOfName(role: NameRole, reading: Lectura): Letters {
  const first = LETRAS[inicial(reading)];
  const inside = LETRAS[consonante(reading)];
  if (role === Role.GIVEN) return letters(OF_NAMES, 4, first, 16, inside);
  if (role === Role.SECOND) return letters(OF_NAMES, 3, first, 15, inside);
  return letters(OF_NAMES, 1, first, 2, LETRAS[vocal(reading)], 14, inside);
}

/** The letters of a person without a second surname (R 1.10 and 1.14). */
export const LETTERS_OF_NONE: Letters = letters(OF_NAMES, 3, X, 15, X);

const digits = (text: string, position: number): number[] =>
  Array.from(text).flatMap((digit, i) => [position + i, digit.charCodeAt(0)]);

/** Returns the characters of a year of four digits, with the one of its century. */
export const lettersOfYear = (year: string): Letters =>
  letters(OF_DATES, ...digits(year.slice(2), 5), 17, year < '2000' ? Byte.ZERO : 65);

/** Returns the characters of a month and a day of two digits each. */
export const lettersOfDay = (month: string, day: string): Letters => letters(OF_DATES, ...digits(month + day, 7));

export const lettersOfSex = (sex: string): Letters => letters(OF_CODES, 11, sex.charCodeAt(0));

/** `codes`: the two codes of the entity in one number. */
export const lettersOfEntity = (codes: number): Letters => letters(OF_CODES, 12, codes >> 8, 13, codes & 255);

export const joined = (a: Letters, b: Letters): Letters => ({
  key: [a.key[0] | b.key[0], a.key[1] | b.key[1], a.key[2] | b.key[2]],
  sum: a.sum + b.sum,
});

/** Returns the sum of the check digit for the five words of a key. */
export function sumOf(key: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += VALORES[(key[i >> 2] >> (8 * (i & 3))) & 255] * (WEIGHT_BEFORE_FIRST - 1 - i);
  return sum;
}

const PLACES_BITS = 12;

/** Returns the inconvenient words (R 1.8) as positions 1 to 4 of a key, each at the place that its product with the factor says, which no other has. */
export function inconvenientPlaces(): { readonly places: Int32Array; readonly factor: number; readonly shift: number } {
  const shift = 32 - PLACES_BITS;
  const words = PALABRAS_INCONVENIENTES.map((word) =>
    Array.from(word).reduce((all, letter, i) => all | (letter.charCodeAt(0) << (8 * i)), 0),
  );
  for (let factor = 0x9e3779b1 | 0; ; factor += 2) {
    const places = new Int32Array(1 << PLACES_BITS);
    for (const word of words) places[Math.imul(word, factor) >>> shift] = word;
    if (words.every((word) => places[Math.imul(word, factor) >>> shift] === word)) return { places, factor, shift };
  }
}

/** Returns positions 1 to 4 with X in place of the second letter. */
export const withX = (word: number): number => (word & ~0xff00) | (X << 8);
/** Returns what the sum of the check digit gains by it. */
export const gainOfX = (word: number): number => (VALORES[X] - VALORES[(word >> 8) & 255]) * (WEIGHT_BEFORE_FIRST - 2);
