/** `curp proyectos activar`: undoes `revocar`. */
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, jsonHelp, json } from '../../environment.js';
import { changeProject, projectHelp } from './find.js';
import { appliesSoonNotice, liveTokens } from './show.js';

export function activar(group: Command, environment: Environment): void {
  const { text, print } = environment;
  addCommand(group, 'activar', text, text('habilita un proyecto revocado', 'enables a revoked project'), [
    'curp proyectos activar "Mi tienda"',
  ])
    .argument('<PROYECTO>', projectHelp(text))
    .option('--json', jsonHelp(text))
    .action(async (idOrName: string, { json: asJson }: { readonly json?: true }) => {
      const project = await changeProject(environment, idOrName, async (store, found) =>
        store.changeProject(found.id, { estado: 'activo' }),
      );
      if (asJson) {
        print(json(project));
        return;
      }
      const { id, nombre, tokens } = project;
      const count = liveTokens(tokens, Date.now()).length;
      print(
        text(
          `El proyecto "${nombre}" queda activo; tokens que sirven: ${count}.`,
          `The project "${nombre}" is active; tokens that work: ${count}.`,
        ),
      );
      if (count === 0) {
        print(text(`Dele uno con: curp proyectos rotar ${id}`, `Give it one with: curp proyectos rotar ${id}`));
      }
      print(appliesSoonNotice(text));
    });
}
