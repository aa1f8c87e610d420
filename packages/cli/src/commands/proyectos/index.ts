/** `curp proyectos`: manages the projects that may use the service, their quotas and usage. */
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
      'administra los proyectos que usan el servicio: tokens, límites, cuotas y uso',
      'manages the projects that use the service: tokens, limits, quotas and usage',
    ),
    ['curp proyectos listar'],
  );
  for (const register of COMMANDS) register(group, environment);
}
