/** `curp tokens`: manages the tokens of a project, which have names, and shows the day of their last use. */
import { createToken, mexicoDay, sha256, type Token } from '@curp-service/server/admin';
import { text } from '../environment.js';
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

const crear = adminCommand({
  name: 'crear',
  about: [
    'crea otro token para un proyecto, que se muestra una sola vez; los demás siguen sirviendo',
    'creates one more token for a project, which is shown only once; the others keep working',
  ],
  examples: ['curp tokens crear "Mi tienda" nomina', 'curp tokens crear "Mi tienda" auditor --vence 2030-01-31'],
  args: [
    PROJECT,
    argument(
      '<NOMBRE>',
      [
        'el nombre del sistema que lo usa: de 1 a 100 caracteres',
        'the name of the system that uses it: 1 to 100 characters',
      ],
      readName,
    ),
  ],
  options: {
    vence: option(
      '<DIA>',
      [
        'el último día en que sirve, en la Ciudad de México, como 2027-01-31',
        'the last day on which it works, in Mexico City, like 2027-01-31',
      ],
      readLastDay,
    ),
  },
  run: async ([idOrName, nombre], { vence }) => {
    const token = createToken();
    const { project, created } = await withStore(async (store) => {
      const found = await findProject(store, idOrName);
      if (vence !== undefined && Date.parse(vence) <= (await store.time()))
        throw wrongUse('--vence debe ser un día que no haya pasado.', '--vence must be a day that has not passed.');
      return { project: found, created: await store.addToken(found.id, nombre, sha256(token), vence) };
    });
    const shown = details([
      [text('proyecto', 'project'), `${project.nombre} (${project.id})`],
      [text('nombre', 'name'), nombre],
      [text('id del token', 'token id'), created.id],
      ...(created.vence === null ? [] : [[text('vence', 'expires'), mexicoMoment(Date.parse(created.vence))] as const]),
      ['token', token],
    ]);
    return {
      json: { proyecto: project.id, ...created, token },
      text: `${text('Token creado:', 'Token created:')}\n\n${shown}\n\n${saveTokenNotice()}`,
    };
  },
});

const listar = adminCommand({
  name: 'listar',
  about: ['lista los tokens que sirven y su último uso', 'lists the tokens that work and their last use'],
  examples: ['curp tokens listar', 'curp tokens listar "Mi tienda" --todos'],
  args: [
    argument<string | undefined>('[PROYECTO]', [
      `${PROJECT_HELP[0]} (si falta: todos)`,
      `${PROJECT_HELP[1]} (if absent: all)`,
    ]),
  ],
  options: { todos: flag('también los que ya no sirven', 'also those that no longer work') },
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
        [['PROYECTO', 'PROJECT'], ({ nombre_proyecto }) => nombre_proyecto],
        [['NOMBRE', 'NAME'], ({ nombre }) => nombre ?? '–'],
        [['CREADO', 'CREATED'], ({ creado }) => mexicoDay(Date.parse(creado))],
        [['ÚLTIMO USO', 'LAST USE'], ({ usado }) => usado ?? text('nunca', 'never')],
        [['VENCE', 'EXPIRES'], (token) => expiryText(token, now)],
      ],
      { empty: ['No hay tokens que sirvan.', 'There are no tokens that work.'] },
    );
  },
});

function expiryText({ vence }: Token, now: number): string {
  if (vence === null) return text('nunca', 'never');
  const end = Date.parse(vence);
  return end > now ? mexicoMoment(end) : text('ya no sirve', 'no longer works');
}

const revocar = adminCommand({
  name: 'revocar',
  about: ['cancela un token; los demás siguen sirviendo', 'revokes a token; the others keep working'],
  examples: ['curp tokens revocar tok_0123456789ab'],
  args: [argument('<TOKEN>', ['el id del token (tok_…)', 'the id of the token (tok_…)'], readTokenId)],
  run: async ([token]) => {
    const project = await withStore(async (store) => {
      const owner = (await store.listProjects()).find(({ tokens }) => tokens.some(({ id }) => id === token));
      if (owner === undefined || !(await store.revokeToken(owner.id, token))) {
        throw commandFailure(
          EXIT.NO,
          'No hay ningún token con ese id: vea los que hay con `curp tokens listar`.',
          'There is no token with that id: list them with `curp tokens listar`.',
        );
      }
      return findProject(store, owner.id);
    });
    const done = text(
      `El token ${token} de "${project.nombre}" queda cancelado para siempre.`,
      `The token ${token} of "${project.nombre}" is revoked for good.`,
    );
    return { json: project, text: `${done}\n${appliesSoonNotice()}` };
  },
});

export const tokens = commandGroup(
  'tokens',
  ['administra los tokens de los proyectos, uno por sistema', 'manages the tokens of projects, one for each system'],
  ['curp tokens listar'],
  [crear, listar, revocar],
);
