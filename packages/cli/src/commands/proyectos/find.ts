/** Finds the project that the user names. */
import { DEMO, type ProjectWithTokens, type Store } from '@curp-service/server/admin';
import type { Environment, Translate } from '../../environment.js';
import { Failure, EXIT, notFound } from '../../failure.js';
import { normalizeName } from './values.js';

export const projectHelp = (text: Translate): string =>
  text('el id (prj_…) o el nombre exacto del proyecto', 'the id (prj_…) or the exact name of the project');

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
