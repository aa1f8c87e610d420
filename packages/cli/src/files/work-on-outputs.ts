/** Runs the work of a command on the files that it writes: an error or a signal takes back what is incomplete, and says so. */
import type { Stats } from 'node:fs';
import { tell } from '../environment.js';
import { CommandFailure, EXIT } from '../failure.js';
import type { StatusLines } from '../terminal/progress.js';
import { onSignals } from '../terminal/signals.js';
import { PIPE } from './format.js';
import { type FileOutput, openOutput } from './output.js';

/** Opens an output. `input`: the file that must not be overwritten, if one is being read. */
type OpenFile = (path: string, input: Stats | null) => FileOutput;

/** Makes the outputs permanent once the work is done. `target`: the output that messages name. */
export async function workOnOutputs<T>(
  target: string,
  force: true | undefined,
  status: StatusLines,
  work: (open: OpenFile) => Promise<T>,
): Promise<T> {
  const outputs: FileOutput[] = [];
  /** Returns whether nothing is left of what was written. */
  const abandon = (): boolean => outputs.map((output) => output.abandon()).every(Boolean) && outputs.length > 0;
  const stopListening = onSignals(() => status.say(interrupted(target, abandon())));
  try {
    const result = await work((path, input) => {
      const output = openOutput(path, input, force === true);
      outputs.push(output);
      return output;
    });
    for (const output of outputs) await output.finish();
    return result;
  } catch (error) {
    throw withOutcome(error, abandon());
  } finally {
    stopListening();
    status.clearBar();
  }
}

function interrupted(target: string, nothingLeft: boolean): string {
  const name = target === PIPE ? tell('files_la_salida') : target;
  return nothingLeft ? tell('files_interrumpido_no_se', { name }) : tell('files_interrumpido_la_salida');
}

/** Adds to a failure of the system that the output was not written. Other errors are returned unchanged. */
function withOutcome(error: unknown, nothingLeft: boolean): unknown {
  const isOfSystem =
    error instanceof CommandFailure && (error.exitCode === EXIT.IO || error.exitCode === EXIT.SOFTWARE);
  if (!isOfSystem || !nothingLeft) return error;
  return new CommandFailure(error.exitCode, `${error.message} ${tell('files_salida_no_se')}`);
}
