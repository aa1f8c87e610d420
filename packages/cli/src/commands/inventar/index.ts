/** `curp inventar`: writes a file of invented people with their keys, for tests of any system that handles them. */
import { readFormat } from '../../files/layout.js';
import { argument, command, flag, option, OUTPUT_OPTIONS, outputFile, wholeNumber } from '../../terminal/commands.js';

const MAX_PEOPLE = 999_999_999;
const MAX_SEED = 2 ** 32 - 1;
const FIRST_SEED = 1;

const INVENTAR_OPTIONS = {
  salida: outputFile(
    'el archivo que se escribe: .csv, .tsv, .ndjson (también .gz) o .xlsx (si falta: la salida estándar)',
    'the file to write: .csv, .tsv, .ndjson (also .gz) or .xlsx (if absent: standard output)',
  ),
  formato: option(
    '<FORMATO>',
    [
      'csv o ndjson, si el nombre del archivo no lo indica; o el de una oficina: uno de `curp formatos`, o el propio en un archivo .json',
      'csv or ndjson, if the file name does not say; or the layout of an office: one of `curp formatos`, or your own in a .json file',
    ],
    readFormat,
  ),
  semilla: option(
    '<NÚMERO>',
    [
      `otra semilla da otras personas; la misma, las mismas (sin valor: ${FIRST_SEED})`,
      `another seed gives other people; the same one, the same (unset: ${FIRST_SEED})`,
    ],
    wholeNumber(0, MAX_SEED),
  ),
  con_errores: flag(
    'pone errores de captura en una fila de cada nueve; la columna error_sembrado dice cuál (para un formato de oficina, en el CSV de la misma semilla)',
    'puts typing errors into one row of nine; the column error_sembrado says which (for the layout of an office, in the CSV of the same seed)',
  ),
  ...OUTPUT_OPTIONS,
};

export const inventar = command({
  name: 'inventar',
  about: [
    'inventa personas con su clave, para probar sistemas: ninguna es real',
    'invents people with their keys, to test systems: none of them is real',
  ],
  examples: [
    'curp inventar 10',
    'curp inventar 1000000 --semilla 7 --con-errores -o personas.csv',
    'curp inventar 500 --formato idse -o movimientos.txt',
  ],
  args: [argument('<N>', ['cuántas personas', 'how many people'], wholeNumber(1, MAX_PEOPLE))],
  options: INVENTAR_OPTIONS,
  after: [
    `Los nombres y apellidos son frecuentes y se combinan al azar: cualquier parecido con una persona real es coincidencia.
Una CURP calculada no prueba ningún registro.`,
    `Given names and surnames are frequent ones, combined at random: any resemblance to a real person is a coincidence.
A calculated CURP proves no registration.`,
  ],
  run: async ([count], options) => {
    const { runInventar } = await import('./run.js');
    await runInventar(count, { semilla: FIRST_SEED, ...options });
  },
});
