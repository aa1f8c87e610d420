/** The options of a file. The flags of `curp lote`, the parameters over HTTP, their help and their documents come from here. */
import { CONVENTIONS, type FileOption } from './conventions/table.js';
import type { Language } from './language.js';
import { LAYOUTS, type Layout, type LayoutProblem, parseLayout } from './layouts.js';
import { READING_PARAMETERS, type ReadingParameter } from './reading.js';
import { messageInWords } from './words/in-words.js';
import { type Message, WIRE } from './words/message.js';

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
    about: 'opcion_operacion',
    ifAbsent: 'sin_operacion_dada',
  },
  hoja: CONVENTIONS.hoja.option,
  codificacion: CONVENTIONS.codificacion.option,
  ...READING_OPTION_ROWS,
  formato: {
    value: 'FORMATO',
    schema: { type: 'string' },
    about: 'opcion_formato',
    ifAbsent: 'se_reconoce',
  },
  excel: {
    value: null,
    schema: { type: 'string', enum: ['1', '0', 'true', 'false'], default: '0' },
    about: 'opcion_excel',
  },
} as const satisfies Readonly<Record<string, FileOption>>;

/** The option that names the column of a datum. Over HTTP each datum has its own. */
export const COLUMN_OPTION: FileOption = {
  value: 'CAMPO=COLUMNA',
  schema: { type: 'string' },
  about: 'opcion_columna',
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
  const frase = { id: about, parts: { formatos: LAYOUT_NAMES } };
  if (ifAbsent === undefined) return worded(frase, language);
  return worded({ id: 'opcion_si_falta', parts: { frase, valor: { id: ifAbsent } } }, language);
}

const worded = (message: Message, language: Language): string => messageInWords(message, WIRE, language);

/** Describes an option as a parameter of a request. */
export function describeParameter(option: FileOption, language: Language): string {
  const text = describeOption(option, language);
  if (option.value === null) return `\`1\`: ${text}`;
  return option.overHttp === undefined ? text : `${text}; ${worded({ id: option.overHttp }, language)}`;
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
