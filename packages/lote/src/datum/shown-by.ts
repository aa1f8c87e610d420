/** Finds what a cell shows about the conventions of its file, whatever its reading. */
import type { Field } from '@curp-service/contract/columns';
import { WRAPPINGS } from '@curp-service/contract/reading';
import { readEntity } from '@curp-service/contract/conventions/places';
import { ISO_DATE, mayLackZero, splitDate } from '@curp-service/contract/values';
import { COLLIDING, POSTAL_KEYS } from '@curp-service/contract/conventions/postal';
import { RELLENOS, SIN_ENIE, buscarEntidad } from '@curp-service/core';
import { nombreDePila } from '@curp-service/core/completo';
import { sexoDePalabra } from '@curp-service/core/leido';
import { meantEntity } from './meant-entity.js';
import { NullWords } from './null-words.js';
import { wrappingOf } from './wrappings.js';
import { LAST_MONTH, figureAt } from './dates.js';
import { NOTHING_SHOWN, type EvidenceBits, eitherShows, shows } from './evidence-names.js';

/** Longer texts show nothing, except that there is a name. */
const LONGEST_WORD = 100;
const LAST_DAY = 31;

const MAN = ['manM', 'manH', 'manF'] as const;
const WOMAN = ['womanM', 'womanH', 'womanF'] as const;
/** The evidence of a given name by its kind: nearly only women have it, or nearly only men. */
const OF_GIVEN = {
  woman: shows('names', ...WOMAN),
  man: shows('names', ...MAN),
  other: shows('names'),
  /** It is no frequent given name. A surname that is one shows that the columns are swapped. */
  unknown: shows('names', 'swapped'),
} as const;
const SHOWS_SWAPPED = shows('swapped');
const ENIE = shows('enie');
const OF_WRAPPING = new Map(WRAPPINGS.map((name) => [name, shows(name)]));

const OF_M = shows('M', 'womanM', 'manM');
const OF_MEN = ['womanH', 'manH'] as const;
const OF_WOMEN = ['womanF', 'manF'] as const;
const OF_MAN = shows('men', ...OF_MEN);
const OF_WOMAN = shows('women', ...OF_WOMEN);
/** The evidence of a sex of one character. W is a woman in English and German. */
const OF_SIGN: ReadonlyMap<string, EvidenceBits> = new Map([
  ['H', shows('H', ...OF_MEN)],
  ['V', shows('V')],
  ['1', shows('digits', ...OF_MEN)],
  ['F', shows('F', ...OF_WOMEN)],
  ['2', shows('digits', ...OF_WOMEN)],
  ['M', OF_M],
  ['W', OF_WOMAN],
]);
/** The evidence of a word for a sex, by its first two letters. */
const OF_SEX_WORD: ReadonlyMap<string, EvidenceBits> = new Map([
  ['ho', OF_MAN],
  ['ma', OF_MAN],
  ['va', OF_MAN],
  ['mu', OF_WOMAN],
  ['fe', OF_WOMAN],
  ['he', OF_WOMAN],
  ['wo', OF_WOMAN],
]);

/** Returns words in upper case, in lower case and with a capital, as people write them. */
const inCases = (words: readonly string[]): string[] =>
  words.flatMap((word) => [word, word.toLowerCase(), word.charAt(0) + word.slice(1).toLowerCase()]);
/** The usual words for a missing surname. Two initials may have a slash between them, as in `S/N`. */
const KNOWN_NOTHING = inCases(RELLENOS.flatMap((words) => [words, words.replace(/^(\w) (?=\w+$)/, '$1/')]));
const LACKING_ENIE = NullWords.of(inCases([...SIN_ENIE.keys()]));
const LACKS_ENIE = shows('lacksEnie');
const SHOWS_SURNAMES = shows('surnames');

/** Returns the words that show, as a surname, that it is missing. If there are any null words, the usual ones count too. */
export const wordsForNothing = (nulos: readonly string[]): readonly string[] =>
  nulos.length === 0 ? [] : [...nulos, ...KNOWN_NOTHING];

/** Returns what a text shows in a field. `words` mean, as a surname, that it is missing. */
export function shownBy(field: Field, text: string, words: NullWords): EvidenceBits {
  if (text === '') return NOTHING_SHOWN;
  if (field === 'nombres') return shownByGiven(text.slice(0, LONGEST_WORD));
  if (text.length > LONGEST_WORD) return NOTHING_SHOWN;
  switch (field) {
    case 'apellido_paterno':
    case 'apellido_materno':
      return shownBySurname(text, words);
    case 'apellidos':
      return nombreDePila(text) === '' ? NOTHING_SHOWN : SHOWS_SWAPPED;
    case 'fecha_nacimiento':
      return shownByDate(text);
    case 'anio_nacimiento':
      return /^\d\d$/.test(text) ? shows('yearFirst', 'shortYears') : shows('yearFirst');
    case 'mes_nacimiento':
      return shownByMonth(Number.parseFloat(text));
    case 'dia_nacimiento':
      return shownByDay(Number(text));
    case 'sexo':
      return OF_SIGN.get(text.toUpperCase()) ?? shownBySexWord(text);
    case 'entidad':
      return shownByEntity(text);
    default:
      return NOTHING_SHOWN;
  }
}

