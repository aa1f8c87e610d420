/**
 * A file of a million people in, the same file with their keys out: the command `curp lote` and the route `/curp/lote`
 * beside C, DuckDB, Python, and csv-parse with npm `curp`.
 *
 *   npm run bench:bulk -- [--filas 10000000] [--vueltas 3]
 *
 * Each contender runs in a fresh process, they take turns, several times, and the medians are compared: CPU time of all
 * the threads, wall time, and the most memory held, all three from the start of the process to its end. What computes
 * the same keys must write the same bytes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { arch, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hashOf, writePeople } from './bulk-files.mjs';
import { compile, installPeers } from './contenders.mjs';
import { cpuSeconds, peakMb, run, stopServer } from './http-processes.mjs';
import { startService, token } from './http-servers.mjs';
import { inTurns, progress } from './turns.mjs';

const { values } = parseArgs({
  options: { filas: { type: 'string', default: '1000000' }, vueltas: { type: 'string', default: '5' } },
});
const [ROWS, ROUNDS] = [Number(values.filas), Number(values.vueltas)];
/** For those that would take minutes; their figures are per row. */
const SAMPLE = Math.min(ROWS, 100_000);
/** The people of Mexico. */
const MEXICO = 133_000_000;
const PEERS = { '@duckdb/node-api': '1.5.5-r.5', 'csv-parse': '7.0.3', 'csv-stringify': '6.9.0', curp: '1.4.0' };
/** That of the system, where there is one: it is compiled for speed, which those of version managers are not. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

const folder = mkdtempSync(join(tmpdir(), 'curp-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const inFolder = (name) => join(folder, name);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

progress('preparing');
installPeers(PEERS);
compile('bulk.c', inFolder('bulk'));
compile('wait4.c', inFolder('wait4'));
const python = execFileSync(PYTHON, ['--version'], { encoding: 'utf8' }).trim();
const output = inFolder('out.csv');

/** A file of people, and what C makes of it. */
async function task(name, rows) {
  const file = inFolder(name);
  await writePeople(file, rows);
  execFileSync(inFolder('bulk'), [file, output]);
  return { file, rows, hash: await hashOf(output), bytes: statSync(output).size, lines: rows > SAMPLE ? [] : lines() };
}

const lines = () => readFileSync(output, 'utf8').split('\n');
const sameBytes = async ({ hash }) => (await hashOf(output)) === hash;
const sameSize = ({ bytes }) => statSync(output).size === bytes;

/** npm `curp` gives other keys to some people: how many. */
let others = 0;
function sameLength(expected) {
  const theirs = lines();
  others = theirs.filter((line, i) => line !== expected.lines[i]).length;
  return theirs.length === expected.lines.length;
}

const all = await task('people.csv', ROWS);
const sample = await task('sample.csv', SAMPLE);

const node = (script, { file }, ...rest) => [process.execPath, here(script), file, output, ...rest];
const CURP = here('../packages/cli/bin/curp.js');
const lote = (...rest) => [process.execPath, CURP, 'lote', all.file, '-o', output, ...rest];

const OURS = { name: '`curp lote`', command: lote(), work: all, check: sameBytes };
const C = { name: 'C, gcc -O2', command: [inFolder('bulk'), all.file, output], work: all, check: sameBytes };
const CONTENDERS = [
  OURS,
  { name: '`curp lote --hilos 2`', command: lote('--hilos', '2'), work: all, check: sameBytes },
  C,
  { name: 'DuckDB, copy, 1 thread', command: node('bulk-duckdb.mjs', all, '1'), work: all, check: sameSize },
  { name: `DuckDB, copy, ${cpus().length} threads`, command: node('bulk-duckdb.mjs', all), work: all, check: sameSize },
  { name: python, command: [PYTHON, here('bulk.py'), sample.file, output], work: sample, check: sameBytes },
  {
    name: 'csv-parse, npm curp, csv-stringify',
    command: node('bulk-npm-curp.mjs', sample),
    work: sample,
    check: sameLength,
  },
];

/** Runs one to its end. An exit code of 1 may be about some rows: what was written tells. */
async function measure({ name, command, work, check }) {
  rmSync(output, { force: true });
  const { stdout, stderr } = spawnSync(inFolder('wait4'), command, { encoding: 'utf8' });
  const { wall, cpu, bytes, code } = JSON.parse(stdout);
  if (code > 1 || !existsSync(output)) throw new Error(`${name}: exit code ${code}\n${stderr}`);
  if (!(await check(work))) throw new Error(`${name}: not what C wrote\n${stderr}`);
  return { cpu: cpu / work.rows, wall: wall / work.rows, mb: bytes / 1e6 };
}

/** Sends the file to the service and keeps its answer. */
async function post(server) {
  rmSync(output, { force: true });
  const [cpu, since] = [cpuSeconds(server), performance.now()];
  const options = ['-sS', '-X', 'POST', '-T', all.file, '-o', output, '-w', '%{http_code}'];
  const headers = ['Content-Type: text/csv', 'Transfer-Encoding: chunked', `Authorization: Bearer ${token}`];
  const withHeaders = [...options, ...headers.flatMap((header) => ['-H', header])];
  const status = await run('curl', [...withHeaders, `${server.base}/curp/lote?operacion=calcular`]);
  const wall = (performance.now() - since) / 1000;
  if (status !== '200' || !(await sameBytes(all))) throw new Error(`the service answered ${status}, or other bytes`);
  return { cpu: (cpuSeconds(server) - cpu) / ROWS, wall: wall / ROWS, mb: peakMb(server) };
}

const files = await inTurns('files', ROUNDS, CONTENDERS, measure);
const server = await startService();
await inTurns('service, warm-up', 1, [server], post);
const [service] = await inTurns('service', ROUNDS, [server], post);
await stopServer(server);
progress('');

const integer = (n) => Math.round(n).toLocaleString('en-US');
const times = (a, b) => `${(a / b).toFixed(2)} ×`;
const ours = files[CONTENDERS.indexOf(OURS)];
const c = files[CONTENDERS.indexOf(C)];
const HEAD = [
  'CPU µs per row',
  'rows per CPU second',
  'rows per second',
  'peak MB',
  'CPU over C',
  'speed of `curp lote` over it, by CPU time',
  'minutes for 133 million',
];

function table(rows) {
  console.log(`\n| | ${HEAD.join(' | ')} |\n|---|${'---:|'.repeat(HEAD.length)}`);
  for (const [name, { cpu, wall, mb }] of rows) {
    const speed = [(cpu * 1e6).toFixed(3), integer(1 / cpu), integer(1 / wall), mb.toFixed(0)];
    const cells = [...speed, times(cpu, c.cpu), times(cpu, ours.cpu), ((wall * MEXICO) / 60).toFixed(1)];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

console.log(`${integer(ROWS)} invented people, ${ROUNDS} rounds in turns, fresh processes, medians`);
console.log(`Node ${process.version}, ${arch()}, ${cpus().length} × ${cpus()[0]?.model || 'unknown CPU'}`);
table(CONTENDERS.map(({ name }, i) => [name, files[i]]));
console.log(
  `\nPython and npm curp: ${integer(SAMPLE)} rows. npm curp gives another key to ${integer(others)} of them.`,
);
console.log(`DuckDB ${PEERS['@duckdb/node-api']} calculates nothing: it adds three constant columns.`);
console.log('\nOver HTTP, the CPU and the memory of the service alone, after one file of warm-up:');
table([['`POST /curp/lote`', service]]);
