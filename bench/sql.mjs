/**
 * Measures the functions of `curp sql` and `curp.py` beside `curp lote`, on plain people and on invented ones, whose names may have any
 * letter: rows per CPU second, and rows per second.
 *
 * PostgreSQL calculates, validates and compares the rows of a table, on one core and on all; MariaDB and Python calculate a part of
 * them. Contenders take turns, and medians are compared. All must return the same keys.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { storedFunctions } from '../packages/cli/dist/commands/sql/stored.js';
import { inventPerson } from '../packages/lote/dist/invent/file.js';
import { literal, startMariadb } from '../test/mariadb.ts';
import { byName, integer, table } from './tools/markdown.mjs';
import { inFolder, repo } from './tools/paths.mjs';
import { plainPerson } from './tools/people-file.mjs';
import { familySeconds, startPostgres } from './tools/postgres.mjs';
import { counter, seconds } from './tools/processes.mjs';
import { inTurns, progress } from './tools/turns.mjs';

const CURP = repo('packages/cli/bin/curp.js');
const COLUMNS = ['nombres', 'apellidoPaterno', 'apellidoMaterno', 'fechaNacimiento', 'sexo', 'entidad'];
const BLOCK = 50_000;
const DATA = 'nombres, apellido_paterno, apellido_materno, fecha, sexo, entidad';

const KINDS = { 'plain people': plainPerson, 'invented people': inventPerson };
/** `curp lote` ends with 1 if some row is to be reviewed, as some of the invented people are. */
const ALSO_WITH_REVIEWS = ['sh', '-c', '"$@" || [ $? -eq 1 ]', 'sh'];
/** MariaDB is slower, so it calculates fewer rows. */
const PART = 10;

export async function run({ filas = [500_000], vueltas = 3 }) {
  const tables = [];
  // oxlint-disable-next-line no-await-in-loop -- measurements one at a time
  for (const rows of filas) for (const kind of Object.keys(KINDS)) tables.push(await measure(kind, rows, vueltas));
  return { tables, rounds: vueltas };
}

const measure = (kind, count, rounds) =>
  inFolder(async (path) => {
    progress(`sql, ${integer(count)} ${kind}: preparing`);
    const [file, output, spent] = [path('people.csv'), path('out.csv'), counter(path('wait4'))];
    // Who has no first surname has no key in a file or in these functions.
    const people = Array.from({ length: count }, (_, number) => KINDS[kind](number)).filter(
      ({ apellidoPaterno }) => apellidoPaterno !== '',
    );
    const rows = people.length;
    const part = Math.ceil(rows / PART);
    writeFileSync(
      file,
      [[...COLUMNS.map(headerOf), 'clave'], ...people.map(cellsOf)].map((cells) => `${cells.join(',')}\n`).join(''),
    );
    const postgres = await startPostgres();
    const client = new pg.Client({ connectionString: postgres.url() });
    const mariadb = spawnSync('mariadbd', ['--version']).status === 0 ? await startMariadb() : null;
    try {
      await client.connect();
      await fill(client, people);
      await mariadb?.ask(storedFunctions('mysql', 'bench'));
      await mariadb?.ask(mariadbTable(people.slice(0, part)));
      const cores = availableParallelism();
      const query = (name, text, workers = 0) => ({
        name,
        measure: async () => {
          await client.query(`SET max_parallel_workers_per_gather = ${workers}`);
          const [before, since] = [familySeconds(postgres), performance.now()];
          const { rows: answer } = await client.query(text);
          return figures(name, rows, Number(answer[0].n), familySeconds(postgres) - before, since);
        },
      });
      const calculate = `SELECT count(*) AS n FROM personas WHERE curp_calcular(${DATA}) = curp`;
      const contenders = [
        {
          name: '`curp lote --hilos 1`',
          measure: () => {
            const words = ['lote', file, '-o', output, '--forzar', '--hilos', '1', '--silencio', '--sexo', 'hm'];
            const { cpu, wall } = spent([...ALSO_WITH_REVIEWS, process.execPath, CURP, ...words]);
            return { cpu: cpu / rows, wall: wall / rows };
          },
        },
        { name: '`curp.py`', measure: () => inPython(file, rows) },
        query('PostgreSQL, `curp_calcular`, one core', calculate),
        query(`PostgreSQL, \`curp_calcular\`, ${cores} cores`, calculate, cores - 1),
        query('PostgreSQL, `curp_valida`', 'SELECT count(*) AS n FROM personas WHERE curp_valida(curp)'),
        query(
          'PostgreSQL, `curp_coteja`',
          `SELECT count(*) AS n FROM personas WHERE curp_coteja(curp, ${DATA}) = 'identica'`,
        ),
        ...(mariadb === null
          ? []
          : [{ name: 'MariaDB, `curp_calcular`', measure: () => inMariadb(mariadb, calculate, part) }]),
      ];
      const costs = await inTurns(`sql, ${integer(count)} ${kind}`, rounds, contenders, (contender) =>
        contender.measure(),
      );
      const [ours] = costs;
      const cells = ({ cpu, wall }) => [
        (cpu * 1e6).toFixed(2),
        integer(1 / cpu),
        integer(1 / wall),
        (ours.cpu / cpu).toFixed(2),
      ];
      const head = ['CPU µs per row', 'rows per CPU second', 'rows per second', 'speed over `curp lote`'];
      return table([`${integer(rows)} ${kind}`, ...head], byName(contenders, costs, cells));
    } finally {
      await client.end();
      await postgres.remove();
      await mariadb?.remove();
    }
  });

