/** Reads a date and a sex as people write them in files and forms. */
import type { Sexo } from '@curp-service/core';

/** A date in the parts and digits of the contract. Only `splitDate` returns years of two digits. */
export interface DateParts {
  readonly anio: string;
  readonly mes: string;
  readonly dia: string;
}

/** An hour and its zone, as databases, programs and spreadsheets write them: `00:00:00-06`, `, 12:00:00 a. m.`, `:00:00:00` of SAS, `00:00 UTC`. */
const HOUR =
  '(?:(?:,? |[T:])[\\d:.,]+(?:\\s?[ap]\\.?\\s?m\\.?)?(?:Z| ?(?:UTC|GMT)?(?:[+-]\\d\\d(?::?\\d\\d)?)?(?: \\([^)]*\\))?))?';
/** `1990-05-17`, `1990/5/17`, `19900517`, with or without an hour after it, as databases write them. */
const YEAR_FIRST = new RegExp(`^(\\d{4})(?:([-/. ])(\\d\\d?)\\2(\\d\\d?)|(\\d\\d)(\\d\\d))${HOUR}$`, 'i');
/** `17/05/1990`, `5-17-1990`, `17.05.90`, `90 05 17`: three figures in the order of the file. */
const FIGURES = new RegExp(`^(\\d\\d?)([-/. ])(\\d\\d?)\\2(\\d{4}|\\d\\d?)${HOUR}$`, 'i');
/** `17 de mayo de 1990`, `17-may-1990`, `17-MAY-1990 00:00:00`, `17MAY1990` of SAS, `17-V-1990`, `1º de mayo de 1990`, `1o. de dic. de 1990`, and `17-may-90`, as Excel writes dates by default. */
const WITH_MONTH_NAME = new RegExp(
  `^(\\d\\d?)(?:[-/]|(?:[°ºo]|e?ro?)?\\.? ?(?:de )?)([a-z]{3,10}|[ivx]{1,4})\\.?(?:[-/.]|,? ?(?:del? (?:ano )?)?)(\\d{4}|\\d\\d)${HOUR}$`,
  'i',
);
/** The months in Spanish, English, French, Portuguese, Italian and German, which people write in full or by at least their first three letters. */
const MONTH_NAMES = (
  'enero/january/janvier/janeiro/gennaio/januar/janner febrero/february/fevrier/fevereiro/febbraio/februar ' +
  'marzo/mzo/march/mars/marco/marz abril/april/avril/aprile mayo/may/mai/maio/maggio junio/june/juin/junho/giugno/juni ' +
  'julio/july/juillet/julho/luglio/juli agosto/august/aout septiembre/setiembre/september/septembre/setembro/settembre ' +
  'octubre/october/octobre/outubro/ottobre/oktober noviembre/november/novembre/novembro ' +
  'diciembre/december/decembre/dezembro/dicembre/dezember'
)
  .split(' ')
  .map((names) => names.split('/'));

