/** `curp python`: prints the norm as one file of Python. */
import { readCoreFile } from '../files/core-file.js';
import { command } from '../terminal/commands.js';

export const python = command({
  name: 'python',
  about: [
    'imprime curp.py: la norma en un archivo de Python, sin dependencias; da claves, y `curp lote` dice además qué filas revisar',
    'prints curp.py: the norm in one file of Python, without dependencies; it gives keys, and `curp lote` also says which rows to review',
  ],
  examples: ['curp python > curp.py'],
  run: () => void process.stdout.write(readCoreFile('curp.py')),
});
