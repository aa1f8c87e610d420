/**
 * Prints, as JSON, the source files that run for a file sent to `POST /curp/lote`, for one sent as a job until its result is
 * downloaded, and for a request of one key: of files, those of `files`, `jobs` and their routes, the stream of a body, the stores of
 * jobs and the script of a thread; of a request, all. Called with a way and a folder, it sends one file, or some requests, in this
 * process; Node writes what ran in the thread to the folder.
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
const anySourceOf = (url) =>
  (/packages\/\w+\/dist\/.*(?=\.js$)/.exec(url) ?? []).map((path) => `${path.replace('/dist/', '/src/')}.ts`);
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

const ONE_PERSON =
  'nombres=Renata&apellido_paterno=Olvera&apellido_materno=Tinajero&anio_nacimiento=1990&mes_nacimiento=05&dia_nacimiento=17&sexo=M&entidad=09';

/** Returns the source files that run for each of three requests, after one that warms the caches: a timer does not run in all. */
async function ofRequests(base, session) {
  const ofOne = async () => {
    await session.post('Profiler.takePreciseCoverage'); // forgets what ran before
    await (await fetch(`${base}/curp/calcular_curp?token=pruebas&${ONE_PERSON}`)).text();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result.filter(hasRun).flatMap(({ url }) => anySourceOf(url));
  };
  await ofOne();
  const [ran, again, oncemore] = [await ofOne(), await ofOne(), await ofOne()];
  return ran.filter((file) => again.includes(file) && oncemore.includes(file));
}

async function sendHere() {
  const config = readConfig({ DATABASE_URL: `sqlite:${join(folder, 'curp.db')}` }, 'es');
  const log = createLog('silent');
  const store = await openStore(config.databaseUrl);
  const jobs = way === 'lotes' ? await openJobs(config, log, clock) : null;
  const app = buildApp({ config, store, log, jobs, clock });
  const base = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  if (way === 'calcular_curp') {
    process.stdout.write(JSON.stringify(await ofRequests(base, session)));
  } else {
    await send(base);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    process.stdout.write(JSON.stringify(result.filter(hasRun).flatMap(({ url }) => sourceOf(url))));
  }
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

if (folder === undefined) {
  const counted = { lote: count('lote'), job: count('lotes'), request: count('calcular_curp') };
  process.stdout.write(JSON.stringify(counted));
} else await sendHere();
