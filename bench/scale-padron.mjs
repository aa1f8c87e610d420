/**
 * The padron at two sizes, in SQLite and in PostgreSQL: how fast records are imported, and whether looking one up takes
 * longer where there are more.
 *
 *   npm run build && node bench/scale-padron.mjs [ROWS …]
 *
 * Each file is imported by `curp padron importar` in a fresh process into an empty database. CPU time is that of the command
 * and, for PostgreSQL, of all its processes. Look-ups are those of the service, keys from all over the file in random
 * order; the sizes take turns, and medians are taken.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { arch, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../packages/server/dist/index.js';
import { Postgres } from '../packages/server/test/postgres-servidor.ts';
import { compile } from './contenders.mjs';
import { writeRecords } from './padron-files.mjs';
import { inTurns, progress } from './turns.mjs';

const CURP = fileURLToPath(new URL('../packages/cli/bin/curp.js', import.meta.url));
const ROUNDS = 5;
const LOOKUPS = 10_000;
/** As many at a time as the pool of a service has connections. */
const AT_ONCE = 10;
const TICKS = 100;

const integer = (n) => Math.round(n).toLocaleString('en-US');
const rank = (sorted, part) => sorted[Math.floor(sorted.length * part)];

/** The CPU seconds of a server and of its processes, those that have ended included. */
function cpuOf(postmaster) {
  const stats = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        return [[pid, readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')]];
      } catch {
        return []; // it ended meanwhile
      }
    })
    .filter(([pid, fields]) => pid === postmaster || fields[1] === postmaster);
  return stats
    .flatMap(([pid, fields]) => fields.slice(11, pid === postmaster ? 15 : 13))
    .reduce((sum, ticks) => sum + Number(ticks) / TICKS, 0);
}

/** Imports a file with the command, and gives what that took. */
function importInto(databaseUrl, { file, rows }, folder, cpuBefore) {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const command = [process.execPath, CURP, 'padron', 'importar', file, '--rechazadas', `${file}.no`];
  const { wall, cpu, bytes, code } = JSON.parse(
    execFileSync(join(folder, 'wait4'), command, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trimEnd()
      .split('\n')
      .at(-1),
  );
  if (code !== 0) throw new Error(`the import of ${rows} rows ended with ${code}`);
  return { wall, cpu, server: cpuBefore(), mb: bytes / 1e6 };
}

/** Looks keys up one after another, and then several at a time. */
async function lookUp({ padron, keys }) {
  const one = async () => {
    const since = performance.now();
    const found = await padron.buscar(keys[Math.floor(Math.random() * keys.length)]);
    if (found === null) throw new Error('a record that was imported is not there');
    return performance.now() - since;
  };
  const cpu = process.cpuUsage();
  const took = await Array.fromAsync({ length: LOOKUPS }, one);
  const { user, system } = process.cpuUsage(cpu);
  took.sort((a, b) => a - b);
  const since = performance.now();
  const many = Array.from({ length: AT_ONCE }, () => Array.fromAsync({ length: LOOKUPS / AT_ONCE }, one));
  await Promise.all(many);
  const perSecond = (LOOKUPS / (performance.now() - since)) * 1000;
  return { p50: rank(took, 0.5), p99: rank(took, 0.99), perSecond, cpu: (user + system) / LOOKUPS };
}

/** A database of each size, imported and open. */
async function prepare(kind, files, folder, postgres) {
  return Array.fromAsync(files, async (work) => {
    progress(`${kind}: importing ${integer(work.rows)} records`);
    const path = join(folder, `${work.rows}.db`);
    const postmaster = postgres && readFileSync(join(postgres.carpeta, 'datos/postmaster.pid'), 'utf8').split('\n')[0];
    const since = postgres ? cpuOf(postmaster) : 0;
    if (postgres) await createDatabase(postgres, `padron_${work.rows}`);
    const url = postgres ? postgres.url(`padron_${work.rows}`) : `sqlite:${path}`;
    const took = importInto(url, work, folder, () => (postgres ? cpuOf(postmaster) - since : 0));
    const store = await openStore(url);
    const bytes = postgres ? await sizeOf(url) : statSync(path).size;
    tell(kind, work.rows, took, bytes);
    return { kind, ...work, store, padron: store.padron };
  });
}

function tell(kind, rows, { wall, cpu, server, mb }, bytes) {
  const micro = (seconds) => ((seconds / rows) * 1e6).toFixed(1);
  const cells = [integer(rows / wall), micro(cpu + server), micro(server), integer(mb), integer(bytes / rows)];
  progress('');
  console.log(`| ${kind}, ${integer(rows)} | ${cells.join(' | ')} |`);
}

async function query(url, sql) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

const createDatabase = (postgres, name) => query(postgres.url(), `CREATE DATABASE ${name}`);
const sizeOf = async (url) => Number((await query(url, 'SELECT pg_database_size(current_database()) AS b'))[0].b);

/** Prints both tables. */
export async function scalePadron(sizes = [1_000_000, 5_000_000]) {
  const folder = mkdtempSync(join(tmpdir(), 'curp-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  compile('wait4.c', join(folder, 'wait4'));
  const files = await Array.fromAsync(sizes, async (rows) => {
    progress(`writing ${integer(rows)} records`);
    const file = join(folder, `${rows}.csv`);
    return { rows, file, keys: await writeRecords(file, rows) };
  });
  const postgres = await Postgres.iniciar();
  progress('');
  console.log(`Node ${process.version}, ${arch()}, ${cpus().length} × ${cpus()[0]?.model || 'unknown CPU'}\n`);
  console.log('| import | rows per second | CPU µs per row | of it, the database server | peak MB | bytes per row |');
  console.log('|---|---:|---:|---:|---:|---:|');
  const databases = [
    ...(await prepare('SQLite', files, folder, null)),
    ...(await prepare('PostgreSQL', files, folder, postgres)),
  ];
  await inTurns('look-ups, warm-up', 1, databases, lookUp);
  const lookups = await inTurns('look-ups', ROUNDS, databases, lookUp);
  progress('');
  await Promise.all(databases.map(({ store }) => store.close()));
  await postgres.detener();
  await postgres.borrar();

  console.log(`\n| look-up | p50 µs | p99 µs | CPU µs, the service | per second, ${AT_ONCE} at a time |`);
  console.log('|---|---:|---:|---:|---:|');
  databases.forEach(({ kind, rows }, i) => {
    const { p50, p99, cpu, perSecond } = lookups[i];
    const cells = [integer(p50 * 1000), integer(p99 * 1000), cpu.toFixed(1), integer(perSecond)];
    console.log(`| ${kind}, ${integer(rows)} | ${cells.join(' | ')} |`);
  });
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number);
  await scalePadron(...(sizes.length === 0 ? [] : [sizes]));
}
