/** `curp padron`: the records in which `obtener_datos` looks keys up. */
import type { Command } from 'commander';
import { comando } from '../../terminal/help.js';
import type { Entorno } from '../../environment.js';
import { borrar } from './borrar.js';
import { estado } from './estado.js';
import { importar } from './importar.js';

export function padron(program: Command, entorno: Entorno): void {
  const { texto } = entorno;
  const grupo = comando(
    program,
    'padron',
    texto,
    texto('los registros en que obtener_datos busca las claves', 'the records in which obtener_datos looks keys up'),
    ['curp padron importar registros.csv', 'curp padron estado'],
  );
  for (const registrar of [importar, estado, borrar]) registrar(grupo, entorno);
}
