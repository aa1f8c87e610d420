/**
 * Invents people. Each depends only on a seed and a number, so a shorter list is the beginning of a longer one. A
 * change of a list or of the order of the draws changes all people: a test checks the first people of a seed.
 */
import { ENTIDADES, PALABRAS_INCONVENIENTES, PARTICULAS, calcular } from '@curp-service/core';
import { DIAS } from '@curp-service/core/leido';
import { ABROAD } from '@curp-service/contract/conventions/places';
import {
  DOUBTFUL_NAMES,
  DOUBTFUL_SURNAMES,
  GIVEN_NAMES,
  COMMON_SURNAMES,
  UNUSUAL_NAMES,
  UNUSUAL_SURNAMES,
} from './names.js';

/** A person and the key that the norm assigns her. It proves no registration. */
export interface InventedPerson {
  readonly nombres: string;
  readonly apellidoPaterno: string;
  readonly apellidoMaterno: string;
  /** `YYYY-MM-DD`, never in the future. */
  readonly fechaNacimiento: string;
  readonly sexo: string;
  /** A key of the catalogue: `09`. */
  readonly entidad: string;
  readonly curp: string;
}
type Data = Omit<InventedPerson, 'curp'>;

export interface InventOptions {
  /** A whole number below 2³². */
  readonly semilla?: number | undefined;
  /** Only people whose data raise no doubt. */
  readonly onlyPlain?: boolean | undefined;
}

/** Mixes the 32 bits of a number, so that neighbours have nothing in common; different numbers stay different. */
function mix(number: number): number {
  let n = Math.imul(number ^ (number >>> 16), 0x21f0aaad);
  n = Math.imul(n ^ (n >>> 15), 0x735a2d97);
  return n ^ (n >>> 15);
}

/** Draws numbers: the same sequence for the same seed and number (SplitMix, with integers only). */
export class Dice {
  #state: number;
  readonly #step: number;

  constructor(seed: number, number: number) {
    this.#state = mix(number ^ mix(seed));
    this.#step = mix(seed + 0x9e3779b9) | 1;
  }

