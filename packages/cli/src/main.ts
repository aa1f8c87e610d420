/** Starts `curp`: runs the command of this process and sets the exit code. */
import { text } from './environment.js';
import { EXIT } from './failure.js';
import { runCurp } from './program.js';
import { printError } from './terminal/color.js';

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  process.exitCode = EXIT.IO;
  // The reader closed the pipe, as `head` does.
  if (code === 'EPIPE') return;
  printError(text(`No se puede escribir la salida (${message}).`, `The output cannot be written (${message}).`));
});
void runCurp(process.argv.slice(2)).then((exitCode) => (process.exitCode ??= exitCode));
