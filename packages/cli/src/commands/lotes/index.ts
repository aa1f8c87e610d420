/** `curp lotes`: shows the operator the jobs that the service keeps, and erases them; it never reads their rows. */
import type { Command } from 'commander';
import type { Environment } from '../../environment.js';
import { addCommand } from '../../terminal/help.js';
import { borrar } from './borrar.js';
import { listar } from './listar.js';
import { ver } from './ver.js';

export function lotes(program: Command, environment: Environment): void {
  const { text } = environment;
  const group = addCommand(
    program,
    'lotes',
    text,
    text(
      'administra los trabajos que guarda el servicio: tamaños, estados y antigüedad, nunca sus filas',
      'administers the jobs that the service keeps: sizes, states and ages, never their rows',
    ),
    ['curp lotes listar'],
  );
  for (const register of [listar, ver, borrar]) register(group, environment);
}
