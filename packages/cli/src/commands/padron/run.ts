/** Runs `curp padron importar`, from the name of the file to the summary. */
import { basename } from 'node:path';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type ImportCounts, ImportTakenOver, type Padron, type Store } from '@curp-service/server/admin';
import type { CommandContext, Translate } from '../../environment.js';
import { CommandFailure, EXIT } from '../../failure.js';
import { type InputFile, openInput } from '../../files/input.js';
import { readRows } from '../../files/stages.js';
import { onSignals } from '../../terminal/signals.js';
import { columnsOf } from './columns.js';
import { ImportWork } from './import-work.js';
import { PATIENTLY } from '../../database.js';
import { type ImportOptions, type ImportPlan, isSameFile, planImport } from './options.js';
import { ImportScreen, howToRepeat } from './screen.js';
import { RejectedRows } from './rejected.js';

export async function runImport(path: string, options: ImportOptions, context: CommandContext): Promise<void> {
  const { text, failUsage, withStore } = context;
  const plan = planImport(path, options, context);
  const input = openInput(path, text);
  if (!input.stats.isFile()) failUsage(text(`${path} no es un archivo.`, `${path} is not a file.`));
  if (isSameFile(plan.rejectedPath, input.stats)) {
    failUsage(
      text(
        'Las filas rechazadas no pueden escribirse en el mismo ARCHIVO.',
        'The rejected rows cannot be written to ARCHIVO itself.',
      ),
    );
  }
  const screen = new ImportScreen(plan, options, context);
  const rejected = new RejectedRows(plan.rejectedPath, input.stats, text);
  const stopListening = onSignals(() => {
    rejected.abandon();
    screen.interrupt();
    return null;
  });
  try {
    await withStore(async (store) => importFile(store, input, plan, rejected, screen, context), PATIENTLY);
  } catch (error) {
    screen.status.clearBar();
    throw toFailure(error, screen, text);
  } finally {
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
  { language, text }: CommandContext,
): Promise<void> {
  const { padron } = store;
  const { format, chunks } = await readRows(input, plan.formats.input, text);
  let { progress } = input;
  const work = new ImportWork({
    padron,
    rejected,
    language,
    format: format.kind === 'ndjson' ? 'ndjson' : 'csv',
    onHead: (head) => {
      rejected.start(head);
      const columns = columnsOf(head, text);
      screen.showUnderstood(format.kind, head, columns);
      return columns.indexes;
    },
    begin: async () => {
      rejected.claimPath(plan.force);
      const file = basename(plan.path);
      await store.record('padron importar', null, { archivo: file, modo: plan.mode });
      const { turn, abandoned } = await padron.begin(file, plan.mode);
      screen.start(abandoned, () => ({ rows: work.rows, bad: rejected.count, progress }));
      return turn;
    },
  });
  await work.run(chunks);
  progress = { done: 0, total: null, phase: text('Ordenando', 'Sorting') };
  const { added, changed } = await finish(padron, work, plan, rejected, text);
  const { rows: inPadron } = await padron.status();
  screen.finish({ rows: work.rows, added, changed, rejected: rejected.count, inPadron });
  if (rejected.count > 0) process.exitCode = EXIT.NO;
}

async function finish(
  padron: Padron,
  { turn, hasRecords }: ImportWork,
  { mode }: ImportPlan,
  rejected: RejectedRows,
  text: Translate,
): Promise<ImportCounts> {
  if (turn === null) throw new CommandFailure(EXIT.USAGE, text('El archivo no tiene filas.', 'The file has no rows.'));
  if (mode === 'reemplazar' && !hasRecords) {
    await padron.abandon(turn);
    await rejected.finish();
    throw new CommandFailure(
      EXIT.NO,
      text(
        'Todas las filas fueron rechazadas: el padrón queda como estaba.',
        'All rows were rejected: the padron stays as it was.',
      ),
    );
  }
  const counts = await padron.finish(turn);
  await rejected.finish();
  return counts;
}

/** Turns an expected error into a message for the user; a bug of this program stays as it is. */
function toFailure(error: unknown, screen: ImportScreen, text: Translate): unknown {
  if (error instanceof UnreadableFile) return new CommandFailure(EXIT.USAGE, error.message);
  if (error instanceof ImportTakenOver) {
    return new CommandFailure(
      EXIT.NO,
      text(
        'Esta importación se detuvo: otro proceso empezó otra o borró el padrón.',
        'This import stopped: another process began another one or erased the padron.',
      ),
    );
  }
  const isUnfinished = error instanceof CommandFailure && error.exitCode === EXIT.IO && screen.started;
  return isUnfinished ? new CommandFailure(EXIT.IO, `${error.message} ${howToRepeat(text)}`) : error;
}
