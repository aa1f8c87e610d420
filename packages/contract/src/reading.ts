/** How a file is read: the conventions that were decided, with their evidence. */
import type { Layout } from './layouts.js';

/** The encodings that a user may declare. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'ibm850', 'macintosh', 'utf-16le', 'utf-16be'] as const;

/** Texts in UTF-8 whose accents a program spoilt: it read the second encoding as the first. */
export const SPOILT = {
  'utf-8:macintosh>windows-1252': ['macintosh', 'windows-1252'],
  'utf-8:windows-1252>utf-8': ['windows-1252', 'utf-8'],
  'utf-8:windows-1252>ibm850': ['windows-1252', 'ibm850'],
  'utf-8:windows-1252>macintosh': ['windows-1252', 'macintosh'],
  'utf-8:macintosh>utf-8': ['macintosh', 'utf-8'],
  'utf-8:ibm850>windows-1252': ['ibm850', 'windows-1252'],
  'utf-8:ibm850>utf-8': ['ibm850', 'utf-8'],
} as const;
export type SpoiltEncoding = keyof typeof SPOILT;
export const isSpoilt = (encoding: Encoding): encoding is SpoiltEncoding => encoding in SPOILT;

/** The encodings that a file may have. */
export type Encoding = (typeof ENCODINGS)[number] | SpoiltEncoding;

/** The names of the conventions that a user may declare. They are apart from their options because the client needs only the names. */
export const READING_PARAMETERS = [
  'sexo',
  'fechas',
  'siglo',
  'nulos',
  'enie',
  'encabezado',
  'nombre_completo',
] as const;
export type ReadingParameter = (typeof READING_PARAMETERS)[number];

/** The words that mean “no datum”, unless the user declares others. */
export const NULL_WORDS: readonly string[] = 'NULL null \\N N/A n/a NaN nan None none undefined (null) - --'.split(' ');

/** Signs and words around every name of a column that are no part of the name. */
export const WRAPPINGS = ['igual', 'apostrofo', 'comillas', 'numero', 'corchetes', 'ciudadano'] as const;
export type Wrapping = (typeof WRAPPINGS)[number];

/** The ranges of a sheet that should grow over its new columns: its tables, its filter and its print area. */
export type SheetRange = 'tabla' | 'filtro' | 'impresion' | 'lista';

/** Rows that show something: their number, and the row number of the first. */
export interface Sight {
  readonly count: number;
  readonly row: number;
}

/** `declarada`: the user said so. `vista`: rows prove it. `supuesta`: no row contradicts the default. */
export type Basis = 'declarada' | 'vista' | 'supuesta';

export interface Convention<T, E extends string = never> {
  readonly value: T;
  readonly basis: Basis;
  readonly evidence: Readonly<Record<E, Sight>>;
}

/** The conventions of a file, decided once for all its rows. Plain JSON without any cell of the file. */
export interface Reading {
  /** `mark`: the first bytes say so. `notUtf8`: rows that are not UTF-8. `utf8`: rows that are, beyond ASCII. `odd`: rows with letters foreign to Spanish. */
  readonly codificacion: Convention<Encoding, 'mark' | 'notUtf8' | 'utf8' | 'odd'>;
  /** The number of the row with the names of the columns; 0 for NDJSON, and for a file without a header. */
  readonly encabezado: Convention<number> & {
    /** The number of rows of the header: the row above may be part of it. */
    readonly filas?: number;
    /** The first row that names the columns in another order. */
    readonly otro?: number;
  };
  /** The layout of a file without a header. `withoutKey`: rows without a key. `lines`: its rows. `announced`: their number by the last line. */
  readonly formato: Convention<Layout | null, 'withoutKey' | 'lines' | 'announced'>;
  /** `mixta`: M means both in these rows. `men`, `women`: rows with words such as Hombre and Mujer. */
  readonly sexo: Convention<'hm' | 'fm' | 'vh' | '12' | 'mixta', 'H' | 'F' | 'M' | 'V' | 'men' | 'women' | 'digits'>;
  /** `mixta`: some rows have the day first, others the month. `unproven`: dates that can be read both ways. */
  readonly fechas: Convention<'dma' | 'mda' | 'amd' | 'mixta', 'dayFirst' | 'monthFirst' | 'unproven'>;
  /** `serie`: days counted from 1900, as Excel counts them. `convertidas`: some may have the day and the month swapped. `anios`: 1 January stands for a year. */
  readonly forma_fechas: Convention<'serie' | 'convertidas' | 'anios' | null, 'serial' | 'yearFirst'>;
  /** Signs or words around every given name that are no part of it. */
  readonly envoltura: Convention<Wrapping | null, 'names'>;
  /** `columna`: both surnames have one column. `juntos`: most rows have both in the column of the first. */
  readonly apellidos: Convention<'columna' | 'juntos' | null, 'joined'>;
  /** The sign written for Ñ. `sin`: no name of the file has an Ñ, so N may mean Ñ. `lacksEnie`: surnames with N that usually have Ñ. */
  readonly enie: Convention<string | null, 'lacksEnie'>;
  /** `pais`: México is the only place in the column. */
  readonly lugares: Convention<'pais' | null, 'mexico'>;
  /** What the given names say against the columns. `cambiados`: they are in a column of surnames. `otro_sexo`: they are names of the other sex. */
  readonly nombres: Convention<'cambiados' | 'otro_sexo' | null, 'swapped'>;
  readonly siglo: Convention<number | null, 'shortYears'>;
  /** The words that mean “no datum”. `surnames`: surnames that are one of them. */
  readonly nulos: Convention<readonly string[], 'surnames'>;
  readonly nombre_completo: Convention<'apellidos' | 'nombres' | null>;
  /** The sheet of a workbook that the user declared, or that is not its only one; otherwise `null`. */
  readonly hoja: Convention<string | null>;
  /** The ranges of a returned workbook that cannot grow over the new columns. */
  readonly rangos: Convention<readonly SheetRange[]>;
}
