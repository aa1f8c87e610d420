/**
 * Measures `curp lote` and the route `/curp/lote` on a file of people, beside C, DuckDB, Python, and csv-parse with npm `curp`.
 *
 * Contenders take turns, each in a fresh process. The medians of their CPU time (all threads), wall time and peak memory are
 * compared, from the start of the process to its end. Contenders that compute the same keys must write the same bytes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { beside, byName, integer, list, million, roundsIn, table, times, wrap } from './tools/markdown.mjs';
import { inFolder, repo } from './tools/paths.mjs';
import { compile, installPeers, need, ready, titled } from './tools/peers.mjs';
import { SPELLINGS, hashOf, writePeople } from './tools/people-file.mjs';
import { besideFirst, writeAll } from './tools/sorts.mjs';
import { bars } from './tools/plot.mjs';
import { counter, cpuSeconds, peakMb, run as runProgram, stopServer } from './tools/processes.mjs';
import { startService, token } from './tools/servers.mjs';
import { inTurns, progress } from './tools/turns.mjs';

/** The rows for slow contenders, which would need minutes for a whole file. All figures are per row. */
const SAMPLE = 100_000;
/** The maximum rows of the files in other spellings. */
const MOST_SPELLED = 1_000_000;
const KEYS = /[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d/g;
/** The population of Mexico. */
const MEXICO = 133_000_000;
/** The system's Python if available, because it is compiled for speed, unlike those of version managers. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

export async function run({ filas = [1_000_000, 10_000_000], vueltas }) {
  need('curl');
  const sizes = await Array.fromAsync(filas, (rows) => bySize(rows, vueltas ?? (rows > 1_000_000 ? 1 : 5)));
  const costs = Object.assign({}, ...sizes.map((size) => size.costs));
  return { ...sizes.at(-1), costs, tables: sizes.flatMap(({ tables }) => tables) };
}

const bySize = (rows, rounds) =>
  inFolder(async (path) => {
    progress(`bulk, ${integer(rows)} rows: preparing`);
    const spent = counter(path('wait4'));
    compile('contenders/bulk.c', path('bulk'));
    const output = path('out.csv');
    const all = await task(path, 'people.csv', rows);
    const sample = await task(path, 'sample.csv', Math.min(rows, SAMPLE));
    const { there, notes } = ready(contenders(path, all, sample));

    const measure = async ({ name, command, work, check }) => {
      rmSync(output, { force: true });
      const { cpu, wall, mb } = spent(command);
      const { isRight, others } = await check(output, work);
      if (!isRight) throw new Error(`${name}: not what C wrote`);
      return { cpu: cpu / work.rows, wall: wall / work.rows, mb, others };
    };
    const files = await inTurns(`bulk, ${integer(rows)} rows`, rounds, there, measure);
    const server = await startService();
    const send = () => post(server, all, output);
    await inTurns('bulk, service, warm-up', 1, [server], send);
    const [service] = await inTurns('bulk, service', rounds, [server], send);
    await stopServer(server);
    const spelled = await bySpelling(path, Math.min(rows, MOST_SPELLED), rounds, spent);
    const names = [...there, { name: '`POST /curp/lote`, the service alone', isOurs: true }];
    const told = tell(rows, rounds, names, [...files, service], notes);
    const costs = { ...told.costs, ...spelled.costs };
    return { ...told, costs, tables: [...told.tables, spelled.table] };
  });

/** Measures the same people in other spellings, which must get the same keys. */
async function bySpelling(path, rows, rounds, spent) {
  const spellings = await writeAll(path, rows, SPELLINGS);
  let expected;
  const figures = await inTurns(`bulk, spellings, ${integer(rows)} rows`, rounds, spellings, (spelling) => {
    const { cpu } = spent(spelling.command);
    const keys = readFileSync(spelling.output, 'latin1').match(KEYS)?.join();
    expected ??= keys;
    if (keys !== expected) throw new Error(`${spelling.name}: other keys than the plain file`);
    rmSync(spelling.output);
    return { cpu: cpu / rows };
  });
  return besideFirst(rows, 'spelled', spellings, figures);
}

/** Writes a file of people, and the output of C for it. */
async function task(path, name, rows) {
  const [file, output] = [path(name), path('out.csv')];
  await writePeople(file, rows);
  execFileSync(path('bulk'), [file, output]);
  const lines = rows > SAMPLE ? [] : linesOf(output);
  return { file, rows, hash: await hashOf(output), bytes: statSync(output).size, lines };
}

const linesOf = (file) => readFileSync(file, 'utf8').split('\n');
const sameBytes = async (output, { hash }) => ({ isRight: (await hashOf(output)) === hash });
const sameSize = (output, { bytes }) => ({ isRight: statSync(output).size === bytes });

/** Compares the number of lines, and counts the people to whom npm `curp` assigns another key. */
function sameLength(output, { lines }) {
  const theirs = linesOf(output);
  return { isRight: theirs.length === lines.length, others: theirs.filter((line, i) => line !== lines[i]).length };
}

function contenders(path, all, sample) {
  const output = path('out.csv');
  const [whole, part] = [all, sample].map((work) => ({ work, check: sameBytes }));
  const node = (script, { file }, ...rest) => [process.execPath, repo(script), file, output, ...rest];
  const lote = (...rest) => [
    process.execPath,
    repo('packages/cli/bin/curp.js'),
    'lote',
    all.file,
    '-o',
    output,
    ...rest,
  ];
  const duckdb = (title, ...threads) => ({
    name: `${titled('@duckdb/node-api', 'DuckDB')}, copy, ${title}`,
    command: node('bench/contenders/bulk-duckdb.mjs', all, ...threads),
    work: all,
    check: sameSize,
    prepare: () => installPeers('@duckdb/node-api'),
  });
  return [
    { ...whole, name: '`curp lote --hilos 1`', isOurs: true, command: lote('--hilos', '1') },
    { ...whole, name: '`curp lote`', isOurs: true, command: lote() },
    { ...whole, name: 'C, gcc -O2', command: [path('bulk'), all.file, output] },
    duckdb('1 thread', '1'),
    duckdb(`${cpus().length} threads`),
    {
      ...part,
      name: spawnSync(PYTHON, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? 'Python',
      command: [PYTHON, repo('bench/contenders/bulk.py'), sample.file, output],
      prepare: () => need(PYTHON),
    },
    {
      name: 'csv-parse, npm curp, csv-stringify',
      command: node('bench/contenders/bulk-npm-curp.mjs', sample),
      work: sample,
      check: sameLength,
      prepare: () => installPeers('csv-parse', 'curp', 'csv-stringify'),
    },
  ];
}

/** Sends the file to the service and saves its answer. */
async function post(server, { file, rows, hash }, output) {
  rmSync(output, { force: true });
  const [cpu, since] = [cpuSeconds(server), performance.now()];
  const options = ['-sS', '-X', 'POST', '-T', file, '-o', output, '-w', '%{http_code}'];
  const headers = ['Content-Type: text/csv', 'Transfer-Encoding: chunked', `Authorization: Bearer ${token}`];
  const withHeaders = [...options, ...headers.flatMap((header) => ['-H', header])];
  const status = await runProgram('curl', [...withHeaders, `${server.base}/curp/lote?operacion=calcular`]);
  const wall = (performance.now() - since) / 1000;
  if (status !== '200' || (await hashOf(output)) !== hash) throw new Error(`the service: ${status}, or other bytes`);
  return { cpu: (cpuSeconds(server) - cpu) / rows, wall: wall / rows, mb: peakMb(server) };
}

const HEAD = ['CPU µs per row', 'rows per CPU second', 'rows per second', 'peak MB', 'CPU over C'];

/** Describes the figures and the goals. */
function tell(rows, rounds, names, figures, leftOut) {
  const of = (name) => figures[names.findIndex((contender) => contender.name.startsWith(name))];
  const [ours, threads, c, service] = ['`curp lote --hilos', '`curp lote`', 'C,', '`POST'].map(of);
  const [duckdb, npm] = ['DuckDB', 'csv-parse'].map(of);
  const ratio = (a, b) => (a.cpu / b.cpu).toFixed(2);
  const people = rows < 1_000_000 ? integer(rows) : `${million(rows)} million`;
  const rate = million(1 / ours.cpu);
  const most = integer(Math.max(ours.mb, threads.mb));
  const goals = list(
    `at least ${rows < 10_000_000 ? 0.45 : 0.7} of the speed of C (${ratio(c, ours)})`,
    duckdb && `more than DuckDB's bare copy (${ratio(duckdb, ours)} times)`,
    npm && `20 times csv-parse with npm \`curp\` (${ratio(npm, ours)})`,
    `under 120 MB (${most})`,
    rows < 10_000_000
      ? undefined
      : `two threads 1.6 times as fast as one by the clock (${(ours.wall / threads.wall).toFixed(2)})`,
    `over HTTP at least 0.6 of the file's speed (${ratio(ours, service)})`,
  );
  const clock = (ours.wall / threads.wall).toFixed(2);
  const minutes = ((ours.cpu * MEXICO) / 60).toFixed(1);
  const notes = [
    `- Goals: ${goals}.`,
    `- Two threads are ${clock} times as fast as one by the clock, with ${ratio(threads, ours)} times the CPU.`,
    `- At this speed the ${million(MEXICO)} million people of Mexico take ${minutes} minutes of CPU.`,
    ...(npm
      ? [`- npm \`curp\` gives another key to ${integer(npm.others)} of ${integer(Math.min(rows, SAMPLE))}.`]
      : []),
    ...leftOut,
  ];
  const cells = ({ cpu, wall, mb }) => [
    (cpu * 1e6).toFixed(3),
    integer(1 / cpu),
    integer(1 / wall),
    integer(mb),
    times(cpu, c.cpu),
    times(cpu, ours.cpu),
  ];
  const head = [`${people} rows`, ...HEAD, 'speed of `curp lote --hilos 1` over it, by CPU time'];
  const en = beside(
    `On one thread, \`curp lote\` reads a file of ${people} plain rows, calculates and writes it at ${rate} million rows per CPU second, in ${integer(ours.mb)} MB`,
    'That is',
    npm && `${integer(npm.cpu / ours.cpu)} times the speed of csv-parse with npm \`curp\``,
    duckdb && `and ${ratio(duckdb, ours)} times the speed at which DuckDB only copies the file`,
  );
  const es = beside(
    `Con un hilo, \`curp lote\` lee un archivo de ${people.replace('million', 'millones de')} filas sencillas, calcula y lo escribe a ${rate} millones de filas por segundo de procesador, en ${integer(ours.mb)} MB`,
    'Es',
    npm && `${integer(npm.cpu / ours.cpu)} veces la velocidad de csv-parse con \`curp\` de npm`,
    duckdb && `y ${ratio(duckdb, ours)} veces la velocidad a la que DuckDB solo copia el archivo`,
  );
  return {
    costs: {
      [`${people} rows, one thread, over C`]: ours.cpu / c.cpu,
      [`${people} rows, all threads, over C`]: threads.cpu / c.cpu,
      [`${people} rows, the service, over C`]: service.cpu / c.cpu,
    },
    summary: { en, es },
    tables: [
      `${people} rows, ${roundsIn(rounds)}:`,
      table(head, byName(names, figures, cells)),
      notes.map(wrap).join('\n'),
    ],
    plot: bars(`${people} rows`, [
      {
        title: 'Rows per CPU second',
        rows: byName(names, figures, ({ cpu }, i) => [1 / cpu, integer(1 / cpu), names[i].isOurs]),
      },
    ]),
  };
}
