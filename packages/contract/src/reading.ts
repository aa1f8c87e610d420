/** How a file is read: the conventions that a user may declare, and those that were decided, with their evidence. */
import type { ReadingCause } from './codes/reading.js';

/** The encodings that a file may come in. */
export type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** The conventions that a user may declare, besides the encoding. */
export interface ReadingOptions {
  /** `hm`: M is a woman. `fm`: M is a man. `12`: 1 is a man, 2 a woman. */
  readonly sexo?: 'hm' | 'fm' | '12' | undefined;
  /** The order of day (d), month (m) and year (a) in dates written with figures. */
  readonly fechas?: 'dma' | 'mda' | 'amd' | undefined;
  /** The first of the hundred years that two digits can name. */
  readonly siglo?: number | undefined;
  /** The words that stand for no datum; an empty list: none. */
  readonly nulos?: readonly string[] | undefined;
  /** The number of the row with the names of the columns. */
  readonly encabezado?: number | undefined;
  /** The column of the names holds the whole name, and these come first. */
  readonly nombre_completo?: 'apellidos' | 'nombres' | undefined;
}

/** The names of the options, the same on the command line and in a query. */
export const READING_PARAMETERS = ['sexo', 'fechas', 'siglo', 'nulos', 'encabezado', 'nombre_completo'] as const;
export type ReadingParameter = (typeof READING_PARAMETERS)[number];

/** The words that stand for no datum, unless the user declares others. */
export const NULL_WORDS: readonly string[] = 'NULL null \\N N/A n/a #N/A NaN nan None none undefined (null) - --'.split(
  ' ',
);

/** Rows that show something: how many, and the number of the first. */
export interface Sight {
  readonly count: number;
  readonly row: number;
}

/** `declarada`: the user said so. `vista`: rows prove it. `supuesta`: nothing was seen against the default. */
export type Basis = 'declarada' | 'vista' | 'supuesta';

export interface Convention<T, E extends string = never> {
  readonly value: T;
  readonly basis: Basis;
  readonly evidence: Readonly<Record<E, Sight>>;
}

/** The conventions of a file, decided once for all its rows. Plain JSON; it holds no cell of the file. */
export interface Reading {
  /** `mark`: the first bytes tell. `notUtf8`: rows that are no UTF-8. `utf8`: rows beyond ASCII that are. */
  readonly codificacion: Convention<Encoding, 'mark' | 'notUtf8' | 'utf8'>;
  /** The number of the row with the names of the columns; 0 for NDJSON. */
  readonly encabezado: Convention<number>;
  /** `mixta`: the rows give M both meanings. */
  readonly sexo: Convention<'hm' | 'fm' | '12' | 'mixta', 'H' | 'F' | 'M' | 'digits'>;
  /** `mixta`: some rows have the day first, others the month. `unproven`: dates that are possible both ways. */
  readonly fechas: Convention<'dma' | 'mda' | 'amd' | 'mixta', 'dayFirst' | 'monthFirst' | 'unproven'>;
  readonly siglo: Convention<number | null, 'shortYears'>;
  /** `surnames`: surnames that one of the words stands for. */
  readonly nulos: Convention<readonly string[], 'surnames'>;
  readonly nombre_completo: Convention<'apellidos' | 'nombres' | null>;
}

type Parsed<P extends ReadingParameter> =
  | { readonly value: Exclude<ReadingOptions[P], undefined> }
  | { readonly cause: ReadingCause };

const MAX_WORDS = 50;
const MAX_WORD_LENGTH = 50;
const MAX_HEADER_ROW = 1000;

const oneOf =
  <T extends string>(...admitted: readonly T[]) =>
  (text: string): T | null =>
    admitted.find((value) => value === text) ?? null;

function wholeNumber(text: string, from: number, to: number): number | null {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return value >= from && value <= to ? value : null;
}

function readNullWords(text: string): readonly string[] | null {
  if (text === 'ninguno') return [];
  const words = text.split(',').map((word) => word.trim());
  const areShort = words.every((word) => word !== '' && word.length <= MAX_WORD_LENGTH);
  return areShort && words.length <= MAX_WORDS ? words : null;
}

const PARSERS: { readonly [P in ReadingParameter]: (text: string) => Exclude<ReadingOptions[P], undefined> | null } = {
  sexo: oneOf('hm', 'fm', '12'),
  fechas: oneOf('dma', 'mda', 'amd'),
  siglo: (text) => wholeNumber(text, 1800, 2000),
  nulos: readNullWords,
  encabezado: (text) => wholeNumber(text, 1, MAX_HEADER_ROW),
  nombre_completo: oneOf('apellidos', 'nombres'),
};

/** Reads the value of an option as a user types it. */
export function parseReadingOption<P extends ReadingParameter>(name: P, text: string): Parsed<P> {
  const value = PARSERS[name](text);
  return value === null ? { cause: `lectura_${name}` } : { value };
}

/** The options as query parameters. */
export function readingParameters(options: ReadingOptions): Record<string, string> {
  const written = READING_PARAMETERS.flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    return [[name, typeof value === 'object' ? value.join(',') || 'ninguno' : String(value)] as const];
  });
  return Object.fromEntries(written);
}
