/** How a file is read: the conventions that were decided, with their evidence. */
/** The encodings that a file may come in. */
export type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** The names of the conventions that a user may declare. The client needs no more of them than these. */
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
