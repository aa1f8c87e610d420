/**
 * Measures the padron at two sizes, in SQLite and in PostgreSQL: the speed of imports beside that of plain loaders without
 * checks, the time to erase, and the time of a look-up.
 *
 * `curp padron importar --reemplazar` imports each file in a fresh process into an empty database. CPU time is that of the
 * command and, for PostgreSQL, of all its processes. Look-ups take keys from the whole file in random order. The sizes take
 * turns, and medians are compared.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openStore } from '../packages/server/dist/index.js';
import { byName, integer, table } from './tools/markdown.mjs';
import { inFolder, repo } from './tools/paths.mjs';
import { need, ready } from './tools/peers.mjs';
import { familySeconds, startPostgres } from './tools/postgres.mjs';
import { counter } from './tools/processes.mjs';
import { writeRecords } from './tools/records.mjs';
import { inTurns, progress } from './tools/turns.mjs';

const CURP = repo('packages/cli/bin/curp.js');
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const LOOKUPS = 10_000;
/** The number of simultaneous look-ups: the connections in the pool of a service. */
const AT_ONCE = 10;

export const run = ({ filas = [1_000_000, 5_000_000], vueltas = 5 }) =>
  inFolder(async (path) => {
    const spent = counter(path('wait4'));
    const files = await Array.fromAsync(filas, async (rows) => {
      progress(`padron: writing ${integer(rows)} records`);
      return { rows, file: path(`${rows}.csv`), keys: await writeRecords(path(`${rows}.csv`), rows) };
    });
    const postgres = await startPostgres();
    try {
      const into = (kind) => (work) => importInto(kind, work, spent);
      const databases = [
        ...(await Array.fromAsync(files, into(sqliteIn(path)))),
        ...(await Array.fromAsync(files, into(postgresOn(postgres)))),
      ];
      const { there, notes } = ready([pythonIn(path), copyOn(postgres)]);
      const plain = await Array.fromAsync(there, (loader) =>
        Array.fromAsync(files, (work) => loader.load(work, spent)),
      );
      await inTurns('padron, look-ups, warm-up', 1, databases, lookUp);
      const lookups = await inTurns('padron, look-ups', vueltas, databases, lookUp);
      await Promise.all(databases.map(({ store }) => store.close()));
      const erasures = databases.map((database) => eraseFrom(database, spent));
      return { tables: tell(databases, plain.flat(), erasures, lookups), notes, rounds: vueltas };
    } finally {
      await postgres.remove();
    }
  });

/** Each database has its own way to create an empty database, and to measure its size and the CPU time of its server. */
const sqliteIn = (path) => ({
  name: 'SQLite',
  make: (rows) => `sqlite:${path(`${rows}.db`)}`,
  bytes: (_, rows) => statSync(path(`${rows}.db`)).size,
  seconds: () => 0,
});
const postgresOn = (postgres) => ({
  name: 'PostgreSQL',
  make: async (rows) => {
    await query(postgres.url(), `CREATE DATABASE padron_${rows}`);
    return postgres.url(`padron_${rows}`);
  },
  bytes: async (url) => Number((await query(url, 'SELECT pg_database_size(current_database()) AS b'))[0].b),
  seconds: () => familySeconds(postgres),
});

/** Python's own modules write the rows of the file in their order. */
const pythonIn = (path) => ({
  name: 'Python, csv and sqlite3',
  prepare: () => need(PYTHON),
  load: ({ rows, file }, spent) => {
    progress(`padron: Python imports ${integer(rows)} records`);
    const db = path(`python-${rows}.db`);
    const took = spent([PYTHON, repo('bench/contenders/padron.py'), file, db]);
    return { name: `Python, csv and sqlite3, ${integer(rows)}`, rows, took, server: 0, bytes: statSync(db).size };
  },
});

