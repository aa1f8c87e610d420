/** The options of a file. The flags of `curp lote`, the parameters over HTTP, their help and their documents come from here. */
import { CONVENTIONS, type FileOption } from './conventions/table.js';
import { type Language, say } from './language.js';
import { LAYOUTS, type Layout, type LayoutProblem, parseLayout } from './layouts.js';
import { READING_PARAMETERS, type ReadingParameter } from './reading.js';

type ReadingOptionRows = { readonly [P in ReadingParameter]: (typeof CONVENTIONS)[P]['option'] };

/** The conventions of a file that a user may declare, besides the encoding. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which `Object.fromEntries` forgets
const READING_OPTION_ROWS = Object.fromEntries(
  READING_PARAMETERS.map((name) => [name, CONVENTIONS[name].option]),
) as ReadingOptionRows;

const LAYOUT_NAMES = LAYOUTS.map(({ nombre }) => `\`${nombre}\``).join(', ');

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
      '`calcular`; `cotejar` en los formatos que traen la clave',
      '`calcular`; `cotejar` for layouts that have the key',
    ],
  },
  hoja: CONVENTIONS.hoja.option,
  codificacion: CONVENTIONS.codificacion.option,
  ...READING_OPTION_ROWS,
  formato: {
    value: 'FORMATO',
    schema: { type: 'string' },
    about: [
      `el formato de un archivo sin encabezado: ${LAYOUT_NAMES}, o uno propio en JSON`,
      `the layout of a file without a header: ${LAYOUT_NAMES}, or your own as JSON`,
    ],
    ifAbsent: ['se reconoce', 'it is recognised'],
    refusal: [
      'no es válido: en `{campo}` va {admite}, y trae «{valor}».',
      'is not valid: `{campo}` takes {admite}, but has “{valor}”.',
    ],
  },
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

export const isReadingParameter = (name: FileOptionName): name is ReadingParameter => name in READING_OPTION_ROWS;

type ReadingValue<P extends ReadingParameter> = Exclude<ReturnType<ReadingOptionRows[P]['parse']>, null>;

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
  const value = READING_OPTION_ROWS[name].parse(text) as ReadingValue<P> | null;
  return value === null ? { cause: `lectura_${name}` } : { value };
}

/** Reads the layout of a file as a user types it. */
export function parseLayoutOption(
  text: string,
):
  | { readonly value: Layout }
  | { readonly cause: ReadingCause; readonly parts: LayoutProblem & Record<string, string> } {
  const read = parseLayout(text, (each, value) => 'value' in parseReadingOption(each, value));
  return 'campos' in read ? { value: read } : { cause: 'lectura_formato', parts: { ...read } };
}

export type ReadingCause = `lectura_${ReadingParameter | 'formato'}`;
