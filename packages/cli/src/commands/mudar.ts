/** `curp mudar`: moves all data of a service from its SQLite file to PostgreSQL, completely or not at all. */
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  CannotMove,
  type Driver,
  type ListedService,
  type MovedTable,
  NoDatabase,
  BEAT_MS,
  cannotUse,
  listedServices,
  moveDatabase,
  needsAnotherSetting,
  openDriver,
  withoutPassword,
} from '@curp-service/server/admin';
import { PATIENTLY, findDatabase, noTables } from '../database.js';
import { tell, user } from '../environment.js';
import { CommandFailure, EXIT, commandFailure, wrongUse } from '../failure.js';
import { adminCommand, flag, option } from '../terminal/commands.js';
import { type Progress, StatusLines } from '../terminal/progress.js';
import { onSignals } from '../terminal/signals.js';
import { type Shown, listing } from '../terminal/table.js';
import { mexicoMoment, thousands } from '../terminal/words.js';
import { words } from '../textos/words.js';

/** A running service writes its row again within this time. */
const BEAT_WAIT_MS = BEAT_MS * 1.5;

/** The two databases by the options that name them. */
const SIDES = { from: '--de', to: '--a' } as const;

export const mudar = adminCommand({
  name: 'mudar',
  about: words('mudar_lleva_a_postgresql'),
  examples: ['curp mudar --de sqlite:data/curp.db --a postgres://app@servidor/curp'],
  options: {
    de: option('<ORIGEN>', words('mudar_la_base_de')),
    a: option('<DESTINO>', words('mudar_la_base_de_postgresql')),
    tomar: flag(...words('mudar_sigue_aunque_un')),
  },
  after: words('mudar_la_contrasena_no'),
  run: async (_, { de, a, tomar }) => {
    const source = sourceOf(de);
    const target = targetOf(a);
    const status = new StatusLines();
    const stopListening = onSignals(() => status.say(tell('mudar_interrumpido_nada_se')));
    try {
      return shown(source, target, await moveBetween(source, target, tomar === true, status));
    } finally {
      status.clearBar();
      stopListening();
    }
  },
});

function sourceOf(address: string | undefined): string {
  const [, path] = /^sqlite:(.+)$/.exec(address ?? '') ?? [];
  if (path !== undefined) return `sqlite:${resolve(path)}`;
  throw wrongUse(...words('mudar_de_debe_ser'));
}

function targetOf(given: string | undefined): string {
  if (given !== undefined && withoutPassword(given) !== given) throw wrongUse(...words('mudar_quite_la_contrasena'));
  const address = given ?? findDatabase().url;
  if (/^postgres(ql)?:\/\//.test(address)) return address;
  throw wrongUse(...words('mudar_a_debe_ser'));
}

async function moveBetween(
  source: string,
  target: string,
  takesOver: boolean,
  status: StatusLines,
): Promise<readonly MovedTable[]> {
  let progress: Progress = { done: 0, total: null };
  try {
    return await withDriver('from', source, async (from) => {
      return withDriver('to', target, async (to) => {
        const ended = await endedServices({ from, to }, takesOver, status);
        status.startBar(() => ({ rows: null, bad: 0, progress }));
        return moveDatabase({
          from,
          to,
          ended,
          onRows: (table, done, total) => {
            progress = { done, total, phase: `${table}: ${thousands(done)} / ${thousands(total)}` };
          },
        });
      });
    });
  } catch (error) {
    throw error instanceof CannotMove ? obstacle(error) : error;
  }
}

/** Opens a database for the work. A failure of it names the option that gave its address. */
async function withDriver<T>(side: keyof typeof SIDES, url: string, work: (driver: Driver) => Promise<T>): Promise<T> {
  let driver: Driver | undefined;
  try {
    driver = await openDriver(url, { ...PATIENTLY, pool: 1, existing: side === 'from' });
    return await work(driver);
  } catch (error) {
    if (error instanceof NoDatabase) throw noTables(error, withoutPassword(url));
    const reason = cannotUse(error, url, user.language, SIDES[side]);
    throw reason === null ? error : new CommandFailure(needsAnotherSetting(error) ? EXIT.CONFIG : EXIT.IO, reason);
  } finally {
    await driver?.close();
  }
}

/** Returns the services that left a row in one of the databases and run no more. Fails if one runs, or if the user did not say that they ended. */
async function endedServices(
  databases: Readonly<Record<keyof typeof SIDES, Driver>>,
  takesOver: boolean,
  status: StatusLines,
): Promise<ReadonlySet<string>> {
  const listed = async () => ({
    from: await listedServices(databases.from.query),
    to: await listedServices(databases.to.query),
  });
  const seen = await listed();
  const first = new Map([...seen.from, ...seen.to].map(({ id, visto }) => [id, visto]));
  if (first.size === 0) return new Set();
  status.say(tell('mudar_una_de_las'));
  await setTimeout(BEAT_WAIT_MS);
  const now = await listed();
  for (const side of ['from', 'to'] as const) {
    const running = now[side].filter(({ id, visto }) => first.get(id) !== visto);
    if (running.length > 0) throw new CannotMove('services', side, running);
  }
  for (const side of ['from', 'to'] as const) if (now[side].length > 0 && !takesOver) throw left(side, now[side]);
  return new Set([...now.from, ...now.to].map(({ id }) => id));
}

const serviceName = ({ maquina, proceso }: ListedService): string => tell('mudar_proceso_de_la', { proceso, maquina });

function left(side: keyof typeof SIDES, services: readonly ListedService[]): CommandFailure {
  const names = services
    .map((service) => `${serviceName(service)} (${mexicoMoment(Date.parse(service.visto))})`)
    .join(', ');
  return commandFailure(EXIT.NO, ...words('mudar_un_servicio_termino', { valor: SIDES[side], names }));
}

function obstacle({ reason, side, found }: CannotMove): CommandFailure {
  const which = SIDES[side];
  const names = found.map((each) => (typeof each === 'string' ? each : serviceName(each))).join(', ');
  if (reason === 'services') return commandFailure(EXIT.NO, ...words('mudar_un_servicio_usa', { which, names }));
  if (reason === 'filled') return commandFailure(EXIT.NO, ...words('mudar_la_base_de_ya', { which, names }));
  return commandFailure(EXIT.IO, ...words('mudar_la_tabla_no', { names }));
}

function shown(source: string, target: string, tables: readonly MovedTable[]): Shown {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  const to = withoutPassword(target);
  return listing(
    tables,
    [
      [words('mudar_tabla'), ({ table }) => table],
      [words('auditoria_filas'), ({ rows }) => thousands(rows), 'right'],
    ],
    {
      json: {
        de: source,
        a: to,
        filas: total,
        tablas: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
      },
      last: ['', thousands(total)],
      foot: tell('mudar_todo_esta_en', { to, length: source.slice('sqlite:'.length) }),
    },
  );
}
