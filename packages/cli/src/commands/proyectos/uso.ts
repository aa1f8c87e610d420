/** `curp proyectos uso`: shows the usage of a project by day and operation, or that of all projects by month. */
import { DEMO, type Store, mexicoDay, mexicoMonth, monthsBefore } from '@curp-service/server/admin';
import { text } from '../../environment.js';
import { argument, adminCommand, flag, option } from '../../terminal/commands.js';
import { listing, type Shown } from '../../terminal/table.js';
import { findProject, PROJECT_HELP } from './project.js';
import { readDay } from './values.js';
import { withStore } from '../../database.js';
import { wrongUse } from '../../failure.js';

/** The number of months, before the current one, that the usage of all projects shows. */
const SHOWN_MONTHS = 11;

interface Days {
  readonly desde?: string;
  readonly hasta: string;
}

export const uso = adminCommand({
  name: 'uso',
  about: [
    'muestra el uso de un proyecto por día (de la Ciudad de México) y operación, o el de todos por mes',
    'shows the usage of a project by day (of Mexico City) and operation, or that of all by month',
  ],
  examples: [
    'curp proyectos uso "Mi tienda" --desde 2026-01-01 --hasta 2026-03-31',
    `curp proyectos uso ${DEMO}`,
    'curp proyectos uso --csv > uso.csv',
  ],
  args: [
    argument<string | undefined>('[PROYECTO]', [
      `${PROJECT_HELP[0]}, o ${DEMO}; si falta: todos, por mes`,
      `${PROJECT_HELP[1]}, or ${DEMO}; if absent: all, by month`,
    ]),
  ],
  options: {
    desde: option(
      '<DÍA>',
      [
        'AAAA-MM-DD (si falta: el primero del mes de --hasta; de todos: once meses antes)',
        'YYYY-MM-DD (if absent: the first of the month of --hasta; of all: eleven months before)',
      ],
      readDay,
    ),
    hasta: option('<DÍA>', ['AAAA-MM-DD (si falta: hoy)', 'YYYY-MM-DD (if absent: today)'], readDay),
    csv: flag('como CSV, para hojas de cálculo', 'as CSV, for spreadsheets'),
  },
  run: async ([idOrName], { desde, hasta: givenDay }) => {
    if (givenDay !== undefined) requireOrder(desde, givenDay);
    return withStore(async (store) => {
      const now = await store.time(); // the service counts by the clock of the database
      const hasta = givenDay ?? mexicoDay(now);
      requireOrder(desde, hasta);
      const days = desde === undefined ? { hasta } : { desde, hasta };
      return idOrName === undefined ? usageOfAll(store, days) : usageOf(store, idOrName, days, mexicoMonth(now));
    });
  },
});

function requireOrder(desde: string | undefined, hasta: string): void {
  if (desde === undefined || desde <= hasta) return;
  throw wrongUse(
    `--desde (${desde}) es posterior a --hasta (${hasta}).`,
    `--desde (${desde}) is after --hasta (${hasta}).`,
  );
}

async function usageOf(store: Store, idOrName: string, days: Days, month: string): Promise<Shown> {
  const { hasta, desde = `${hasta.slice(0, 7)}-01` } = days;
  const { id, nombre, cuota } =
    idOrName === DEMO ? { id: DEMO, nombre: DEMO, cuota: null } : await findProject(store, idOrName);
  const project = { id, nombre, cuota };
  const [usage, taken] = [await store.usage(id, desde, hasta), await store.quotaTaken(id, month)];
  const total = usage.reduce((sum, { cuenta }) => sum + cuenta, 0);
  const byDay = usage.map(({ dia, operacion, cuenta }) => ({ dia, operacion, cuenta }));
  const quota = quotaState(project.cuota, month, taken);
  return listing(
    byDay,
    [
      [['DÍA', 'DAY'], ({ dia }) => dia],
      [['OPERACIÓN', 'OPERATION'], ({ operacion }) => operacion],
      [['CUENTA', 'COUNT'], ({ cuenta }) => cuenta, 'right'],
    ],
    {
      json: { ...project, mes: month, cuota_tomada: taken, desde, hasta, usos: byDay, total },
      head: text(
        `Uso de "${project.nombre}" del ${desde} al ${hasta}:\n`,
        `Usage of "${project.nombre}" from ${desde} to ${hasta}:\n`,
      ),
      last: ['TOTAL', '', String(total)],
      foot: `\n${quota}`,
    },
  );
}

/** Shows the usage by month, also of erased projects. */
async function usageOfAll(store: Store, days: Days): Promise<Shown> {
  const to = days.hasta.slice(0, 7);
  const from = days.desde?.slice(0, 7) ?? monthsBefore(to, SHOWN_MONTHS);
  const names = new Map((await store.listProjects()).map(({ id, nombre }) => [id, nombre]));
  const usage = await store.monthlyUsage(from, to);
  const rows = usage.map((row) => Object.assign(row, { nombre: names.get(row.proyecto) ?? null }));
  const gone = text('(borrado)', '(erased)');
  return listing(
    rows,
    [
      [['MES', 'MONTH'], ({ mes }) => mes],
      [['PROYECTO', 'PROJECT'], ({ proyecto }) => proyecto],
      [['NOMBRE', 'NAME'], ({ proyecto, nombre }) => nombre ?? (proyecto === DEMO ? DEMO : gone)],
      [['CUENTA', 'COUNT'], ({ cuenta }) => cuenta, 'right'],
    ],
    {
      empty: [`No hubo uso de ${from} a ${to}.`, `There was no usage from ${from} to ${to}.`],
      head: text(`Uso de todos los proyectos de ${from} a ${to}:\n`, `Usage of all projects from ${from} to ${to}:\n`),
      last: ['TOTAL', '', '', String(rows.reduce((sum, { cuenta }) => sum + cuenta, 0))],
    },
  );
}

function quotaState(cuota: number | null, month: string, taken: number): string {
  if (cuota === null) return text('Sin cuota.', 'No quota.');
  return text(
    `Cuota de ${month}: ${taken} de ${cuota}, incluidas las operaciones que el servicio tiene reservadas.`,
    `Quota of ${month}: ${taken} of ${cuota}, including the operations that the service has reserved.`,
  );
}
