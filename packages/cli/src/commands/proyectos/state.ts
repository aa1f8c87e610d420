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
import { tell } from '../../environment.js';
import { withJobs } from '../../database.js';
import { words } from '../../textos/words.js';

/** After this time every process of a running service has asked the database again, and refuses a revoked project. */
const KNOWN_TO_ALL_MS = 5000;

export const rotar = adminCommand({
  name: 'rotar',
  about: words('proyectos_crea_un_token'),
  examples: ['curp proyectos rotar "Mi tienda" --gracia 24h'],
  args: [PROJECT],
  options: {
    gracia: option('<TIEMPO>', words('proyectos_cuanto_tiempo_siguen'), readGrace),
  },
  run: async ([idOrName], { gracia = 0 }) => {
    const token = createToken();
    let created = { id: '', creado: '', token };
    const project = await changeProject(idOrName, async (store, { id }) => {
      created = { ...(await store.rotateToken(id, sha256(token), gracia)), token };
    });
    const { id, estado } = project;
    const lines = [
      `${tell('proyectos_token_nuevo')}\n`,
      `${projectDetails(project, created)}\n`,
      saveTokenNotice(),
      `${previousTokensText(gracia, Date.parse(created.creado) + gracia)} ${appliesSoonNotice()}`,
    ];
    if (estado === 'revocado') {
      lines.push(tell('proyectos_el_proyecto_esta', { id }));
    }
    return { json: { ...project, token }, text: lines.join('\n') };
  },
});

export const revocar = adminCommand({
  name: 'revocar',
  about: words('proyectos_deshabilita_un_proyecto'),
  examples: ['curp proyectos revocar "Mi tienda"'],
  args: [PROJECT],
  run: async ([idOrName]) => {
    const project = await changeProject(idOrName, async (store, { id }) =>
      store.changeProject(id, { estado: 'revocado' }),
    );
    const { id, nombre } = project;
    const done = tell('proyectos_el_proyecto_queda', { nombre, id });
    return { json: project, text: `${done}\n${appliesSoonNotice()}` };
  },
});

export const activar = adminCommand({
  name: 'activar',
  about: words('proyectos_habilita_un_proyecto'),
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
    const lines = [tell('proyectos_el_proyecto_queda_activo', { nombre, count })];
    if (count === 0) {
      lines.push(tell('proyectos_dele_uno_con', { id }));
    }
    return { json: project, text: [...lines, appliesSoonNotice()].join('\n') };
  },
});

export const borrar = adminCommand({
  name: 'borrar',
  about: words('proyectos_borra_un_proyecto'),
  examples: ['curp proyectos borrar "Mi tienda"'],
  args: [PROJECT],
  options: { si: YES_FLAG },
  run: async ([idOrName], { si }) => {
    const closing = tell('proyectos_cerrado_se_borra');
    const erased = await withJobs(async (jobs, store) => {
      const { id, nombre, tokens } = await findProject(store, idOrName);
      const ofProject = async () => (await jobs.kept()).filter(({ proyecto }) => proyecto === id);
      const [live, kept] = [liveTokens(tokens, await store.time()).length, (await ofProject()).length];
      await confirm(si, ...words('proyectos_proyecto_tokens_que', { nombre, live, kept }));
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
      text: tell('proyectos_el_proyecto_quedo', { nombre, trabajos }),
    };
  },
});
