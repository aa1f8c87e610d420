/** `curp mcp`: offers the operations to an assistant, as a server of the Model Context Protocol on stdin and stdout. */
import type { Command } from 'commander';
import type { Environment } from '../../environment.js';
import { addCommand } from '../../terminal/help.js';

export function mcp(program: Command, environment: Environment): void {
  const { text } = environment;
  addCommand(
    program,
    'mcp',
    text,
    text(
      'ofrece las operaciones a un asistente, por el protocolo MCP',
      'offers the operations to an assistant, over the MCP protocol',
    ),
    ['curp mcp'],
  )
    .addHelpText(
      'after',
      text(
        '\nEl asistente inicia este comando y le habla por la entrada y la salida estándar. Calcular, validar y cotejar\nno mandan ningún dato fuera de esta máquina.',
        '\nThe assistant starts this command and talks to it over standard input and output. Calculating, checking and\ncomparing send no datum out of this machine.',
      ),
    )
    .action(async () => {
      // Loaded only here: the protocol's library takes longer to load than everything else together.
      const { serve } = await import('./server.js');
      await serve(environment, program.version() ?? '');
    });
}
