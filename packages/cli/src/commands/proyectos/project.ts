/** Finds the project that the user names, and shows it. */
import {
  DEMO,
  NameTaken,
  type Project,
  type ProjectWithTokens,
  type Store,
  type Token,
} from '@curp-service/server/admin';
import type { Bilingual } from '@curp-service/contract/language';
import { text } from '../../environment.js';
import { EXIT, commandFailure, notFound } from '../../failure.js';
import { argument } from '../../terminal/commands.js';
import { normalizeName } from './values.js';
import { details } from '../../terminal/table.js';
import { mexicoMoment } from '../../terminal/words.js';
import { withStore } from '../../database.js';

export const PROJECT_HELP: Bilingual = ['el id (prj_…) o el nombre', 'the id (prj_…) or the name'];
export const PROJECT = argument('<PROYECTO>', PROJECT_HELP);

/** Finds a project by id or, if no project has that id, by name. */
export async function findProject(store: Store, idOrName: string): Promise<ProjectWithTokens> {
  const projects = await store.listProjects();
  const found =
    projects.find(({ id }) => id === idOrName) ?? projects.find(({ nombre }) => nombre === normalizeName(idOrName));
  if (found !== undefined) return found;
  if (idOrName === DEMO) {
    throw commandFailure(
      EXIT.NO,
      `${DEMO} es el proyecto de demostración, sin tokens ni ajustes: se activa o desactiva con DEMO_TOKEN.`,
      `${DEMO} is the demonstration project, without tokens or settings: DEMO_TOKEN turns it on or off.`,
    );
  }
  throw notFound(['proyecto', 'project'], idOrName, 'proyectos listar');
}

/** Changes the project that the user names, and returns it after the change. */
export const changeProject = async (
  idOrName: string,
  change: (store: Store, project: ProjectWithTokens) => Promise<unknown>,
): Promise<ProjectWithTokens> =>
  withStore(async (store) => {
    const project = await findProject(store, idOrName);
    await change(store, project);
    return findProject(store, project.id);
  });

/** Writes a project to the store; fails if another has its name. */
export async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof NameTaken)) throw error;
    throw commandFailure(
      EXIT.NO,
      'Ya hay un proyecto con ese nombre: elija otro, o vea los que hay con `curp proyectos listar`.',
      'There is a project with that name already: choose another, or list them with `curp proyectos listar`.',
    );
  }
}

export const limitText = (limite: number | string | null): string =>
  limite === null ? text('del servicio', 'service’s') : String(limite);

export const quotaText = (cuota: number | string | null): string =>
  cuota === null ? text('ninguna', 'none') : String(cuota);

export function projectDetails(project: Project, created?: { readonly id: string; readonly token: string }): string {
  return details([
    ['id', project.id],
    [text('nombre', 'name'), project.nombre],
    [text('estado', 'state'), project.estado],
    [text('límite', 'limit'), limitText(project.limite)],
    [text('cuota', 'quota'), quotaText(project.cuota)],
    ...(created === undefined
      ? []
      : [[text('id del token', 'token id'), created.id] as const, ['token', created.token] as const]),
  ]);
}

export const saveTokenNotice = (): string =>
  text('Guarde el token ahora: no se vuelve a mostrar.', 'Save the token now: it will not be shown again.');

/** Says when a change takes effect: the service caches projects for up to 5 seconds. */
export const appliesSoonNotice = (): string =>
  text('Un servicio en marcha lo aplica en menos de 5 segundos.', 'A running service applies it within 5 seconds.');

export const liveTokens = (tokens: readonly Token[], now: number): readonly Token[] =>
  tokens.filter(({ vence }) => vence === null || Date.parse(vence) > now);

export function previousTokensText(gracia: number, end: number): string {
  if (gracia === 0) return text('Los tokens anteriores ya no sirven.', 'The previous tokens no longer work.');
  const moment = mexicoMoment(end);
  return text(
    `Los tokens anteriores sirven, a más tardar, hasta el ${moment}, hora de la Ciudad de México.`,
    `The previous tokens work until ${moment}, Mexico City time, at the latest.`,
  );
}