/** Returns what one word shows as part of a given name or a surname, but for its Ñ. Only the first word of a name shows its kind. */
export const shownByWord = (word: string, isGiven: boolean): EvidenceBits =>
  isGiven ? kindOfName(word) : nombreDePila(word) === '' ? NOTHING_SHOWN : SHOWS_SWAPPED;

/** Returns what a name shows by its first word and its Ñ. */
function shownByName(name: string, isGiven: boolean): EvidenceBits {
  const kind = shownByWord(name, isGiven);
  return /ñ/i.test(name) ? eitherShows(kind, ENIE) : kind;
}

function kindOfName(name: string): EvidenceBits {
  const given = nombreDePila(name);
  if (given === '') return OF_GIVEN.unknown;
  const sex = sexoDePalabra(given);
  return sex === 'M' ? OF_GIVEN.woman : sex === 'H' ? OF_GIVEN.man : OF_GIVEN.other;
}

function shownByGiven(text: string): EvidenceBits {
  const shown = shownByName(text, true);
  if (/^[a-zÀ-ÿ](?!\.)/i.test(text)) return shown;
  const wrapping = wrappingOf(text.replaceAll('""', '"'));
  return wrapping === null ? shown : eitherShows(shown, OF_WRAPPING.get(wrapping) ?? NOTHING_SHOWN);
}

function shownBySurname(text: string, words: NullWords): EvidenceBits {
  const shown = shownByName(text, false);
  if (words.has(text)) return eitherShows(shown, SHOWS_SURNAMES);
  return LACKING_ENIE.has(text) ? eitherShows(shown, LACKS_ENIE) : shown;
}

