/** The options of a file. The flags of `curp lote`, the parameters over HTTP, their help and their documents come from here. */
import { type Bilingual, type Language, say } from './language.js';
import { LAYOUTS, type Layout, type LayoutProblem, parseLayout, parseWidths } from './layouts.js';
import type { ReadingParameter } from './reading.js';

interface FileOption {
  /** The name of the value in the help of the command line; `null` for a flag without a value. */
  readonly value: string | null;
  /** The values in JSON Schema. */
  readonly schema: { readonly type: 'string' | 'integer'; readonly [keyword: string]: unknown };
  /** The meaning of the option. */
  readonly about: Bilingual;
  /** The behaviour without the option. */
  readonly ifAbsent?: Bilingual;
  /** A remark that only requests need. */
  readonly overHttp?: Bilingual;
}

/** An option for a convention of the file. A wrong value has the code of a malformed request. */
interface ReadingOption<T> extends FileOption {
  /** Reads the value as a user types it; returns `null` if the option does not take it. */
  readonly parse: (text: string) => T | null;
  /** The message for a value that the option does not take. */
  readonly refusal: Bilingual;
}

const MAX_WORDS = 50;
const MAX_WORD_LENGTH = 50;
const ROWS_DECIDE: Bilingual = ['lo deciden las filas', 'the rows decide'];

const oneOf = <const T extends string>(...values: readonly T[]) => ({
  schema: { type: 'string', enum: values } as const,
  parse: (text: string): T | null => values.find((value) => value === text) ?? null,
});

const wholeNumber = (minimum: number, maximum: number) => ({
  schema: { type: 'integer', minimum, maximum } as const,
  parse(text: string): number | null {
    const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : null;
  },
});

/** Reads the words that mean “no datum”. The list is empty for `ninguno`: every word is a datum. */
function parseNullWords(text: string): readonly string[] | null {
  if (text === 'ninguno') return [];
  const words = text.split(',').map((word) => word.trim());
  const areShort = words.every((word) => word !== '' && word.length <= MAX_WORD_LENGTH);
  return areShort && words.length <= MAX_WORDS ? words : null;
}