  /** Returns a whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    this.#state = (this.#state + this.#step) | 0;
    return Math.floor(((mix(this.#state) >>> 0) * limit) / 2 ** 32);
  }

  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
}

export function inventPerson(number: number, { semilla = 1, onlyPlain = false }: InventOptions = {}): InventedPerson {
  const dice = new Dice(semilla, number);
  const usual = usualPerson(dice);
  const data = onlyPlain || !dice.oneIn(8) ? usual : { ...usual, ...dice.pick(DOUBTS)(dice, usual) };
  const { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad } = data;
  const result = calcular(data);
  // Every person has a key; a test checks it.
  const curp = result.ok ? result.curp : '';
  return { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad, curp };
}

export const inventPeople = (count: number, options?: InventOptions): InventedPerson[] =>
  Array.from({ length: count }, (_, number) => inventPerson(number, options));

const LAST_BIRTH_YEAR = 2025;
const IN_MEXICO = ENTIDADES.map(({ claveEntidad }) => claveEntidad).filter((clave) => clave !== ABROAD);

/** Returns a person with plain names and a usual age. */
function usualPerson(dice: Dice): Data {
  const nameSex = dice.oneIn(2) ? 'H' : 'M';
  const fechaNacimiento = date(dice, 1940, LAST_BIRTH_YEAR);
  const sexo = dice.oneIn(100) ? 'X' : nameSex;
  const entidad = dice.oneIn(40) ? ABROAD : dice.pick(IN_MEXICO);
  if (dice.oneIn(40)) return { ...inconvenientName(dice, nameSex), fechaNacimiento, sexo, entidad };
  const nombres = givenName(dice, nameSex);
  const apellidoPaterno = surname(dice);
  // A compound surname without a second one would look like two surnames in one column.
  const apellidoMaterno = !apellidoPaterno.includes(' ') && dice.oneIn(30) ? '' : surname(dice);
  return { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad };
}

const surname = (dice: Dice): string => dice.pick(dice.oneIn(15) ? UNUSUAL_SURNAMES : COMMON_SURNAMES);

function givenName(dice: Dice, sex: 'H' | 'M'): string {
  const kind = dice.below(100);
  if (kind < 8) return dice.pick(UNUSUAL_NAMES[sex]);
  const names = GIVEN_NAMES[sex];
  const first = dice.below(names.length);
  const name = names[first] ?? '';
  if (kind < 18) return `${sex === 'M' ? 'María' : 'José'} ${name}`;
  if (kind >= 45) return name;
  // The two names differ.
  return `${name} ${names[(first + 1 + dice.below(names.length - 1)) % names.length]}`;
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

/** Returns a day of these years, including the 29th of February in leap years. */
function date(dice: Dice, from: number, to: number): string {
  const year = from + dice.below(to - from + 1);
  const month = 1 + dice.below(12);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const day = 1 + dice.below((DIAS[month] ?? 0) + (month === 2 && isLeap ? 1 : 0));
  return `${year}-${TWO_DIGITS[month]}-${TWO_DIGITS[day]}`;
}

/** Returns the letters of a word, without accents, in upper case; Ñ becomes X. */
const lettersOf = (word: string): string =>
  word
    .toUpperCase()
    .replace('Ñ', 'X')
    .normalize('NFD')
    .replace(/[^A-Z]/g, '');

/** Groups single words by the letters that `beginning` finds in them. */
function byBeginning(words: readonly string[], beginning: (letters: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const word of words.filter((each) => /^\p{L}+$/u.test(each))) {
    const letters = beginning(lettersOf(word));
    found.set(letters, [...(found.get(letters) ?? []), word]);
  }
  return found;
}
const initial = (letters: string): string => letters.slice(0, 1);
const initialAndVowel = (letters: string): string => initial(letters) + (/[AEIOU]/.exec(letters.slice(1))?.[0] ?? '');
const ALL_SURNAMES = [...COMMON_SURNAMES, ...UNUSUAL_SURNAMES];
const FIRST_SURNAMES = byBeginning(ALL_SURNAMES, initialAndVowel);
const SECOND_SURNAMES = byBeginning(ALL_SURNAMES, initial);
const NAMES_BY_INITIAL = { H: byBeginning(GIVEN_NAMES.H, initial), M: byBeginning(GIVEN_NAMES.M, initial) };

/** Returns a name whose initials and vowel spell an inconvenient word, which the key must not show (R 1.8). */
function inconvenientName(dice: Dice, sex: 'H' | 'M'): Pick<Data, 'nombres' | 'apellidoPaterno' | 'apellidoMaterno'> {
  const word = dice.pick(PALABRAS_INCONVENIENTES);
  return {
    nombres: dice.pick(NAMES_BY_INITIAL[sex].get(word.charAt(3)) ?? []),
    apellidoPaterno: dice.pick(FIRST_SURNAMES.get(word.slice(0, 2)) ?? []),
    apellidoMaterno: dice.pick(SECOND_SURNAMES.get(word.charAt(2)) ?? []),
  };
}

/** The changes that make a person need a review although she has a key. */
const DOUBTS: readonly ((dice: Dice, usual: Data) => Partial<Data>)[] = [
  (dice, { sexo }) => ({ nombres: dice.pick(DOUBTFUL_NAMES[sexo === 'H' ? 'H' : 'M']) }),
  (dice) => ({ apellidoPaterno: dice.pick(DOUBTFUL_SURNAMES) }),
  (dice) => ({ apellidoMaterno: dice.pick(DOUBTFUL_SURNAMES) }),
  (dice) => ({ apellidoPaterno: `${dice.pick(PARTICULAS)} ${dice.pick(COMMON_SURNAMES)}` }),
  (dice, { sexo }) => ({ nombres: `${dice.pick(PARTICULAS)} ${dice.pick(GIVEN_NAMES[sexo === 'H' ? 'H' : 'M'])}` }),
  () => ({ apellidoPaterno: '', apellidoMaterno: '' }),
  () => ({ apellidoPaterno: 'Desconocido', apellidoMaterno: '' }),
  (dice) => ({ apellidoPaterno: '', apellidoMaterno: dice.pick(COMMON_SURNAMES) }),
  (_, { apellidoPaterno, nombres }) => ({ nombres: `${apellidoPaterno} ${nombres}` }),
  (dice) => ({ fechaNacimiento: date(dice, 1800, 1899) }),
  (dice) => ({ fechaNacimiento: date(dice, 1900, 1939) }),
];
