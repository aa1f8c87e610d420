/** `curp lote`: reads a file of people and writes the same rows with their keys. */
import {
  COLUMN_OPTION,
  describeOption,
  FILE_OPTION_NAMES,
  FILE_OPTIONS,
  type FileOptionName,
  flagOf,
  isReadingParameter,
  parseReadingOption,
} from '@curp-service/contract/file-options';
import { type Command, InvalidArgumentError } from 'commander';
import { ENCODINGS, type ReadingParameter } from '@curp-service/contract/reading';
import { addCommand } from '../../terminal/help.js';
import { oneOf, wholeNumber } from '../../terminal/commands.js';
import type { Environment, Translate } from '../../environment.js';
import type { LoteCommandOptions } from './plan.js';

const MAX_THREADS = 64;
const ALIAS: Readonly<Record<string, string>> = { latin1: 'windows-1252', utf8: 'utf-8' };

const encoding = (text: Translate) => {
  const read = oneOf(text, ...ENCODINGS);
  return (value: string): string => read(ALIAS[value.toLowerCase()] ?? value);
};

/** Reads a convention of the file as the service does. */
const reading =
  (text: Translate, name: ReadingParameter) =>
  (value: string): unknown => {
    const read = parseReadingOption(name, value);
    if ('value' in read) return read.value;
    const [es, en] = FILE_OPTIONS[name].refusal;
    throw new InvalidArgumentError(withoutQuotes(text(es, en)).replace(`${name} `, ''));
  };

const withoutQuotes = (text: string): string => text.replaceAll('`', '');

/** Reads the value of an option; `undefined`: any text will do. */
function readerOf(name: FileOptionName, text: Translate): ((value: string) => unknown) | undefined {
  if (isReadingParameter(name)) return reading(text, name);
  if (name === 'operacion') return oneOf(text, ...FILE_OPTIONS.operacion.schema.enum);
  return name === 'codificacion' ? encoding(text) : undefined;
}

/** Adds the options that a file has over HTTP too. */
function addFileOptions(command: Command, { text, language }: Environment): Command {
  for (const name of FILE_OPTION_NAMES) {
    const { value } = FILE_OPTIONS[name];
    const flag = value === null ? flagOf(name) : `${flagOf(name)} <${value}>`;
    const help = withoutQuotes(describeOption(FILE_OPTIONS[name], language));
    const reader = readerOf(name, text);
    if (reader === undefined) command.option(flag, help);
    else command.option(flag, help, reader);
  }
  return command;
}

/** Commander turns `--nombre-completo` into `nombreCompleto`; options are named as over HTTP. */
const byHttpNames = (given: object): Partial<LoteCommandOptions> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value]),
  );

export function lote(program: Command, environment: Environment): void {
  const { text, language } = environment;
  const command = addCommand(
    program,
    'lote',
    text,
    text(
      'calcula, valida o coteja todas las filas de un archivo: CSV, NDJSON o XLSX',
      'calculates, validates or compares all rows of a file: CSV, NDJSON or XLSX',
    ),
    [
      'curp lote personas.csv -o con-curp.csv',
      'curp lote nomina.xlsx --operacion cotejar --columna curp=CLAVE -o cotejada.xlsx',
      'zcat personas.csv.gz | curp lote - -o - | gzip > con-curp.csv.gz',
    ],
  )
    .argument('<ENTRADA>', text('el archivo, o - para una tubería', 'the file, or - for a pipe'))
    .option(
      '-o, --salida <SALIDA>',
      text(
        'el archivo que se escribe, o - para la salida estándar (si falta: la salida estándar, si no es una terminal)',
        'the file to write, or - for standard output (if absent: standard output, unless it is a terminal)',
      ),
    );
  addFileOptions(command, environment)
    .option(
      `--columna <${COLUMN_OPTION.value}>`,
      `${describeOption(COLUMN_OPTION, language)}; ${text('se puede repetir', 'may be repeated')}`,
      (value: string, others?: readonly string[]) => [...(others ?? []), value],
    )
    .option(
      '--formato <FORMATO>',
      text('csv o ndjson, si el nombre del archivo no lo indica', 'csv or ndjson, if the file name does not tell'),
      oneOf(text, 'csv', 'ndjson'),
    )
    .option(
      '--hilos <N>',
      text(
        'cuántos hilos calculan (si falta: uno por núcleo en archivos grandes, hasta 8)',
        'how many threads calculate (if absent: one per core for large files, up to 8)',
      ),
      wholeNumber(text, 1, MAX_THREADS),
    )
    .option(
      '--servidor <URL>',
      text(
        'procesa el archivo en el servicio de esa dirección, con el token de CURP_TOKEN',
        'processes the file at the service of that address, with the token in CURP_TOKEN',
      ),
    )
    .option(
      '--homonimos',
      text(
        'marca posibles duplicados: filas con la misma raíz que una anterior',
        'marks possible duplicates: rows with the same root as an earlier one',
      ),
    )
    .option(
      '--sin-preguntas',
      text(
        'no pregunta lo que solo una persona sabe del archivo: termina y dice qué opción falta',
        'asks nothing that only a person knows of the file: ends, and says which option is missing',
      ),
    )
    .option('--forzar', text('reemplaza SALIDA si ya existe', 'replaces SALIDA if it exists already'))
    .option('--json', text('el resumen como JSON, para programas', 'the summary as JSON, for programs'))
    .option('--silencio', text('sin resumen', 'no summary'))
    .addHelpText('after', `\n${exitCodes(text)}`)
    .action(async (path: string, given: object) => {
      const { runLote } = await import('./run.js');
      const options = { operacion: 'calcular', columna: [], ...byHttpNames(given) } as const;
      await runLote(path, options, { ...environment, failUsage: (message) => command.error(message) });
    });
}

const exitCodes = (text: Translate): string =>
  text(
    `Códigos de salida:
   0  todas las filas están listas
   1  hay filas por revisar o con error: SALIDA está completa y dice por qué en cada una
   2  el comando está mal escrito, o falta indicar algo del archivo
  70  error interno de este programa
  74  no se puede leer ENTRADA o escribir SALIDA, o el servicio no contesta
  78  el servicio no acepta el token
 130  interrumpido con Ctrl-C; 143, con SIGTERM`,
    `Exit codes:
   0  all rows are ready
   1  some rows are to be reviewed or have errors: SALIDA is complete and says why in each
   2  the command is wrong, or it must say more about the file
  70  an internal error of this program
  74  ENTRADA cannot be read, SALIDA cannot be written, or the service does not answer
  78  the service rejects the token
 130  interrupted with Ctrl-C; 143, with SIGTERM`,
  );
