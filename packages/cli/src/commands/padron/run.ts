/** One run of `curp padron importar`, from the name of the file to the summary. */
import { basename } from 'node:path';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { ImportTakenOver, type Padron, type ImportTurn } from '@curp-service/server/admin';
import type { Translate } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import { type Input, openInput } from '../../files/input.js';
import { readRows } from '../../files/stages.js';
import { onSignals } from '../../terminal/signals.js';
import { columnsOf } from './columns.js';
import { ImportWork } from './import-work.js';
import {
  type ImportContext,
  type ImportOptions,
  type ImportPlan,
  isSameFile,
  identityOf,
  planImport,
} from './options.js';
import { ImportScreen } from './screen.js';
import { RejectedRows } from './rejected.js';

/** For one batch, however slow the disk, and for whoever else holds the lock. */
const WAIT_MS = 60_000;

export async function runImport(path: string, options: ImportOptions, context: ImportContext): Promise<void> {
  const { text, failUsage, withStore } = context;
  const plan = planImport(path, options, context);
  const input = openInput(path, text);
  if (!input.stats.isFile()) failUsage(text(`${path} no es un archivo.`, `${path} is no file.`));
  if (isSameFile(plan.rejectedPath, input.stats)) {
    failUsage(text('Las rechazadas no pueden ir a ARCHIVO mismo.', 'The rejected rows cannot go to ARCHIVO itself.'));
  }
  const screen = new ImportScreen(plan, options, context);
  const stopListening = onSignals(() => {
    screen.interrupt();
    return null;
  });
  try {
    await withStore(async ({ padron }) => importFile(padron, input, plan, screen, context), { esperaMs: WAIT_MS });
  } catch (error) {
    screen.clearBar();
    throw toFailure(error, screen, text);
  } finally {
    stopListening();
    input.close();
  }
}

async function importFile(
  padron: Padron,
  input: Input,
  plan: ImportPlan,
  screen: ImportScreen,
  { language, text }: ImportContext,
): Promise<void> {
  const { format, chunks } = await readRows(input, plan.formats, {}, text);
  const rejected = new RejectedRows(plan.rejectedPath, text);
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
      const turn = await takeTurn(padron, input, plan, rejected, text);
      screen.start(turn, input.progress, () => ({ rows: work.rows, rejected: rejected.count }));
      return turn;
    },
  });
  try {
    await work.run(chunks);
  } finally {
    rejected.close();
  }
  await finish(padron, work, text);
  const { rows, added, changed } = work;
  const { rows: inPadron } = await padron.status();
  screen.finish({ rows, added, changed, rejected: rejected.count, inPadron });
  if (rejected.count > 0) process.exitCode = EXIT.NO;
}

/** Goes on where it was left, if what was rejected until then is still there. */
async function takeTurn(
  padron: Padron,
  { stats }: Input,
  plan: ImportPlan,
  rejected: RejectedRows,
  text: Translate,
): Promise<ImportTurn> {
  const identity = identityOf(plan, stats);
  const { ongoing: work } = await padron.status();
  const resume = work?.identity === identity && rejected.holds(work.rejectedBytes);
  if (!resume) rejected.claimPath(plan.force, text);
  const turn = await padron.begin(basename(plan.path), plan.mode, identity, resume);
  rejected.resume(turn.rejected, turn.rejectedBytes);
  return turn;
}

async function finish(padron: Padron, { turn, added }: ImportWork, text: Translate): Promise<void> {
  if (turn === null) throw new Failure(EXIT.USAGE, text('El archivo no tiene filas.', 'The file has no rows.'));
  if (turn.mode === 'reemplazar' && added === 0) {
    await padron.abandon(turn.turn);
    throw new Failure(
      EXIT.NO,
      text(
        'Todas las filas fueron rechazadas: el padrón queda como estaba.',
        'All rows were rejected: the padron stays as it was.',
      ),
    );
  }
  await padron.finish(turn.turn);
}

/** What went wrong, for the user; a fault of this program stays as it is. */
function toFailure(error: unknown, screen: ImportScreen, text: Translate): unknown {
  if (error instanceof UnreadableFile) return new Failure(EXIT.USAGE, error.message);
  if (error instanceof ImportTakenOver) {
    return new Failure(
      EXIT.NO,
      text(
        'Otro proceso siguió con esta importación, empezó otra o borró el padrón: esta termina aquí.',
        'Another process went on with this import, began another or erased the padron: this one ends here.',
      ),
    );
  }
  const resumable = error instanceof Failure && error.exitCode === EXIT.IO && screen.started;
  return resumable ? new Failure(EXIT.IO, `${error.message} ${howToResume(text)}`) : error;
}

const howToResume = (text: Translate): string =>
  text('El mismo comando sigue donde se quedó.', 'The same command goes on where it stopped.');
