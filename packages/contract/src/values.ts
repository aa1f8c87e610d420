/** Reads a date, a sex and an entity as people write them in files and forms. */
import { ENTIDADES, type Sexo, buscarEntidad } from '@curp-service/core';

/** A date in the parts and digits of the contract; its year may have two digits if `splitDate` gives it. */
export interface DateParts {
  readonly anio: string;
  readonly mes: string;
  readonly dia: string;
}

/** An hour and its zone, as databases and spreadsheets write them: `00:00:00-06`, `12:00:00 a. m.`. */
const HOUR = '(?:[T ][\\d:.,]+(?:\\s?[ap]\\.?\\s?m\\.?)?(?:Z|[+-]\\d\\d(?::?\\d\\d)?)?)?';
/** `1990-05-17`, `1990/5/17`, `19900517`, with or without an hour behind, as databases write them. */
const YEAR_FIRST = new RegExp(`^(\\d{4})(?:([-/. ])(\\d\\d?)\\2(\\d\\d?)|(\\d\\d)(\\d\\d))${HOUR}$`, 'i');
/** `17/05/1990`, `5-17-1990`, `17.05.90`, `90 05 17`: three figures in the order of the file. */
const FIGURES = new RegExp(`^(\\d\\d?)([-/. ])(\\d\\d?)\\2(\\d{4}|\\d\\d?)${HOUR}$`, 'i');
/** `17 de mayo de 1990`, `17-may-1990`, `17/May/1990`, and `17-may-90`, as Excel writes dates unless told otherwise. */
const WITH_MONTH_NAME = /^(\d\d?)(?:[-/. ]| de )([a-z]{3,10})\.?(?:[-/. ]| del? )(\d{4}|\d\d)$/i;
/** The months, to be written in full or by their first letters, three at least. */
const MONTHS =
  'enero/january febrero/february marzo/march abril/april mayo/may junio/june julio/july agosto/august septiembre/september octubre/october noviembre/november diciembre/december'.split(
    ' ',
  );

/** `17051990`, `05171990`: these years tell them from `19900517`, because no month has their first two digits. */
const JOINED_YEAR_LAST = /^(\d\d)(\d\d)((?:18|19|20)\d\d)$/;

/** Three figures of a date, whose order the text alone does not tell. */
export type DateFigures = readonly [string, string, string];

/** Reads a date, without judging whether that day exists: its parts or, if the order is open, its three figures. */
export function splitDate(text: string): DateParts | DateFigures | null {
  const trimmed = text.trim();
  if (JOINED_YEAR_LAST.test(trimmed)) return null;
  const [, anio, , mes, dia, mm, dd] = YEAR_FIRST.exec(trimmed) ?? [];
  if (anio !== undefined) return dateOf(anio, mes ?? mm, dia ?? dd);
  const [, a, , b, c] = FIGURES.exec(trimmed) ?? [];
  return a === undefined || b === undefined || c === undefined ? readNamedMonth(trimmed) : [a, b, c];
}

/** The same, with the day first, as Mexico writes dates. `null`: it cannot be understood. */
export function readDate(text: string): DateParts | null {
  const split = splitDate(text);
  if (split === null) return null;
  const date = 'anio' in split ? split : dateOf(split[2], split[1], split[0]);
  return date.anio.length === 4 ? date : null;
}

/** `May 17, 1990`. */
const MONTH_NAME_FIRST = /^([a-z]{3,10})\.? (\d\d?),? (\d{4})$/i;

/**
 * Reads the date of one person, typed where its reader sees how it was understood. The month may come first if only that
 * gives a day: `05/17/1990`. In a file one such row would leave the order of the others in doubt.
 */