/** Returns a text without the signs that programs write around cells (`="…"`, `'`), and without blanks and invisible characters. */
const stripped = (text: string): string =>
  /^\w.*\w$/.test(text) ? text : text.replace(/^(?:[='][\s"]*)?[^!-~]*/u, '').replace(/[^!-~]*["']*$/u, '');

function shownBySexWord(text: string): EvidenceBits {
  const word = stripped(text);
  const letter = OF_SIGN.get(word.replace(/^(.)\.$/, '$1').toUpperCase());
  if (letter !== undefined || word.length < 4) return letter ?? NOTHING_SHOWN;
  return OF_SEX_WORD.get(word.slice(0, 2).toLowerCase()) ?? NOTHING_SHOWN;
}

/** Returns whether a cell is `México`, which may mean the country, or names another state. */
function shownByEntity(text: string): EvidenceBits {
  if (/^[a-z]{2}$/i.test(text)) return shownByLetters(text.toUpperCase());
  if (text.length <= 3) return NOTHING_SHOWN;
  if (/^m[eé]xico$/i.test(text)) return shows('mexico');
  if (/^e(?:sta)?do\.? (?:de )?m[eé]x/i.test(text)) return shows('states', 'stateOfMexico');
  const isCut = readEntity(text) === text && meantEntity(text)?.isCut === true;
  return isCut ? shows('states', 'cutState') : shows('states');
}

/** Returns whether the two letters of a state are those of the post, of the catalogue of the CURP, or of both for two states. */
function shownByLetters(letters: string): EvidenceBits {
  const colliding = COLLIDING.find((each) => each === letters);
  if (colliding !== undefined) return shows(colliding);
  const isPostal = POSTAL_KEYS.has(letters) && letters !== 'NA'; // R writes NA for a missing value
  if (buscarEntidad(letters) === undefined) return isPostal ? shows('postal') : NOTHING_SHOWN;
  return SHARED.has(letters) ? NOTHING_SHOWN : shows('ownCode');
}

/** Letters that mean the same state in both catalogues. */
const SHARED: ReadonlySet<string> = new Set([
  'BC',
  'BS',
  'CH',
  'CS',
  'DF',
  'DG',
  'GR',
  'GT',
  'HG',
  'NL',
  'QR',
  'QT',
  'TL',
]);

/** A month and a day that the file names as such show something together. */
const shownByMonth = (month: number): EvidenceBits =>
  shows(
    'lateDay',
    ...(month === 1 ? (['newYear'] as const) : []),
    ...(month > LAST_MONTH ? (['monthLast'] as const) : []),
    ...(month === 0 ? (['monthZero'] as const) : month === LAST_MONTH ? (['december'] as const) : []),
  );

const shownByDay = (day: number): EvidenceBits =>
  shows(
    ...(day === 1 ? (['newYear'] as const) : []),
    ...(day > 0 ? (['monthZero', 'december'] as const) : []),
    ...(day > LAST_MONTH ? (['lateDay'] as const) : day > 0 ? (['monthLast'] as const) : []),
  );

/** The evidence of `1990-05-17`. */
const SHOWS_YEAR_FIRST = shows('yearFirst');
const LATE = shows('yearFirst', 'lateDay');

function shownByDate(text: string): EvidenceBits {
  if (ISO_DATE.test(text)) return shownByMonthAndDay(figureAt(text, 5, 2), figureAt(text, 8, 2));
  const written = stripped(text);
  if (written === '') return NOTHING_SHOWN;
  if (/^\d{5}(?:[.,]\d+)?$/.test(written)) {
    const hasHour = /[.,]\d*[1-9]/.test(written); // which no date of six figures has
    return shows(!hasHour && mayLackZero(Number(written.slice(0, 5))) ? 'lostZero' : 'serial');
  }
  const date = splitDate(written);
  if (date === null) return shows('notSerial');
  if (!('anio' in date)) {
    const [first, second, year] = date.map(Number);
    const shown = shownByFigures(first, second, year, date[2].length);
    const [month, day] = [Math.min(first, second), Math.max(first, second)];
    const isProven = day > LAST_MONTH || month === LAST_MONTH; // which figure is the month
    return isProven ? eitherShows(shown, shownByEnd(month, day)) : shown;
  }
  if (/^\d{4}\D/.test(written)) return shownByMonthAndDay(Number(date.mes), Number(date.dia));
  const isNewYear = /^\d+$/.test(written) && date.mes === '01' && date.dia === '01';
  return shows(
    'notSerial',
    ...(isNewYear ? (['newYear'] as const) : []),
    ...(date.anio.length === 2 ? (['shortYears'] as const) : []),
  );
}

/** Returns what a date shows that names its month and its day. */
function shownByMonthAndDay(month: number, day: number): EvidenceBits {
  if (month === 1 && day === 1) return shows('yearFirst', 'newYear');
  if (month > LAST_MONTH && day > 0 && day <= LAST_MONTH) return shows('yearFirst', 'monthLast');
  const usual = day > LAST_MONTH ? LATE : SHOWS_YEAR_FIRST;
  return month > 0 && month < LAST_MONTH ? usual : eitherShows(usual, shownByEnd(month, day));
}

const MONTH_ZERO = shows('monthZero');
const DECEMBER = shows('december');

/** Returns what a date shows about the first month: programs that count from 0 write 0 for January, and never 12. */
function shownByEnd(month: number, day: number): EvidenceBits {
  if (day === 0) return NOTHING_SHOWN; // 1990-00-00 is no date
  return month === 0 ? MONTH_ZERO : month === LAST_MONTH ? DECEMBER : NOTHING_SHOWN;
}

/** The evidence of three figures whose order a day above 12 proves or not, with a year of four digits. */
const PROVEN = {
  dayFirst: shows('notSerial', 'dayFirst'),
  monthFirst: shows('notSerial', 'monthFirst'),
  unproven: shows('notSerial', 'unproven'),
} as const;
const NOT_SERIAL = shows('notSerial');
const SHORT_YEARS = shows('notSerial', 'shortYears');
const NEW_YEAR = shows('newYear');

/** Returns whether a date proves that the month comes before the day. */
export const isMonthFirst = (text: string): boolean =>
  text.length <= LONGEST_WORD && shownByDate(text).low === PROVEN.monthFirst.low;

/** Examines a date of three figures in the order of the file: a figure above 12 is no month. */
function shownByFigures(first: number, second: number, year: number, yearLength: number): EvidenceBits {
  if (yearLength === 1) return NOT_SERIAL;
  const usual = yearLength === 2 ? SHORT_YEARS : NOT_SERIAL;
  if (first === 1 && second === 1) return eitherShows(usual, NEW_YEAR);
  if (first > LAST_DAY || second > LAST_DAY || first === second || first === 0 || second === 0) return usual;
  if (second > LAST_MONTH && first > LAST_MONTH) return usual;
  const mayBeDay = yearLength === 2 && year <= LAST_DAY; // then the year may come first
  const order = second > LAST_MONTH ? 'monthFirst' : first > LAST_MONTH && !mayBeDay ? 'dayFirst' : 'unproven';
  return yearLength === 2 ? eitherShows(PROVEN[order], usual) : PROVEN[order];
}
