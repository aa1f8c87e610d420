/** Finds the state that a cell surely means and does not name: with a slip, or cut by a program that keeps so many letters of a column. */
import { ENTIDADES } from '@curp-service/core';
import { POR_NOMBRE } from '@curp-service/core/leido';
import { ABROAD } from '@curp-service/contract/conventions/places';

/** A shorter name of a state with a slip, and a shorter beginning of one, may be another word. */
const SHORTEST_NAME = 6;
const SHORTEST_CUT = 7;
const LONGEST = 100;
/** The name of the catalogue and others in use, without blanks and accents, with their keys. */
const NAMES_OF_STATES: readonly (readonly [name: string, key: string])[] = Array.from(
  POR_NOMBRE,
  ([name, { claveEntidad }]) => [name, claveEntidad] as const,
).filter(([name, key]) => key !== ABROAD && name.length >= SHORTEST_NAME && !/\d/.test(name));

export interface MeantEntity {
  readonly key: string;
  readonly name: string;
  /** True if the text is only the beginning of a name. */
  readonly isCut: boolean;
}

/** Returns the only state whose name is one slip from a text (`Jalico`) or begins with it (`AGUASCALIE`); `null` if there is none, or several. */
export function meantEntity(text: string): MeantEntity | null {
  const written = lettersOf(text);
  if (written === 'CHI') return meant(new Set(['08']), false); // SAP's code of Chihuahua, which others may write for Chiapas
  if (written.length < SHORTEST_NAME) return null;
  const begun = text.trim().length < SHORTEST_CUT || isWholeWord(text) ? new Set<string>() : statesFrom(written); // `CIUDAD DE` is long enough
  if (begun.size > 0) return meant(begun, true);
  return meant(new Set(NAMES_OF_STATES.flatMap(([name, key]) => (isOneSlip(written, name) ? [key] : []))), false);
}

/** Returns whether the names of several states begin with a text, as BAJA CALIF begins two. */
export const beginsSeveral = (text: string): boolean => {
  const written = lettersOf(text);
  return written.length >= SHORTEST_CUT && statesFrom(written).size > 1;
};

/** Returns the letters of a text, without accents and a particle at the end; an empty text if it has other signs than a name. */
function lettersOf(text: string): string {
  const plain = text.length > LONGEST ? '' : plainOf(text);
  if (!/^[A-Z][A-Z .]*$/.test(plain)) return '';
  return plain
    .replace(/^ESTADO LIBRE Y SOBERANO DE /, '')
    .replace(/ DEL?$/, '')
    .replace(/[ .]|\b(?:DEL?|LA|EN|EL)\b/g, '');
}

/** Returns whether a text is the first words of a state, as the town of San Luis is: what cuts a name cuts inside a word, or behind a particle. */
const isWholeWord = (text: string): boolean => {
  const words = plainOf(text);
  return !/ DEL?$/.test(words) && ENTIDADES.some(({ nombreEntidad }) => plainOf(nombreEntidad).startsWith(`${words} `));
};

const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().trim();

const statesFrom = (written: string): ReadonlySet<string> =>
  new Set(NAMES_OF_STATES.flatMap(([name, key]) => (name.startsWith(written) ? [key] : [])));

function meant(keys: ReadonlySet<string>, isCut: boolean): MeantEntity | null {
  const [key] = keys;
  const entity = keys.size === 1 ? ENTIDADES.find(({ claveEntidad }) => claveEntidad === key) : undefined;
  return entity === undefined ? null : { key: entity.claveEntidad, name: entity.nombreEntidad, isCut };
}

/** Returns whether two texts differ in one letter, or in two beside each other that are exchanged. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let [endA, endB] = [a.length, b.length];
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [restA, restB] = [a.slice(from, endA), b.slice(from, endB)];
  if (Math.max(restA.length, restB.length) <= 1) return true;
  return restA.length === 2 && restA.length === restB.length && restA[0] === restB[1] && restA[1] === restB[0];
}
