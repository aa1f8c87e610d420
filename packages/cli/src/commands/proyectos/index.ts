/** `curp proyectos`: manages the projects that may use the service, their quotas and usage. */
import { createToken, mexicoDay, mexicoMonth, sha256 } from '@curp-service/server/admin';
import { argument, adminCommand, commandGroup, option } from '../../terminal/commands.js';
import { activar, borrar, revocar, rotar } from './state.js';
import { uso } from './uso.js';
import { listing } from '../../terminal/table.js';
import {
  appliesSoonNotice,
  changeProject,
  limitText,
  liveTokens,
  PROJECT,
  projectDetails,
  quotaText,
  saveTokenNotice,
  withUniqueName,
} from './project.js';
import { readLimit, readLimitOrNone, readName, readQuota, readQuotaOrNone } from './values.js';
import { text } from '../../environment.js';
import { withStore } from '../../database.js';
import { wrongUse } from '../../failure.js';

const crear = adminCommand({
  name: 'crear',
  about: ['crea un proyecto y su primer token', 'creates a project and its first token'],
  examples: [
    'curp proyectos crear "Mi tienda" --cuota 10000',
    'curp proyectos crear "Mi tienda" --json | jq -r .token',
  ],
  args: [argument('<NOMBRE>', ['de 1 a 100 caracteres', '1 to 100 characters'], readName)],
  options: {
    cuota: option(
      '<N>',
      ['operaciones por mes (si falta: sin tope)', 'operations a month (if absent: no limit)'],
      readQuota,
    ),
    limite: option(
      '<N>',
      ['peticiones por segundo (si falta: el del servicio)', 'requests per second (if absent: the service’s)'],
      readLimit,
    ),
  },
  run: async ([name], { cuota = null, limite = null }) => {
    const token = createToken();
    const project = await withStore(async (store) =>
      withUniqueName(async () => store.createProject(name, { limite, cuota }, sha256(token))),
    );
    const details = projectDetails(project, { id: project.tokens[0]?.id ?? '', token });
    return {
      json: { ...project, token },
      text: `${text('Proyecto creado:', 'Project created:')}\n\n${details}\n\n${saveTokenNotice()}`,
    };
  },
});

const listar = adminCommand({
  name: 'listar',
  about: ['lista los proyectos', 'lists the projects'],
  examples: ['curp proyectos listar'],
  run: async () => {
    const { now, all, usage } = await withStore(async (store) => {
      const time = await store.time();
      const month = mexicoMonth(time);
      return { now: time, all: await store.listProjects(), usage: await store.monthlyUsage(month, month) };
    });
    const used = new Map(usage.map(({ proyecto, cuenta }) => [proyecto, cuenta]));
    const projects = all.map((project) => Object.assign(project, { usadas_este_mes: used.get(project.id) ?? 0 }));
    return listing(
      projects,
      [
        [['ID', 'ID'], ({ id }) => id],
        [['NOMBRE', 'NAME'], ({ nombre }) => nombre],
        [['ESTADO', 'STATE'], ({ estado }) => estado],
        [['LÍMITE', 'LIMIT'], ({ limite }) => limitText(limite), 'right'],
        [['CUOTA', 'QUOTA'], ({ cuota }) => quotaText(cuota), 'right'],
        [['ESTE MES', 'THIS MONTH'], ({ usadas_este_mes }) => usadas_este_mes, 'right'],
        [['TOKENS', 'TOKENS'], ({ tokens }) => liveTokens(tokens, now).length, 'right'],
        [['CREADO', 'CREATED'], ({ creado }) => mexicoDay(Date.parse(creado))],
      ],
      {
        empty: [
          'No hay proyectos. Cree el primero con: curp proyectos crear NOMBRE',
          'There are no projects. Create the first with: curp proyectos crear NOMBRE',
        ],
      },
    );
  },
});

const cambiar = adminCommand({
  name: 'cambiar',
  about: ['cambia nombre, cuota o límite de un proyecto', 'changes name, quota or limit of a project'],
  examples: ['curp proyectos cambiar "Mi tienda" --cuota 50000 --limite ninguno'],
  args: [PROJECT],
  options: {
    nombre: option('<NOMBRE>', ['el nombre nuevo', 'the new name'], readName),
    cuota: option('<N>', ['operaciones por mes, o ninguna', 'operations a month, or ninguna (none)'], readQuotaOrNone),
    limite: option(
      '<N>',
      ['peticiones por segundo, o ninguno (el del servicio)', 'requests per second, or ninguno (the service’s)'],
      readLimitOrNone,
    ),
  },
  run: async ([idOrName], { nombre, cuota, limite }) => {
    const settings = {
      ...(nombre === undefined ? {} : { nombre }),
      ...(cuota === undefined ? {} : { cuota: cuota.number }),
      ...(limite === undefined ? {} : { limite: limite.number }),
    };
    if (Object.keys(settings).length === 0) {
      throw wrongUse(
        'Indique qué cambiar: --nombre, --cuota o --limite.',
        'Say what to change: --nombre, --cuota or --limite.',
      );
    }
    const project = await changeProject(idOrName, async (store, { id }) =>
      withUniqueName(async () => store.changeProject(id, settings)),
    );
    const details = projectDetails(project);
    const title = text('Proyecto cambiado:', 'Project changed:');
    return { json: project, text: `${title}\n\n${details}\n\n${appliesSoonNotice()}` };
  },
});

export const proyectos = commandGroup(
  'proyectos',
  ['administra los proyectos: límites, cuotas y uso', 'manages projects: limits, quotas and usage'],
  ['curp proyectos listar'],
  [crear, listar, cambiar, rotar, revocar, activar, borrar, uso],
);
