/** `curp python`: prints the norm as one file of Python. */
import { readCoreFile } from '../files/core-file.js';
import { command } from '../terminal/commands.js';

export const python = command({
  name: 'python',
  about: [
    'imprime curp.py: la norma en un archivo de Python, sin dependencias',
    'prints curp.py: the norm in one file of Python, without dependencies',
  ],
  examples: ['curp python > curp.py'],
  run: () => void process.stdout.write(readCoreFile('curp.py')),
});
