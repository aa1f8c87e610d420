/** The texts that show a project, and the notices of its commands. */
import { NameTaken, type Project, type Token } from '@curp-service/server/admin';
import type { Translate } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import { details } from '../../terminal/table.js';

export const limitText = ({ limite }: Project, text: Translate): string =>
  limite === null ? text('del servicio', 'service’s') : String(limite);

export const quotaText = ({ cuota }: Project, text: Translate): string =>
  cuota === null ? text('ninguna', 'none') : String(cuota);

/** A new token with its id. */
export interface NewToken {
  readonly id: string;
  readonly token: string;
}

export function projectDetails(project: Project, text: Translate, created?: NewToken): string {
  return details([
    ['id', project.id],
    [text('nombre', 'name'), project.nombre],
    [text('estado', 'state'), project.estado],
    [text('límite', 'limit'), limitText(project, text)],
    [text('cuota', 'quota'), quotaText(project, text)],
    ...(created === undefined
      ? []
      : [[text('id del token', 'token id'), created.id] as const, ['token', created.token] as const]),
  ]);
}

export const saveTokenNotice = (text: Translate): string =>
  text('Guarde el token ahora: no se vuelve a mostrar.', 'Save the token now: it will not be shown again.');

/** The service caches projects for up to 5 seconds. */
export const appliesSoonNotice = (text: Translate): string =>
  text('Un servicio en marcha lo aplica en menos de 5 segundos.', 'A running service applies it within 5 seconds.');

/** Writes a project to the store; fails if another has its name. */
export async function withUniqueName<T>(text: Translate, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof NameTaken)) throw error;
    throw new Failure(
      EXIT.NO,
      text(
        'Ya hay un proyecto con ese nombre: elija otro, o vea los que hay con `curp proyectos listar`.',
        'There is a project with that name already: choose another, or see those there are with `curp proyectos listar`.',
      ),
    );
  }
}

/** The tokens that have not expired. */
export const liveTokens = (tokens: readonly Token[], now: number): readonly Token[] =>
  tokens.filter(({ vence }) => vence === null || Date.parse(vence) > now);
