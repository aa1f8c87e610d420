/**
 * Prints, as JSON, the source files that run for a file sent to `POST /curp/lote`, and for one sent as a job until its result is
 * downloaded: those of `files`, `jobs` and their routes, the stream of a body, the stores of jobs and the script of a thread.
 * Called with a way and a folder, it sends one file in this process; Node writes what ran in the thread to the folder.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  MACHINE_CLOCK as clock,
  buildApp,
  createLog,
  openJobs,
  openStore,
  readConfig,
} from '../../packages/server/dist/index.js';

const OWN =
  /packages\/server\/dist\/((?:files|jobs)\/.*|routes\/lotes?|http\/stream|store\/(?:jobs|leases)|worker)\.js$/;
const [way, folder] = process.argv.slice(2);
const sourceOf = (url) => (OWN.exec(url) ?? []).slice(1).map((path) => `packages/server/src/${path}.ts`);
const hasRun = ({ functions }) => functions.some(({ ranges: [range] }) => range.count > 0);

async function send(base) {
  const headers = { authorization: 'Bearer pruebas', 'content-type': 'text/csv' };
  const body =
    'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\nRenata,Olvera,Tinajero,1990-05-17,MUJER,09\n';
  const ask = async (path, options = {}) => {
    const answer = await fetch(`${base}/curp/${path}`, { headers, ...options });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.text();
  };
  const sent = await ask(way, { method: 'POST', body });
  if (way === 'lote') return;
  const { id } = JSON.parse(sent).response;
  const wait = async () => {
    if (JSON.parse(await ask(`lotes/${id}`)).response.terminado === null) await setTimeout(20).then(wait);
  };
  await wait();
  await ask(`lotes/${id}/resultado`);
}

async function sendHere() {
  const config = readConfig({ DATABASE_URL: `sqlite:${join(folder, 'curp.db')}` }, 'es');
  const log = createLog('silent');
  const store = await openStore(config.databaseUrl);
  const jobs = way === 'lote' ? null : await openJobs(config, log, clock);
  const app = buildApp({ config, store, log, jobs, clock });
  const base = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await send(base);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  process.stdout.write(JSON.stringify(result.filter(hasRun).flatMap(({ url }) => sourceOf(url))));
  await app.close();
  await jobs?.close();
  await store.close();
}

function count(name) {
  const own = mkdtempSync(join(tmpdir(), 'curp-way-'));
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: own };
    const main = execFileSync(process.execPath, [fileURLToPath(import.meta.url), name, own], { env, encoding: 'utf8' });
    const threads = readdirSync(own)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(own, file), 'utf8')).result)
      .filter((result) => result.some(({ url }) => url.endsWith('/server/dist/worker.js')));
    const inThreads = threads.flat().filter(({ functions }) => hasRun({ functions: functions.slice(1) })); // the first is the module
    return [...new Set([...JSON.parse(main), ...inThreads.flatMap(({ url }) => sourceOf(url))])].toSorted();
  } finally {
    rmSync(own, { recursive: true });
  }
}

if (folder === undefined) process.stdout.write(JSON.stringify({ lote: count('lote'), job: count('lotes') }));
else await sendHere();
