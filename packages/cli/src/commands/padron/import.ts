/** Runs `curp padron importar`, from the name of the file to the summary. It never shows personal data. */
import { type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { FileHead } from '@curp-service/lote';
import {
  type ImportCounts,
  type ImportMode,
  ImportTakenOver,
  type Padron,
  type PadronImport,
  type Store,
} from '@curp-service/server/admin';
import { REQUIRED_FIELDS, locateFields } from '@curp-service/server/padron';
import { PATIENTLY, withStore } from '../../database.js';
import { text } from '../../environment.js';
import { CommandFailure, EXIT, failure, wrongUse } from '../../failure.js';
import { type Formats, PIPE, formatsOf, unknownTextFile, workbookFormat } from '../../files/format.js';
import { type InputFile, openInput } from '../../files/input.js';
import { readRows } from '../../files/stages.js';
import { StatusLines } from '../../terminal/progress.js';
import { onSignals } from '../../terminal/signals.js';
import type { Shown } from '../../terminal/table.js';
import { quoted, speed, thousands } from '../../terminal/words.js';
import { ImportWork } from './import-work.js';
import { RejectedRows } from './rejected.js';

interface ImportOptions {
  readonly combinar?: true;
  readonly reemplazar?: true;
  readonly rechazadas?: string;
  readonly forzar?: true;
  readonly json?: true;
}

interface ImportPlan {
  readonly path: string;
  readonly mode: ImportMode;
  readonly formats: Formats;
  readonly rejectedPath: string;
  readonly force: boolean;
}

/** Everything is checked here before anything is written. */
function planImport(path: string, options: ImportOptions): ImportPlan {
  if (options.combinar && options.reemplazar) {
    throw wrongUse('Use --combinar o --reemplazar, no ambas.', 'Use --combinar or --reemplazar, not both.');
  }
  if (path === PIPE) {
    throw wrongUse(
      'ARCHIVO no puede ser una tubería: guarde los registros en un archivo.',
      'ARCHIVO cannot be a pipe: save the records in a file.',
    );
  }
  const formats = formatsOf(path, PIPE, undefined, unknownTextFile);
  if (workbookFormat(formats.input) !== undefined) {
    throw wrongUse('ARCHIVO no puede ser .xlsx: guárdelo como CSV.', 'ARCHIVO cannot be .xlsx: save it as CSV.');
  }
  return {
    path,
    mode: options.reemplazar ? 'reemplazar' : 'combinar',
    formats,
    rejectedPath: options.rechazadas ?? rejectedPathFor(path),
    force: options.forzar === true,
  };
}

/** `registros.csv.gz` → `registros.rechazadas.csv`. */
function rejectedPathFor(path: string): string {
  const [, name = '', extension = ''] = /^(.+?)(\.\w+)?(?:\.gz)?$/.exec(basename(path)) ?? [];
  return join(dirname(path), `${name}.rechazadas${extension}`);
}

function isSameFile(path: string, { dev, ino }: Stats): boolean {
  const other = statSync(path, { throwIfNoEntry: false });
  return other?.dev === dev && other.ino === ino;
}

class ImportScreen {
  readonly status = new StatusLines();
  /** Whether the first row was read. */
  started = false;
  readonly #isQuiet: boolean;

  constructor({ json }: ImportOptions) {
    this.#isQuiet = json === true;
  }

  say(line: string): void {
    if (!this.#isQuiet) this.status.say(line);
  }

  interrupt(): void {
    const next = this.started ? howToRepeat() : text('No se importó ninguna fila.', 'No row was imported.');
    this.status.say(`${text('Interrumpido.', 'Interrupted.')} ${next}`);
  }
}

export async function runImport(path: string, options: ImportOptions): Promise<Shown> {
  const plan = planImport(path, options);
  const input = openInput(path);
  if (!input.stats.isFile()) throw wrongUse(`${path} no es un archivo.`, `${path} is not a file.`);
  if (isSameFile(plan.rejectedPath, input.stats)) {
    throw wrongUse(
      'Las filas rechazadas no pueden escribirse en el mismo ARCHIVO.',
      'The rejected rows cannot be written to ARCHIVO itself.',
    );
  }
  const screen = new ImportScreen(options);
  const rejected = new RejectedRows(plan.rejectedPath, input.stats);
  const stopListening = onSignals(() => {
    rejected.abandon();
    screen.interrupt();
    return null;
  });
  try {
    return await withStore(async (store) => importFile(store, input, plan, rejected, screen), PATIENTLY);
  } catch (error) {
    throw toFailure(error, screen);
  } finally {
    screen.status.clearBar();
    stopListening();
    rejected.abandon();
    input.close();
  }
}

async function importFile(
  store: Store,
  input: InputFile,
  plan: ImportPlan,
  rejected: RejectedRows,
  screen: ImportScreen,
): Promise<Shown> {
  const { padron } = store;
  const { format, chunks } = await readRows(input, plan.formats.input);
  let { progress } = input;
  const work = new ImportWork({
    padron,
    rejected,
    format: format.kind === 'ndjson' ? 'ndjson' : 'csv',
    onHead: (head) => {
      rejected.start(head);
      const { indexes, missing, unknown } = findFields(head);
      screen.say(`${format.kind.toUpperCase()}, ${head.encoding}.`);
      const empty = missing.join(', ');
      if (empty !== '') screen.say(text(`Quedan vacíos: ${empty}.`, `Left empty: ${empty}.`));
      const unused = unknown.map(quoted).join(', ');
      if (unused !== '') screen.say(text(`No se usan: ${unused}.`, `Not used: ${unused}.`));
      return indexes;
    },
    begin: async () => {
      rejected.claimPath(plan.force);
      const file = basename(plan.path);
      await store.record('padron importar', null, { archivo: file, modo: plan.mode });
      const { turn, abandoned } = await padron.begin(file, plan.mode);
      screen.started = true;
      if (abandoned !== null) screen.say(abandonedText(abandoned));
      screen.status.startBar(() => ({ rows: work.rows, bad: rejected.count, progress }));
      return turn;
    },
  });
  await work.run(chunks);
  progress = { done: 0, total: null, phase: text('Ordenando', 'Sorting') };
  const counts = await finish(padron, work, plan, rejected);
  const { rows: inPadron } = await padron.status();
  if (rejected.count > 0) process.exitCode = EXIT.NO;
  return summary(plan, counts, work.rows, rejected.count, inPadron, screen.status.seconds);
}

/** Finds the columns of the fields; NDJSON has none. The errors do not quote the first line: it may hold a person's data. */
function findFields({ names }: FileHead): ReturnType<typeof locateFields> {
  if (names === undefined) return { indexes: [], missing: [], unknown: [], repeated: [] };
  const columns = locateFields(names);
  const missing = REQUIRED_FIELDS.filter((field) => columns.missing.includes(field)).join(', ');
  if (missing !== '') {
    throw failure(
      EXIT.USAGE,
      `Faltan columnas en la primera línea: ${missing}. Debe llevar los nombres de los campos de obtener_datos.`,
      `The first line lacks columns: ${missing}. It must hold the names of the fields of obtener_datos.`,
    );
  }
  const repeated = columns.repeated.join(', ');
  if (repeated !== '')
    throw failure(EXIT.USAGE, `Hay columnas repetidas: ${repeated}.`, `Repeated columns: ${repeated}.`);
  return columns;
}

function abandonedText({ file, read }: PadronImport): string {
  const row = thousands(read);
  return text(
    `Se abandona la importación de ${file}, que iba en la fila ${row}.`,
    `The unfinished import of ${file}, which had reached row ${row}, is discarded.`,
  );
}

async function finish(
  padron: Padron,
  { turn, hasRecords }: ImportWork,
  { mode }: ImportPlan,
  rejected: RejectedRows,
): Promise<ImportCounts> {
  if (turn === null) throw failure(EXIT.USAGE, 'El archivo no tiene filas.', 'The file has no rows.');
  if (mode === 'reemplazar' && !hasRecords) {
    await padron.abandon(turn);
    await rejected.finish();
    throw failure(
      EXIT.NO,
      'Todas las filas fueron rechazadas: el padrón queda como estaba.',
      'All rows were rejected: the padron stays as it was.',
    );
  }
  const counts = await padron.finish(turn);
  await rejected.finish();
  return counts;
}

function summary(
  { path, mode, rejectedPath }: ImportPlan,
  { added, changed }: ImportCounts,
  rows: number,
  rejected: number,
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
      archivo: basename(path),
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

/** Turns an expected error into a message for the user; a bug of this program stays as it is. */
function toFailure(error: unknown, { started }: ImportScreen): unknown {
  if (error instanceof UnreadableFile) return new CommandFailure(EXIT.USAGE, error.message);
  if (error instanceof ImportTakenOver) {
    return failure(
      EXIT.NO,
      'Esta importación se detuvo: otro proceso empezó otra o borró el padrón.',
      'This import stopped: another process began another one or erased the padron.',
    );
  }
  const isUnfinished = error instanceof CommandFailure && error.exitCode === EXIT.IO && started;
  return isUnfinished ? new CommandFailure(EXIT.IO, `${error.message} ${howToRepeat()}`) : error;
}

const howToRepeat = (): string =>
  text(
    'La importación no terminó: para empezarla de nuevo, repita el mismo comando.',
    'The import is not complete: to start it again, run the same command.',
  );
