/** `curp python`: prints the norm as one file of Python. */
import { readCoreFile } from '../files/core-file.js';
import { command } from '../terminal/commands.js';
import { words } from '../textos/words.js';

export const python = command({
  name: 'python',
  about: words('python_imprime_curp_py'),
  examples: ['curp python > curp.py'],
  run: () => void process.stdout.write(readCoreFile('curp.py')),
});