/** Returns the cost of a row. Throws unless all keys were right. */
function figures(name, rows, right, cpu, since) {
  if (right !== rows) throw new Error(`${name}: ${right} of ${rows}`);
  return { cpu: cpu / rows, wall: (performance.now() - since) / 1000 / rows };
}

const headerOf = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const cellsOf = (person) => [...COLUMNS.map((name) => person[name]), person.curp];

/** Creates the functions and a table of people with their keys. */
async function fill(client, people) {
  await client.query(storedFunctions('postgresql', 'bench'));
  await client.query(`CREATE TABLE personas (nombres text, apellido_paterno text, apellido_materno text, fecha date,
    sexo text, entidad text, curp text)`);
  for (let from = 0; from < people.length; from += BLOCK) {
    const block = people.slice(from, from + BLOCK);
    const columns = [...COLUMNS, 'curp'].map((name) => block.map((person) => person[name]));
    // oxlint-disable-next-line no-await-in-loop -- one block after another
    await client.query(
      `INSERT INTO personas SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::text[], $6::text[], $7::text[])`,
      columns,
    );
  }
  await client.query('VACUUM ANALYZE personas');
}

/** Writes the statements that create the table in MariaDB. */
function mariadbTable(people) {
  const rows = people.map((person) => `(${cellsOf(person).map(literal).join(', ')})`);
  const inserts = Array.from(
    { length: Math.ceil(rows.length / 1000) },
    (_, i) => `INSERT INTO personas VALUES ${rows.slice(i * 1000, (i + 1) * 1000).join(', ')};`,
  );
  return `CREATE TABLE personas (nombres text, apellido_paterno text, apellido_materno text, fecha date, sexo text, entidad text, curp text);
${inserts.join('\n')}`;
}

async function inMariadb(mariadb, sql, rows) {
  const [before, since] = [seconds(mariadb.pid, 2), performance.now()];
  const [[right]] = await mariadb.ask(`${sql};`);
  return figures('MariaDB', rows, Number(right), seconds(mariadb.pid, 2) - before, since);
}

/** Measures `serie` of `curp.py`, without reading the file. */
function inPython(file, rows) {
  const code = `
import csv, sys, time
sys.path.insert(0, ${JSON.stringify(repo('packages/core/dist'))})
import curp
*columns, keys = zip(*list(csv.reader(open(${JSON.stringify(file)}, encoding="utf-8")))[1:])
cpu, wall = time.process_time(), time.perf_counter()
found = curp.serie(*columns)
print(time.process_time() - cpu, time.perf_counter() - wall, sum(map(str.__eq__, keys, found)))`;
  const [cpu, wall, right] = execFileSync('python3', ['-c', code], { encoding: 'utf8' }).split(' ').map(Number);
  if (right !== rows) throw new Error(`curp.py: ${right} of ${rows}`);
  return { cpu: cpu / rows, wall: wall / rows };
}
