/** Reads the cells of a row that no key needs, and that may contradict it: an age, a country, another date, a key. */
import { buscarEntidad } from '@curp-service/core';
import { esParticula, leerNombre } from '@curp-service/core/leido';
import { dateOf, monthNumber, splitDate, withoutDecimals } from '@curp-service/contract/values';

/** A list may be this many years old, and the ages in it. */
const OLD_AGE = 3;
const OLDEST = 130;

const NE = 'NE';
/** Returns the years of an age: `36`, `36.0`, `36 años`; `null` if the text is none. */
export function readAge(text: string): number | null {
  const [, years] = /^\s*(\d{1,3})(?:[.,]0+)?\s*(?:años?|anos?)?\.?\s*$/i.exec(text) ?? [];
  return years === undefined || Number(years) > OLDEST ? null : Number(years);
}

/** Returns whether a text names a country that is not Mexico. */
export const isAbroad = (text: string): boolean => text !== '' && buscarEntidad(text)?.abreviaturaEntidad === NE;

/** Returns whether an age contradicts a day of birth, YYYYMMDD, as `contradictingAges` does. `stated` is negative if there is none. */
export function isOtherAge(stated: number, birth: number): boolean {
  if (stated < 0) return false;
  const now = new Date();
  const today = (now.getUTCMonth() + 1) * 100 + now.getUTCDate();
  const years = now.getUTCFullYear() - Math.trunc(birth / 10_000);
  return stated > years || stated + OLD_AGE < years - Number(birth % 10_000 > today);
}

/** Returns the age in a text and that by the date of birth, `YYYY-MM-DD`, if they contradict each other; else `null`. */
export function contradictingAges(text: string, birth: string): readonly [stated: number, age: number] | null {
  const stated = text === '' ? null : readAge(text);
  if (stated === null) return null;
  const today = new Date().toISOString().slice(0, 10);
  const age = ageOn(today, birth);
  // Schools and leagues count the age of the end of the year.
  return stated > ageOn(`${today.slice(0, 4)}-12-31`, birth) || stated + OLD_AGE < age ? [stated, age] : null;
}

/** Returns the age of a person on a day, both as `YYYY-MM-DD`. */
function ageOn(day: string, birth: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return birth.slice(5) > day.slice(5) ? years - 1 : years;
}

const KEY_CELL = /^[A-ZÑ]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d$/i;
const RFC_CELL = /^[A-ZÑ&]{4}[- ]?\d{6}(?:[- ]?[A-Z\d]{3})?$/i;
export const isKey = (text: string): boolean => KEY_CELL.test(text);
export const isRfc = (text: string): boolean => RFC_CELL.test(text);

/** Returns whether a cell names a country, Mexico too. */
export const isCountry = (text: string): boolean =>
  /^m[eé]xico$/i.test(text) || (text.length < LONGEST_COUNTRY && isAbroad(text));
const LONGEST_COUNTRY = 60;

/** Returns whether a key or an RFC has the day of a birth, YYYYMMDD, maybe with its day and its month in each other's place. */
export function sameBirth(key: string, birth: number): boolean {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(String(birth % 1_000_000).padStart(6, '0')) ?? [];
  const written = key.replaceAll(/[- ]/g, '').slice(4, 10);
  return written === `${year}${month}${day}` || written === `${year}${day}${month}`;
}

/** Returns the whole number in a cell, which may be an age, a year, a month or a day; `null` if there is none. */
export function numberIn(text: string): number | null {
  const age = readAge(text);
  if (age !== null) return age;
  const figures = withoutDecimals(text);
  return /^\d{4}$/.test(figures) ? Number(figures) : null;
}

/** Returns the number of a month in a cell, in figures or in words; `null` if it is none. */
export function monthIn(text: string): number | null {
  const figures = withoutDecimals(text.trim());
  if (/^\d{1,2}$/.test(figures)) return Number(figures);
  const month = /^\p{L}{3,10}\.?$/u.test(text) ? monthNumber(text) : null;
  return month === null ? null : Number(month);
}

/** Returns the days that a date may mean, as YYYYMMDD: two if its text does not show which figure is the month. */
export function daysIn(text: string): readonly number[] {
  if (!/\d/.test(text)) return [];
  const date = splitDate(text);
  if (date === null) return [];
  const dates = 'anio' in date ? [date] : [dateOf(date[2], date[1], date[0]), dateOf(date[2], date[0], date[1])];
  return dates.flatMap(({ anio, mes, dia }) =>
    anio.length === 4 && Number(mes) >= 1 && Number(mes) <= 12 && Number(dia) >= 1 && Number(dia) <= 31
      ? [Number(anio + mes + dia)]
      : [],
  );
}

/** Returns whether a number is the age of a person born on a day, YYYYMMDD, in a list of this year or the last. */
export function isUsualAge(age: number, birth: number): boolean {
  const years = new Date().getUTCFullYear() - Math.trunc(birth / 10_000);
  return age <= years && age >= years - 2;
}

/** Short forms of María and José, which a whole name may have in place of them. */
const SHORT_FORMS: Readonly<Record<string, string>> = { MA: 'MARIA', M: 'MARIA', MTRA: '', J: 'JOSE', JO: 'JOSE' };
const wordsIn = (text: string): string[] =>
  leerNombre(text.replaceAll(/[,/$.]+/g, ' '), 'nombres')
    .palabras.map((word) => SHORT_FORMS[word] ?? word)
    .filter((word) => word !== '' && !esParticula(word))
    .toSorted();

/** Returns whether a whole name has the words of given names and surnames, in any order. */
export const isNameOf = (
  text: string,
  {
    nombres = '',
    apellido_paterno = '',
    apellido_materno = '',
  }: Readonly<Partial<Record<'nombres' | 'apellido_paterno' | 'apellido_materno', string | undefined>>>,
): boolean => wordsIn(text).join(' ') === wordsIn(`${nombres} ${apellido_paterno} ${apellido_materno}`).join(' ');
