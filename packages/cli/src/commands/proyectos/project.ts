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
import { tell } from '../../environment.js';
import { EXIT, commandFailure, notFound } from '../../failure.js';
import { argument } from '../../terminal/commands.js';
import { normalizeName } from './values.js';
import { details } from '../../terminal/table.js';
import { mexicoMoment } from '../../terminal/words.js';
import { withStore } from '../../database.js';
import { words } from '../../textos/words.js';

export const PROJECT_HELP: Bilingual = words('proyectos_el_id_prj');
export const PROJECT = argument('<PROYECTO>', PROJECT_HELP);

/** Finds a project by id or, if no project has that id, by name. */
export async function findProject(store: Store, idOrName: string): Promise<ProjectWithTokens> {
  const projects = await store.listProjects();
  const found =
    projects.find(({ id }) => id === idOrName) ?? projects.find(({ nombre }) => nombre === normalizeName(idOrName));
  if (found !== undefined) return found;
  if (idOrName === DEMO) {
    throw commandFailure(EXIT.NO, ...words('proyectos_es_el_proyecto', { demo: DEMO }));
  }
  throw notFound(words('auditoria_proyecto'), idOrName, 'proyectos listar');
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
    throw commandFailure(EXIT.NO, ...words('proyectos_ya_hay_un'));
  }
}

export const limitText = (limite: number | string | null): string =>
  limite === null ? tell('proyectos_del_servicio') : String(limite);

export const quotaText = (cuota: number | string | null): string =>
  cuota === null ? tell('proyectos_ninguna') : String(cuota);

export function projectDetails(project: Project, created?: { readonly id: string; readonly token: string }): string {
  return details([
    ['id', project.id],
    [tell('auditoria_nombre'), project.nombre],
    [tell('proyectos_estado_2'), project.estado],
    [tell('auditoria_limite'), limitText(project.limite)],
    [tell('auditoria_cuota'), quotaText(project.cuota)],
    ...(created === undefined
      ? []
      : [[tell('proyectos_id_del_token'), created.id] as const, ['token', created.token] as const]),
  ]);
}

export const saveTokenNotice = (): string => tell('proyectos_guarde_el_token');

/** Says when a change takes effect: the service caches projects for up to 5 seconds. */
export const appliesSoonNotice = (): string => tell('proyectos_un_servicio_en');

export const liveTokens = (tokens: readonly Token[], now: number): readonly Token[] =>
  tokens.filter(({ vence }) => vence === null || Date.parse(vence) > now);

export function previousTokensText(gracia: number, end: number): string {
  if (gracia === 0) return tell('proyectos_los_tokens_anteriores');
  const moment = mexicoMoment(end);
  return tell('proyectos_los_tokens_anteriores_sirven', { moment });
}