/** `17051990`, `05171990`, and `5071990` without its zero: these years distinguish them from `19900517`, because no month is 18, 19 or 20. */
const JOINED_YEAR_LAST = /^(\d\d?)(\d\d)((?:18|19|20)\d\d)$/;
/** `May 17, 1990`, `mayo 17 de 1990`, `May 17 1990 12:00AM`. */
const MONTH_NAME_FIRST = new RegExp(`^([a-z]{3,10})\\.?[-. ](\\d\\d?)(?:-|,? (?:del? )?)(\\d{4})${HOUR}$`, 'i');
/** `1990-may-17`, `1990/MAY/17`, `1990 mayo 17`. */
const MONTH_NAME_SECOND = new RegExp(`^(\\d{4})[-/. ]([a-z]{3,10})\\.?[-/. ](\\d\\d?)${HOUR}$`, 'i');
/** The name of a weekday in full or by three letters, without accents. `mar` is also March. */
const WEEKDAY =
  /^(?:lun(?:es)?|martes|mie(?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|sab(?:ado)?|dom(?:ingo)?|(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day)?)[.,]* +/i;
/** The hour and the zone before the year, as Java writes them: `Thu May 17 00:00:00 CST 1990`. */
const HOUR_BEFORE_YEAR = / \d\d:\d\d:\d\d [a-z]{2,5}(?:[+-]\d\d:\d\d)?(?= \d{4}$)/i;
/** An age behind a date: `17/05/1990 (36 años)`. */
const AGE_BEHIND = / ?\( ?\d{1,3}(?: ?(?:anos?|a\.?))? ?\)$/i;
/** Milliseconds since 1970 as .NET writes them: the zone is only that of the program. */
const OF_NET = /^\\?\/Date\((-?\d+)(?:[+-]\d{4})?\)\\?\/$/;
/** Milliseconds since 1970. Ten digits may be seconds too, and are not read. */
const MILLISECONDS = /^-?\d{11,13}$/;
const [HOUR_LENGTH, DAY_LENGTH] = [3_600_000, 86_400_000];
/** The hours in Greenwich at which a day begins there or in Mexico. */
const MIDNIGHTS: ReadonlySet<number> = new Set([0, 5, 6, 7, 8]);
/** No date is longer. */
const LONGEST_DATE = 60;

/** A date as databases write it, which most files have. */
export const ISO_DATE = /^\d{4}-\d\d-\d\d$/;

/** Returns whether a number of five digits may be YYMMDD that lost its first zero in a spreadsheet: 10708 for 2001-07-08. */
export function mayLackZero(number: number): boolean {
  const month = Math.floor(number / 100) % 100;
  const day = number % 100;
  return number > 9999 && number < 100_000 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** Returns a text with the hour apart that HL7 joins to its date: `19900517143000-0600`. */
export const withHourApart = (text: string): string =>
  text.replace(/^(\s*(?:18|19|20)\d{6})(\d\d)(\d\d)(?=\d\d(?!\d))/, '$1 $2:$3:');

/** The three figures of a date whose order the text does not show. */
export type DateFigures = readonly [string, string, string];

/** Reads a date, whether or not that day exists: its parts or, if the order is open, its three figures. */
export function splitDate(text: string): DateParts | DateFigures | null {
  const figures = splitFigures(text);
  if (figures !== null) return figures[0].length === 4 ? dateOf(...figures) : figures;
  const written = text.trim();
  if (written.length > LONGEST_DATE) return null;
  const date = withoutMarks(withHourApart(written))
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/^(-?\d{7,13})[.,]0+$/, '$1')
    .replace(OF_NET, '$1')
    .replace(AGE_BEHIND, '')
    .replace(WEEKDAY, '')
    .replace(/^primero(?= de )/i, '1')
    .replace(HOUR_BEFORE_YEAR, '')
    .replace(/ ?([-/.]) ?/g, '$1');
  if (MILLISECONDS.test(date)) return dayOfTime(Number(date));
  const [, first, second = '', year = ''] = JOINED_YEAR_LAST.exec(date) ?? [];
  if (first !== undefined) return [first, second, year];
  const [, anio, , mes, dia, mm, dd] = YEAR_FIRST.exec(date) ?? [];
  if (anio !== undefined) return dateOf(anio, mes ?? mm, dia ?? dd);
  const [, a, , b = '', c = ''] = FIGURES.exec(date) ?? [];
  return a === undefined ? readNamedMonth(date) : [a, b, c];
}

/** Returns the day that begins at this time, as programs count it; `null` if none does. */
function dayOfTime(time: number): DateParts | null {
  const hour = (((time % DAY_LENGTH) + DAY_LENGTH) % DAY_LENGTH) / HOUR_LENGTH;
  if (!MIDNIGHTS.has(hour)) return null;
  const [anio = '', mes, dia] = new Date(time).toISOString().slice(0, 10).split('-');
  return anio.length === 4 ? dateOf(anio, mes, dia) : null;
}

/** The codes of the signs that separate the figures of a date. */
const SEPARATORS: ReadonlySet<number> = new Set(Array.from('-/. ', (sign) => sign.charCodeAt(0)));

/** Returns the three figures of `1990-05-17` or `17/5/1990`, as most files write dates; `null` for any other text. */
function splitFigures(text: string): DateFigures | null {
  const first = digitsEnd(text, 0);
  const separator = text.charCodeAt(first);
  const second = digitsEnd(text, first + 1);
  if (!SEPARATORS.has(separator) || text.charCodeAt(second) !== separator) return null;
  const [a, b, c] = [first, second - first - 1, text.length - second - 1];
  const isYearFirst = a === 4 && c <= 2;
  if (a === 0 || b === 0 || c === 0 || b > 2 || !(isYearFirst || (a <= 2 && c === 4))) return null;
  if (digitsEnd(text, second + 1) !== text.length) return null;
  return [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)];
}

