/** `curp padron importar`: the records of a file into the database, row by row, from where it was left. */
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
      'importa los registros de un archivo, CSV o NDJSON; interrumpido, sigue donde se quedó',
      'imports the records of a file, CSV or NDJSON; interrupted, it goes on where it stopped',
    ),
    ['curp padron importar registros.csv', 'curp padron importar registros.ndjson.gz --reemplazar'],
  )
    .argument(
      '<ARCHIVO>',
      text('.csv, .tsv, .txt, .ndjson o .jsonl, o con .gz', '.csv, .tsv, .txt, .ndjson or .jsonl, or with .gz'),
    )
    .option(
      '--combinar',
      text(
        'agrega los registros a los que hay, y cambia los que ya están (así es si no se dice)',
        'adds the records to those there are, and changes those that are there already (the default)',
      ),
    )
    .option(
      '--reemplazar',
      text(
        'los pone en lugar de los que hay, que contestan hasta que el archivo está completo',
        'puts them in the place of those there are, which answer until the file is complete',
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
   1  hay filas rechazadas, que están en su archivo; las demás, importadas
   2  el comando está mal escrito, o al archivo le faltan columnas
  74  no se puede leer el archivo, escribir las rechazadas o usar la base de datos
 130  interrumpido con Ctrl-C; 143, con SIGTERM`,
    `Exit codes:
   0  all rows imported
   1  there are rejected rows, which are in their file; the others are imported
   2  the command is written wrong, or the file lacks columns
  74  the file cannot be read, the rejected rows written, or the database used
 130  interrupted with Ctrl-C; 143, with SIGTERM`,
  );
