/**
 * The service over HTTP, with all its checks, metrics and log on, beside bare Fastify and bare `node:http` that answer
 * the same bytes: CPU time per request, latency under half the load, start-up, and memory.
 *
 * Each server is a process of its own; they take turns, several times, and the medians are compared.
 */
import { spawnSync } from 'node:child_process';
import { arch, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cpuNs, rssMb, run, stopServer } from './http-processes.mjs';
import { TARGET, check, keepAnswer, startFastify, startNode, startService } from './http-servers.mjs';
import { inTurns, progress } from './turns.mjs';

const CONNECTIONS = 16;
/** The compiler goes on improving the service for this long. */
const WARM_UP_S = 6;
const [WRK_S, WRK_ROUNDS] = [2, 7];
const [LOAD_S, LOAD_ROUNDS] = [2, 5];
const START_ROUNDS = 7;
/** What the generator of load can offer without being itself what is measured. */
const MAX_RATE = 10_000;
const GENERATOR = fileURLToPath(new URL('http-load.mjs', import.meta.url));

if (spawnSync('wrk', ['-v']).error) {
  console.error('install wrk (Debian: apt install wrk)');
  process.exit(1);
}

/** As many requests as fit into some seconds. */
async function wrk(server, seconds) {
  await check(server);
  const before = cpuNs(server);
  const output = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}`, server.base + TARGET]);
  const spent = cpuNs(server) - before;
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(output);
  const requests = Number(/(\d+) requests in/.exec(output)[1]);
  return { us: spent / 1000 / requests, perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)[1]) };
}

/** A rate of requests, as from clients that do not wait for each other. */
async function load(server, rate) {
  await check(server);
  return JSON.parse(await run(process.execPath, [GENERATOR, server.base + TARGET, CONNECTIONS, rate, LOAD_S]));
}

/** The time from the start of a process to its first answer. */
async function startUp(start) {
  const since = performance.now();
  const server = await start();
  await check(server);
  const ms = performance.now() - since;
  await stopServer(server);
  return { ms };
}

progress('warm-up');
const service = await startService();
await wrk(service, 1); // so that the ids of its requests have their usual length
await keepAnswer(service);
const servers = [service, await startFastify(), await startNode()];
await inTurns('warm-up', 1, servers, (server) => wrk(server, WARM_UP_S));

const work = await inTurns('CPU', WRK_ROUNDS, servers, (server) => wrk(server, WRK_S));
const rate = Math.min(MAX_RATE, Math.round(work[1].perSecond / 2));
const waits = await inTurns('latency', LOAD_ROUNDS, servers.slice(0, 2), (server) => load(server, rate));
const memory = servers.map(rssMb);
await Promise.all(servers.map(stopServer));
const starts = await inTurns('start-up', START_ROUNDS, [startService, () => startFastify('info')], startUp);
progress('');

const NAMES = ['the service', 'bare Fastify', 'bare node:http'];

/** A table with a row per server; the ratios are to bare Fastify. */
function table(head, rows, cells) {
  console.log(`\n| | ${head.join(' | ')} |\n|---|${'---:|'.repeat(head.length)}`);
  rows.forEach((row, i) => console.log(`| ${NAMES[i]} | ${cells(row, rows[1]).join(' | ')} |`));
}
const times = (a, b) => `${(a / b).toFixed(2)} ×`;

console.log(`Node ${process.version}, ${arch()}, ${cpus().length} × ${cpus()[0]?.model || 'unknown CPU'}, medians`);
console.log(
  'Goals: at most 1.35 times the CPU of bare Fastify, p99 under 3 times, start-up within 2 times; under 110 MB',
);
table(['CPU µs per request', 'requests per second', 'CPU over Fastify'], work, (a, b) => [
  a.us.toFixed(1),
  Math.round(a.perSecond).toLocaleString('en-US'),
  times(a.us, b.us),
]);
console.log(`\nUnder ${rate} requests per second, offered to each alike:`);
table(['p50 ms', 'p99 ms', 'p50 over Fastify', 'p99 over Fastify', "generator's own p99 ms"], waits, (a, b) => [
  a.p50.toFixed(3),
  a.p99.toFixed(3),
  times(a.p50, b.p50),
  times(a.p99, b.p99),
  a.lag.toFixed(3),
]);
table(['start-up ms', 'over Fastify'], starts, (a, b) => [a.ms.toFixed(0), times(a.ms, b.ms)]);
table(['memory after the load, MB'], memory, (mb) => [mb.toFixed(0)]);
