/** Reads the cells of a row that no key needs, and that may contradict it: an age, a country. */
import { buscarEntidad } from '@curp-service/core';

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
