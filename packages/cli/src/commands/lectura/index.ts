/** `curp lectura`: decides how a file in parts is read, by the counts of all its parts. */
import { wrongUse } from '../../failure.js';
import {
  argument,
  command,
  type CommandWords,
  flag,
  option,
  OUTPUT_OPTIONS,
  outputFile,
} from '../../terminal/commands.js';
import { READING_OPTIONS } from '../lote/index.js';
import type { LecturaOptions } from './run.js';

/** A part is text, so it has no sheet, and its answer says how it is written. */
const { hoja: _hoja, excel: _excel, ...OF_TEXTS } = READING_OPTIONS;

const LECTURA_OPTIONS: CommandWords = {
  salida: outputFile(
    'el archivo que se escribe, o - para la salida estándar',
    'the file to write, or - for standard output',
  ),
  conteo: flag(
    'cuenta una sola parte: PARTES es su archivo, y SALIDA su conteo',
    'counts a single part: PARTES is its file, and SALIDA its count',
  ),
  segun: option('<ARCHIVO>', [
    'con --conteo: la primera parte, cuyo encabezado vale para las demás; o un lectura.json, para contar otra vez',
    'with --conteo: the first part, whose header holds for the others; or a lectura.json, to count again',
  ]),
  suma: flag(
    'suma conteos y decide: PARTES son los conteos de todas las partes, y SALIDA la lectura',
    'adds counts and decides: PARTES are the counts of all parts, and SALIDA the reading',
  ),
  ...OF_TEXTS,
  sin_preguntas: flag(
    'no pregunta lo que solo una persona sabe del archivo: termina y dice qué opción falta',
    'does not ask what only a person knows about the file: ends and says which option is missing',
  ),
  ...OUTPUT_OPTIONS,
};

export const lectura = command({
  name: 'lectura',
  about: [
    'decide cómo se lee un archivo en partes, para contestar cada una con `curp lote --lectura`',
    'decides how a file in parts is read, so that `curp lote --lectura` answers each of them',
  ],
  examples: [
    'curp lectura parte-*.csv -o lectura.json',
    'curp lectura --conteo parte-07.csv --segun parte-01.csv -o 07.conteo',
    'curp lectura --suma *.conteo -o lectura.json',
    'curp lote parte-07.csv --lectura lectura.json -o respuesta-07.csv',
  ],
  args: [argument('<PARTES...>', ['las partes, o sus conteos', 'the parts, or their counts'])],
  options: LECTURA_OPTIONS,
  after: [
    `Las partes van en el orden de sus nombres: parte-2 antes que parte-10.

Códigos de salida:
   0  la lectura, o el conteo, está escrita
   1  la lectura pide contar otra vez algunas partes: dice cuáles
   2  el comando está mal escrito, falta indicar algo del archivo, o una parte no es de él
  74  no se puede leer una parte o escribir SALIDA`,
    `The parts go in the order of their names: parte-2 before parte-10.

Exit codes:
   0  the reading, or the count, is written
   1  the reading needs some parts to be counted again: it says which
   2  the command is wrong, an option about the file is missing, or a part does not belong to it
  74  a part cannot be read, or SALIDA cannot be written`,
  ],
  run: async ([paths], given) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the readers of the table give these types
    const options = { columna: [], ...(given as Partial<LecturaOptions>) };
    if (options.conteo && options.suma) {
      throw wrongUse('Use --conteo o --suma, no las dos.', 'Use --conteo or --suma, not both.');
    }
    const { runLectura } = await import('./run.js');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- commander gives a list for `<PARTES...>`
    await runLectura(paths as unknown as readonly string[], options);
  },
});
