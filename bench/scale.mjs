/**
 * More than one machine's worth: the service with one and with two replicas on PostgreSQL, beside one process on SQLite.
 *
 * They take turns, each asked by as many connections in all; requests are spread evenly. CPU time is that of the replicas,
 * PostgreSQL's apart. Where there are the benchmarks of jobs and of the padron, these run afterwards.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import { cpuNs, run, stopServer } from './http-processes.mjs';
import { TARGET, check, startService } from './http-servers.mjs';
import { postgresCpuNs, startPostgres, startReplica } from './scale-postgres.mjs';
import { inTurns, progress } from './turns.mjs';

const CONNECTIONS = 16;
const [WARM_UP_S, SECONDS, ROUNDS] = [5, 3, 7];

if (spawnSync('wrk', ['-v']).error) {
  console.error('install wrk (Debian: apt install wrk)');
  process.exit(1);
}

const spent = (servers) => servers.map(cpuNs).reduce((sum, ns) => sum + ns, 0);

/** As many requests as fit into some seconds, each replica asked by its share of the connections. */
async function wrk(servers, seconds) {
  await Promise.all(servers.map(check));
  const before = [spent(servers), postgresCpuNs(postgres)];
  const outputs = await Promise.all(
    servers.map(({ base }) => run('wrk', ['-t1', `-c${CONNECTIONS / servers.length}`, `-d${seconds}`, base + TARGET])),
  );
  const after = [spent(servers), postgresCpuNs(postgres)];
  const bad = outputs.find((output) => /Non-2xx|Socket errors/.test(output));
  if (bad !== undefined) throw new Error(bad);
  const sum = (pattern) => outputs.reduce((total, output) => total + Number(pattern.exec(output)[1]), 0);
  const requests = sum(/(\d+) requests in/);
  const [us, postgresUs] = after.map((ns, i) => (ns - before[i]) / 1000 / requests);
  return { us, postgresUs, perSecond: sum(/Requests\/sec:\s+([\d.]+)/) };
}

progress('warm-up');
const postgres = await startPostgres();
const sqlite = await startService();
const replicas = [await startReplica(postgres), await startReplica(postgres)];
const contenders = [[sqlite], [replicas[0]], replicas];
await inTurns('warm-up', 1, contenders, (servers) => wrk(servers, WARM_UP_S));
const work = await inTurns('CPU', ROUNDS, contenders, (servers) => wrk(servers, SECONDS));
await Promise.all([sqlite, ...replicas].map(stopServer));
await postgres.borrar();
progress('');

const NAMES = ['one process on SQLite', 'one replica on PostgreSQL', 'two replicas on PostgreSQL'];
console.log(`Node ${process.version}, ${arch()}, ${cpus().length} × ${cpus()[0]?.model || 'unknown CPU'}, medians\n`);
console.log(
  '| | CPU µs per request | of PostgreSQL | requests per second | CPU over one replica | speed over one replica |',
);
console.log(`|---|${'---:|'.repeat(5)}`);
work.forEach(({ us, postgresUs, perSecond }, i) => {
  const ratios = [us / work[1].us, perSecond / work[1].perSecond].map((ratio) => `${ratio.toFixed(2)} ×`);
  const figures = [us.toFixed(1), i === 0 ? '' : postgresUs.toFixed(2), Math.round(perSecond).toLocaleString('en-US')];
  console.log(`| ${[NAMES[i], ...figures, ...ratios].join(' | ')} |`);
});

const others = ['scale-jobs.mjs', 'scale-padron.mjs'].map((name) => new URL(name, import.meta.url));
await Array.fromAsync(
  others.filter((file) => existsSync(file)),
  (file) => import(file),
);