/** Returns the index behind the digits at `from`. */
function digitsEnd(text: string, from: number): number {
  let i = from;
  for (let code = text.charCodeAt(i); code >= 48 && code <= 57; code = text.charCodeAt(i)) i++;
  return i;
}

/** Reads a date with the day first, as Mexico writes dates; returns `null` if it cannot. */
export function readDate(text: string): DateParts | null {
  const split = splitDate(text);
  if (split === null) return null;
  const date = 'anio' in split ? split : dateOf(split[2], split[1], split[0]);
  return date.anio.length === 4 ? date : null;
}

/**
 * Returns the date of one person as `1990-05-17`, and any other text unchanged: typed where the user sees how it was
 * understood. The month may come first if no other order is a date: `05/17/1990`. In a file, one date with the month first
 * would put the order of the others in doubt.
 */
export function readTypedDate(text: string): string {
  const date = readDate(text);
  if (date === null) return text;
  const isMonthFirst = Array.isArray(splitDate(text)) && Number(date.mes) > 12 && Number(date.dia) <= 12;
  return isoDate(isMonthFirst ? { anio: date.anio, mes: date.dia, dia: date.mes } : date);
}

function readNamedMonth(text: string): DateParts | null {
  const written = (form: RegExp, ...order: readonly [number, number, number]): DateParts | null => {
    const parts = form.exec(text);
    const [anio = '', month = '', dia] = order.map((place) => parts?.[place]);
    const mes = monthNumber(month);
    return mes === null ? null : dateOf(anio, mes, dia);
  };
  return written(WITH_MONTH_NAME, 3, 2, 1) ?? written(MONTH_NAME_FIRST, 3, 1, 2) ?? written(MONTH_NAME_SECOND, 1, 2, 3);
}

const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ');

/** Returns the number of a month written in full, by at least three letters, in Roman figures or beside its number (`05 - Mayo`); `null` if it is no month. */
export function monthNumber(text: string): string | null {
  const written = withoutMarks(text).trim().toLowerCase().replace(/\.$/, '');
  const [number = '', word = ''] = written.match(/\d+|\p{L}+/gu)?.toSorted() ?? [];
  if (/\d/.test(written))
    return word !== '' && monthNumber(word) === number.padStart(2, '0') ? monthNumber(word) : null;
  const roman = ROMAN.indexOf(written);
  if (roman >= 0) return String(roman + 1).padStart(2, '0');
  if (written.length < 3) return null;
  const [month, other] = MONTH_NAMES.flatMap((names, i) =>
    names.some((name) => name.startsWith(written)) ? [i + 1] : [],
  );
  if (month === undefined) return contractedMonth(written);
  return other === undefined ? String(month).padStart(2, '0') : null; // `jui` begins juin and juillet
}

/** Returns the number of the only Spanish month with these letters in their order, the first and the last at its ends: `agto`, `dbre`. */
function contractedMonth(written: string): string | null {
  const isOf = (name: string): boolean => {
    let found = 0;
    for (const letter of name) if (letter === written[found]) found++;
    return found === written.length && name.startsWith(written.charAt(0)) && name.endsWith(written.slice(-1));
  };
  const months = MONTH_NAMES.flatMap(([name = ''], i) => (isOf(name) ? [i + 1] : []));
  return months.length === 1 ? String(months[0]).padStart(2, '0') : null;
}

