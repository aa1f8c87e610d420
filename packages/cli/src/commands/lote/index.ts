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
import { words } from '../../textos/words.js';

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
    ...option(
      `<${COLUMN_OPTION.value}>`,
      words('lote_la_columna_de_un_dato', {
        opcion: [describeOption(COLUMN_OPTION, 'es'), describeOption(COLUMN_OPTION, 'en')],
      }),
    ),
    repeats: true,
  },
  formato: option('<FORMATO>', words('lote_csv_o_ndjson'), readFormat),
};

const LOTE_OPTIONS: CommandWords = {
  salida: outputFile(...words('lote_el_archivo_que')),
  ...READING_OPTIONS,
  hilos: option('<N>', words('lote_contesta_un_csv'), wholeNumber(1, MAX_THREADS)),
  lectura: option('<LECTURA>', words('lote_de_una_parte')),
  huellas: option('<ARCHIVO>', words('lote_con_lectura_escribe')),
  repetidas: option('<LISTA>', words('lote_con_lectura_entrada')),
  solo_pendientes: flag(...words('lote_escribe_solo_las')),
  cambios: option('<CSV>', words('lote_de_un_csv')),
  sin_preguntas: flag(...words('lectura_no_pregunta_lo')),
  ...OUTPUT_OPTIONS,
  json: SUMMARY_JSON,
};

export const lote = command({
  name: 'lote',
  about: words('lote_calcula_valida_o'),
  examples: [
    'curp lote personas.csv -o con-curp.csv',
    'curp lote nomina.xlsx --operacion cotejar --columna curp=CLAVE -o cotejada.xlsx',
    'curp lote movimientos.txt --formato idse -o revision.csv',
    'curp lote personas.csv.gz -o con-curp.csv.gz',
  ],
  args: [argument('<ENTRADA>', words('lote_el_archivo_o'))],
  options: LOTE_OPTIONS,
  after: words('lote_codigos_de_salida'),
  run: async ([path], given) => {
    const { runLote } = await import('./run.js');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the readers of the table give these types
    await runLote(path, { columna: [], ...(given as Partial<LoteCommandOptions>) });
  },
});
