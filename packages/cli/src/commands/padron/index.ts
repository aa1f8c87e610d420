/** `curp padron`: the records in which `obtener_datos` looks keys up. */
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
    text('los registros en que obtener_datos busca las claves', 'the records in which obtener_datos looks keys up'),
    ['curp padron importar registros.csv', 'curp padron estado'],
  );
  for (const register of [importar, estado, borrar]) register(group, environment);
}
