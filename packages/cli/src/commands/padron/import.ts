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
import { tell, text } from '../../environment.js';
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
import { words } from '../../textos/words.js';

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
    throw wrongUse(...words('padron_archivo_no_puede'));
  }
  const input = openInput(path);
  if (path === PIPE || !input.stats.isFile()) {
    throw wrongUse(...words('padron_archivo_debe_ser'));
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
        if (empty !== '') say(...words('padron_campos_sin_columna', { empty }));
        if (unused !== '') say(...words('padron_columnas_que_no', { unused }));
        return indexes;
      },
      begin: async () => {
        rejected.claimPath();
        await store.record('padron importar', null, { archivo: file, modo: mode });
        const { turn, abandoned } = await padron.begin(file, mode);
        state = 'begun';
        if (abandoned !== null) {
          const [other, row] = [abandoned.file, thousands(abandoned.read)];
          say(...words('padron_se_abandona_la', { other, row }));
        }
        status.startBar(() => ({ rows: work.rows, bad: rejected.count, progress }));
        return turn;
      },
    });
    await work.run(chunks);
    progress = { done: 0, total: null, phase: tell('padron_terminando') };
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
    status.say(`${tell('padron_interrumpido')} ${outcome(state)}`);
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
    throw commandFailure(EXIT.USAGE, ...words('padron_faltan_columnas_en', { missing }));
  }
  const repeated = columns.repeated.join(', ');
  if (repeated !== '') throw commandFailure(EXIT.USAGE, ...words('padron_hay_columnas_repetidas', { repeated }));
  return columns;
}

async function finish(
  padron: Padron,
  { turn, hasRecords }: ImportWork,
  mode: ImportMode,
  rejected: RejectedRows,
): Promise<ImportCounts> {
  if (turn === null) throw commandFailure(EXIT.USAGE, ...words('padron_el_archivo_no'));
  if (mode === 'reemplazar' && !hasRecords) {
    await padron.abandon(turn);
    await rejected.finish();
    throw commandFailure(EXIT.NO, ...words('padron_todas_las_filas'));
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
  const rejectedFile = tell('padron_filas_rechazadas_con', { rejected_path: rejectedPath });
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
      tell('padron_filas_nuevas_cambiadas', { all, a, c, u, r }),
      ...(rejected > 0 ? [rejectedFile] : []),
      tell('padron_registros_en_el', { p }),
      speed(rows, seconds),
    ].join('\n'),
  };
}

/** Turns an expected error into a message for the user, and returns a bug of this program unchanged. */
function importFailure(error: unknown, state: ImportState): unknown {
  if (error instanceof UnreadableFile) return new CommandFailure(EXIT.USAGE, error.message);
  if (error instanceof ImportTakenOver) {
    return commandFailure(EXIT.NO, ...words('padron_esta_importacion_se'));
  }
  const isOutside = error instanceof CommandFailure && error.exitCode === EXIT.IO && state !== 'nothing';
  return isOutside ? new CommandFailure(EXIT.IO, `${error.message} ${outcome(state)}`) : error;
}

/** How far an import got: nothing is in the database, some rows are, or the padron has changed. */
type ImportState = 'nothing' | 'begun' | 'complete';

/** Says what an import that ends too early has changed. */
function outcome(state: ImportState): string {
  if (state === 'nothing') return tell('padron_no_se_importo');
  return state === 'begun' ? tell('padron_la_importacion_no') : tell('padron_la_importacion_si');
}
