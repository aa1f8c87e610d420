/**
 * Measures the functions of `curp sql` beside `curp lote` on the same people: rows per CPU second, and rows per second.
 *
 * PostgreSQL calculates, validates and compares the rows of a table, on one core and on all. The function of BigQuery runs in a
 * JavaScript engine without Node. Contenders take turns, and medians are compared. All must return the same keys.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createContext, runInContext } from 'node:vm';
import pg from 'pg';
import { javascript } from '../packages/cli/dist/commands/sql/javascript.js';
import { postgresql } from '../packages/cli/dist/commands/sql/postgresql.js';
import { byName, integer, table } from './tools/markdown.mjs';
import { inFolder, repo } from './tools/paths.mjs';
import { plainPeople, writePeople } from './tools/people-file.mjs';
import { familySeconds, startPostgres } from './tools/postgres.mjs';
import { counter } from './tools/processes.mjs';
import { inTurns, progress } from './tools/turns.mjs';

const CURP = repo('packages/cli/bin/curp.js');
const COLUMNS = ['nombres', 'apellidoPaterno', 'apellidoMaterno', 'fechaNacimiento', 'sexo', 'entidad'];
const BLOCK = 50_000;
const DATA = 'nombres, apellido_paterno, apellido_materno, fecha, sexo, entidad';

export async function run({ filas = [500_000], vueltas = 3 }) {
  const sizes = await Array.fromAsync(filas, (rows) => bySize(rows, vueltas));
  return { tables: sizes, rounds: vueltas };
}

const bySize = (rows, rounds) =>
  inFolder(async (path) => {
    progress(`sql, ${integer(rows)} rows: preparing`);
    const [file, output, spent] = [path('people.csv'), path('out.csv'), counter(path('wait4'))];
    await writePeople(file, rows);
    const postgres = await startPostgres();
    const client = new pg.Client({ connectionString: postgres.url() });
    try {
      await client.connect();
      await fill(client, rows);
      const cores = availableParallelism();
      const query = (name, text, workers = 0) => ({
        name,
        measure: async () => {
          await client.query(`SET max_parallel_workers_per_gather = ${workers}`);
          const [before, since] = [familySeconds(postgres), performance.now()];
          const { rows: answer } = await client.query(text);
          const wall = (performance.now() - since) / 1000;
          if (Number(answer[0].n) !== rows) throw new Error(`${name}: ${answer[0].n} of ${rows}`);
          return { cpu: familySeconds(postgres) - before, wall };
        },
      });
      const lote = {
        name: '`curp lote --hilos 1`',
        measure: async () =>
          spent([process.execPath, CURP, 'lote', file, '-o', output, '--forzar', '--hilos', '1', '--silencio']),
      };
      const calculate = `SELECT count(*) AS n FROM personas WHERE curp_calcular(${DATA}) = curp`;
      const contenders = [
        lote,
        query('PostgreSQL, `curp_calcular`, one core', calculate),
        query(`PostgreSQL, \`curp_calcular\`, ${cores} cores`, calculate, cores - 1),
        query('PostgreSQL, `curp_valida`', 'SELECT count(*) AS n FROM personas WHERE curp_valida(curp)'),
        query(
          'PostgreSQL, `curp_coteja`',
          `SELECT count(*) AS n FROM personas WHERE curp_coteja(curp, ${DATA}) = 'identica'`,
        ),
        { name: 'JavaScript, `curp_calcular` of BigQuery', measure: inJavaScript(rows) },
      ];
      await inTurns('sql, warm-up', 1, contenders, ({ measure }) => measure());
      const figures = await inTurns(`sql, ${integer(rows)} rows`, rounds, contenders, ({ measure }) => measure());
      sameKeys(output, rows);
      const [ours] = figures;
      const cells = ({ cpu, wall }) => [
        ((cpu / rows) * 1e6).toFixed(2),
        integer(rows / cpu),
        integer(rows / wall),
        (ours.cpu / cpu).toFixed(2),
      ];
      const head = ['CPU µs per row', 'rows per CPU second', 'rows per second', 'speed over `curp lote`'];
      return table([`${integer(rows)} rows`, ...head], byName(contenders, figures, cells));
    } finally {
      await client.end();
      await postgres.remove();
    }
  });

/** Creates the functions and a table of people with their keys. */
async function fill(client, rows) {
  await client.query(postgresql('bench'));
  await client.query(`CREATE TABLE personas (nombres text, apellido_paterno text, apellido_materno text, fecha date,
    sexo text, entidad text, curp text)`);
  for (let from = 0; from < rows; from += BLOCK) {
    const people = plainPeople(Math.min(BLOCK, rows - from), from);
    const columns = [...COLUMNS, 'curp'].map((name) => people.map((person) => person[name]));
    // oxlint-disable-next-line no-await-in-loop -- a country's people do not fit in memory at once
    await client.query(
      `INSERT INTO personas SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::text[], $6::text[], $7::text[])`,
      columns,
    );
  }
  await client.query('VACUUM ANALYZE personas');
}

/** Measures the function of BigQuery in a context without Node, called for each row as the database does. */
function inJavaScript(rows) {
  const body = /FUNCTION curp_calcular[^]*?r"""\n([^]*?)\n"""/.exec(javascript('bigquery', 'bench'))[1];
  const context = createContext({});
  const names = [...COLUMNS.slice(0, 1), 'apellido_paterno', 'apellido_materno', 'fecha', 'sexo', 'entidad'];
  const calculate = runInContext(`(function (${names.join(', ')}) {\n${body}\n})`, context);
  return async () => {
    const sum = { good: 0, cpu: 0, wall: 0 };
    for (let from = 0; from < rows; from += BLOCK) {
      const people = plainPeople(Math.min(BLOCK, rows - from), from);
      const [before, since] = [process.cpuUsage(), performance.now()];
      for (const person of people) {
        if (calculate(...COLUMNS.map((name) => person[name])) === person.curp) sum.good++;
      }
      const { user, system } = process.cpuUsage(before);
      sum.cpu += (user + system) / 1e6;
      sum.wall += (performance.now() - since) / 1000;
    }
    if (sum.good !== rows) throw new Error(`JavaScript: ${sum.good} of ${rows}`);
    return sum;
  };
}

/** Throws unless the keys of `curp lote` are those of the fictitious people. */
function sameKeys(output, rows) {
  const keys = readFileSync(output, 'latin1').match(/[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d/g) ?? [];
  const wrong = plainPeople(rows).filter(({ curp }, i) => curp !== keys[i]);
  if (wrong.length > 0 || keys.length !== rows) throw new Error('`curp lote` gives other keys');
}
