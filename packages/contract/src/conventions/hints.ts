/** Reads what the header of a file, and the lines above it, say about its conventions. They prove a convention as a row does. */
import type { ColumnIndexes } from '../columns.js';
import { SURNAMES_FIRST, simplify } from '../columns/names.js';
import { readSexWord } from '../values.js';
import { DATE_ORDER_NAMES, type DateOrder } from './values.js';

/** The conventions that a header states; `null` for each that it does not. */
export interface HeaderHints {
  readonly sexo: 'hm' | 'fm' | 'vh' | '12' | '21' | null;
  readonly fechas: DateOrder | null;
  readonly nombre_completo: 'apellidos' | null;
  /** True if one column holds the date of birth. */
  readonly hasOneDate: boolean;
  /** True if a column holds a school year, a group or an age. */
  readonly hasSchoolYears: boolean;
}

export const NO_HINTS: HeaderHints = {
  sexo: null,
  fechas: null,
  nombre_completo: null,
  hasOneDate: false,
  hasSchoolYears: false,
};

/** Returns what a header says about the conventions of its file, and what the lines above it say. */
export const hintsOf = (
  names: readonly string[],
  { sexo, fecha_nacimiento }: ColumnIndexes,
  above = '',
): HeaderHints => ({
  sexo: sexHint(names[sexo] ?? '') ?? sexHint(LEGEND_OF_SEXES.exec(above)?.[0] ?? ''),
  fechas: orderHint(names[fecha_nacimiento] ?? '') ?? orderHint(LEGEND_OF_DATES.exec(above)?.[0] ?? ''),
  nombre_completo: fullNameHint(names),
  hasOneDate: fecha_nacimiento >= 0,
  hasSchoolYears: names.some((name) => OF_SCHOOL.test(simplify(name))),
});

/** The names of columns of schools. */
const OF_SCHOOL = /(?:^|_)(?:grados?|grupo|semestre|cuatrimestre|ciclo_escolar|nivel_educativo|matricula|edad)(?:_|$)/;

/** The part of the lines above a header that explains the letters or digits of the sexes: `Sexo: H = Hembra, M = Macho`. */
const LEGEND_OF_SEXES = /(?:sexo|g[eé]nero)[^\r\n]{1,100}/i;
/** The form of dates there: `Fechas en formato MM/DD/AAAA`, `mes/día/año`. A date is that of the list, and proves no form. */
const LEGEND_OF_DATES =
  /\b(?:dd|d[ií]a|mm|mes|a{4}|y{4}|a[nñ]o)[-/. ](?:dd|d[ií]a|mm|mes)[-/. ](?:dd|d[ií]a|mm|mes|a{2,4}|y{2,4}|a[nñ]o)\b/i;

/** Returns the order of dates that the name of a column shows: `(MM/DD/AAAA)`, `(ej. 12/31/1990)`. */
function orderHint(name: string): HeaderHints['fechas'] {
  const written =
    /(d{1,2}|d[ií]a|m{1,2}|mes|[ay]{2,4}|a[nñ]o)[-/. ]?(d{1,2}|d[ií]a|m{1,2}|mes)[-/. ]?(d{1,2}|d[ií]a|m{1,2}|mes|[ay]{2,4}|a[nñ]o)(?![a-z])/i.exec(
      name,
    );
  const parts =
    written
      ?.slice(1)
      .map((part) => part.charAt(0).toLowerCase().replace('y', 'a'))
      .join('') ?? '';
  const order = DATE_ORDER_NAMES.find((each) => each === parts);
  if (order !== undefined) return order;
  const [, first = '', second = ''] = /(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})/.exec(name) ?? [];
  const isMonth = [first, second].map((figure) => figure !== '' && Number(figure) <= 12);
  if (first.length === 4) return isMonth[1] || second === '' ? null : 'adm';
  if (second === '' || isMonth[0] === isMonth[1]) return null;
  return isMonth[0] ? 'mda' : 'dma';
}

const fullNameHint = (names: readonly string[]): 'apellidos' | null =>
  names.some((name) => SURNAMES_FIRST.test(simplify(name))) ? 'apellidos' : null;

/** Returns the letters or digits of the sexes that the name of a column shows: `Sexo (M/F)`, `Sexo (1 = Hombre, 2 = Mujer)`. */
function sexHint(name: string): HeaderHints['sexo'] {
  const simple = simplify(name);
  const explained = codedBy(simple.split('_'));
  if (explained !== null) return explained;
  if (/_1_(?:h|m|hombre|masculino)_2_(?:m|f|mujer|femenino)$/.test(simple)) return '12';
  const coded =
    /_(?:1_(?:f|mujer|femenino)_2_(?:h|m|v|hombre|masculino|varon)|(?:m|mujer|f|femenino)_1_(?:h|hombre|masculino)_2)$/;
  if (coded.test(simple)) return '21';
  if (/_(?:h|hombre|masculino)_1_(?:m|mujer|f|femenino)_2$/.test(simple)) return '12';
  const letters =
    /(?:^|_)([hmfvx])_(?:o_|u_|y_|or_)?([hmfvw])(?=_|$)/.exec(simple) ??
    /(?:sexo|genero|sex|gender)_?([hmf])([hmfw])$/.exec(simple);
  const both = letters?.slice(1).toSorted().join('');
  return both === 'fm' || both === 'mw' ? 'fm' : both === 'hm' ? 'hm' : both === 'hv' ? 'vh' : null;
}

/** The letters or digits of a man and of a woman in each coding. */
const CODINGS: Readonly<Record<string, HeaderHints['sexo']>> = {
  '1 2': '12',
  '2 1': '21',
  'h m': 'hm',
  'h f': 'hm',
  'v m': 'hm',
  'm f': 'fm',
  'v h': 'vh',
  'm h': 'vh',
};

/** Returns the coding that a text explains by words: `H = Hembra, M = Macho`, `hombre: 1, mujer: 2`; `null` if it explains none. */
function codedBy(words: readonly string[]): HeaderHints['sexo'] {
  const isCode = (word = ''): boolean => /^[hmfv12]$/.test(word);
  const sexes = words.map((word) => (word.length > 2 ? readSexWord(word) : null));
  const first = words.findIndex((word, i) => isCode(word) || sexes[i] !== null);
  const step = isCode(words[first]) ? 1 : -1; // the code comes before its word or after it
  const codeOf = (sex: 'H' | 'M'): string => words.find((word, i) => isCode(word) && sexes[i + step] === sex) ?? '';
  return CODINGS[`${codeOf('H')} ${codeOf('M')}`] ?? null;
}
