/** `curp inventar`: writes a file of invented people with their keys, for tests of any system that handles them. */
import { readFormat } from '../../files/layout.js';
import { argument, command, flag, option, OUTPUT_OPTIONS, outputFile, wholeNumber } from '../../terminal/commands.js';
import { words } from '../../textos/words.js';

const MAX_PEOPLE = 999_999_999;
const MAX_SEED = 2 ** 32 - 1;
const FIRST_SEED = 1;

const INVENTAR_OPTIONS = {
  salida: outputFile(...words('inventar_el_archivo_que')),
  formato: option('<FORMATO>', words('inventar_csv_o_ndjson'), readFormat),
  semilla: option('<NÚMERO>', words('inventar_otra_semilla_da', { first_seed: FIRST_SEED }), wholeNumber(0, MAX_SEED)),
  con_errores: flag(...words('inventar_pone_errores_de')),
  ...OUTPUT_OPTIONS,
};

export const inventar = command({
  name: 'inventar',
  about: words('inventar_inventa_personas_con'),
  examples: [
    'curp inventar 10',
    'curp inventar 1000000 --semilla 7 --con-errores -o personas.csv',
    'curp inventar 500 --formato idse -o movimientos.txt',
  ],
  args: [argument('<N>', words('inventar_cuantas_personas'), wholeNumber(1, MAX_PEOPLE))],
  options: INVENTAR_OPTIONS,
  after: words('inventar_los_nombres_y'),
  run: async ([count], options) => {
    const { runInventar } = await import('./run.js');
    await runInventar(count, { semilla: FIRST_SEED, ...options });
  },
});
