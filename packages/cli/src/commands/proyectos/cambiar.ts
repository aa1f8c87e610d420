/** `curp proyectos cambiar`: changes the name, the quota or the limit of a project. */
import type { ProjectSettings } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, jsonHelp, json } from '../../environment.js';
import { changeProject, projectHelp } from './find.js';
import { appliesSoonNotice, projectDetails, withUniqueName } from './show.js';
import { type OrNone, readQuotaOrNone, readLimitOrNone, readName } from './values.js';

interface CambiarOptions {
  readonly nombre?: string;
  readonly cuota?: OrNone;
  readonly limite?: OrNone;
  readonly json?: true;
}

export function cambiar(group: Command, environment: Environment): void {
  const { text, print } = environment;
  addCommand(
    group,
    'cambiar',
    text,
    text(
      'cambia el nombre, la cuota o el límite de un proyecto',
      'changes the name, the quota or the limit of a project',
    ),
    ['curp proyectos cambiar "Mi tienda" --cuota 50000 --limite ninguno'],
  )
    .argument('<PROYECTO>', projectHelp(text))
    .option('--nombre <NOMBRE>', text('el nombre nuevo', 'the new name'), readName(text))
    .option(
      '--cuota <N>',
      text('operaciones por mes, o ninguna', 'operations per month, or ninguna (none)'),
      readQuotaOrNone(text),
    )
    .option(
      '--limite <N>',
      text(
        'peticiones por segundo, o ninguno (se aplica el del servicio)',
        'requests per second, or ninguno (none: the service’s applies)',
      ),
      readLimitOrNone(text),
    )
    .option('--json', jsonHelp(text))
    .action(async (idOrName: string, { json: asJson, ...options }: CambiarOptions, command: Command) => {
      const settings = settingsOf(options);
      if (Object.keys(settings).length === 0) {
        command.error(
          text(
            'Indique qué cambiar: --nombre, --cuota o --limite.',
            'Say what to change: --nombre, --cuota or --limite.',
          ),
        );
      }
      const project = await changeProject(environment, idOrName, async (store, { id }) =>
        withUniqueName(text, async () => store.changeProject(id, settings)),
      );
      if (asJson) {
        print(json(project));
        return;
      }
      print(`${text('Proyecto cambiado:', 'Project changed:')}\n`);
      print(`${projectDetails(project, text)}\n`);
      print(appliesSoonNotice(text));
    });
}

/** Only the settings that change. */
const settingsOf = ({ nombre, cuota, limite }: CambiarOptions): ProjectSettings => ({
  ...(nombre === undefined ? {} : { nombre }),
  ...(cuota === undefined ? {} : { cuota: cuota.number }),
  ...(limite === undefined ? {} : { limite: limite.number }),
});
