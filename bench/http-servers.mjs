/** The servers of `http.mjs`, and the request that all of them answer with the same bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calcular } from '../packages/core/dist/index.js';
import { crearToken, openStore, sha256 } from '../packages/server/dist/admin.js';
import { startServer } from './http-processes.mjs';

const folder = mkdtempSync(join(tmpdir(), 'curp-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const DATABASE_URL = `sqlite:${join(folder, 'curp.db')}`;
const ANSWER = join(folder, 'answer.json');

/** Of a project with a rate and a quota: both are checked, neither is reached. */
export const token = crearToken();
const store = await openStore(DATABASE_URL);
await store.crearProyecto('bench', { limite: 1_000_000_000, cuota: 1_000_000_000 }, sha256(token));
await store.close();

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
export const TARGET = `${path}?${new URLSearchParams({
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

const file = (name) => fileURLToPath(new URL(name, import.meta.url));

export function startService() {
  const env = { PORT: '0', ADMIN_PORT: '0', DATABASE_URL, LOG_LEVEL: 'info' };
  // As `npm start` does: requests leave nothing behind, so a small space for new objects saves memory and no time.
  return startServer(['--max-semi-space-size=2', file('../packages/server/dist/main.js')], { env, cwd: folder });
}

/** With a log where a level is given. */
export const startFastify = (...level) => startServer([file('http-bare-fastify.mjs'), ANSWER, ...level]);

export const startNode = () => startServer([file('http-bare-node.mjs'), ANSWER]);

/** Asks once, and fails unless the answer is the key. */
export async function check({ base }) {
  const response = await fetch(base + TARGET);
  const body = await response.text();
  const sobre = JSON.parse(body);
  if (response.status !== 200 || sobre.code_error !== 0 || sobre.response.curp !== curp) throw new Error(body);
  return { headers: Object.fromEntries(response.headers), body };
}

/** Keeps what the service answers, for the bare servers to answer the same. */
export async function keepAnswer(service) {
  const { headers, body } = await check(service);
  // These are set by Fastify or by Node.
  for (const name of ['connection', 'content-length', 'content-type', 'date', 'keep-alive']) delete headers[name];
  writeFileSync(ANSWER, JSON.stringify({ path, headers, body }));
}
