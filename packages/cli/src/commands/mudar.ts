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
import { text, user } from '../environment.js';
import { CommandFailure, EXIT, commandFailure, wrongUse } from '../failure.js';
import { adminCommand, flag, option } from '../terminal/commands.js';
import { type Progress, StatusLines } from '../terminal/progress.js';
import { onSignals } from '../terminal/signals.js';
import { type Shown, listing } from '../terminal/table.js';
import { mexicoMoment, thousands } from '../terminal/words.js';

/** A running service writes its row again within this time. */
const BEAT_WAIT_MS = BEAT_MS * 1.5;

/** The two databases by the options that name them. */
const SIDES = { from: '--de', to: '--a' } as const;

export const mudar = adminCommand({
  name: 'mudar',
  about: [
    'lleva a PostgreSQL todo lo que el servicio guarda en SQLite; el servicio debe estar detenido',
    'moves everything that the service keeps in SQLite to PostgreSQL; the service must be stopped',
  ],
  examples: ['curp mudar --de sqlite:data/curp.db --a postgres://app@servidor/curp'],
  options: {
    de: option('<ORIGEN>', ['la base de datos de la que se lleva todo', 'the database to move everything from']),
    a: option('<DESTINO>', [
      'la base de PostgreSQL, vacía (si falta: DATABASE_URL)',
      'the database of PostgreSQL, empty (if absent: DATABASE_URL)',
    ]),
    tomar: flag(
      'sigue aunque un servicio haya terminado sin despedirse de una de las bases',
      'goes on although a service ended without taking leave of one of the databases',
    ),
  },
  after: [
    `La contraseña no va en el comando: póngala en PGPASSWORD, en el archivo de contraseñas de
PostgreSQL (~/.pgpass), o en el DATABASE_URL de un archivo para --config, sin --a.`,
    `The password does not go into the command: set it in PGPASSWORD, in the password file of
PostgreSQL (~/.pgpass), or in the DATABASE_URL of a file for --config, without --a.`,
  ],
  run: async (_, { de, a, tomar }) => {
    const source = sourceOf(de);
    const target = targetOf(a);
    const status = new StatusLines();
    const stopListening = onSignals(() =>
      status.say(text('Interrumpido: nada se movió.', 'Interrupted: nothing was moved.')),
    );
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
  throw wrongUse(
    '--de debe ser la base de SQLite del servicio, como sqlite:data/curp.db.',
    '--de must be the SQLite database of the service, like sqlite:data/curp.db.',
  );
}

function targetOf(given: string | undefined): string {
  if (given !== undefined && withoutPassword(given) !== given)
    throw wrongUse(
      'Quite la contraseña de --a, porque otros usuarios de esta máquina ven los comandos: póngala en PGPASSWORD, en ~/.pgpass o en un archivo para --config.',
      'Remove the password from --a, because other users of this machine see commands: set it in PGPASSWORD, in ~/.pgpass or in a file for --config.',
    );
  const address = given ?? findDatabase().url;
  if (/^postgres(ql)?:\/\//.test(address)) return address;
  throw wrongUse(
    '--a debe ser una base de PostgreSQL, como postgres://app@servidor/curp.',
    '--a must be a database of PostgreSQL, like postgres://app@server/curp.',
  );
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
  status.say(
    text(
      'Una de las bases nombra un servicio: se espera a ver si está en marcha …',
      'One of the databases names a service: waiting to see whether it runs …',
    ),
  );
  await setTimeout(BEAT_WAIT_MS);
  const now = await listed();
  for (const side of ['from', 'to'] as const) {
    const running = now[side].filter(({ id, visto }) => first.get(id) !== visto);
    if (running.length > 0) throw new CannotMove('services', side, running);
  }
  for (const side of ['from', 'to'] as const) if (now[side].length > 0 && !takesOver) throw left(side, now[side]);
  return new Set([...now.from, ...now.to].map(({ id }) => id));
}

const serviceName = ({ maquina, proceso }: ListedService): string =>
  text(`proceso ${proceso} de la máquina ${maquina}`, `process ${proceso} of the machine ${maquina}`);

function left(side: keyof typeof SIDES, services: readonly ListedService[]): CommandFailure {
  const names = services
    .map((service) => `${serviceName(service)} (${mexicoMoment(Date.parse(service.visto))})`)
    .join(', ');
  return commandFailure(
    EXIT.NO,
    `Un servicio terminó sin despedirse de la base de ${SIDES[side]}: ${names}. Si ya no está en marcha, agregue --tomar.`,
    `A service ended without taking leave of the database of ${SIDES[side]}: ${names}. If it no longer runs, add --tomar.`,
  );
}

function obstacle({ reason, side, found }: CannotMove): CommandFailure {
  const which = SIDES[side];
  const names = found.map((each) => (typeof each === 'string' ? each : serviceName(each))).join(', ');
  if (reason === 'services')
    return commandFailure(
      EXIT.NO,
      `Un servicio usa la base de ${which}: ${names}. Deténgalo primero. Nada se movió.`,
      `A service uses the database of ${which}: ${names}. Stop it first. Nothing was moved.`,
    );
  if (reason === 'filled')
    return commandFailure(
      EXIT.NO,
      `La base de ${which} ya tiene datos en ${names}: indique una base vacía. Nada se movió.`,
      `The database of ${which} has data in ${names} already: name an empty one. Nothing was moved.`,
    );
  return commandFailure(
    EXIT.IO,
    `La tabla ${names} no llegó completa: nada se movió. Intente de nuevo.`,
    `The table ${names} did not arrive complete: nothing was moved. Try again.`,
  );
}

function shown(source: string, target: string, tables: readonly MovedTable[]): Shown {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  const to = withoutPassword(target);
  return listing(
    tables,
    [
      [['tabla', 'table'], ({ table }) => table],
      [['filas', 'rows'], ({ rows }) => thousands(rows), 'right'],
    ],
    {
      json: {
        de: source,
        a: to,
        filas: total,
        tablas: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
      },
      last: ['', thousands(total)],
      foot: text(
        `
Todo está en ${to}, y las cuentas de cada tabla coinciden. Ahora:
  1. Ponga esa dirección, con su contraseña, en el DATABASE_URL del servicio e inícielo.
  2. Los tokens y los ids de los lotes son los mismos: sus clientes siguen sin cambios.
  3. ${source.slice('sqlite:'.length)} queda como estaba. Tiene datos de personas: bórrelo cuando ya no lo necesite.`,
        `
Everything is at ${to}, and the counts of each table agree. Now:
  1. Set that address, with its password, in the DATABASE_URL of the service, and start it.
  2. Tokens and ids of jobs are the same: your clients go on without a change.
  3. ${source.slice('sqlite:'.length)} stays as it was. It holds people's data: delete it once you no longer need it.`,
      ),
    },
  );
}
