/** Runs `curp lote`, from the names of the files to the summary. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { CommandContext, Translate } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import { openInput } from '../../files/input.js';
import { type Output, PipeClosed } from '../../files/output.js';
import { openOutput } from '../../files/target.js';
import { onSignals } from '../../terminal/signals.js';
import type { LoteCommandOptions } from './options.js';
import { planLote } from './plan.js';
import { processFile } from './process.js';
import { withOptions } from './report.js';
import { LoteScreen } from './screen.js';
import { ThreadStopped } from './thread.js';
import type { Work } from './work.js';

export async function runLote(path: string, options: LoteCommandOptions, context: CommandContext): Promise<void> {
  const { text } = context;
  const plan = planLote(path, options, context);
  const input = openInput(plan.source, text);
  const screen = new LoteScreen(plan, options, context);
  let output: Output | null = null;
  let work: Work | null = null;
  const stopListening = onSignals(() => {
    const nothingLeft = output?.abandon() === true;
    screen.status.say(
      nothingLeft
        ? text(`Interrumpido: ${plan.target} no se escribió.`, `Interrupted: ${plan.target} was not written.`)
        : text('Interrumpido: la salida está incompleta.', 'Interrupted: the output is incomplete.'),
    );
    // A job at a service must be cancelled; threads end with this process.
    return plan.service === null ? null : (work?.close() ?? null);
  });
  try {
    output = openOutput(plan.target, input.stats, options.forzar === true, text);
    const onStart = (started: Work): void => void (work = started);
    const { totals, lectura } = await processFile({ input, output, plan, options, screen, context, onStart });
    await output.finish();
    screen.finish(totals, lectura);
    if (totals.good < totals.rows) process.exitCode = EXIT.NO;
  } catch (error) {
    screen.status.clearBar();
    const nothingLeft = output?.abandon() === true;
    throw toFailure(error, nothingLeft, text);
  } finally {
    stopListening();
    input.close();
  }
}

/** Turns an expected error into a message for the user; a bug of this program stays as it is. */
function toFailure(error: unknown, nothingLeft: boolean, text: Translate): unknown {
  if (error instanceof UnreadableFile) return new Failure(EXIT.USAGE, withOptions(error.message));
  if (error instanceof PipeClosed) {
    const message = text(
      'Se cerró la salida antes de tiempo: está incompleta.',
      'The output was closed too early: it is incomplete.',
    );
    return new Failure(EXIT.IO, message);
  }
  const notWritten = nothingLeft ? ` ${text('SALIDA no se escribió.', 'SALIDA was not written.')}` : '';
  if (error instanceof ThreadStopped) {
    const message = text(`Un hilo se detuvo (${error.message}).`, `A thread stopped (${error.message}).`);
    return new Failure(EXIT.SOFTWARE, `${message}${notWritten}`);
  }
  return error instanceof Failure && error.exitCode === EXIT.IO
    ? new Failure(EXIT.IO, `${error.message}${notWritten}`)
    : error;
}
