/** `curp servir`: the HTTP service, as `npm start` runs it. */
import { fileURLToPath } from 'node:url';
import { ConfigError, VARIABLES, readConfig } from '@curp-service/server/config';
import { type Command, InvalidArgumentError } from 'commander';
import { addCommand } from '../terminal/help.js';
import type { Environment } from '../environment.js';

interface ServirOptions {
  readonly port?: string;
  readonly host?: string;
}

export function servir(program: Command, { language, text }: Environment): void {
  /** A value that the variable may have. */
  const readVariable =
    (variable: 'PORT' | 'HOST') =>
    (value: string): string => {
      try {
        readConfig({ [variable]: value }, language);
        return value;
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        const [, es, en] = VARIABLES[variable];
        throw new InvalidArgumentError(text(`debe ser ${es}.`, `must be ${en}.`));
      }
    };
  addCommand(
    program,
    'servir',
    text,
    text('sirve las operaciones por HTTP, como `npm start`', 'serves the operations over HTTP, as `npm start` does'),
    ['curp servir', 'curp servir --port 8080'],
  )
    .option('--port <PUERTO>', text('en lugar de PORT', 'instead of PORT'), readVariable('PORT'))
    .option('--host <HOST>', text('en lugar de HOST', 'instead of HOST'), readVariable('HOST'))
    .addHelpText(
      'after',
      `\n${text('Variables de entorno, que también se leen de .env:', 'Environment variables, also read from .env:')}\n  ${Object.keys(VARIABLES).join(', ')}`,
    )
    .action(async ({ port, host }: ServirOptions) => {
      if (port !== undefined) process.env['PORT'] = port;
      if (host !== undefined) process.env['HOST'] = host;
      await become(import.meta.resolve('@curp-service/server/main'));
    });
}

/**
 * For V8, which takes it only at its start. Requests leave nothing behind, so a small space for new objects saves memory and
 * no time.
 */
export const V8_FLAGS = ['--max-semi-space-size=2'];

/**
 * Runs a program in place of this one: its signals and its exit code are those of the process, without a parent to pass
 * them on.
 */
async function become(main: string): Promise<void> {
  if (process.platform !== 'win32' && process.execve !== undefined) {
    const args = [process.execPath, ...process.execArgv, ...V8_FLAGS, fileURLToPath(main)];
    process.execve(process.execPath, args, process.env);
  }
  await import(main); // Node before 22.15 cannot be replaced: the service works here too, with more memory
}
