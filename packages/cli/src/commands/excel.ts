/** `curp excel`: prints the norm as a module of VBA. */
import { readCoreFile } from '../files/core-file.js';
import { command } from '../terminal/commands.js';

export const excel = command({
  name: 'excel',
  about: [
    'imprime curp.bas: las funciones =CURP, =CURP_VALIDA, =CURP_MOTIVO y =CURP_COTEJA para Excel',
    'prints curp.bas: the functions =CURP, =CURP_VALIDA, =CURP_MOTIVO and =CURP_COTEJA for Excel',
  ],
  examples: ['curp excel > curp.bas'],
  run: () => void process.stdout.write(readCoreFile('curp.bas')),
});
