/** `curp proyectos`: manages the projects that may use the service, their quotas and usage. */
import { commandGroup } from '../../terminal/commands.js';
import { cambiar, crear, listar } from './settings.js';
import { activar, borrar, revocar, rotar } from './state.js';
import { uso } from './uso.js';

export const proyectos = commandGroup(
  'proyectos',
  [
    'administra los proyectos que usan el servicio: límites, cuotas y uso',
    'manages the projects that use the service: limits, quotas and usage',
  ],
  ['curp proyectos listar'],
  [crear, listar, cambiar, rotar, revocar, activar, borrar, uso],
);