/** Returns a text without accents: `février` and `fevrier` are one month. */
const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

export const dateOf = (anio: string, mes = '', dia = ''): DateParts => ({
  anio,
  mes: mes.padStart(2, '0'),
  dia: dia.padStart(2, '0'),
});

/** Writes `1990-05-17`. */
export const isoDate = ({ anio, mes, dia }: DateParts): string => `${anio}-${mes}-${dia}`;

/** The sexes, as the contract writes them. */
export const SEXES: readonly Sexo[] = ['H', 'M', 'X'];

export const isSex = (value: string | undefined): value is Sexo => SEXES.some((sex) => sex === value);

const WORDS_OF_SEXES: Readonly<Record<Sexo, string>> = {
  H: 'hombre|masculino|masculina|varon|varonil|macho|nino|male|man|boy|sr|senor|♂',
  M: 'mujer|femenino|femenina|femenil|hembra|nina|female|woman|girl|w|sra|senora|srita|srta|senorita|♀', // English and German write M and W
  X: 'no binario|no binaria',
};
const SEX_WORDS: ReadonlyMap<string, Sexo> = /* @__PURE__ */ new Map(
  SEXES.flatMap((sex) => WORDS_OF_SEXES[sex].split('|').map((word) => [word, sex] as const)),
);
/** Words that people write by their first letters, at least three: `Masc.`, `MUJ`. */
const SHORTENED = ['hombre', 'mujer', 'masculino', 'femenino'];
/** Words for a sex with a slip behind their first letters, or of Portuguese: `FEMENIMO`, `MASCUINO`, `Feminino`. */
const MISSPELT: readonly (readonly [RegExp, Sexo])[] = [
  [/^fem[ei]n?[a-z]{1,6}$/, 'M'],
  [/^mascu?[a-z]{1,6}$/, 'H'],
];
/** The digit or the initial of a sex before or after its word: `1 - Hombre`, `Mujer (M)`. */
const BESIDE_WORD = /^(?:\d|([a-z])(?= \1)) (.+)$|^((.).*?) (?:\d|\4)$/;

/** Returns `H`, `M` or `X` for a letter or a word, and any other text unchanged. `F` is not read: next to it, `M` would be a man. */
export function readSex(text: string): string {
  const letter = text.trim().toUpperCase();
  return isSex(letter) ? letter : (readSexWord(text) ?? text);
}

/** Returns the sex that a word names, such as `Masculino`, `varón` or `Fem.`; `null` for other words. */
export function readSexWord(text: string): Sexo | null {
  const word = withoutMarks(text)
    .toLowerCase()
    .replace(/[-_.:=/()\s]+/g, ' ')
    .trim();
  const name = word.replace(BESIDE_WORD, '$2$3');
  const whole = SHORTENED.find((each) => name.length >= 3 && each.startsWith(name)) ?? name;
  return SEX_WORDS.get(whole) ?? MISSPELT.find(([form]) => form.test(name))?.[1] ?? null;
}

/** A whole number with decimals of zero, as programs write it: `9.0`, and `9,0` with a decimal comma. */
const FLOAT = /^\s*(\d+)(?:\.0+|,0)\s*$/;
/** Returns a whole number without its decimals of zero, in two digits, and any other text unchanged. */
export const withoutDecimals = (text: string): string =>
  text.replace(FLOAT, (_, figures: string) => figures.padStart(2, '0'));

/** Returns the figures of a part of a date, without blanks and decimals of zero, and with the zero that Excel drops. */
export function readFigures(text: string): string {
  const figures = withoutDecimals(text.trim());
  return /^\d$/.test(figures) ? `0${figures}` : figures;
}

/** Returns a CURP that somebody typed or pasted in upper case, without spaces, hyphens or invisible characters. */
export const typedKey = (text: string): string => text.replaceAll(/[\s\p{Cf}\p{Pd}_]/gu, '').toUpperCase();