/** PostgreSQL reads a file of rows that it wrote itself, and builds the index. */
const copyOn = (postgres) => ({
  name: 'COPY',
  load: async ({ rows }) => {
    progress(`padron: COPY of ${integer(rows)} records`);
    const url = postgres.url(`padron_${rows}`);
    const file = join(postgres.folder, 'datos', `${rows}.copy`);
    await query(
      url,
      `COPY (SELECT curp, datos FROM padron_registros ORDER BY md5(curp)) TO '${file}'; CREATE TABLE copia (curp TEXT, datos TEXT)`,
    );
    const [since, before] = [performance.now(), familySeconds(postgres)];
    await query(url, `COPY copia FROM '${file}'; ALTER TABLE copia ADD PRIMARY KEY (curp)`);
    const wall = (performance.now() - since) / 1000;
    const server = familySeconds(postgres) - before;
    const [{ b }] = await query(url, `SELECT pg_total_relation_size('copia') AS b`);
    await query(url, 'DROP TABLE copia');
    return { name: `COPY and its index, ${integer(rows)}`, rows, took: { cpu: 0, wall }, server, bytes: Number(b) };
  },
});

async function query(url, sql) {
  const client = new pg.Client(url);
  await client.connect();
  const result = await client.query(sql);
  await client.end();
  return result.rows;
}

/** Imports a file into a new database with the command, and leaves the database open. */
async function importInto({ name, make, bytes, seconds }, { rows, file, keys }, spent) {
  progress(`padron: importing ${integer(rows)} records into ${name}`);
  const url = await make(rows);
  await (await openStore(url)).close(); // because the command creates no database
  const before = seconds();
  const command = [process.execPath, CURP, 'padron', 'importar', file, '--reemplazar', '--rechazadas', `${file}.no`];
  const took = spent(command, { ...process.env, DATABASE_URL: url });
  const server = seconds() - before;
  const store = await openStore(url);
  const title = `${name}, ${integer(rows)}`;
  return { name: title, rows, keys, url, took, server, seconds, bytes: await bytes(url, rows), store };
}

function eraseFrom({ name, url, seconds }, spent) {
  progress(`padron: erasing ${name}`);
  const before = seconds();
  const { wall, cpu } = spent([process.execPath, CURP, 'padron', 'borrar', '--si'], {
    ...process.env,
    DATABASE_URL: url,
  });
  return { wall, cpu: cpu + seconds() - before };
}

/** Looks up keys one after another, then several at a time. */
async function lookUp({ store, keys }) {
  const one = async () => {
    const since = performance.now();
    const found = await store.padron.find(keys[Math.floor(Math.random() * keys.length)]);
    if (found === null) throw new Error('an imported record was not found');
    return performance.now() - since;
  };
  const cpu = process.cpuUsage();
  const took = await Array.fromAsync({ length: LOOKUPS }, one);
  const { user, system } = process.cpuUsage(cpu);
  took.sort((a, b) => a - b);
  const since = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, () => Array.fromAsync({ length: LOOKUPS / AT_ONCE }, one)));
  const perSecond = (LOOKUPS / (performance.now() - since)) * 1000;
  const rank = (part) => took[Math.floor(LOOKUPS * part)] * 1000;
  return { p50: rank(0.5), p99: rank(0.99), perSecond, cpu: (user + system) / LOOKUPS };
}

function tell(databases, plain, erasures, lookups) {
  const imports = ({ rows, took, server, bytes }) => {
    const micro = (seconds) => ((seconds / rows) * 1e6).toFixed(1);
    return [
      integer(rows / took.wall),
      micro(took.cpu + server),
      micro(server),
      took.mb === undefined ? '' : integer(took.mb),
      integer(bytes / rows),
    ];
  };
  const erased = ({ wall, cpu }) => [wall.toFixed(1), cpu.toFixed(1)];
  const found = ({ p50, p99, cpu, perSecond }) => [integer(p50), integer(p99), cpu.toFixed(1), integer(perSecond)];
  const loaded = [...databases, ...plain];
  return [
    table(
      ['import', 'rows per second', 'CPU µs per row', 'of it, the database server', 'peak MB', 'bytes per row'],
      byName(loaded, loaded, imports),
    ),
    table(['`padron borrar`', 'seconds', 'CPU seconds'], byName(databases, erasures, erased)),
    table(
      ['look-up', 'p50 µs', 'p99 µs', 'CPU µs, the service', `per second, ${AT_ONCE} at a time`],
      byName(databases, lookups, found),
    ),
  ];
}
