/**
 * Measures the service over HTTP, with all its checks, metrics and log, beside bare Fastify, which sends the same bytes: CPU
 * time per request, latency at half the peak load, start-up and memory. Files have no such comparison: only the CPU time of a
 * row is measured.
 *
 * The servers, each in its own process, take turns, and medians are compared.
 */
import { byName, integer, table, times } from './tools/markdown.mjs';
import { need } from './tools/peers.mjs';
import { bars } from './tools/plot.mjs';
import { rssMb, stopServer } from './tools/processes.mjs';
import { check, keepAnswer, load, sendFile, startFastify, startService, wrk } from './tools/servers.mjs';
import { inTurns, progress } from './tools/turns.mjs';

/** V8 optimises the service for about this long. */
const WARM_UP_S = 6;
const SECONDS = 2;
/** The highest rate at which the load generator is not itself the bottleneck. */
const MAX_RATE = 10_000;
const FILE_ROWS = 1_000_000;
const NAMES = ['the service', 'bare Fastify'].map((name) => ({ name }));

/** Measures the time from the start of a process to its first answer. */
async function startUp(start) {
  const since = performance.now();
  const server = await start();
  await check(server);
  const ms = performance.now() - since;
  await stopServer(server);
  return { ms };
}

export async function run({ vueltas = 7 }) {
  need('wrk');
  progress('http: warm-up');
  const service = await startService();
  await wrk([service], 1); // so that the ids of later requests have their usual length
  await keepAnswer(service);
  const servers = [service, await startFastify()];
  await inTurns('http, warm-up', 1, servers, (server) => wrk([server], WARM_UP_S));
  const work = await inTurns('http, CPU', vueltas, servers, (server) => wrk([server], SECONDS));
  const rate = Math.min(MAX_RATE, Math.round(work[1].perSecond / 2));
  const waits = await inTurns('http, latency', vueltas, servers, (server) => load(server, rate, SECONDS));
  const memory = servers.map((server) => ({ mb: rssMb(server) }));
  await sendFile(service, FILE_ROWS); // V8 optimises the thread of files
  const [file] = await inTurns('http, files', vueltas, [service], (server) => sendFile(server, FILE_ROWS));
  await Promise.all(servers.map(stopServer));
  const starters = [startService, () => startFastify('info')];
  const starts = await inTurns('http, start-up', vueltas, starters, startUp);
  return { ...tell({ work, waits, starts, memory, rate, file }), rounds: vueltas };
}

/** Returns a row for each server, with its ratios to bare Fastify. */
const rows = (figures, cells) => byName(NAMES, figures, (a) => cells(a, figures[1]));

function tell({ work, waits, starts, memory, rate, file }) {
  const over = (work[0].us / work[1].us).toFixed(2);
  const [ours, bare] = work.map(({ perSecond }) => integer(perSecond));
  return {
    costs: { 'over bare Fastify': work[0].us / work[1].us },
    summary: {
      en: `One core answers ${ours} requests per second, each with its token, rate, quota and metrics. Bare Fastify, which calculates, checks and counts nothing, answers ${bare}.`,
      es: `Un núcleo contesta ${ours} peticiones por segundo, cada una con su token, límite, cuota y métricas. Fastify solo, que no calcula, revisa ni cuenta nada, contesta ${bare}.`,
    },
    plot: bars('The service over HTTP', [
      {
        title: 'Requests per second of one core',
        rows: byName(NAMES, work, ({ perSecond }, i) => [perSecond, integer(perSecond), i === 0]),
      },
    ]),
    tables: [
      `A request costs the service ${over} times the CPU of bare Fastify (goal: at most 1.35 times). Beyond the framework, the service takes ${integer(work[0].us - work[1].us)} µs.`,
      table(
        ['', 'CPU µs per request', 'requests per second', 'CPU over Fastify'],
        rows(work, (a, b) => [a.us.toFixed(1), integer(a.perSecond), times(a.us, b.us)]),
      ),
      `At half the peak of the bare framework, ${integer(rate)} requests per second offered to each (goal: p99 under 3 times):`,
      table(
        ['', 'p50 ms', 'p99 ms', 'p50 over Fastify', 'p99 over Fastify', "generator's own p99 ms"],
        rows(waits, (a, b) => [
          a.p50.toFixed(3),
          a.p99.toFixed(3),
          times(a.p50, b.p50),
          times(a.p99, b.p99),
          a.lag.toFixed(3),
        ]),
      ),
      `A file of ${integer(FILE_ROWS)} rows by \`POST /curp/lote\` takes ${file.us.toFixed(2)} µs of CPU a row, from its first byte to the last of its answer (goal: at most 1.6).`,
      'From the start of the process to its first answer, the bare framework with its log on (goal: within 2 times):',
      table(
        ['', 'start-up ms', 'over Fastify'],
        rows(starts, (a, b) => [integer(a.ms), times(a.ms, b.ms)]),
      ),
      'The goal is under 110 MB:',
      table(
        ['', 'memory after the load, MB'],
        rows(memory, ({ mb }) => [integer(mb)]),
      ),
    ],
  };
}
