/** `curp excel`: prints the norm as a module of VBA. */
import { readCoreFile } from '../files/core-file.js';
import { command } from '../terminal/commands.js';
import { words } from '../textos/words.js';

export const excel = command({
  name: 'excel',
  about: words('excel_imprime_curp_bas'),
  examples: ['curp excel > curp.bas'],
  run: () => void process.stdout.write(readCoreFile('curp.bas')),
});
