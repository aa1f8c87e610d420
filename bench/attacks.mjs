/**
 * Measures how long others wait while clients try to freeze the service: `/livez` over a new connection beside each attack of
 * strangers, and the file of one row of another project beside the largest files that a project may send at a time.
 *
 * Attackers and the client that measures run in processes of their own; they and the service share the cores.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { ATTACKS } from '../packages/server/test/attackers.ts';
import { integer, table } from './tools/markdown.mjs';
import { repo } from './tools/paths.mjs';
import { rssMb, stopServer } from './tools/processes.mjs';
import { startService, token } from './tools/servers.mjs';
import { progress } from './tools/turns.mjs';

const SECONDS = 5;
/** The pause between two requests. */
const PAUSE_MS = 50;
const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo (H/M),entidad\n';
const GOOD = 'Renata,Olvera,Tinajero,1990-05-17,M,09\n';
/** Rows that cost most: every one of them must be reviewed or is in error. */
const COSTLY =
  'Renata,Olvera Tinajero,,17/05/90,MUJER,DF\nJ Ma,D,Olvera,5/6/90,F,CDMX\nRenata,Olvera,Tinajero,ayer,M,09\n';
const FILES = 8;
const FILE_BYTES = 5e6;

/** Sends a request over a new connection. Returns the milliseconds until the end of its answer. */
function timed(base, path, body) {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'text/csv', authorization: `Bearer ${body.token}` };
    const sent = request(base + path, { method: body === undefined ? 'GET' : 'POST', agent: false, headers });
    sent.once('error', reject).once('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - since));
    });
    sent.end(body?.text);
  });
}

async function sample(ask) {
  const end = performance.now() + SECONDS * 1000;
  const next = async (waits) => {
    waits.push(await ask());
    await wait(PAUSE_MS);
    return performance.now() < end ? next(waits) : waits.toSorted((a, b) => a - b);
  };
  const sorted = await next([]);
  return { median: sorted[sorted.length >> 1], longest: sorted.at(-1) };
}

async function beside(name) {
  progress(`attacks: ${name}`);
  const service = await startService();
  const attacker = spawn(process.execPath, [repo('bench/tools/attack.mjs'), new URL(service.base).port, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(attacker.stdout, 'data');
    await wait(500);
    return { name, ...(await sample(() => timed(service.base, '/livez'))), mb: rssMb(service) };
  } finally {
    attacker.kill('SIGKILL');
    await stopServer(service);
  }
}

/** Measures the one-row file of the project `pruebas` while another project has as many files in progress as it may. */
async function besideFiles() {
  progress('attacks: files of one project');
  const service = await startService();
  const text = HEADER + COSTLY.repeat(FILE_BYTES / COSTLY.length);
  const send = () => timed(service.base, '/curp/lote', { text, token }).then(send, () => undefined); // until the service ends
  const all = Array.from({ length: FILES }, send);
  await wait(1000);
  const one = { text: HEADER + GOOD, token: 'pruebas' };
  const waits = await sample(() => timed(service.base, '/curp/lote', one));
  const live = await sample(() => timed(service.base, '/livez'));
  const mb = rssMb(service);
  await stopServer(service);
  await Promise.all(all);
  return { waits, live, mb };
}

const row = (name, { median, longest }, mb) => [name, integer(median), integer(longest), integer(mb)];

export async function run() {
  const attacks = await Array.fromAsync(Object.keys(ATTACKS), beside);
  const { waits, live, mb } = await besideFiles();
  progress('');
  return {
    tables: [
      table(
        ['`/livez` beside', 'median ms', 'longest ms', 'memory MB'],
        [...attacks.map((each) => row(each.name, each, each.mb)), row('files of one project', live, mb)],
      ),
      `${FILES} files of ${FILE_BYTES / 1e6} MB with costly rows of one project, one after another:`,
      table(['', 'median ms', 'longest ms', 'memory MB'], [row('a file of one row of another project', waits, mb)]),
    ],
  };
}
