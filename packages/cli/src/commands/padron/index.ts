/** `curp padron`: manages the records that `obtener_datos` looks up. */
import { type PadronImport, mexicoDay } from '@curp-service/server/admin';
import { text } from '../../environment.js';
import { PATIENTLY, withStore } from '../../database.js';
import { JSON_OUTPUT, YES_FLAG, argument, adminCommand, commandGroup, flag, option } from '../../terminal/commands.js';
import { confirm } from '../../terminal/questions.js';
import { details } from '../../terminal/table.js';
import { thousands } from '../../terminal/words.js';

const importar = adminCommand({
  name: 'importar',
  about: [
    'agrega los registros de un archivo CSV o NDJSON y actualiza los que ya están; si se interrumpe, hay que empezar de nuevo',
    'adds the records of a CSV or NDJSON file and updates those already there; after an interruption it must be started again',
  ],
  examples: ['curp padron importar registros.csv', 'curp padron importar registros.ndjson.gz --reemplazar'],
  args: [
    argument('<ARCHIVO>', [
      '.csv, .tsv, .txt, .ndjson o .jsonl, también con .gz',
      '.csv, .tsv, .txt, .ndjson or .jsonl, also with .gz',
    ]),
  ],
  options: {
    reemplazar: flag(
      'sustituye todos los registros; los anteriores se siguen consultando hasta terminar',
      'replaces all records; the previous ones stay in use until the import is complete',
    ),
    rechazadas: option('<ARCHIVO>', [
      'dónde se escriben las filas rechazadas (si falta: junto al archivo, con .rechazadas en el nombre)',
      'where the rejected rows are written (if absent: beside the file, with .rechazadas in its name)',
    ]),
    json: JSON_OUTPUT,
  },
  after: [
    `Códigos de salida:
   0  todas las filas importadas
   1  hay filas rechazadas, que quedan en su archivo; las demás se importaron
   2  el comando está mal escrito, o al archivo le faltan columnas
  74  no se puede leer el archivo, escribir las rechazadas o usar la base de datos
 130  interrumpido con Ctrl-C; 143, con SIGTERM`,
    `Exit codes:
   0  all rows imported
   1  some rows were rejected and are in their file; the others were imported
   2  the command is wrong, or the file lacks columns
  74  the file cannot be read, the rejected rows written, or the database used
 130  interrupted with Ctrl-C; 143, with SIGTERM`,
  ],
  run: async ([path], options) => {
    const { runImport } = await import('./import.js');
    return runImport(path, options);
  },
});

const estado = adminCommand({
  name: 'estado',
  about: [
    'muestra cuántos registros hay, de qué archivo vienen y si quedó una importación sin terminar',
    'shows how many records there are, their file, and whether an import is unfinished',
  ],
  examples: ['curp padron estado'],
  run: async () => {
    const { rows, file, moment, ongoing } = await withStore(async ({ padron: records }) => records.status());
    const none = text('ninguno', 'none');
    return {
      json: { filas: rows, archivo: file, momento: moment, importacion: ongoing && importJson(ongoing) },
      text: details([
        [text('registros', 'records'), thousands(rows)],
        [text('archivo', 'file'), file ?? none],
        [text('importado', 'imported'), moment === null ? none : day(moment)],
        ...(ongoing === null ? [] : [[text('sin terminar', 'unfinished'), importText(ongoing)] as const]),
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
  text(
    `${file} (--${mode}), hasta la fila ${thousands(read)}, ${day(moment)}`,
    `${file} (--${mode}), up to row ${thousands(read)}, ${day(moment)}`,
  );

const borrar = adminCommand({
  name: 'borrar',
  about: ['borra todos los registros', 'erases all records'],
  examples: ['curp padron borrar'],
  options: { si: YES_FLAG },
  run: async (_, { si }) => {
    const erased = await withStore(async (store) => {
      const { rows } = await store.padron.status();
      const count = thousands(rows);
      await confirm(si, `Registros: ${count}. ¿Borrarlos todos?`, `Records: ${count}. Erase them all?`);
      await store.record('padron borrar', null, { registros: rows });
      await store.padron.erase();
      return rows;
    }, PATIENTLY);
    return {
      json: { borrados: erased },
      text: text(`Registros borrados: ${thousands(erased)}.`, `Records erased: ${thousands(erased)}.`),
    };
  },
});

export const padron = commandGroup(
  'padron',
  ['administra los registros que consulta obtener_datos', 'manages the records that obtener_datos looks up'],
  ['curp padron importar registros.csv', 'curp padron estado'],
  [importar, estado, borrar],
);
