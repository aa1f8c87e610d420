/** `curp cruzar`: finds the people of one list in another. */
import {
  argument,
  command,
  type CommandWords,
  OUTPUT_OPTIONS,
  outputFile,
  SUMMARY_JSON,
} from '../../terminal/commands.js';
import { READING_OPTIONS } from '../lote/index.js';

/** Cruzar decides these itself. */
const NOT_OF_LISTS = new Set(['operacion', 'excel']);

/** The options of a list end in its letter: `--formato-b`. */
const listOptions = (list: 'a' | 'b'): CommandWords =>
  Object.fromEntries(
    Object.entries(READING_OPTIONS)
      .filter(([name]) => !NOT_OF_LISTS.has(name))
      .map(([name, { help, ...word }]) => [
        `${name}_${list}`,
        { ...word, help: [`${list.toUpperCase()}: ${help[0]}`, `${list.toUpperCase()}: ${help[1]}`] as const },
      ]),
  );

const CRUZAR_OPTIONS: CommandWords = {
  salida: outputFile(
    'el archivo que se escribe: .xlsx, o .csv o .ndjson con quienes solo están en B en otro archivo a su lado',
    'the file to write: .xlsx, or .csv or .ndjson with those only in B in another file beside it',
  ),
  ...listOptions('a'),
  ...listOptions('b'),
  ...OUTPUT_OPTIONS,
  json: SUMMARY_JSON,
};

export const cruzar = command({
  name: 'cruzar',
  about: [
    'cruza dos listas: dice qué fila de B es, o quizá es, la persona de cada fila de A',
    'crosses two lists: says which row of B is, or may be, the person of each row of A',
  ],
  examples: [
    'curp cruzar nomina.csv imss.csv -o cruce.csv',
    'curp cruzar nomina.xlsx movimientos.txt --formato-b idse -o cruce.xlsx',
  ],
  args: [
    argument('<A>', ['la lista que se escribe con el resultado', 'the list that is written with the result']),
    argument('<B>', [
      'la lista en la que se busca, de hasta 10,000,000 de personas',
      'the list in which people are looked for, of up to 10,000,000 people',
    ]),
  ],
  options: CRUZAR_OPTIONS,
  after: [
    `Códigos de salida:
   0  todas las filas de A son de la misma persona que una de B, y B no trae a nadie más
   1  hay personas por revisar o que solo están en una lista
   2  el comando está mal escrito, o falta indicar algo de una lista
  74  no se puede leer una lista o escribir SALIDA`,
    `Exit codes:
   0  every row of A is the same person as one of B, and B has nobody else
   1  some people are to be reviewed, or are only in one list
   2  the command is wrong, or an option about a list is missing
  74  a list cannot be read, or SALIDA cannot be written`,
  ],
  run: async ([a, b], given) => {
    const { runCruzar } = await import('./run.js');
    await runCruzar(a, b, given);
  },
});
