/** Starts `curp`: runs the command of this process and sets the exit code. */
import { tell } from './environment.js';
import { EXIT, systemReason } from './failure.js';
import { runCurp } from './program.js';
import { printError } from './terminal/color.js';

// At this signal, Node would open its debugger to every program of the machine.
process.on('SIGUSR1', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exitCode = EXIT.IO;
  // The reader closed the pipe, as `head` does.
  if (error.code === 'EPIPE') return;
  const reason = systemReason(error);
  printError(tell('main_no_se_puede', { reason }));
});
void runCurp(process.argv.slice(2)).then((exitCode) => (process.exitCode ??= exitCode));
