/** The texts that show a project, and the notices of its commands. */
import type { Project, Token } from '@curp-service/server/admin';
import type { Translate } from '../../environment.js';
import { details } from '../../terminal/table.js';
import { mexicoMoment } from '../../terminal/words.js';

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

/** The tokens that have not expired. */
export const liveTokens = (tokens: readonly Token[], now: number): readonly Token[] =>
  tokens.filter(({ vence }) => vence === null || Date.parse(vence) > now);

export function previousTokensText(gracia: number, end: number, text: Translate): string {
  if (gracia === 0) return text('Los tokens anteriores ya no sirven.', 'The previous tokens no longer work.');
  const moment = mexicoMoment(end);
  return text(
    `Los tokens anteriores sirven, a más tardar, hasta el ${moment}, hora de la Ciudad de México.`,
    `The previous tokens work until ${moment}, Mexico City time, at the latest.`,
  );
}
