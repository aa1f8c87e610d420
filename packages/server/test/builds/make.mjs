/**
 * Makes the databases of earlier builds in this folder, from which `earlier-builds.test.ts` upgrades: `node make.mjs COMMIT…` clones,
 * installs and builds each commit, lets it answer jobs on SQLite and on PostgreSQL, and kills it while one job runs and one waits.
 * It needs the server and the programs of PostgreSQL under `/usr/lib/postgresql`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Postgres } from '../postgres-server.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo (H/M),entidad\n';
/** Invented people; the dates of the second are the other way round, and the third has none. */
const PEOPLE = `${HEADER}Renata,Olvera,Tinajero,17/05/1990,M,09\nPedro,Soto,Luna,23/11/1985,H,14\nAna,Ruiz,Mora,ayer,M,09\n`;
const KEYS = '{"curp":"OETR900517MDFLNN05"}\n{"curp":"OETR900517MDFLNN06"}\n';
const WORKBOOK = readFileSync(join(root, 'packages/lote/test/workbooks/openpyxl.xlsx'));
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const FINISHED = [
  { query: 'nombre=personas.csv', type: 'text/csv', body: PEOPLE },
  { query: 'operacion=validar', type: 'application/x-ndjson', body: KEYS, language: 'en' },
  { query: 'fechas=dma', type: 'text/csv; charset=windows-1252', body: Buffer.from(PEOPLE, 'latin1') },
  { query: '', type: XLSX, body: WORKBOOK },
];
/** Rows that are still being answered when the next job arrives. */
const LONG = HEADER + 'Renata,Olvera,Tinajero,17/05/1990,M,09\n'.repeat(60_000);
/** Jobs must not expire before a test reads them. */
const NEVER = "UPDATE lotes SET vence = '2100-01-01T00:00:00.000Z'";

/** Lets a build serve on a database, and returns the token and the results of its jobs. */
async function fill(build, url) {
  const cwd = mkdtempSync(join(tmpdir(), 'curp-build-'));
  const env = { ...process.env, DATABASE_URL: url, PORT: '0', ADMIN_PORT: '0', LANG: 'es_MX.UTF-8' };
  const command = join(build, 'packages/cli/bin/curp.js');
  const service = spawn(process.execPath, [command, 'servir'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(service.stdout, 'data');
  const [base] = /http:\S+/.exec(line) ?? [];
  const { token } = JSON.parse(
    execFileSync(process.execPath, [command, 'proyectos', 'crear', 'Prueba', '--json'], { cwd, env }),
  );
  const ask = async (path, options = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...options.headers };
    return fetch(`${base}/curp/lotes${path}`, { ...options, headers });
  };
  const send = async ({ query, type, body, language = 'es' }) => {
    const headers = { 'content-type': type, 'accept-language': language };
    const answer = await ask(`?${query}`, { method: 'POST', body, headers });
    return (await answer.json()).response.id;
  };
  const jobs = [];
  for (const job of FINISHED) {
    const id = await send(job);
    const estado = async () => (await (await ask(`/${id}`)).json()).response.estado;
    while ((await estado()) !== 'terminado') await setTimeout(50);
    const result = Buffer.from(await (await ask(`/${id}/resultado`)).arrayBuffer()).toString('base64');
    jobs.push({ id, estado: 'terminado', result });
  }
  const running = await send({ query: 'nombre=larga.csv', type: 'text/csv', body: LONG });
  const waiting = await send({ query: 'nombre=espera.csv', type: 'text/csv', body: PEOPLE });
  service.kill('SIGKILL');
  await once(service, 'close');
  rmSync(cwd, { recursive: true });
  return { token, jobs: [...jobs, { id: running, estado: 'en_proceso' }, { id: waiting, estado: 'en_cola' }] };
}

async function onSqlite(build) {
  const folder = mkdtempSync(join(tmpdir(), 'curp-build-'));
  const file = join(folder, 'curp.db');
  const made = await fill(build, `sqlite:${file}`);
  const db = new DatabaseSync(file);
  const states = db.prepare('SELECT id, estado FROM lotes').all();
  db.exec(`${NEVER}; VACUUM INTO '${file}.copy'`);
  db.close();
  const bytes = readFileSync(`${file}.copy`);
  rmSync(folder, { recursive: true });
  return { ...made, bytes, states };
}

async function onPostgres(build) {
  const bin = dirname(globSync('/usr/lib/postgresql/*/bin/pg_dump')[0]);
  const postgres = await Postgres.create(bin);
  const made = await fill(build, postgres.url());
  const psql = (sql) => execFileSync(join(bin, 'psql'), ['-Atc', sql, postgres.url()], { encoding: 'utf8' });
  const lines = psql('SELECT id, estado FROM lotes').trim().split('\n');
  const states = lines.map((line) => ({ id: line.split('|')[0], estado: line.split('|')[1] }));
  psql(NEVER);
  const sql = execFileSync(join(bin, 'pg_dump'), ['--inserts', '--no-owner', postgres.url()], { maxBuffer: 1 << 30 });
  await postgres.remove();
  // Lines with a backslash are commands of `psql`.
  return { ...made, bytes: Buffer.from(sql.toString().replaceAll(/^\\.*$/gm, '')), states };
}

for (const commit of process.argv.slice(2)) {
  const build = mkdtempSync(join(tmpdir(), 'curp-build-'));
  const run = (...command) =>
    execFileSync(command[0], command.slice(1), { cwd: build, stdio: ['ignore', 'ignore', 'inherit'] });
  run('git', 'clone', '--quiet', root, '.');
  run('git', 'checkout', '--quiet', commit);
  run('npm', 'ci');
  run('npm', 'run', 'build');
  for (const [name, make] of Object.entries({ 'sqlite.db': onSqlite, 'postgres.sql': onPostgres })) {
    const { bytes, states, ...made } = await make(build);
    for (const { id, estado } of made.jobs) {
      const stored = String(states.find((each) => each.id === id)?.estado);
      if (stored !== estado) throw new Error(`${commit}, ${name}: ${id} is ${stored}, not ${estado}`);
    }
    writeFileSync(join(here, `${commit}.${name}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(join(here, `${commit}.${name}.json`), `${JSON.stringify(made, null, 2)}\n`);
  }
  rmSync(build, { recursive: true });
}
