/**
 * Measures the padron at two sizes, in SQLite and in PostgreSQL: the speed of imports, and whether a look-up takes longer
 * among more records.
 *
 * `curp padron importar` imports each file in a fresh process into an empty database. CPU time is that of the command
 * and, for PostgreSQL, of all its processes. Look-ups take keys from all over the file in random order. The sizes take
 * turns, and medians are compared.
 */
import { statSync } from 'node:fs';
import pg from 'pg';
import { openStore } from '../packages/server/dist/index.js';
import { byName, integer, table } from './tools/markdown.mjs';
import { inFolder, repo } from './tools/paths.mjs';
import { familySeconds, startPostgres } from './tools/postgres.mjs';
import { counter } from './tools/processes.mjs';
import { writeRecords } from './tools/records.mjs';
import { inTurns, progress } from './tools/turns.mjs';

const CURP = repo('packages/cli/bin/curp.js');
const LOOKUPS = 10_000;
/** Look-ups at a time: as many as a service has connections in its pool. */
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
      await inTurns('padron, look-ups, warm-up', 1, databases, lookUp);
      const lookups = await inTurns('padron, look-ups', vueltas, databases, lookUp);
      await Promise.all(databases.map(({ store }) => store.close()));
      return { tables: tell(databases, lookups), rounds: vueltas };
    } finally {
      await postgres.remove();
    }
  });

/** The differences between the two: how to make an empty database, its size, and the CPU time of its server. */
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

async function query(url, sql) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Imports a file with the command into a new database, and leaves it open. */
async function importInto({ name, make, bytes, seconds }, { rows, file, keys }, spent) {
  progress(`padron: importing ${integer(rows)} records into ${name}`);
  const url = await make(rows);
  const before = seconds();
  const command = [process.execPath, CURP, 'padron', 'importar', file, '--rechazadas', `${file}.no`];
  const took = spent(command, { ...process.env, DATABASE_URL: url });
  const server = seconds() - before;
  const store = await openStore(url);
  return { name: `${name}, ${integer(rows)}`, rows, keys, took, server, bytes: await bytes(url, rows), store };
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

function tell(databases, lookups) {
  const imports = ({ rows, took, server, bytes }) => {
    const micro = (seconds) => ((seconds / rows) * 1e6).toFixed(1);
    return [
      integer(rows / took.wall),
      micro(took.cpu + server),
      micro(server),
      integer(took.mb),
      integer(bytes / rows),
    ];
  };
  const found = ({ p50, p99, cpu, perSecond }) => [integer(p50), integer(p99), cpu.toFixed(1), integer(perSecond)];
  return [
    table(
      ['import', 'rows per second', 'CPU µs per row', 'of it, the database server', 'peak MB', 'bytes per row'],
      byName(databases, databases, imports),
    ),
    table(
      ['look-up', 'p50 µs', 'p99 µs', 'CPU µs, the service', `per second, ${AT_ONCE} at a time`],
      byName(databases, lookups, found),
    ),
  ];
}
