/** `curp mcp`: offers the operations to an assistant, as a server of the Model Context Protocol on stdin and stdout. */
import { text } from '../../environment.js';
import { printError } from '../../terminal/color.js';
import { command } from '../../terminal/commands.js';

export const mcp = command({
  name: 'mcp',
  about: ['ofrece las operaciones a un asistente (MCP)', 'offers the operations to an assistant (MCP)'],
  examples: ['curp mcp'],
  after: [
    'El asistente inicia este comando y le habla por la entrada y la salida estándar. Calcular, validar y cotejar\nno mandan ningún dato fuera de esta máquina.',
    'The assistant starts this command and talks to it over standard input and output. Calculating, checking and\ncomparing send no data outside this machine.',
  ],
  run: async () => {
    if (process.stdin.isTTY)
      printError(
        text(
          'Espera los mensajes de un asistente; Ctrl-C termina. Vea: curp mcp --help',
          'Waits for the messages of an assistant; Ctrl-C ends it. See: curp mcp --help',
        ),
      );
    // Loaded only here: the protocol's library takes longer to load than the rest of the program.
    const { serve } = await import('./server.js');
    await serve();
  },
});
