/** The project that a user names. */
import { DEMO, type ProjectWithTokens, type Store } from '@curp-service/server/admin';
import type { Texto } from '../../environment.js';
import { Falla, SALIDA } from '../../failure.js';
import { normalizar } from './values.js';

export const queEsProyecto = (texto: Texto): string =>
  texto('el id (prj_…) o el nombre exacto del proyecto', 'the id (prj_…) or the exact name of the project');

/** By id or, where no project has that id, by name. */
export async function buscar(store: Store, idONombre: string, texto: Texto): Promise<ProjectWithTokens> {
  const proyectos = await store.listProjects();
  const hallado =
    proyectos.find(({ id }) => id === idONombre) ?? proyectos.find(({ nombre }) => nombre === normalizar(idONombre));
  if (hallado !== undefined) return hallado;
  if (idONombre === DEMO) {
    throw new Falla(
      SALIDA.NO,
      texto(
        `${DEMO} es el proyecto de demostración, sin tokens ni ajustes: se enciende o apaga con DEMO_TOKEN.`,
        `${DEMO} is the demonstration project, without tokens or settings: DEMO_TOKEN turns it on or off.`,
      ),
    );
  }
  // As JSON, so that a control character in it does not reach the terminal.
  const dicho = JSON.stringify(idONombre);
  throw new Falla(
    SALIDA.NO,
    texto(
      `No hay ningún proyecto ${dicho}: vea los que hay con \`curp proyectos listar\`.`,
      `There is no project ${dicho}: see those there are with \`curp proyectos listar\`.`,
    ),
  );
}
