/** Calls the service with the client the way every runtime must: one person, a file, a job, a refusal and an abort. */
import { CurpClient, CurpServiceError } from '../../packages/client/dist/index.js';

const PERSONA = {
  nombres: 'Renata',
  apellidoPaterno: 'Olvera',
  apellidoMaterno: 'Tinajero',
  fechaNacimiento: '1990-05-17',
  sexo: 'M',
  entidad: '09',
};
const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo (H/M),entidad\n';
const ROWS = [17, 18, 19].map((day) => `Renata,Olvera,Tinajero,1990-05-${day},M,09\n`);

async function* pieces() {
  const encoder = new TextEncoder();
  yield encoder.encode(HEADER);
  for (const row of ROWS) yield encoder.encode(row);
}

/** Uses every operation. `streams` is true if the runtime sends files piece by piece, which browsers do not. */
export async function useClient({ url, streams }) {
  const client = new CurpClient({ url, token: 'pruebas', language: 'en' });
  const { curp } = await client.calcular(PERSONA);
  const file = streams ? pieces : new Blob([HEADER, ...ROWS]);
  const rows = await new Response(await client.lote(file, { formato: 'csv' })).text();
  const { id } = await client.createJob(file, { formato: 'csv' });
  const states = [];
  const { estado } = await client.waitForJob(id, { everyMs: 50, onStatus: (job) => states.push(job.estado) });
  const result = await new Response(await client.jobResult(id)).text();
  const erased = await client.eraseJob(id);
  const refused = await client.validar('').catch((error) => error instanceof CurpServiceError && error.codeError);
  const signal = AbortSignal.abort(new Error('enough'));
  const aborted = await client.validar(curp, { signal }).catch(({ message }) => message);
  const same = rows === result && states.at(-1) === estado;
  return { curp, rows, estado, same, erased: erased.estado, refused, aborted };
}
