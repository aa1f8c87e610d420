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
import { words } from '../../textos/words.js';

/** A part is text, so it has no sheet, and its answer says how it is written. */
const { hoja: _hoja, excel: _excel, ...OF_TEXTS } = READING_OPTIONS;

const LECTURA_OPTIONS: CommandWords = {
  salida: outputFile(...words('lectura_el_archivo_que')),
  conteo: flag(...words('lectura_cuenta_una_sola')),
  segun: option('<ARCHIVO>', words('lectura_con_conteo_la')),
  suma: flag(...words('lectura_suma_conteos_y')),
  ...OF_TEXTS,
  sin_preguntas: flag(...words('lectura_no_pregunta_lo')),
  ...OUTPUT_OPTIONS,
};

export const lectura = command({
  name: 'lectura',
  about: words('lectura_decide_como_se'),
  examples: [
    'curp lectura parte-*.csv -o lectura.json',
    'curp lectura --conteo parte-07.csv --segun parte-01.csv -o 07.conteo',
    'curp lectura --suma *.conteo -o lectura.json',
    'curp lote parte-07.csv --lectura lectura.json -o respuesta-07.csv',
  ],
  args: [argument('<PARTES...>', words('lectura_las_partes_o'))],
  options: LECTURA_OPTIONS,
  after: words('lectura_las_partes_van'),
  run: async ([paths], given) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the readers of the table give these types
    const options = { columna: [], ...(given as Partial<LecturaOptions>) };
    if (options.conteo && options.suma) {
      throw wrongUse(...words('lectura_use_conteo_o'));
    }
    const { runLectura } = await import('./run.js');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- commander gives a list for `<PARTES...>`
    await runLectura(paths as unknown as readonly string[], options);
  },
});
