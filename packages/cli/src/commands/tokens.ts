/** `curp tokens`: manages the tokens of a project, which have names, and shows the day of their last use. */
import { createToken, mexicoDay, sha256, type Token } from '@curp-service/server/admin';
import { tell } from '../environment.js';
import { EXIT, commandFailure, wrongUse } from '../failure.js';
import { argument, adminCommand, commandGroup, flag, option } from '../terminal/commands.js';
import { details, listing } from '../terminal/table.js';
import { mexicoMoment } from '../terminal/words.js';
import {
  appliesSoonNotice,
  findProject,
  liveTokens,
  PROJECT,
  PROJECT_HELP,
  saveTokenNotice,
} from './proyectos/project.js';
import { readLastDay, readName, readTokenId } from './proyectos/values.js';
import { withStore } from '../database.js';
import { words } from '../textos/words.js';

const crear = adminCommand({
  name: 'crear',
  about: words('tokens_crea_otro_token'),
  examples: ['curp tokens crear "Mi tienda" nomina', 'curp tokens crear "Mi tienda" auditor --vence 2030-01-31'],
  args: [PROJECT, argument('<NOMBRE>', words('tokens_el_nombre_del'), readName)],
  options: {
    vence: option('<DIA>', words('tokens_el_ultimo_dia'), readLastDay),
  },
  run: async ([idOrName, nombre], { vence }) => {
    const token = createToken();
    const { project, created } = await withStore(async (store) => {
      const found = await findProject(store, idOrName);
      if (vence !== undefined && Date.parse(vence) <= (await store.time()))
        throw wrongUse(...words('tokens_vence_debe_ser'));
      return { project: found, created: await store.addToken(found.id, nombre, sha256(token), vence) };
    });
    const shown = details([
      [tell('auditoria_proyecto'), `${project.nombre} (${project.id})`],
      [tell('auditoria_nombre'), nombre],
      [tell('proyectos_id_del_token'), created.id],
      ...(created.vence === null ? [] : [[tell('tokens_vence'), mexicoMoment(Date.parse(created.vence))] as const]),
      ['token', token],
    ]);
    return {
      json: { proyecto: project.id, ...created, token },
      text: `${tell('tokens_token_creado')}\n\n${shown}\n\n${saveTokenNotice()}`,
    };
  },
});

const listar = adminCommand({
  name: 'listar',
  about: words('tokens_lista_los_tokens'),
  examples: ['curp tokens listar', 'curp tokens listar "Mi tienda" --todos'],
  args: [argument<string | undefined>('[PROYECTO]', words('tokens_de_este_o_de_todos', { proyecto: PROJECT_HELP }))],
  options: { todos: flag(...words('tokens_tambien_los_que')) },
  run: async ([idOrName], { todos }) => {
    const { now, projects } = await withStore(async (store) => ({
      now: await store.time(),
      projects: idOrName === undefined ? await store.listProjects() : [await findProject(store, idOrName)],
    }));
    const rows = projects.flatMap(({ id: proyecto, nombre: nombre_proyecto, tokens }) =>
      (todos ? tokens : liveTokens(tokens, now)).map((token) => Object.assign(token, { proyecto, nombre_proyecto })),
    );
    return listing(
      rows,
      [
        [['ID', 'ID'], ({ id }) => id],
        [words('proyectos_proyecto'), ({ nombre_proyecto }) => nombre_proyecto],
        [words('configuracion_nombre'), ({ nombre }) => nombre ?? '–'],
        [words('proyectos_creado'), ({ creado }) => mexicoDay(Date.parse(creado))],
        [words('tokens_ultimo_uso'), ({ usado }) => usado ?? tell('tokens_nunca')],
        [words('tokens_vence_2'), (token) => expiryText(token, now)],
      ],
      { empty: words('tokens_no_hay_tokens') },
    );
  },
});

function expiryText({ vence }: Token, now: number): string {
  if (vence === null) return tell('tokens_nunca');
  const end = Date.parse(vence);
  return end > now ? mexicoMoment(end) : tell('tokens_ya_no_sirve');
}

const revocar = adminCommand({
  name: 'revocar',
  about: words('tokens_cancela_un_token'),
  examples: ['curp tokens revocar tok_0123456789ab'],
  args: [argument('<TOKEN>', words('tokens_el_id_del'), readTokenId)],
  run: async ([token]) => {
    const project = await withStore(async (store) => {
      const owner = (await store.listProjects()).find(({ tokens }) => tokens.some(({ id }) => id === token));
      if (owner === undefined || !(await store.revokeToken(owner.id, token))) {
        throw commandFailure(EXIT.NO, ...words('tokens_no_hay_ningun'));
      }
      return findProject(store, owner.id);
    });
    const done = tell('tokens_el_token_de', { token, nombre: project.nombre });
    return { json: project, text: `${done}\n${appliesSoonNotice()}` };
  },
});

export const tokens = commandGroup(
  'tokens',
  words('tokens_administra_los_tokens'),
  ['curp tokens listar'],
  [crear, listar, revocar],
);
