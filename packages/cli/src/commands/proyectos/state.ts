/** `curp proyectos rotar`, `revocar`, `activar` and `borrar`: change whether a project is served, and with which tokens. */
import { setTimeout } from 'node:timers/promises';
import { createToken, sha256 } from '@curp-service/server/admin';
import { adminCommand, option, YES_FLAG } from '../../terminal/commands.js';
import { printError } from '../../terminal/color.js';
import { confirm } from '../../terminal/questions.js';
import {
  appliesSoonNotice,
  changeProject,
  findProject,
  liveTokens,
  previousTokensText,
  PROJECT,
  projectDetails,
  saveTokenNotice,
} from './project.js';
import { readGrace } from './values.js';
import { text } from '../../environment.js';
import { withJobs } from '../../database.js';

/** After this time every process of a running service has asked the database again, and refuses a revoked project. */
const KNOWN_TO_ALL_MS = 5000;

export const rotar = adminCommand({
  name: 'rotar',
  about: ['crea un token nuevo y cancela todos los anteriores', 'creates a new token and revokes all previous ones'],
  examples: ['curp proyectos rotar "Mi tienda" --gracia 24h'],
  args: [PROJECT],
  options: {
    gracia: option(
      '<TIEMPO>',
      [
        'cuánto tiempo siguen sirviendo los anteriores: 30m, 24h, 7d… (si falta: 0, nada)',
        'how long the previous ones keep working: 30m, 24h, 7d… (if absent: 0, not at all)',
      ],
      readGrace,
    ),
  },
  run: async ([idOrName], { gracia = 0 }) => {
    const token = createToken();
    let created = { id: '', creado: '', token };
    const project = await changeProject(idOrName, async (store, { id }) => {
      created = { ...(await store.rotateToken(id, sha256(token), gracia)), token };
    });
    const { id, estado } = project;
    const lines = [
      `${text('Token nuevo:', 'New token:')}\n`,
      `${projectDetails(project, created)}\n`,
      saveTokenNotice(),
      `${previousTokensText(gracia, Date.parse(created.creado) + gracia)} ${appliesSoonNotice()}`,
    ];
    if (estado === 'revocado') {
      lines.push(
        text(
          `El proyecto está revocado: el token no sirve hasta \`curp proyectos activar ${id}\`.`,
          `The project is revoked: the token does not work until \`curp proyectos activar ${id}\`.`,
        ),
      );
    }
    return { json: { ...project, token }, text: lines.join('\n') };
  },
});

export const revocar = adminCommand({
  name: 'revocar',
  about: ['deshabilita un proyecto hasta que se active', 'disables a project until it is activated'],
  examples: ['curp proyectos revocar "Mi tienda"'],
  args: [PROJECT],
  run: async ([idOrName]) => {
    const project = await changeProject(idOrName, async (store, { id }) =>
      store.changeProject(id, { estado: 'revocado' }),
    );
    const { id, nombre } = project;
    const done = text(
      `El proyecto "${nombre}" queda revocado: el servicio rechaza sus tokens con el código 3 hasta \`curp proyectos activar ${id}\`.`,
      `The project "${nombre}" is revoked: the service refuses its tokens with code 3 until \`curp proyectos activar ${id}\`.`,
    );
    return { json: project, text: `${done}\n${appliesSoonNotice()}` };
  },
});

export const activar = adminCommand({
  name: 'activar',
  about: ['habilita un proyecto revocado', 'enables a revoked project'],
  examples: ['curp proyectos activar "Mi tienda"'],
  args: [PROJECT],
  run: async ([idOrName]) => {
    let now = 0;
    const project = await changeProject(idOrName, async (store, { id }) => {
      now = await store.time();
      await store.changeProject(id, { estado: 'activo' });
    });
    const { id, nombre, tokens } = project;
    const count = liveTokens(tokens, now).length;
    const lines = [
      text(
        `El proyecto "${nombre}" queda activo; tokens que sirven: ${count}.`,
        `The project "${nombre}" is active; tokens that work: ${count}.`,
      ),
    ];
    if (count === 0) {
      lines.push(text(`Dele uno con: curp proyectos rotar ${id}`, `Give it one with: curp proyectos rotar ${id}`));
    }
    return { json: project, text: [...lines, appliesSoonNotice()].join('\n') };
  },
});

export const borrar = adminCommand({
  name: 'borrar',
  about: ['borra un proyecto, sus tokens y sus trabajos', 'erases a project, its tokens and its jobs'],
  examples: ['curp proyectos borrar "Mi tienda"'],
  args: [PROJECT],
  options: { si: YES_FLAG },
  run: async ([idOrName], { si }) => {
    const closing = text(
      'Cerrado. Se borra en 5 segundos, cuando el servicio ya no lo atienda…',
      'Closed. It is erased in 5 seconds, when the service no longer serves it…',
    );
    const erased = await withJobs(async (jobs, store) => {
      const { id, nombre, tokens } = await findProject(store, idOrName);
      const ofProject = async () => (await jobs.kept()).filter(({ proyecto }) => proyecto === id);
      const [live, kept] = [liveTokens(tokens, await store.time()).length, (await ofProject()).length];
      await confirm(
        si,
        `Proyecto "${nombre}"; tokens que sirven: ${live}; trabajos: ${kept}. ¿Borrarlo para siempre?`,
        `Project "${nombre}"; tokens that work: ${live}; jobs: ${kept}. Erase it for good?`,
      );
      // Once no process accepts a request of the project, no new job of it can appear.
      await store.changeProject(id, { estado: 'revocado' });
      printError(closing);
      await setTimeout(KNOWN_TO_ALL_MS);
      const found = await ofProject();
      for (const job of found) {
        await jobs.cancel(job.id, id, await jobs.time());
        await jobs.eraseBytes(job.id);
      }
      await store.deleteProject(id);
      return { id, nombre, trabajos: found.length };
    });
    const { nombre, trabajos } = erased;
    return {
      json: erased,
      text: text(
        `El proyecto "${nombre}" quedó borrado, con sus tokens y sus trabajos (${trabajos}).`,
        `The project "${nombre}" is erased, with its tokens and its jobs (${trabajos}).`,
      ),
    };
  },
});
