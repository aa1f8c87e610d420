/** `curp padron`: manages the records that `obtener_datos` looks up. */
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import type { Environment } from '../../environment.js';
import { borrar } from './borrar.js';
import { estado } from './estado.js';
import { importar } from './importar.js';

export function padron(program: Command, environment: Environment): void {
  const { text } = environment;
  const group = addCommand(
    program,
    'padron',
    text,
    text('administra los registros que consulta obtener_datos', 'manages the records that obtener_datos looks up'),
    ['curp padron importar registros.csv', 'curp padron estado'],
  );
  for (const register of [importar, estado, borrar]) register(group, environment);
}
