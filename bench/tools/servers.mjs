/** Starts the service and the bare servers, and sends them one request, which all answer with the same bytes. */
import { existsSync, mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../packages/cli/bin/find-program.js';
import { calcular } from '../../packages/core/dist/index.js';
import { createToken, openStore, sha256 } from '../../packages/server/dist/admin.js';
import { repo } from './paths.mjs';
import { writePeople } from './people-file.mjs';
import { startPostgres } from './postgres.mjs';
import { cpuNs, run, startServer } from './processes.mjs';

const folder = mkdtempSync(join(tmpdir(), 'curp-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const SQLITE = `sqlite:${join(folder, 'curp.db')}`;
const ANSWER = join(folder, 'answer.json');

/** The token of a project whose rate and quota are checked but never reached. */
export const token = createToken();
async function addProject(databaseUrl) {
  const store = await openStore(databaseUrl);
  await store.createProject('bench', { limite: 1_000_000_000, cuota: 1_000_000_000 }, sha256(token));
  await store.close();
}
await addProject(SQLITE);

const persona = {
  nombres: 'María de los Ángeles',
  apellidoPaterno: 'de la Cruz',
  apellidoMaterno: "O'Hara",
  fechaNacimiento: '1990-05-17',
  sexo: 'M',
  entidad: '09',
};
const { curp } = calcular(persona);
const [anio, mes, dia] = persona.fechaNacimiento.split('-');
const path = '/curp/calcular_curp';

/** The path and the query string of the request. */
const TARGET = `${path}?${new URLSearchParams({
  token,
  nombres: persona.nombres,
  apellido_paterno: persona.apellidoPaterno,
  apellido_materno: persona.apellidoMaterno,
  anio_nacimiento: anio,
  mes_nacimiento: mes,
  dia_nacimiento: dia,
  sexo: persona.sexo,
  entidad: persona.entidad,
})}`;

/** Starts a PostgreSQL for replicas, with the project of `token`. */
export async function startReplicasPostgres() {
  const postgres = await startPostgres();
  await addProject(postgres.url());
  return postgres;
}

/** The flags for Node in `npm start`. */
const nodeFlags = readFileSync(repo('package.json'), 'utf8').match(/--max-semi-space-size=\d+/g);

export function startService(databaseUrl = SQLITE) {
  // A file of ten million rows and its answer need more space than one project has by default.
  const space = { LOTE_TEMP_MB: '16000' };
  const env = { PORT: '0', ADMIN_PORT: '0', DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', ...space };
  return startServer([...nodeFlags, fileURLToPath(findProgram('server'))], { env, cwd: folder });
}

/** Starts bare Fastify, which logs only if a level is given. */
export const startFastify = (...level) => startServer([repo('bench/contenders/http-fastify.mjs'), ANSWER, ...level]);

/** Sends one request, and throws unless the answer has the right key. */
export async function check({ base }) {
  const response = await fetch(base + TARGET);
  const body = await response.text();
  const sobre = JSON.parse(body);
  if (response.status !== 200 || sobre.code_error !== 0 || sobre.response.curp !== curp) throw new Error(body);
  return { headers: Object.fromEntries(response.headers), body };
}

/** Stores the service's answer, so that the bare servers can send the same bytes. */
export async function keepAnswer(service) {
  const { headers, body } = await check(service);
  // Fastify or Node sets these headers.
  for (const name of ['connection', 'content-length', 'content-type', 'date', 'keep-alive']) delete headers[name];
  writeFileSync(ANSWER, JSON.stringify({ path, headers, body }));
}

const CONNECTIONS = 16;

/** Sends as many requests as possible for some seconds, spread over the servers, and returns their CPU time per request. */
export async function wrk(servers, seconds) {
  await Promise.all(servers.map(check));
  const spent = () => servers.map(cpuNs).reduce((sum, ns) => sum + ns, 0);
  const before = spent();
  const share = ['-t1', `-c${CONNECTIONS / servers.length}`, `-d${seconds}`];
  const outputs = await Promise.all(servers.map(({ base }) => run('wrk', [...share, base + TARGET])));
  const us = (spent() - before) / 1000;
  const bad = outputs.find((output) => /Non-2xx|Socket errors/.test(output));
  if (bad !== undefined) throw new Error(bad);
  const sum = (pattern) => outputs.reduce((total, output) => total + Number(pattern.exec(output)[1]), 0);
  const requests = sum(/(\d+) requests in/);
  return { us: us / requests, perSecond: sum(/Requests\/sec:\s+([\d.]+)/), requests };
}

/** Offers a fixed rate of requests for some seconds, like clients that do not wait for one another. */
export async function load(server, rate, seconds) {
  await check(server);
  const args = [repo('bench/tools/load.mjs'), server.base + TARGET, CONNECTIONS, rate, seconds];
  return JSON.parse(await run(process.execPath, args));
}

/** Sends a file of plain people by `POST /curp/lote`, reads its answer, and returns the service's CPU time per row. */
export async function sendFile(server, rows) {
  const file = join(folder, `people-${rows}.csv`);
  if (!existsSync(file)) await writePeople(file, rows);
  const body = await openAsBlob(file, { type: 'text/csv' });
  const before = cpuNs(server);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.base}/curp/lote`, { method: 'POST', headers, body });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return { us: (cpuNs(server) - before) / 1000 / rows };
}
