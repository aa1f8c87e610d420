/** `curp padron importar`: imports the records of a file into the database, and resumes an interrupted import. */
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, type Translate, jsonHelp } from '../../environment.js';
import type { ImportOptions } from './options.js';

export function importar(group: Command, environment: Environment): void {
  const { text } = environment;
  addCommand(
    group,
    'importar',
    text,
    text(
      'importa los registros de un archivo CSV o NDJSON; si se interrumpe, continúa donde se quedó',
      'imports the records of a CSV or NDJSON file; after an interruption it continues where it stopped',
    ),
    ['curp padron importar registros.csv', 'curp padron importar registros.ndjson.gz --reemplazar'],
  )
    .argument(
      '<ARCHIVO>',
      text('.csv, .tsv, .txt, .ndjson o .jsonl, también con .gz', '.csv, .tsv, .txt, .ndjson or .jsonl, also with .gz'),
    )
    .option(
      '--combinar',
      text(
        'agrega los registros a los existentes y actualiza los que ya están (es lo predeterminado)',
        'adds the records to the existing ones and updates those already there (the default)',
      ),
    )
    .option(
      '--reemplazar',
      text(
        'sustituye todos los registros; los anteriores se siguen consultando hasta terminar',
        'replaces all records; the previous ones stay in use until the import is complete',
      ),
    )
    .option(
      '--rechazadas <ARCHIVO>',
      text(
        'dónde se escriben las filas rechazadas (si falta: junto al archivo, con .rechazadas en el nombre)',
        'where the rejected rows are written (if absent: beside the file, with .rechazadas in its name)',
      ),
    )
    .option(
      '--forzar',
      text('reemplaza el archivo de rechazadas si ya existe', 'replaces the file of rejected rows if it exists'),
    )
    .option('--json', jsonHelp(text))
    .addHelpText('after', `\n${exitCodes(text)}`)
    .action(async (path: string, options: ImportOptions, command: Command) => {
      const { runImport } = await import('./run.js');
      await runImport(path, options, { ...environment, failUsage: (message) => command.error(message) });
    });
}

const exitCodes = (text: Translate): string =>
  text(
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
  );
