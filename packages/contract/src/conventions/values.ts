/** What the conventions of a file are made of: their values, their basis and their evidence. `table.ts` has the conventions. */
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

/** The names of the conventions that a user may declare. They are apart from the table because the client needs only the names. */
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

/** The orders of day, month and year in a date of figures. */
export const DATE_ORDER_NAMES = ['dma', 'mda', 'amd', 'adm'] as const;
export type DateOrder = (typeof DATE_ORDER_NAMES)[number];

/** Signs and words around every name of a column that are no part of the name. */
export const WRAPPINGS = ['igual', 'apostrofo', 'comillas', 'numero', 'corchetes', 'ciudadano'] as const;
export type Wrapping = (typeof WRAPPINGS)[number];

/** The ranges of a sheet that should grow over its new columns: its tables, its filter and its print area. */
export type SheetRange = 'tabla' | 'filtro' | 'impresion' | 'lista';

/** What the cells of a column say about the person of their row. `despues`: a day after the birth, such as that of an admission. */
export type WitnessKind = 'curp' | 'rfc' | 'edad' | 'anio' | 'mes' | 'dia' | 'fecha' | 'despues' | 'nombre' | 'pais';

/** A column that says something about the person of each row, by what its cells hold. */
export interface WitnessColumn {
  /** The index of the column, from 0. */
  readonly columna: number;
  readonly nombre: string;
  readonly clase: WitnessKind;
  /** Of a later event that nearly all rows have: its newest day in the file, as YYYYMMDD. */
  readonly hasta?: number;
}

/** What the shape of a column may be: a series, one cell in most rows, or cells that end at one width. */
export const SHAPES = [
  'fechas_seguidas',
  'fecha_repetida',
  'nacimiento_lejano',
  'sexo_unico',
  'estados_cortados',
  'nombres_cortados',
  'apellidos_partidos',
] as const;

/** What a column shows as a whole. */
export interface ColumnShape {
  readonly forma: (typeof SHAPES)[number];
  readonly campo: 'fecha_nacimiento' | 'sexo' | 'entidad' | 'nombres' | 'apellido_paterno' | 'apellido_materno';
  /** The birthday of the touched rows as MMDD, or their year of birth; how many letters names have, or the hash of a surname. */
  readonly valor?: number;
  /** How many rows have it. */
  readonly filas: number;
}

/** Rows that show something: their number, and the row number of the first. */
export interface ShownRows {
  readonly count: number;
  readonly row: number;
}

export const NOT_SHOWN: ShownRows = { count: 0, row: 0 };

/** `declarada`: the user said so. `vista`: rows prove it. `supuesta`: no row contradicts the default. */
export type Basis = 'declarada' | 'vista' | 'supuesta';

export interface Convention<T, E extends string = never> {
  readonly value: T;
  readonly basis: Basis;
  readonly evidence: Readonly<Record<E, ShownRows>>;
}
