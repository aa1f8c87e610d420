/** `curp proyectos crear`: creates a project and its first token; only the hash of the token is stored. */
import { createToken, sha256 } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, jsonHelp, json } from '../../environment.js';
import { projectDetails, saveTokenNotice, withUniqueName } from './show.js';
import { readQuota, readLimit, readName } from './values.js';

interface CrearOptions {
  readonly cuota?: number | null;
  readonly limite?: number | null;
  readonly json?: true;
}

export function crear(group: Command, { text, print, withStore }: Environment): void {
  addCommand(
    group,
    'crear',
    text,
    text(
      'crea un proyecto y su primer token, que se muestra una sola vez',
      'creates a project and its first token, which is shown only once',
    ),
    [
      'curp proyectos crear "Mi tienda" --cuota 10000 --limite 20',
      'curp proyectos crear "Mi tienda" --json | jq -r .token',
    ],
  )
    .argument('<NOMBRE>', text('de 1 a 100 caracteres', '1 to 100 characters'), readName(text))
    .option(
      '--cuota <N>',
      text('operaciones por mes (si falta: sin cuota)', 'operations per month (if absent: no quota)'),
      readQuota(text),
    )
    .option(
      '--limite <N>',
      text('peticiones por segundo (si falta: el del servicio)', 'requests per second (if absent: the service’s)'),
      readLimit(text),
    )
    .option('--json', jsonHelp(text))
    .action(async (name: string, { cuota = null, limite = null, json: asJson }: CrearOptions) => {
      const token = createToken();
      const project = await withStore(async (store) =>
        withUniqueName(text, async () => store.createProject(name, { limite, cuota }, sha256(token))),
      );
      if (asJson) {
        print(json({ ...project, token }));
        return;
      }
      print(`${text('Proyecto creado:', 'Project created:')}\n`);
      print(`${projectDetails(project, text, { id: project.tokens[0]?.id ?? '', token })}\n`);
      print(saveTokenNotice(text));
    });
}
