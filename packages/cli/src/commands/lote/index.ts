/** `curp lote`: reads a file of people and writes the same rows with their keys. */
import {
  COLUMN_OPTION,
  describeOption,
  FILE_OPTION_NAMES,
  FILE_OPTIONS,
  type FileOptionName,
  isReadingParameter,
  parseReadingOption,
} from '@curp-service/contract/file-options';
import { InvalidArgumentError } from 'commander';
import { ENCODINGS, type ReadingParameter } from '@curp-service/contract/reading';
import { optionProblem, readFormat, withoutQuotes } from '../../files/layout.js';
import {
  argument,
  command,
  type CommandWord,
  type CommandWords,
  flag,
  oneOf,
  option,
  OUTPUT_OPTIONS,
  outputFile,
  type Reader,
  SUMMARY_JSON,
  wholeNumber,
} from '../../terminal/commands.js';
import type { LoteCommandOptions } from './plan.js';

const MAX_THREADS = 64;
const ALIAS: Readonly<Record<string, string>> = { latin1: 'windows-1252', utf8: 'utf-8' };

const readEncoding: Reader<string> = (value) => oneOf(...ENCODINGS)(ALIAS[value.toLowerCase()] ?? value);

/** Reads a convention of the file as the service does. */
const readConvention =
  (name: ReadingParameter): Reader<unknown> =>
  (value) => {
    const read = parseReadingOption(name, value);
    if ('value' in read) return read.value;
    throw new InvalidArgumentError(optionProblem(read));
  };

/** Returns the reader for the value of an option; `undefined` if the option takes any text. */
function readerOf(name: FileOptionName): Reader<unknown> | undefined {
  if (isReadingParameter(name)) return readConvention(name);
  if (name === 'operacion') return oneOf(...FILE_OPTIONS.operacion.schema.enum);
  return name === 'codificacion' ? readEncoding : undefined;
}

/** Defines an option that files also have over HTTP. */
function fileOption(name: FileOptionName): CommandWord<unknown> {
  const row = FILE_OPTIONS[name];
  const help = [describeOption(row, 'es'), describeOption(row, 'en')] as const;
  const form = row.value === null ? '' : ` <${row.value}>`;
  return { form, help: [withoutQuotes(help[0]), withoutQuotes(help[1])], read: readerOf(name) };
}

/** The options that say how a list is read. */
export const READING_OPTIONS: CommandWords = {
  ...Object.fromEntries(FILE_OPTION_NAMES.map((name) => [name, fileOption(name)])),
  columna: {
    ...option(`<${COLUMN_OPTION.value}>`, [
      `${describeOption(COLUMN_OPTION, 'es')}; se puede repetir`,
      `${describeOption(COLUMN_OPTION, 'en')}; may be repeated`,
    ]),
    repeats: true,
  },
  formato: option(
    '<FORMATO>',
    [
      'csv o ndjson, si el nombre del archivo no lo indica; o el de un archivo sin encabezado: uno de `curp formatos`, o el propio en un archivo .json',
      'csv or ndjson, if the file name does not say; or the layout of a file without a header: one of `curp formatos`, or your own in a .json file',
    ],
    readFormat,
  ),
};

const LOTE_OPTIONS: CommandWords = {
  salida: outputFile(
    'el archivo que se escribe, o - para la salida estándar (si falta: la salida estándar, si no es una terminal)',
    'the file to write, or - for standard output (if absent: standard output, unless it is a terminal)',
  ),
  ...READING_OPTIONS,
  hilos: option(
    '<N>',
    [
      'contesta un CSV o NDJSON en N hilos; la respuesta es la misma (si falta: uno)',
      'answers a CSV or NDJSON in N threads; the answer is the same (if absent: one)',
    ],
    wholeNumber(1, MAX_THREADS),
  ),
  lectura: option('<LECTURA>', [
    'de una parte de un archivo: la contesta por la lectura de todas, que escribe `curp lectura`',
    'of a part of a file: answers it by the reading of all, which `curp lectura` writes',
  ]),
  huellas: option('<ARCHIVO>', [
    'con --lectura: escribe una huella de la persona de cada fila, para hallar a quien está dos veces',
    'with --lectura: writes a hash of the person of each row, to find who is there twice',
  ]),
  repetidas: option('<LISTA>', [
    'con --lectura: ENTRADA es la respuesta de una parte; le escribe los avisos de las huellas que se repiten',
    'with --lectura: ENTRADA is the answer of a part; writes into it the notices of the hashes that repeat',
  ]),
  solo_pendientes: flag(
    'escribe solo las filas por revisar o con error, cada una con su número de fila',
    'writes only the rows to review or in error, each with the number of its row',
  ),
  cambios: option('<CSV>', [
    'de un CSV que este comando ya contestó: escribe en el archivo CSV qué filas cambiaron de grupo o de clave',
    'of a CSV that this command answered before: writes to the file CSV which rows changed their pile or key',
  ]),
  sin_preguntas: flag(
    'no pregunta lo que solo una persona sabe del archivo: termina y dice qué opción falta',
    'does not ask what only a person knows about the file: ends and says which option is missing',
  ),
  ...OUTPUT_OPTIONS,
  json: SUMMARY_JSON,
};

export const lote = command({
  name: 'lote',
  about: [
    'calcula, valida o coteja todas las filas de un archivo: CSV, NDJSON o XLSX',
    'calculates, validates or compares all rows of a file: CSV, NDJSON or XLSX',
  ],
  examples: [
    'curp lote personas.csv -o con-curp.csv',
    'curp lote nomina.xlsx --operacion cotejar --columna curp=CLAVE -o cotejada.xlsx',
    'curp lote movimientos.txt --formato idse -o revision.csv',
    'curp lote personas.csv.gz -o con-curp.csv.gz',
  ],
  args: [argument('<ENTRADA>', ['el archivo, o - para una tubería', 'the file, or - for a pipe'])],
  options: LOTE_OPTIONS,
  after: [
    `Códigos de salida:
   0  todas las filas están listas
   1  hay filas por revisar o con error: SALIDA está completa y dice por qué en cada una
   2  el comando está mal escrito, o falta indicar algo del archivo
  70  error interno de este programa
  74  no se puede leer ENTRADA o escribir SALIDA
 130  interrumpido con Ctrl-C; 143, con SIGTERM`,
    `Exit codes:
   0  all rows are ready
   1  some rows are to be reviewed or have errors: SALIDA is complete and says why in each
   2  the command is wrong, or an option about the file is missing
  70  an internal error of this program
  74  ENTRADA cannot be read, or SALIDA cannot be written
 130  interrupted with Ctrl-C; 143, with SIGTERM`,
  ],
  run: async ([path], given) => {
    const { runLote } = await import('./run.js');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the readers of the table give these types
    await runLote(path, { columna: [], ...(given as Partial<LoteCommandOptions>) });
  },
});
