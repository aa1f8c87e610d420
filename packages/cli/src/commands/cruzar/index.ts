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
import { words } from '../../textos/words.js';

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
  salida: outputFile(...words('cruzar_el_archivo_que')),
  ...listOptions('a'),
  ...listOptions('b'),
  ...OUTPUT_OPTIONS,
  json: SUMMARY_JSON,
};

export const cruzar = command({
  name: 'cruzar',
  about: words('cruzar_cruza_dos_listas'),
  examples: [
    'curp cruzar nomina.csv imss.csv -o cruce.csv',
    'curp cruzar nomina.xlsx movimientos.txt --formato-b idse -o cruce.xlsx',
  ],
  args: [argument('<A>', words('cruzar_la_lista_que')), argument('<B>', words('cruzar_la_lista_en'))],
  options: CRUZAR_OPTIONS,
  after: words('cruzar_codigos_de_salida'),
  run: async ([a, b], given) => {
    const { runCruzar } = await import('./run.js');
    await runCruzar(a, b, given);
  },
});
