/** `curp lote`: reads a file of people and writes the same rows with their keys. */
import { READING_CODES } from '@curp-service/contract/codes/reading';
import { type ReadingParameter, parseReadingOption } from '@curp-service/contract/reading';
import { type Command, InvalidArgumentError } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { oneOf, wholeNumber } from '../../terminal/option-values.js';
import type { Environment, Translate } from '../../environment.js';
import type { LoteCommandOptions } from './options.js';

const MAX_THREADS = 64;
const ALIAS: Readonly<Record<string, string>> = { latin1: 'windows-1252', utf8: 'utf-8' };

const encoding = (text: Translate) => {
  const read = oneOf(text, 'utf-8', 'windows-1252', 'utf-16le', 'utf-16be');
  return (value: string): string => read(ALIAS[value.toLowerCase()] ?? value);
};

/** Reads a convention of the file as the service does. */
const reading =
  (text: Translate, name: ReadingParameter) =>
  (value: string): unknown => {
    const read = parseReadingOption(name, value);
    if ('value' in read) return read.value;
    const { es, en } = READING_CODES[read.cause];
    throw new InvalidArgumentError(text(es, en).replace(`\`${name}\` `, '').replaceAll('`', ''));
  };

export function lote(program: Command, environment: Environment): void {
  const { text } = environment;
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
        'la columna de un dato, por nombre o número; vacía si no la hay; se puede repetir',
        'the column of a datum, by name or number; empty if there is none; may be repeated',
      ),
      (value: string, others?: readonly string[]) => [...(others ?? []), value],
    )
    .option(
      '--formato <FORMATO>',
      text('csv o ndjson, si el nombre del archivo no lo indica', 'csv or ndjson, if the file name does not tell'),
      oneOf(text, 'csv', 'ndjson'),
    )
    .option(
      '--codificacion <NOMBRE>',
      text(
        'utf-8, windows-1252 (latin1), utf-16le o utf-16be (si falta: se detecta)',
        'utf-8, windows-1252 (latin1), utf-16le or utf-16be (if absent: detected)',
      ),
      encoding(text),
    )
    .option(
      '--sexo <LETRAS>',
      text(
        'hm (M es mujer), fm (M es masculino) o 12 (1 es hombre) (si falta: lo indican las filas)',
        'hm (M is a woman), fm (M is a man) or 12 (1 is a man) (if absent: the rows tell)',
      ),
      reading(text, 'sexo'),
    )
    .option(
      '--fechas <ORDEN>',
      text(
        'dma, mda o amd: el orden de día, mes y año (si falta: lo indican las filas)',
        'dma, mda or amd: the order of day, month and year (if absent: the rows tell)',
      ),
      reading(text, 'fechas'),
    )
    .option(
      '--siglo <AÑO>',
      text(
        'el primero de los cien años que caben en dos cifras, como 1930 (si falta: no se leen)',
        'the first of the hundred years that two digits can name, such as 1930 (if absent: they are not read)',
      ),
      reading(text, 'siglo'),
    )
    .option(
      '--nulos <PALABRAS>',
      text(
        'las palabras que significan sin dato, separadas por comas, o ninguno (si falta: NULL, N/A y otras)',
        'the words that mean no datum, separated by commas, or ninguno for none (if absent: NULL, N/A and others)',
      ),
      reading(text, 'nulos'),
    )
    .option(
      '--encabezado <FILA>',
      text(
        'el número de la fila con los nombres de las columnas (si falta: se busca)',
        'the number of the row with the names of the columns (if absent: it is looked for)',
      ),
      reading(text, 'encabezado'),
    )
    .option(
      '--nombre-completo <ORDEN>',
      text(
        'la columna nombres trae el nombre completo, primero apellidos o nombres',
        'the column nombres holds the whole name, with apellidos (surnames) or nombres (given names) first',
      ),
      reading(text, 'nombre_completo'),
    )
    .option(
      '--hoja <NOMBRE>',
      text(
        'la hoja de un .xlsx (si falta: la primera visible)',
        'the sheet of an .xlsx (if absent: the first visible)',
      ),
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
      '--excel',
      text(
        'un CSV que Excel abre con sus acentos y sin ejecutar fórmulas',
        'a CSV that Excel opens with its accents and without running formulas',
      ),
    )
    .option(
      '--homonimos',
      text(
        'marca posibles duplicados: filas con la misma raíz que una anterior',
        'marks possible duplicates: rows with the same root as an earlier one',
      ),
    )
    .option('--forzar', text('reemplaza SALIDA si ya existe', 'replaces SALIDA if it exists already'))
    .option('--json', text('el resumen como JSON, para programas', 'the summary as JSON, for programs'))
    .option('--silencio', text('sin resumen', 'no summary'))
    .addHelpText('after', `\n${exitCodes(text)}`)
    .action(async (path: string, given: Partial<LoteCommandOptions>, command: Command) => {
      const { runLote } = await import('./run.js');
      const options = { operacion: 'calcular', columna: [], ...given } as const;
      await runLote(path, options, { ...environment, failUsage: (message) => command.error(message) });
    });
}

const exitCodes = (text: Translate): string =>
  text(
    `Códigos de salida:
   0  ninguna fila con error
   1  hay filas con error: SALIDA está completa e indica el error de cada una
   2  el comando está mal escrito, o falta indicar algo del archivo
  70  error interno de este programa
  74  no se puede leer ENTRADA o escribir SALIDA, o el servicio no contesta
  78  el servicio no acepta el token
 130  interrumpido con Ctrl-C; 143, con SIGTERM`,
    `Exit codes:
   0  no row has an error
   1  some rows have errors: SALIDA is complete and tells the error of each
   2  the command is wrong, or it must say more about the file
  70  an internal error of this program
  74  ENTRADA cannot be read, SALIDA cannot be written, or the service does not answer
  78  the service rejects the token
 130  interrupted with Ctrl-C; 143, with SIGTERM`,
  );
