/** Sends jobs one after another and checks that each row comes back once, in its place, and is counted once. */
import { setTimeout } from 'node:timers/promises';
import { alone } from '../jobs.js';
import type { Envelope } from '../service.js';
import { type StartWork, newReport } from './fault.js';
import type { Answer } from './judge.js';
import { KNOWN } from './people.js';

/** Gives several pieces of a megabyte. Comparing another person's key is slow, so each piece takes a moment. */
const ROWS = 25_000;
const PAUSE_MS = 100;
/** The queue gives the piece of a killed replica to another after 10 seconds or more. */
const LIMIT_MS = 120_000;

const HEADER = 'fila,nota,curp,nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\n';

const createFile = (): string =>
  HEADER +
  Array.from({ length: ROWS }, (_, i) => {
    const { parametros: p, curp } = KNOWN[i % KNOWN.length] as (typeof KNOWN)[number];
    const key = i % 16 === 0 ? KNOWN[0]?.curp : curp;
    const date = `${p.anio_nacimiento}-${p.mes_nacimiento}-${p.dia_nacimiento}`;
    const name = [p.nombres, p.apellido_paterno, p.apellido_materno];
    return `${[i, '.'.repeat(60), key, ...name, date, p.sexo, p.entidad].join(',')}\n`;
  }).join('');

export const sendJobs: StartWork = (world) => {
  const report = newReport();
  const { id: project, token } = world.projects.jobs;
  const file = createFile();
  const expected = alone(file, { operacion: 'cotejar' });
  /** Files without a 202 that the service may have stored all the same. */
  let doubtful = 0;

  /** Repeats a request until its answer is final. Only a download may break off. */
  const insist = async (method: string, path: string, statuses: readonly number[], body = ''): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}`, ...(body === '' ? {} : { 'content-type': 'text/csv' }) };
    const ask = { method, path: `/curp/lotes${path}`, headers, body, project, operation: 'lotes' };
    for (const end = performance.now() + LIMIT_MS; performance.now() < end; await setTimeout(PAUSE_MS)) {
      const arrival = await world.route.send({ ...ask, codes: [], isRight: () => false }).catch((error: unknown) => {
        if (path.endsWith('/resultado')) return null;
        throw error;
      });
      const answer = arrival?.answer ?? null;
      // A proxy cannot tell whether a replica that died had stored the file.
      if (method === 'POST' && answer?.status !== 202) doubtful += 1;
      if (answer === null || answer.status === 503) continue;
      if (statuses.includes(answer.status)) return answer;
      throw new Error(`job: ${method}: ${answer.status} ${answer.body.slice(0, 300)}`);
    }
    throw new Error(`job: ${method}: no answer for long`);
  };
  const statusIn = ({ body }: Answer): Envelope['response'] => (JSON.parse(body) as Envelope).response;

  const sendOne = async (): Promise<void> => {
    const { id, ...initial } = statusIn(await insist('POST', '?operacion=cotejar', [202], file));
    let { estado } = initial;
    for (const end = performance.now() + LIMIT_MS; String(estado).startsWith('en_'); await setTimeout(PAUSE_MS)) {
      ({ estado } = statusIn(await insist('GET', `/${String(id)}`, [200])));
      if (performance.now() > end) throw new Error('job: it does not end');
    }
    if (estado !== 'terminado') throw new Error(`job: ${String(estado)}`);
    const { body } = await insist('GET', `/${String(id)}/resultado`, [200]);
    report.rows += ROWS;
    if (body !== expected) {
      const bad = lostOrDoubled(body, expected);
      report.badRows += bad;
      report.wrong.push(`job: ${bad} rows are lost, doubled or changed`);
    }
    await insist('DELETE', `/${String(id)}`, [200, 404]);
  };
  const sendAll = async (): Promise<void> => {
    if (world.url.startsWith('sqlite:')) return; // the small disk holds no job
    while (!world.enough.aborted) await sendOne();
  };
  const done = sendAll().catch((error: unknown) => void report.wrong.push(String(error)));

  return {
    report,
    finish: async () => done,
    balance: async (store) => {
      const usage = await store.usage(project, '0000', '9999');
      const counted = usage.reduce((sum, { cuenta }) => sum + cuenta, 0);
      if (counted < report.rows || counted > report.rows + doubtful * ROWS)
        report.wrong.push(
          `job: ${counted} rows are counted, ${report.rows} were given, ${doubtful} files are in doubt`,
        );
    },
  };
};

/** Counts the rows that occur more or less often than they should. */
function lostOrDoubled(given: string, expected: string): number {
  const times = new Map<string, number>();
  for (const row of expected.split('\n')) times.set(row, (times.get(row) ?? 0) + 1);
  for (const row of given.split('\n')) times.set(row, (times.get(row) ?? 0) - 1);
  return [...times.values()].reduce((sum, n) => sum + Math.abs(n), 0);
}
