/** `curp auditoria`: lists what administrators did, newest first: when, who and what. */
import type { AdministrativeAct } from '@curp-service/server/admin';
import type { Bilingual } from '@curp-service/contract/language';
import { text } from '../environment.js';
import { adminCommand, option, wholeNumber } from '../terminal/commands.js';
import { listing } from '../terminal/table.js';
import { durationText, mexicoMoment } from '../terminal/words.js';
import { withStore } from '../database.js';
import { limitText, quotaText } from './proyectos/project.js';

const MAX_COUNT = 1_000_000;

type Detail = AdministrativeAct['detalle'][string];
/** The name of each detail, and a function that words its value unless the value is shown unchanged. */
const DETAILS: Readonly<Record<string, readonly [name: Bilingual, show?: (value: Detail) => string]>> = {
  archivo: [['archivo', 'file']],
  cuota: [['cuota', 'quota'], quotaText],
  filas: [['filas', 'rows']],
  gracia_ms: [['gracia', 'grace'], (ms) => durationText(Number(ms))],
  limite: [['límite', 'limit'], limitText],
  modo: [['modo', 'mode']],
  nombre: [['nombre', 'name']],
  proyecto: [['proyecto', 'project']],
  registros: [['registros', 'records']],
};

function detailText(detail: string, value: Detail): string {
  const [name, show = String] = DETAILS[detail] ?? [[detail, detail]];
  return `${text(...name)}: ${value === null && show === String ? '–' : show(value)}`;
}

export const auditoria = adminCommand({
  name: 'auditoria',
  about: [
    'lista lo que hicieron los administradores: cuándo, quién y qué, de lo más nuevo a lo más viejo',
    'lists what administrators did: when, who and what, newest first',
  ],
  examples: ['curp auditoria', 'curp auditoria --ultimas 1000 --json'],
  options: {
    ultimas: option(
      '<N>',
      ['cuántas acciones se muestran (si falta: 50)', 'how many actions to show (if absent: 50)'],
      wholeNumber(1, MAX_COUNT),
    ),
  },
  run: async (_, { ultimas = 50 }) => {
    const acts = await withStore(async (store) => store.acts(ultimas));
    return listing(
      acts,
      [
        [['MOMENTO', 'MOMENT'], ({ momento }) => mexicoMoment(Date.parse(momento))],
        [['USUARIO', 'USER'], ({ usuario }) => usuario],
        [['ACTO', 'ACT'], ({ acto }) => acto],
        [['OBJETO', 'OBJECT'], ({ objeto }) => objeto ?? ''],
        [
          ['DETALLE', 'DETAIL'],
          ({ detalle }) =>
            Object.entries(detalle)
              .map(([name, value]) => detailText(name, value))
              .join(', '),
        ],
      ],
      { empty: ['Todavía no hay acciones registradas.', 'No action has been recorded yet.'] },
    );
  },
});
