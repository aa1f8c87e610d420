/** Runs `curp padron importar`, from the name of the file to the summary. It never shows personal data. */
import { basename, dirname, join } from 'node:path';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { FileHead } from '@curp-service/lote';
import {
  type ImportCounts,
  type ImportMode,
  ImportTakenOver,
  type Padron,
  type Store,
} from '@curp-service/server/admin';
import { REQUIRED_FIELDS, locateFields } from '@curp-service/server/padron';
import { PATIENTLY, withStore } from '../../database.js';
import { text } from '../../environment.js';
import { CommandFailure, EXIT, commandFailure, wrongUse } from '../../failure.js';
import { PIPE, formatOf, unknownTextFile, workbookFormat } from '../../files/format.js';
import { openInput } from '../../files/input.js';
import { readRows } from '../../files/stages.js';
import { StatusLines } from '../../terminal/progress.js';
import { onSignals } from '../../terminal/signals.js';
import type { Shown } from '../../terminal/table.js';
import { quoted, speed, thousands } from '../../terminal/words.js';
import { ImportWork } from './import-work.js';
import { RejectedRows } from './rejected.js';

interface ImportOptions {
  readonly reemplazar?: true;
  readonly rechazadas?: string;
  readonly json?: true;
}

/** Names the file of rejected rows: `registros.rechazadas.csv` for `registros.csv.gz`. */
function rejectedPathFor(path: string): string {
  const [, name = '', extension = ''] = /^(.+?)(\.\w+)?(?:\.gz)?$/.exec(basename(path)) ?? [];
  return join(dirname(path), `${name}.rechazadas${extension}`);
}

export async function runImport(path: string, options: ImportOptions): Promise<Shown> {
  const nameFormat = formatOf(path, undefined, unknownTextFile);
  if (workbookFormat(nameFormat) !== undefined) {
    throw wrongUse('ARCHIVO no puede ser .xlsx: guárdelo como CSV.', 'ARCHIVO cannot be .xlsx: save it as CSV.');
  }
  const input = openInput(path);
  if (path === PIPE || !input.stats.isFile()) {
    throw wrongUse(
      'ARCHIVO debe ser un archivo, no una tubería ni una carpeta.',
      'ARCHIVO must be a file, neither a pipe nor a folder.',
    );
  }
  const status = new StatusLines();
  const rejected = new RejectedRows(options.rechazadas ?? rejectedPathFor(path), input.stats);
  const [file, mode]: [string, ImportMode] = [basename(path), options.reemplazar ? 'reemplazar' : 'combinar'];
  let state: ImportState = 'nothing';
  const say = (es: string, en: string): void => {
    if (!options.json) status.say(text(es, en));
  };
  const importInto = async (store: Store): Promise<Shown> => {
    const { padron } = store;
    const { format, chunks } = await readRows(input.chunks(), nameFormat);
    let { progress } = input;
    const work = new ImportWork({
      padron,
      rejected,
      format: format.kind === 'ndjson' ? 'ndjson' : 'csv',
      onHead: (head) => {
        rejected.start(head);
        const { indexes, missing, unknown } = findFields(head);
        const [kind, empty, unused] = [format.kind.toUpperCase(), missing.join(', '), unknown.map(quoted).join(', ')];
        say(`${kind}, ${head.encoding}.`, `${kind}, ${head.encoding}.`);
        if (empty !== '')
          say(`Campos sin columna, que quedan vacíos: ${empty}.`, `Fields without a column, left empty: ${empty}.`);
        if (unused !== '') say(`Columnas que no se usan: ${unused}.`, `Columns that are not used: ${unused}.`);
        return indexes;
      },
      begin: async () => {
        rejected.claimPath();
        await store.record('padron importar', null, { archivo: file, modo: mode });
        const { turn, abandoned } = await padron.begin(file, mode);
        state = 'begun';
        if (abandoned !== null) {
          const [other, row] = [abandoned.file, thousands(abandoned.read)];
          say(
            `Se abandona la importación de ${other}, que iba en la fila ${row}.`,
            `The unfinished import of ${other}, which had reached row ${row}, is discarded.`,
          );
        }
        status.startBar(() => ({ rows: work.rows, bad: rejected.count, progress }));
        return turn;
      },
    });
    await work.run(chunks);
    progress = { done: 0, total: null, phase: text('Terminando', 'Finishing') };
    const counts = await finish(padron, work, mode, rejected);
    state = 'complete';
    await rejected.finish();
    await padron.clean();
    const { rows: inPadron } = await padron.status();
    if (rejected.count > 0) process.exitCode = EXIT.NO;
    return summary(file, mode, counts, work.rows, rejected, inPadron, status.seconds);
  };
  const stopListening = onSignals(() => {
    rejected.abandon();
    status.say(`${text('Interrumpido.', 'Interrupted.')} ${outcome(state)}`);
  });
  try {
    return await withStore(importInto, PATIENTLY);
  } catch (error) {
    throw importFailure(error, state);
  } finally {
    status.clearBar();
    stopListening();
    rejected.abandon();
    input.close();
  }
}

