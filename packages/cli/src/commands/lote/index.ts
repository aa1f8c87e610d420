/** `curp lote`: a file of people in, the same rows with their keys out. */
import { type Command, InvalidArgumentError } from 'commander';
import { addCommand } from '../../terminal/help.js';
import type { Environment, Translate } from '../../environment.js';
import type { LoteCommandOptions } from './options.js';

const MAX_THREADS = 64;
const ALIAS: Readonly<Record<string, string>> = { latin1: 'windows-1252', utf8: 'utf-8' };

/** One of a few words. */
const oneOf =
  (text: Translate, ...words: readonly string[]) =>
  (value: string): string => {
    const word = ALIAS[value.toLowerCase()] ?? value.toLowerCase();
    if (words.includes(word)) return word;
    const list = words.join(', ');
    throw new InvalidArgumentError(text(`debe ser una de: ${list}.`, `must be one of: ${list}.`));
  };

const readThreads =
  (text: Translate) =>
  (value: string): number => {
    const threads = /^\d{1,3}$/.test(value) ? Number(value) : 0;
    if (threads >= 1 && threads <= MAX_THREADS) return threads;
    throw new InvalidArgumentError(
      text(`debe ser un número entero de 1 a ${MAX_THREADS}.`, `must be a whole number from 1 to ${MAX_THREADS}.`),
    );
  };

export function lote(program: Command, { language, text, print }: Environment): void {
  addCommand(
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
    )
    .option(
      '--operacion <OPERACION>',
      text('calcular, validar o cotejar (si falta: calcular)', 'calcular, validar or cotejar (if absent: calcular)'),
      oneOf(text, 'calcular', 'validar', 'cotejar'),
    )
    .option(
      '--columna <CAMPO=COLUMNA>',
      text(
        'en qué columna está un dato, por su nombre o su número; vacía: no hay; se repite',
        'in which column a datum stands, by name or number; empty: there is none; may be repeated',
      ),
      (value: string, others?: readonly string[]) => [...(others ?? []), value],
    )
    .option(
      '--formato <FORMATO>',
      text('csv o ndjson, donde el nombre no lo dice', 'csv or ndjson, where the name does not tell'),
      oneOf(text, 'csv', 'ndjson'),
    )
    .option(
      '--codificacion <NOMBRE>',
      text(
        'utf-8, windows-1252 (latin1), utf-16le o utf-16be (si falta: se reconoce)',
        'utf-8, windows-1252 (latin1), utf-16le or utf-16be (if absent: it is recognised)',
      ),
      oneOf(text, 'utf-8', 'windows-1252', 'utf-16le', 'utf-16be'),
    )
    .option(
      '--hoja <NOMBRE>',
      text('la hoja de un .xlsx (si falta: la primera)', 'the sheet of an .xlsx (if absent: the first)'),
    )
    .option(
      '--hilos <N>',
      text('cuántos hilos calculan (si falta: 1)', 'how many threads calculate (if absent: 1)'),
      readThreads(text),
    )
    .option(
      '--servidor <URL>',
      text(
        'lo hace el servicio de esa dirección, con el token de CURP_TOKEN; necesita PostgreSQL',
        'the service at that address does it, with the token of CURP_TOKEN; it needs PostgreSQL',
      ),
    )
    .option(
      '--excel',
      text('un CSV que Excel abre bien, y sin fórmulas', 'a CSV that Excel opens well, and without formulas'),
    )
    .option(
      '--homonimos',
      text('marca las filas cuya raíz tuvo otra antes', 'marks the rows whose root an earlier one had'),
    )
    .option('--forzar', text('reemplaza SALIDA si ya existe', 'replaces SALIDA if it exists already'))
    .option('--json', text('el resumen como JSON, para programas', 'the summary as JSON, for programs'))
    .option('--silencio', text('sin resumen', 'no summary'))
    .addHelpText('after', `\n${exitCodes(text)}`)
    .action(async (path: string, given: Partial<LoteCommandOptions>, command: Command) => {
      const { runLote } = await import('./run.js');
      const options = { operacion: 'calcular', columna: [], hilos: 1, ...given } as const;
      await runLote(path, options, { language, text, print, failUsage: (message) => command.error(message) });
    });
}

const exitCodes = (text: Translate): string =>
  text(
    `Códigos de salida:
   0  todas las filas bien
   1  hay filas con error: SALIDA está completa y dice cuál en cada una
   2  el comando está mal escrito, o falta decir algo del archivo
  70  una falla de este programa
  74  no se puede leer ENTRADA o escribir SALIDA, o el servicio no contesta
  78  el servicio no admite el token
 130  interrumpido con Ctrl-C; 143, con SIGTERM`,
    `Exit codes:
   0  all rows good
   1  there are rows with errors: SALIDA is complete, and tells which in each
   2  the command is written wrong, or something about the file must be said
  70  a fault of this program
  74  ENTRADA cannot be read, SALIDA cannot be written, or the service does not answer
  78  the service does not take the token
 130  interrupted with Ctrl-C; 143, with SIGTERM`,
  );