export function readTypedDate(text: string): DateParts | null {
  const trimmed = text.trim();
  const [, first, second, year] = JOINED_YEAR_LAST.exec(trimmed) ?? [];
  const date =
    year === undefined ? readDate(trimmed.replace(MONTH_NAME_FIRST, '$2 $1 $3')) : dateOf(year, second, first);
  const isYearFirst = year === undefined && YEAR_FIRST.test(trimmed);
  if (date === null || isYearFirst || Number(date.mes) <= 12 || Number(date.dia) > 12) return date;
  return { anio: date.anio, mes: date.dia, dia: date.mes };
}

function readNamedMonth(text: string): DateParts | null {
  const [, dia, month = '', anio] = WITH_MONTH_NAME.exec(text) ?? [];
  if (anio === undefined) return null;
  const written = month.toLowerCase();
  const mes = MONTHS.findIndex((names) => names.split('/').some((name) => name.startsWith(written))) + 1;
  return mes === 0 ? null : dateOf(anio, String(mes), dia);
}

export const dateOf = (anio: string, mes = '', dia = ''): DateParts => ({
  anio,
  mes: mes.padStart(2, '0'),
  dia: dia.padStart(2, '0'),
});

/** The sexes, as the contract writes them. */
export const SEXES: readonly Sexo[] = ['H', 'M', 'X'];

export const isSex = (value: string | undefined): value is Sexo => SEXES.some((sex) => sex === value);

const SEX_WORDS: ReadonlyMap<string, Sexo> = new Map([
  ['hombre', 'H'],
  ['masculino', 'H'],
  ['masc', 'H'],
  ['varon', 'H'],
  ['male', 'H'],
  ['mujer', 'M'],
  ['femenino', 'M'],
  ['fem', 'M'],
  ['female', 'M'],
  ['no binario', 'X'],
  ['no binaria', 'X'],
]);

/** The keys and abbreviations of the catalogue, exactly as most files write them. */
const ENTITY_KEYS: ReadonlyMap<string, string> = new Map(
  ENTIDADES.flatMap(({ claveEntidad, abreviaturaEntidad }) => [
    [claveEntidad, claveEntidad],
    [abreviaturaEntidad, claveEntidad],
  ]),
);

/** `H`, `M` or `X` for a letter or a word; anything else unchanged. `F` is not read: beside it, `M` would be a man. */
export function readSex(text: string): string {
  const letter = text.trim().toUpperCase();
  return isSex(letter) ? letter : (readSexWord(text) ?? text);
}

/** The sex that a word names, such as `Masculino`, `varón` or `Fem.`; `null`: it is no such word. */
export function readSexWord(text: string): Sexo | null {
  const word = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[-_.\s]+/g, ' ');
  return SEX_WORDS.get(word.trim()) ?? null;
}

/** The key of an entity for its key, abbreviation or name (`NL`, `Nuevo León`, `19 - Nuevo León`); anything else unchanged. */
export function readEntity(text: string): string {
  return ENTITY_KEYS.get(text) ?? buscarEntidad(text)?.claveEntidad ?? keyBesideName(text) ?? text;
}

const CODE_FIRST = /^\s*(?<code>[\p{L}\d]{1,2})[^\p{L}\d]+(?<name>.+)$/u;
const CODE_LAST = /^(?<name>.+?)[^\p{L}\d]+(?<code>[\p{L}\d]{1,2})[^\p{L}\d]*$/u;
/** No name of an entity is longer. The second expression takes long over a text of a megabyte. */
const LONGEST_ENTITY = 60;

/** The key of an entity that is given by its key or abbreviation and by its name, if both say the same. */
function keyBesideName(text: string): string | undefined {
  if (text.length > LONGEST_ENTITY) return undefined;
  const keys = [CODE_FIRST, CODE_LAST].map((form) => {
    const { code = '', name = '' } = form.exec(text)?.groups ?? {};
    const key = buscarEntidad(code.padStart(2, '0'))?.claveEntidad;
    return key === buscarEntidad(name)?.claveEntidad ? key : undefined;
  });
  return keys.find((key) => key !== undefined);
}
