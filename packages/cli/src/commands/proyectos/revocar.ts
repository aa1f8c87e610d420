/** `curp proyectos revocar`: disables a project until it is activated, or revokes one of its tokens for good. */
import type { ProjectWithTokens, Store } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, type Translate, jsonHelp, json } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import { changeProject, projectHelp } from './find.js';
import { appliesSoonNotice, liveTokens } from './show.js';
import { readTokenId } from './values.js';

interface RevocarOptions {
  readonly token?: string;
  readonly json?: true;
}

export function revocar(group: Command, environment: Environment): void {
  const { text, print } = environment;
  addCommand(
    group,
    'revocar',
    text,
    text(
      'deshabilita un proyecto hasta que se active, o cancela uno de sus tokens para siempre',
      'disables a project until it is activated, or revokes one of its tokens for good',
    ),
    ['curp proyectos revocar "Mi tienda"', 'curp proyectos revocar "Mi tienda" --token tok_0123456789ab'],
  )
    .argument('<PROYECTO>', projectHelp(text))
    .option('--token <ID>', text('solo ese token, por su id', 'that token only, by its id'), readTokenId(text))
    .option('--json', jsonHelp(text))
    .action(async (idOrName: string, { token, json: asJson }: RevocarOptions) => {
      const project = await changeProject(environment, idOrName, async (store, found) =>
        token === undefined
          ? store.changeProject(found.id, { estado: 'revocado' })
          : revokeToken(store, found, token, text),
      );
      if (asJson) {
        print(json(project));
        return;
      }
      const { id, nombre } = project;
      print(
        token === undefined
          ? text(
              `El proyecto "${nombre}" queda revocado: el servicio rechaza sus tokens con el código 3 hasta \`curp proyectos activar ${id}\`.`,
              `The project "${nombre}" is revoked: the service refuses its tokens with code 3 until \`curp proyectos activar ${id}\`.`,
            )
          : text(
              `El token ${token} de "${nombre}" queda cancelado para siempre.`,
              `The token ${token} of "${nombre}" is revoked for good.`,
            ),
      );
      print(appliesSoonNotice(text));
    });
}

async function revokeToken(
  store: Store,
  { id, tokens }: ProjectWithTokens,
  token: string,
  text: Translate,
): Promise<void> {
  if (await store.revokeToken(id, token)) return;
  const ids = liveTokens(tokens, Date.now()).map((live) => live.id);
  const working = ids.length === 0 ? text('ninguno', 'none') : ids.join(', ');
  throw new Failure(
    EXIT.NO,
    text(
      `El proyecto no tiene ese token. Los que aún sirven: ${working}.`,
      `The project has no such token. Those that still work: ${working}.`,
    ),
  );
}
