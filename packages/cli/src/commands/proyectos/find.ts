/** Finds the project that the user names. */
import { DEMO, NameTaken, type ProjectWithTokens, type Store } from '@curp-service/server/admin';
import type { Bilingual } from '@curp-service/contract/language';
import type { Environment, Translate } from '../../environment.js';
import { Failure, EXIT, notFound } from '../../failure.js';
import { argument } from '../../terminal/commands.js';
import { normalizeName } from './values.js';

export const PROJECT_HELP: Bilingual = [
  'el id (prj_…) o el nombre exacto del proyecto',
  'the id (prj_…) or the exact name of the project',
];
export const PROJECT = argument('<PROYECTO>', PROJECT_HELP);

/** By id or, if no project has that id, by name. */
export async function findProject(store: Store, idOrName: string, text: Translate): Promise<ProjectWithTokens> {
  const projects = await store.listProjects();
  const found =
    projects.find(({ id }) => id === idOrName) ?? projects.find(({ nombre }) => nombre === normalizeName(idOrName));
  if (found !== undefined) return found;
  if (idOrName === DEMO) {
    throw new Failure(
      EXIT.NO,
      text(
        `${DEMO} es el proyecto de demostración, sin tokens ni ajustes: se activa o desactiva con DEMO_TOKEN.`,
        `${DEMO} is the demonstration project, without tokens or settings: DEMO_TOKEN turns it on or off.`,
      ),
    );
  }
  throw notFound(text, ['proyecto', 'project'], idOrName, 'proyectos listar');
}

/** Changes the project that the user names, and gives it as it is afterwards. */
export const changeProject = async (
  { text, withStore }: Environment,
  idOrName: string,
  change: (store: Store, project: ProjectWithTokens) => Promise<unknown>,
): Promise<ProjectWithTokens> =>
  withStore(async (store) => {
    const project = await findProject(store, idOrName, text);
    await change(store, project);
    return findProject(store, project.id, text);
  });

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
