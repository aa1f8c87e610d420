/**
 * A file of a million people as a durable job, from the upload to the download, beside `curp lote` on the same file: rows
 * per second of CPU, that of the service and that of PostgreSQL apart.
 *
 *   node bench/scale-jobs.mjs [--filas 1000000] [--vueltas 3]
 *
 * They take turns, several times, and medians are compared. The job's result must be what `curp lote` writes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { arch, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { crearToken, openStore, sha256 } from '../packages/server/dist/admin.js';
import { Postgres } from '../packages/server/test/postgres-servidor.ts';
import { hashOf, writePeople } from './bulk-files.mjs';
import { compile } from './contenders.mjs';
import { cpuSeconds, peakMb, run, startServer, stopServer } from './http-processes.mjs';
import { familySeconds } from './scale-postgres.mjs';
import { inTurns, progress } from './turns.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const MAIN = here('../packages/server/dist/main.js');
const CURP = here('../packages/cli/bin/curp.js');

/** Measures, and gives a table in Markdown. */
export async function benchJobs({ rows = 1_000_000, rounds = 3 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'curp-bench-'));
  const inFolder = (name) => join(folder, name);
  const [file, output] = [inFolder('people.csv'), inFolder('out.csv')];
  const postgres = await Postgres.iniciar();
  try {
    await writePeople(file, rows);
    compile('wait4.c', inFolder('wait4'));
    const token = crearToken();
    const store = await openStore(postgres.url());
    await store.crearProyecto('bench', { limite: null, cuota: 1_000_000_000 }, sha256(token));
    await store.close();
    const env = { PORT: '0', ADMIN_PORT: '0', DATABASE_URL: postgres.url() };
    const server = await startServer(['--max-semi-space-size=2', MAIN], { env, cwd: folder });
    const expected = { hash: null };

    const local = async () => {
      const { stdout } = spawnSync(
        inFolder('wait4'),
        [process.execPath, CURP, 'lote', file, '-o', output, '--forzar'],
        {
          encoding: 'utf8',
        },
      );
      const { cpu, wall, bytes } = JSON.parse(stdout);
      expected.hash ??= await hashOf(output);
      return { cpu, wall, mb: bytes / 1e6, database: 0 };
    };
    const job = async () => {
      const [cpu, database, since] = [cpuSeconds(server), familySeconds(postgres), performance.now()];
      await asJob(server, token, file, output);
      const wall = (performance.now() - since) / 1000;
      if ((await hashOf(output)) !== expected.hash) throw new Error('the job gives other bytes');
      const spent = familySeconds(postgres) - database;
      return { cpu: cpuSeconds(server) - cpu, wall, mb: peakMb(server), database: spent };
    };
    await inTurns('jobs, warm-up', 1, [local, job], (measure) => measure());
    const [ours, theirs] = await inTurns('jobs', rounds, [local, job], (measure) => measure());
    await stopServer(server);
    progress('');
    return table(rows, ours, theirs);
  } finally {
    await postgres.borrar();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends a file, waits until it is done, and fetches the result. */
async function asJob({ base }, token, file, output) {
  const auth = ['-sS', '-H', `Authorization: Bearer ${token}`];
  const answer = async (...args) => JSON.parse(await run('curl', [...auth, ...args])).response;
  const upload = ['-X', 'POST', '-T', file, '-H', 'Content-Type: text/csv', '-H', 'Expect:'];
  const { id } = await answer(...upload, `${base}/curp/lotes`);
  const url = `${base}/curp/lotes/${id}`;
  const wait = async () => {
    await setTimeout(100);
    const { estado } = await answer(url);
    if (estado.startsWith('en_')) return wait();
    if (estado !== 'terminado') throw new Error(`the job is ${estado}`);
  };
  await wait();
  await run('curl', [...auth, '-o', output, `${url}/resultado`]);
  await answer('-X', 'DELETE', url);
}

function table(rows, ours, theirs) {
  const integer = (n) => Math.round(n).toLocaleString('en-US');
  const line = (name, { cpu, wall, mb, database }) => {
    const speed = [((cpu / rows) * 1e6).toFixed(3), integer(rows / cpu), integer(rows / wall), mb.toFixed(0)];
    const rest = [(ours.cpu / cpu).toFixed(2), database === 0 ? '' : ((database / rows) * 1e6).toFixed(3)];
    return `| ${[name, ...speed, ...rest].join(' | ')} |`;
  };
  return [
    '| | CPU µs per row | rows per CPU second | rows per second | peak MB | speed over `curp lote` | CPU µs per row of PostgreSQL |',
    '|---|---:|---:|---:|---:|---:|---:|',
    line('`curp lote`', ours),
    line('`POST /curp/lotes`, the service alone', theirs),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { filas: { type: 'string', default: '1000000' }, vueltas: { type: 'string', default: '3' } },
  });
  const [rows, rounds] = [Number(values.filas), Number(values.vueltas)];
  const made = await benchJobs({ rows, rounds });
  console.log(`${rows.toLocaleString('en-US')} invented people, ${rounds} rounds in turns, medians`);
  console.log(`Node ${process.version}, ${arch()}, ${cpus().length} × ${cpus()[0]?.model || 'unknown CPU'}\n\n${made}`);
}
