/** `curp auditoria`: lists what administrators did, newest first: when, who and what. */
import type { AdministrativeAct } from '@curp-service/server/admin';
import type { Bilingual } from '@curp-service/contract/language';
import { text } from '../environment.js';
import { adminCommand, option, wholeNumber } from '../terminal/commands.js';
import { listing } from '../terminal/table.js';
import { durationText, mexicoMoment } from '../terminal/words.js';
import { withStore } from '../database.js';
import { limitText, quotaText } from './proyectos/project.js';
import { words } from '../textos/words.js';

const MAX_COUNT = 1_000_000;

type Detail = AdministrativeAct['detalle'][string];
/** The name of each detail, and a function that words its value unless the value is shown unchanged. */
const DETAILS: Readonly<Record<string, readonly [name: Bilingual, show?: (value: Detail) => string]>> = {
  archivo: [words('auditoria_archivo')],
  cuota: [words('auditoria_cuota'), quotaText],
  filas: [words('auditoria_filas')],
  gracia_ms: [words('auditoria_gracia'), (ms) => durationText(Number(ms))],
  limite: [words('auditoria_limite'), limitText],
  modo: [words('auditoria_modo')],
  nombre: [words('auditoria_nombre')],
  proyecto: [words('auditoria_proyecto')],
  registros: [words('auditoria_registros')],
};

function detailText(detail: string, value: Detail): string {
  const [name, show = String] = DETAILS[detail] ?? [[detail, detail]];
  return `${text(...name)}: ${value === null && show === String ? '–' : show(value)}`;
}

export const auditoria = adminCommand({
  name: 'auditoria',
  about: words('auditoria_lista_lo_que'),
  examples: ['curp auditoria', 'curp auditoria --ultimas 1000 --json'],
  options: {
    ultimas: option('<N>', words('auditoria_cuantas_acciones_se'), wholeNumber(1, MAX_COUNT)),
  },
  run: async (_, { ultimas = 50 }) => {
    const acts = await withStore(async (store) => store.acts(ultimas));
    return listing(
      acts,
      [
        [words('auditoria_momento'), ({ momento }) => mexicoMoment(Date.parse(momento))],
        [words('auditoria_usuario'), ({ usuario }) => usuario],
        [words('auditoria_acto'), ({ acto }) => acto],
        [words('auditoria_objeto'), ({ objeto }) => objeto ?? ''],
        [
          words('auditoria_detalle'),
          ({ detalle }) =>
            Object.entries(detalle)
              .map(([name, value]) => detailText(name, value))
              .join(', '),
        ],
      ],
      { empty: words('auditoria_todavia_no_hay') },
    );
  },
});