/** Finds the columns of the fields; NDJSON has none. The errors do not quote the first line, which may hold a person's data. */
function findFields({ names }: FileHead): ReturnType<typeof locateFields> {
  if (names === undefined) return { indexes: [], missing: [], unknown: [], repeated: [] };
  const columns = locateFields(names);
  const missing = REQUIRED_FIELDS.filter((field) => columns.missing.includes(field)).join(', ');
  if (missing !== '') {
    throw commandFailure(
      EXIT.USAGE,
      `Faltan columnas en la primera línea: ${missing}. Debe llevar los nombres de los campos de obtener_datos.`,
      `The first line lacks columns: ${missing}. It must hold the names of the fields of obtener_datos.`,
    );
  }
  const repeated = columns.repeated.join(', ');
  if (repeated !== '')
    throw commandFailure(
      EXIT.USAGE,
      `Hay columnas repetidas: ${repeated}. Deje solo una de cada una.`,
      `There are repeated columns: ${repeated}. Keep only one of each.`,
    );
  return columns;
}

async function finish(
  padron: Padron,
  { turn, hasRecords }: ImportWork,
  mode: ImportMode,
  rejected: RejectedRows,
): Promise<ImportCounts> {
  if (turn === null) throw commandFailure(EXIT.USAGE, 'El archivo no tiene filas.', 'The file has no rows.');
  if (mode === 'reemplazar' && !hasRecords) {
    await padron.abandon(turn);
    await rejected.finish();
    throw commandFailure(
      EXIT.NO,
      'Todas las filas fueron rechazadas: el padrón queda como estaba.',
      'All rows were rejected: the padron stays as it was.',
    );
  }
  return padron.finish(turn);
}

function summary(
  file: string,
  mode: ImportMode,
  { added, changed }: ImportCounts,
  rows: number,
  { count: rejected, path: rejectedPath }: RejectedRows,
  inPadron: number,
  seconds: number,
): Shown {
  // Records that were already there, and repetitions within the file.
  const unchanged = rows - added - changed - rejected;
  const [all, a, c, u, r, p] = [rows, added, changed, unchanged, rejected, inPadron].map(thousands);
  const rejectedFile = text(
    `Filas rechazadas, con su línea y motivo: ${rejectedPath}`,
    `Rejected rows, with line and reason: ${rejectedPath}`,
  );
  return {
    json: {
      archivo: file,
      modo: mode,
      filas: rows,
      nuevas: added,
      cambiadas: changed,
      iguales: unchanged,
      rechazadas: rejected,
      archivo_rechazadas: rejected > 0 ? rejectedPath : null,
      filas_en_el_padron: inPadron,
      segundos: Number(seconds.toFixed(3)),
      filas_por_segundo: Math.round(rows / seconds),
    },
    text: [
      text(
        `Filas: ${all}; nuevas: ${a}; cambiadas: ${c}; iguales: ${u}; rechazadas: ${r}.`,
        `Rows: ${all}; new: ${a}; changed: ${c}; unchanged: ${u}; rejected: ${r}.`,
      ),
      ...(rejected > 0 ? [rejectedFile] : []),
      text(`Registros en el padrón: ${p}.`, `Records in the padron: ${p}.`),
      speed(rows, seconds),
    ].join('\n'),
  };
}

/** Turns an expected error into a message for the user, and returns a bug of this program unchanged. */
function importFailure(error: unknown, state: ImportState): unknown {
  if (error instanceof UnreadableFile) return new CommandFailure(EXIT.USAGE, error.message);
  if (error instanceof ImportTakenOver) {
    return commandFailure(
      EXIT.NO,
      'Esta importación se detuvo: otro proceso empezó otra o borró el padrón.',
      'This import stopped: another process started another one or erased the padron.',
    );
  }
  const isOutside = error instanceof CommandFailure && error.exitCode === EXIT.IO && state !== 'nothing';
  return isOutside ? new CommandFailure(EXIT.IO, `${error.message} ${outcome(state)}`) : error;
}

/** How far an import got: nothing is in the database, some rows are, or the padron has changed. */
type ImportState = 'nothing' | 'begun' | 'complete';

/** Says what an import that ends too early has changed. */
function outcome(state: ImportState): string {
  if (state === 'nothing') return text('No se importó ninguna fila.', 'No row was imported.');
  return state === 'begun'
    ? text(
        'La importación no terminó y el padrón queda como estaba: para empezarla de nuevo, repita el mismo comando.',
        'The import is not complete and the padron stays as it was: to start it again, run the same command.',
      )
    : text(
        'La importación sí terminó; la siguiente borrará los registros sustituidos que quedan en la base.',
        'The import is complete; the next one will erase the replaced records that are left in the database.',
      );
}
