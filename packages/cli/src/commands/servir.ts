/** `curp servir`: runs the HTTP service, as `npm start` does. */
import { fileURLToPath } from 'node:url';
import { ConfigError, VARIABLES, readConfig } from '@curp-service/server/config';
import { type Command, InvalidArgumentError } from 'commander';
import { addCommand } from '../terminal/help.js';
import { type Environment, configHelp } from '../environment.js';

interface ServirOptions {
  readonly config?: string;
  readonly port?: string;
  readonly host?: string;
}

export function servir(program: Command, { language, text, sources }: Environment): void {
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
    text('inicia el servicio HTTP, como `npm start`', 'starts the HTTP service, as `npm start` does'),
    ['curp servir', 'curp servir --port 8080'],
  )
    .option('--port <PUERTO>', text('en lugar de PORT', 'instead of PORT'), readVariable('PORT'))
    .option('--host <HOST>', text('en lugar de HOST', 'instead of HOST'), readVariable('HOST'))
    .option('--config <ARCHIVO>', configHelp(text))
    .addHelpText(
      'after',
      `\n${text('Variables de entorno, que también se leen de .env:', 'Environment variables, also read from .env:')}\n  ${Object.keys(VARIABLES).join(', ')}`,
    )
    .action(async ({ port, host, config }: ServirOptions) => {
      if (config !== undefined) sources.addFile(config, true);
      if (port !== undefined) process.env['PORT'] = port;
      if (host !== undefined) process.env['HOST'] = host;
      await become(import.meta.resolve('@curp-service/server/main'));
    });
}

/** V8 reads them only when it starts. A young generation of 8 MB saves memory and still holds every request in flight. */
export const V8_FLAGS = ['--max-semi-space-size=8'];

/** Replaces this process with another program, which then gets the signals and sets the exit code itself. */
async function become(main: string): Promise<void> {
  if (process.platform !== 'win32' && process.execve !== undefined) {
    const args = [process.execPath, ...process.execArgv, ...V8_FLAGS, fileURLToPath(main)];
    process.execve(process.execPath, args, process.env);
  }
  await import(main); // Node before 22.15 has no `execve`: the service runs in this process, with more memory
}
