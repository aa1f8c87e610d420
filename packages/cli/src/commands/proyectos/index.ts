/** `curp proyectos`: who may use the service, how much, and how much they have used. */
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import type { Environment } from '../../environment.js';
import { activar } from './activar.js';
import { cambiar } from './cambiar.js';
import { crear } from './crear.js';
import { listar } from './listar.js';
import { revocar } from './revocar.js';
import { rotar } from './rotar.js';
import { uso } from './uso.js';

const COMMANDS = [crear, listar, cambiar, rotar, revocar, activar, uso];

export function proyectos(program: Command, environment: Environment): void {
  const { text } = environment;
  const group = addCommand(
    program,
    'proyectos',
    text,
    text(
      'los proyectos que usan el servicio: sus tokens, límites, cuotas y uso',
      'the projects that use the service: their tokens, limits, quotas and usage',
    ),
    ['curp proyectos listar'],
  );
  for (const register of COMMANDS) register(group, environment);
}
