/** `curp padron`: manages the records that `obtener_datos` looks up. */
import { type PadronImport, mexicoDay } from '@curp-service/server/admin';
import { tell } from '../../environment.js';
import { PATIENTLY, withStore } from '../../database.js';
import { JSON_OUTPUT, YES_FLAG, argument, adminCommand, commandGroup, flag, option } from '../../terminal/commands.js';
import { confirm } from '../../terminal/questions.js';
import { details } from '../../terminal/table.js';
import { thousands } from '../../terminal/words.js';
import { words } from '../../textos/words.js';

const importar = adminCommand({
  name: 'importar',
  about: words('padron_agrega_los_registros'),
  examples: ['curp padron importar registros.csv', 'curp padron importar registros.ndjson.gz --reemplazar'],
  args: [argument('<ARCHIVO>', words('padron_csv_tsv_txt'))],
  options: {
    reemplazar: flag(...words('padron_sustituye_todos_los')),
    rechazadas: option('<ARCHIVO>', words('padron_donde_se_escriben')),
    json: JSON_OUTPUT,
  },
  after: words('padron_codigos_de_salida'),
  run: async ([path], options) => {
    const { runImport } = await import('./import.js');
    return runImport(path, options);
  },
});

const estado = adminCommand({
  name: 'estado',
  about: words('padron_muestra_cuantos_registros'),
  examples: ['curp padron estado'],
  run: async () => {
    const { rows, file, moment, ongoing } = await withStore(async ({ padron: records }) => records.status());
    const none = tell('padron_ninguno');
    return {
      json: { filas: rows, archivo: file, momento: moment, importacion: ongoing && importJson(ongoing) },
      text: details([
        [tell('auditoria_registros'), thousands(rows)],
        [tell('auditoria_archivo'), file ?? none],
        [tell('padron_importado'), moment === null ? none : day(moment)],
        ...(ongoing === null ? [] : [[tell('padron_sin_terminar'), importText(ongoing)] as const]),
      ]),
    };
  },
});

const day = (moment: string): string => mexicoDay(Date.parse(moment));

const importJson = ({ file, mode, read, rejected, moment }: PadronImport): unknown => ({
  archivo: file,
  modo: mode,
  leidas: read,
  rechazadas: rejected,
  momento: moment,
});

const importText = ({ file, mode, read, moment }: PadronImport): string =>
  tell('padron_hasta_la_fila', { file, mode, read: thousands(read), moment: day(moment) });

const borrar = adminCommand({
  name: 'borrar',
  about: words('padron_borra_todos_los'),
  examples: ['curp padron borrar'],
  options: { si: YES_FLAG },
  run: async (_, { si }) => {
    const erased = await withStore(async (store) => {
      const { rows } = await store.padron.status();
      const count = thousands(rows);
      await confirm(si, ...words('padron_registros_borrarlos_todos', { count }));
      await store.record('padron borrar', null, { registros: rows });
      await store.padron.erase();
      return rows;
    }, PATIENTLY);
    return {
      json: { borrados: erased },
      text: tell('padron_registros_borrados', { erased: thousands(erased) }),
    };
  },
});

export const padron = commandGroup(
  'padron',
  words('padron_administra_los_registros'),
  ['curp padron importar registros.csv', 'curp padron estado'],
  [importar, estado, borrar],
);
