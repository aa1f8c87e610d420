/** `curp proyectos uso`: shows the usage of a project by day and operation, or that of all projects by month. */
import { DEMO, type Store, mexicoDay, mexicoMonth, monthsBefore } from '@curp-service/server/admin';
import { tell } from '../../environment.js';
import { argument, adminCommand, flag, option } from '../../terminal/commands.js';
import { listing, type Shown } from '../../terminal/table.js';
import { findProject, PROJECT_HELP } from './project.js';
import { readDay } from './values.js';
import { withStore } from '../../database.js';
import { wrongUse } from '../../failure.js';
import { words } from '../../textos/words.js';

/** The number of months, before the current one, that the usage of all projects shows. */
const SHOWN_MONTHS = 11;

interface Days {
  readonly desde?: string;
  readonly hasta: string;
}

export const uso = adminCommand({
  name: 'uso',
  about: words('proyectos_muestra_el_uso'),
  examples: [
    'curp proyectos uso "Mi tienda" --desde 2026-01-01 --hasta 2026-03-31',
    `curp proyectos uso ${DEMO}`,
    'curp proyectos uso --csv > uso.csv',
  ],
  args: [
    argument<string | undefined>(
      '[PROYECTO]',
      words('proyectos_este_o_todos_por_mes', { proyecto: PROJECT_HELP, pruebas: DEMO }),
    ),
  ],
  options: {
    desde: option('<DÍA>', words('proyectos_aaaa_mm_dd'), readDay),
    hasta: option('<DÍA>', words('proyectos_aaaa_mm_dd_si'), readDay),
    csv: flag(...words('proyectos_como_csv_para')),
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
  throw wrongUse(...words('proyectos_desde_es_posterior', { desde, hasta }));
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
      [words('proyectos_dia'), ({ dia }) => dia],
      [words('proyectos_operacion'), ({ operacion }) => operacion],
      [words('proyectos_cuenta'), ({ cuenta }) => cuenta, 'right'],
    ],
    {
      json: { ...project, mes: month, cuota_tomada: taken, desde, hasta, usos: byDay, total },
      head: tell('proyectos_uso_de_del', { nombre: project.nombre, desde, hasta }),
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
  const gone = tell('proyectos_borrado');
  return listing(
    rows,
    [
      [words('proyectos_mes'), ({ mes }) => mes],
      [words('proyectos_proyecto'), ({ proyecto }) => proyecto],
      [words('configuracion_nombre'), ({ proyecto, nombre }) => nombre ?? (proyecto === DEMO ? DEMO : gone)],
      [words('proyectos_cuenta'), ({ cuenta }) => cuenta, 'right'],
    ],
    {
      empty: words('proyectos_no_hubo_uso', { from, to }),
      head: tell('proyectos_uso_de_todos', { from, to }),
      last: ['TOTAL', '', '', String(rows.reduce((sum, { cuenta }) => sum + cuenta, 0))],
    },
  );
}

function quotaState(cuota: number | null, month: string, taken: number): string {
  if (cuota === null) return tell('proyectos_sin_cuota');
  return tell('proyectos_cuota_de_de', { month, taken, cuota });
}