/** The conventions of a file that a user may declare, besides the encoding. */
const READING_OPTIONS = {
  sexo: {
    value: 'LETRAS',
    ...oneOf('hm', 'fm', 'vh', '12'),
    about: [
      'con `hm`, M es mujer; con `fm`, M es masculino; con `vh`, V es varón y H hembra; con `12`, 1 es hombre y 2 mujer',
      'with `hm`, M is a woman; with `fm`, M is a man; with `vh`, V is a man and H a woman; with `12`, 1 is a man and 2 a woman',
    ],
    ifAbsent: ROWS_DECIDE,
    refusal: [
      '`sexo` solo admite `hm` (H hombre, M mujer), `fm` (F femenino, M masculino), `vh` (V varón, H hembra) o `12` (1 hombre, 2 mujer).',
      '`sexo` only accepts `hm` (H man, M woman), `fm` (F female, M male), `vh` (V man, H woman) or `12` (1 man, 2 woman).',
    ],
  },
  fechas: {
    value: 'ORDEN',
    ...oneOf('dma', 'mda', 'amd'),
    about: [
      'el orden de día, mes y año en las fechas escritas con cifras: `dma`, `mda` o `amd`',
      'the order of day, month and year in dates written with figures: `dma`, `mda` or `amd`',
    ],
    ifAbsent: ROWS_DECIDE,
    refusal: [
      '`fechas` solo admite `dma` (día, mes, año), `mda` (mes, día, año) o `amd` (año, mes, día).',
      '`fechas` only accepts `dma` (day, month, year), `mda` (month, day, year) or `amd` (year, month, day).',
    ],
  },
  siglo: {
    value: 'AÑO',
    ...wholeNumber(1800, 2000),
    about: [
      'el primero de los cien años que caben en dos cifras: con `1930`, `90` es 1990 y `05` es 2005',
      'the first of the hundred years that two digits can name: with `1930`, `90` is 1990 and `05` is 2005',
    ],
    ifAbsent: ['los años de dos cifras son errores', 'years of two digits are errors'],
    refusal: [
      '`siglo` es el primero de los cien años que caben en dos cifras, de `1800` a `2000`: con `1930`, `90` es 1990 y `05` es 2005.',
      '`siglo` is the first of the hundred years that two digits can name, from `1800` to `2000`: with `1930`, `90` is 1990 and `05` is 2005.',
    ],
  },
  nulos: {
    value: 'PALABRAS',
    schema: { type: 'string' },
    parse: parseNullWords,
    about: [
      'las palabras que significan «sin dato», separadas por comas, o `ninguno` si no las hay',
      'the words that mean “no data”, separated by commas, or `ninguno` if there are none',
    ],
    ifAbsent: [
      '`NULL`, `\\N`, `N/A`, `NaN`, `None`, `-` y parecidas',
      '`NULL`, `\\N`, `N/A`, `NaN`, `None`, `-` and the like',
    ],
    refusal: [
      '`nulos` lleva las palabras que significan «sin dato», separadas por comas (`S/D,NULL`), o `ninguno`: hasta 50 palabras, de hasta 50 caracteres.',
      '`nulos` takes the words that mean “no data”, separated by commas (`S/D,NULL`), or `ninguno`: up to 50 words of up to 50 characters.',
    ],
  },
  enie: {
    value: 'SIGNO',
    schema: { type: 'string', minLength: 1, maxLength: 1 },
    parse: (text: string): string | null => (/^[^\p{L}\p{N}\p{Cc}\s'’.-]$/u.test(text) ? text : null),
    about: [
      'el signo que se escribió en lugar de la Ñ en los nombres, como `#`',
      'the sign written for Ñ in names, such as `#`',
    ],
    ifAbsent: ['un signo en un nombre es un error', 'a sign in a name is an error'],
    refusal: [
      '`enie` es el signo que se escribió en lugar de la Ñ: uno solo, como `#` o `¥`.',
      '`enie` is the sign written for Ñ: a single one, such as `#` or `¥`.',
    ],
  },
  encabezado: {
    value: 'FILA',
    ...wholeNumber(0, 1000),
    about: [
      'el número de la fila con los nombres de las columnas; las filas de arriba pasan sin cambios; `0` si ninguna los trae',
      'the number of the row with the names of the columns; the rows above go through unchanged; `0` if no row has them',
    ],
    ifAbsent: ['se detecta', 'it is detected'],
    refusal: [
      '`encabezado` es el número de la fila con los nombres de las columnas, de `1` a `1000`, o `0` si ninguna los trae.',
      '`encabezado` is the number of the row with the names of the columns, from `1` to `1000`, or `0` if no row has them.',
    ],
  },
  nombre_completo: {
    value: 'ORDEN',
    ...oneOf('apellidos', 'nombres'),
    about: [
      'la columna `nombres` trae el nombre completo; primero van los `apellidos` o los `nombres`',
      'the column `nombres` holds the whole name, with `apellidos` (surnames) or `nombres` (given names) first',
    ],
    refusal: [
      '`nombre_completo` dice qué va primero en la columna: `apellidos` o `nombres`.',
      '`nombre_completo` says what comes first in the column: `apellidos` (surnames) or `nombres` (given names).',
    ],
  },
} as const satisfies Readonly<Record<ReadingParameter, ReadingOption<unknown>>>;

const LAYOUT_NAMES = LAYOUTS.map(({ nombre }) => `\`${nombre}\``).join(', ');

/** The options that say where the data are in a file without a header. */
const LAYOUT_OPTIONS = {
  formato: {
    value: 'FORMATO',
    schema: { type: 'string' },
    about: [
      `el formato de un archivo sin encabezado: ${LAYOUT_NAMES}, o uno propio en JSON`,
      `the layout of a file without a header: ${LAYOUT_NAMES}, or your own as JSON`,
    ],
    ifAbsent: ['se reconoce', 'it is recognised'],
    refusal: [
      '`formato` no es válido: en `{campo}` va {admite}, y trae «{valor}».',
      '`formato` is not valid: `{campo}` takes {admite}, but has “{valor}”.',
    ],
  },
  ancho: {
    value: 'POSICIONES',
    schema: { type: 'string' },
    about: [
      'las posiciones de cada dato en líneas de ancho fijo, en caracteres desde 1: `curp=150-167,nombres=77-103`; con `linea=168`, también su largo',
      'the positions of each datum in lines of fixed width, in characters from 1: `curp=150-167,nombres=77-103`; with `linea=168`, their length too',
    ],
    refusal: [
      '`ancho` lleva las posiciones de cada dato, como `curp=150-167,nombres=77-103`: en `{campo}` va {admite}, y trae «{valor}».',
      '`ancho` takes the positions of each datum, such as `curp=150-167,nombres=77-103`: `{campo}` takes {admite}, but has “{valor}”.',
    ],
  },
} as const satisfies Readonly<Record<string, FileOption & { readonly refusal: Bilingual }>>;
type LayoutOptionName = keyof typeof LAYOUT_OPTIONS;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are known
export const LAYOUT_OPTION_NAMES = Object.keys(LAYOUT_OPTIONS) as readonly LayoutOptionName[];

/** The options of a file, under the names of HTTP. */
export const FILE_OPTIONS = {
  operacion: {
    value: 'OPERACION',
    schema: { type: 'string', enum: ['calcular', 'validar', 'cotejar'] },
    about: [
      'lo que se hace con cada fila: `calcular`, `validar` o `cotejar`',
      'what is done with each row: `calcular`, `validar` or `cotejar`',
    ],
    ifAbsent: [
      '`calcular`; `cotejar` en los formatos que traen la clave y no todos los datos',
      '`calcular`; `cotejar` for layouts that have the key but not all data',
    ],
  },
  hoja: {
    value: 'NOMBRE',
    schema: { type: 'string' },
    about: ['la hoja de un libro, por su nombre', 'the sheet of a workbook, by its name'],
    ifAbsent: [
      'la primera visible cuyo encabezado nombra los datos',
      'the first visible one whose header names the data',
    ],
  },
  codificacion: {
    value: 'NOMBRE',
    schema: { type: 'string' },
    about: [
      'la codificación: `utf-8`, `windows-1252` (`latin1`), `ibm850` (DOS), `macintosh`, `utf-16le` o `utf-16be`',
      'the encoding: `utf-8`, `windows-1252` (`latin1`), `ibm850` (DOS), `macintosh`, `utf-16le` or `utf-16be`',
    ],
    ifAbsent: ['se detecta', 'it is detected'],
    overHttp: [
      'tiene prioridad sobre el `charset` de `Content-Type`',
      'it takes precedence over the `charset` of `Content-Type`',
    ],
  },
  ...READING_OPTIONS,
  ...LAYOUT_OPTIONS,
  excel: {
    value: null,
    schema: { type: 'string', enum: ['1', '0', 'true', 'false'], default: '0' },
    about: [
      'un CSV que Excel abre con sus acentos y sin ejecutar fórmulas',
      'a CSV that Excel opens with its accents and without running formulas',
    ],
  },
} as const satisfies Readonly<Record<string, FileOption>>;

/** The option that names the column of a datum. Over HTTP each datum has its own. */
export const COLUMN_OPTION: FileOption = {
  value: 'CAMPO=COLUMNA',
  schema: { type: 'string' },
  about: [
    'la columna de un dato, por su nombre, su número desde 1 o su letra, en NDJSON por el nombre en el objeto; vacía si no la hay',
    'the column of a datum, by its name, its number from 1 or its letter, in NDJSON by its name in the object; empty if there is none',
  ],
};

export type FileOptionName = keyof typeof FILE_OPTIONS;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are known
export const FILE_OPTION_NAMES = Object.keys(FILE_OPTIONS) as readonly FileOptionName[];

export const isReadingParameter = (name: FileOptionName): name is ReadingParameter => name in READING_OPTIONS;

type ReadingValue<P extends ReadingParameter> = Exclude<ReturnType<(typeof READING_OPTIONS)[P]['parse']>, null>;

/** The conventions that a user may declare, besides the encoding. */
export type ReadingOptions = { readonly [P in ReadingParameter]?: ReadingValue<P> | undefined };

/** Returns the flag of an option on the command line. */
export const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`;

/** Describes an option and its default in one line. */
export function describeOption({ about, ifAbsent }: FileOption, language: Language): string {
  if (ifAbsent === undefined) return say(about, language);
  return `${say(about, language)} (${say(['si falta', 'if absent'], language)}: ${say(ifAbsent, language)})`;
}

/** Describes an option as a parameter of a request. */
export function describeParameter(option: FileOption, language: Language): string {
  const text = describeOption(option, language);
  if (option.value === null) return `\`1\`: ${text}`;
  return option.overHttp === undefined ? text : `${text}; ${say(option.overHttp, language)}`;
}

/** Reads the value of a convention as a user types it. */
export function parseReadingOption<P extends ReadingParameter>(
  name: P,
  text: string,
): { readonly value: ReadingValue<P> } | { readonly cause: ReadingCause } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of the option has its type
  const value = READING_OPTIONS[name].parse(text) as ReadingValue<P> | null;
  return value === null ? { cause: `lectura_${name}` } : { value };
}

/** Reads the layout of a file as a user types it. */
export function parseLayoutOption(
  name: LayoutOptionName,
  text: string,
):
  | { readonly value: Layout }
  | { readonly cause: ReadingCause; readonly parts: LayoutProblem & Record<string, string> } {
  const isConvention = (each: ReadingParameter, value: string): boolean => 'value' in parseReadingOption(each, value);
  const read = name === 'ancho' ? parseWidths(text) : parseLayout(text, isConvention);
  return 'campos' in read ? { value: read } : { cause: `lectura_${name}`, parts: { ...read } };
}

export type ReadingCause = `lectura_${ReadingParameter | LayoutOptionName}`;
