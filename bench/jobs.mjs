/**
 * Measures a file of people as a durable job on SQLite and on PostgreSQL, from upload to download, beside `curp lote` on the
 * same file: rows per CPU second of the service and, separately, the CPU time of PostgreSQL.
 *
 * Contenders take turns, and medians are compared. The job's result must equal the output of `curp lote`.
 */
import { setTimeout } from 'node:timers/promises';
import { byName, integer, table } from './tools/markdown.mjs';
import { inFolder, repo } from './tools/paths.mjs';
import { need } from './tools/peers.mjs';
import { hashOf, writePeople } from './tools/people-file.mjs';
import { familySeconds } from './tools/postgres.mjs';
import { bars } from './tools/plot.mjs';
import { counter, cpuSeconds, peakMb, run as runProgram, stopServer } from './tools/processes.mjs';
import { startReplicasPostgres, startService, token } from './tools/servers.mjs';
import { inTurns, progress } from './tools/turns.mjs';

const CURP = repo('packages/cli/bin/curp.js');

export async function run({ filas = [1_000_000], vueltas = 3 }) {
  need('curl');
  const sizes = await Array.fromAsync(filas, (rows) => bySize(rows, vueltas));
  return { tables: sizes.flatMap(({ tables }) => tables), plot: sizes.at(-1).plot, rounds: vueltas };
}

const bySize = (rows, rounds) =>
  inFolder(async (path) => {
    progress(`jobs, ${integer(rows)} rows: preparing`);
    const [file, output, spent] = [path('people.csv'), path('out.csv'), counter(path('wait4'))];
    await writePeople(file, rows);
    const postgres = await startReplicasPostgres();
    try {
      const [onSqlite, onPostgres] = [await startService(), await startService(postgres.url())];
      let expected = null;
      const local = {
        name: '`curp lote`',
        measure: async () => {
          const figures = spent([process.execPath, CURP, 'lote', file, '-o', output, '--forzar']);
          expected ??= await hashOf(output);
          return figures;
        },
      };
      const job = (name, server) => ({
        name,
        measure: async () => {
          const [database, since] = [familySeconds(postgres), performance.now()];
          const cpu = await asJob(server, file, output);
          const wall = (performance.now() - since) / 1000;
          if ((await hashOf(output)) !== expected) throw new Error('the job gives other bytes');
          return { ...cpu, wall, mb: peakMb(server), database: familySeconds(postgres) - database };
        },
      });
      const contenders = [
        local,
        job('a job on SQLite', onSqlite),
        job('a job on PostgreSQL, the service alone', onPostgres),
      ];
      await inTurns('jobs, warm-up', 1, contenders, ({ measure }) => measure());
      const figures = await inTurns(`jobs, ${integer(rows)} rows`, rounds, contenders, ({ measure }) => measure());
      await Promise.all([onSqlite, onPostgres].map(stopServer));
      return tell(rows, contenders, figures);
    } finally {
      await postgres.remove();
    }
  });

/** Sends a file as a job, waits for its end and downloads the result. Returns the CPU time of each step and in all. */
async function asJob(server, file, output) {
  const auth = ['-sS', '-H', `Authorization: Bearer ${token}`];
  const answer = async (...args) => JSON.parse(await runProgram('curl', [...auth, ...args])).response;
  const upload = ['-X', 'POST', '-T', file, '-H', 'Content-Type: text/csv', '-H', 'Expect:'];
  const start = cpuSeconds(server);
  const { id } = await answer(...upload, `${server.base}/curp/lotes`);
  const sent = cpuSeconds(server);
  const url = `${server.base}/curp/lotes/${id}`;
  const wait = async () => {
    await setTimeout(100);
    const { estado } = await answer(url);
    if (estado.startsWith('en_')) return wait();
    if (estado !== 'terminado') throw new Error(`the job is ${estado}`);
  };
  await wait();
  const done = cpuSeconds(server);
  await runProgram('curl', [...auth, '-o', output, `${url}/resultado`]);
  const end = cpuSeconds(server);
  await answer('-X', 'DELETE', url);
  return { cpu: cpuSeconds(server) - start, upload: sent - start, answered: done - sent, download: end - done };
}

function tell(rows, contenders, figures) {
  const [ours, ...jobs] = figures;
  const micro = (seconds) => ((seconds / rows) * 1e6).toFixed(3);
  const cells = ({ cpu, wall, mb, upload, answered, download, database }, i) => [
    micro(cpu),
    integer(rows / cpu),
    integer(rows / wall),
    integer(mb),
    (ours.cpu / cpu).toFixed(2),
    ...(i === 0 ? ['', '', ''] : [upload, answered, download].map(micro)),
    i === 2 ? micro(database) : '',
  ];
  const head = ['CPU µs per row', 'rows per CPU second', 'rows per second', 'peak MB', 'speed over `curp lote`'];
  const parts = ['of the CPU, the upload', 'the answer', 'the download', 'PostgreSQL besides'];
  const times = jobs.map(({ cpu }) => (cpu / ours.cpu).toFixed(2)).join(' and ');
  return {
    tables: [
      table([`${integer(rows)} rows`, ...head, ...parts], byName(contenders, figures, cells)),
      `The goal is at most 1.3 times the CPU time of \`curp lote\` (${times}).`,
    ],
    plot: bars('Jobs', [
      {
        title: `Rows per CPU second, ${integer(rows)} rows`,
        rows: byName(contenders, figures, ({ cpu }) => [rows / cpu, integer(rows / cpu), true]),
      },
    ]),
  };
}
