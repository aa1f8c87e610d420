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
import { tell } from '../../environment.js';
import { withStore } from '../../database.js';
import { wrongUse } from '../../failure.js';
import { words } from '../../textos/words.js';

const crear = adminCommand({
  name: 'crear',
  about: words('proyectos_crea_un_proyecto'),
  examples: [
    'curp proyectos crear "Mi tienda" --cuota 10000',
    'curp proyectos crear "Mi tienda" --json | jq -r .token',
  ],
  args: [argument('<NOMBRE>', words('proyectos_de_1_a'), readName)],
  options: {
    cuota: option('<N>', words('proyectos_operaciones_por_mes'), readQuota),
    limite: option('<N>', words('proyectos_peticiones_por_segundo'), readLimit),
  },
  run: async ([name], { cuota = null, limite = null }) => {
    const token = createToken();
    const project = await withStore(async (store) =>
      withUniqueName(async () => store.createProject(name, { limite, cuota }, sha256(token))),
    );
    const details = projectDetails(project, { id: project.tokens[0]?.id ?? '', token });
    return {
      json: { ...project, token },
      text: `${tell('proyectos_proyecto_creado')}\n\n${details}\n\n${saveTokenNotice()}`,
    };
  },
});

const listar = adminCommand({
  name: 'listar',
  about: words('proyectos_lista_los_proyectos'),
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
        [words('configuracion_nombre'), ({ nombre }) => nombre],
        [words('proyectos_estado'), ({ estado }) => estado],
        [words('proyectos_limite'), ({ limite }) => limitText(limite), 'right'],
        [words('proyectos_cuota'), ({ cuota }) => quotaText(cuota), 'right'],
        [words('proyectos_este_mes'), ({ usadas_este_mes }) => usadas_este_mes, 'right'],
        [['TOKENS', 'TOKENS'], ({ tokens }) => liveTokens(tokens, now).length, 'right'],
        [words('proyectos_creado'), ({ creado }) => mexicoDay(Date.parse(creado))],
      ],
      {
        empty: words('proyectos_no_hay_proyectos'),
      },
    );
  },
});

const cambiar = adminCommand({
  name: 'cambiar',
  about: words('proyectos_cambia_nombre_cuota'),
  examples: ['curp proyectos cambiar "Mi tienda" --cuota 50000 --limite ninguno'],
  args: [PROJECT],
  options: {
    nombre: option('<NOMBRE>', words('proyectos_el_nombre_nuevo'), readName),
    cuota: option('<N>', words('proyectos_operaciones_por_mes_o'), readQuotaOrNone),
    limite: option('<N>', words('proyectos_peticiones_por_segundo_o'), readLimitOrNone),
  },
  run: async ([idOrName], { nombre, cuota, limite }) => {
    const settings = {
      ...(nombre === undefined ? {} : { nombre }),
      ...(cuota === undefined ? {} : { cuota: cuota.number }),
      ...(limite === undefined ? {} : { limite: limite.number }),
    };
    if (Object.keys(settings).length === 0) {
      throw wrongUse(...words('proyectos_indique_que_cambiar'));
    }
    const project = await changeProject(idOrName, async (store, { id }) =>
      withUniqueName(async () => store.changeProject(id, settings)),
    );
    const details = projectDetails(project);
    const title = tell('proyectos_proyecto_cambiado');
    return { json: project, text: `${title}\n\n${details}\n\n${appliesSoonNotice()}` };
  },
});

export const proyectos = commandGroup(
  'proyectos',
  words('proyectos_administra_los_proyectos'),
  ['curp proyectos listar'],
  [crear, listar, cambiar, rotar, revocar, activar, borrar, uso],
);
