/** `curp mcp`: offers the operations to an assistant, as a server of the Model Context Protocol on stdin and stdout. */
import { text } from '../../environment.js';
import { printError } from '../../terminal/color.js';
import { command } from '../../terminal/commands.js';
import { words } from '../../textos/words.js';

export const mcp = command({
  name: 'mcp',
  about: words('mcp_ofrece_las_operaciones'),
  examples: ['curp mcp'],
  after: words('mcp_el_asistente_inicia'),
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
