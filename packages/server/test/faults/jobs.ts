/** Sends jobs one after another and checks that each row comes back once, in its position, and is counted once. */
import { setTimeout } from 'node:timers/promises';
import type { Envelope } from '../service.js';
import { type StartWork, newReport } from './fault.js';
import { createFile } from './files.js';
import type { Answer } from './judge.js';

/** Several pieces of a megabyte. Comparing another person's key is slow, so each piece takes a moment. */
const FILE = createFile(25_000);
const PAUSE_MS = 100;
/** The queue gives the piece of a killed replica to another after 10 seconds or more. */
const LIMIT_MS = 120_000;

export const sendJobs: StartWork = (world) => {
  const report = newReport();
  const { id: project, token } = world.projects.jobs;
  /** Files without a 202 that the service may still have stored. */
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
      // A proxy cannot know whether a replica that died had stored the file.
      if (method === 'POST' && answer?.status !== 202) doubtful += 1;
      if (answer === null || answer.status === 503) continue;
      if (statuses.includes(answer.status)) return answer;
      throw new Error(`job: ${method}: ${answer.status} ${answer.body.slice(0, 300)}`);
    }
    throw new Error(`job: ${method}: no answer for long`);
  };
  const statusIn = ({ body }: Answer): Envelope['response'] => (JSON.parse(body) as Envelope).response;

  const sendOne = async (): Promise<void> => {
    const { id, ...initial } = statusIn(await insist('POST', '?operacion=cotejar', [202], FILE.text));
    let { estado } = initial;
    for (const end = performance.now() + LIMIT_MS; String(estado).startsWith('en_'); await setTimeout(PAUSE_MS)) {
      ({ estado } = statusIn(await insist('GET', `/${String(id)}`, [200])));
      if (performance.now() > end) throw new Error('job: it does not end');
    }
    if (estado !== 'terminado') throw new Error(`job: ${String(estado)}`);
    const { body } = await insist('GET', `/${String(id)}/resultado`, [200]);
    FILE.check(body, report);
    await insist('DELETE', `/${String(id)}`, [200, 404]);
  };
  const sendAll = async (): Promise<void> => {
    for (; world.jobs && !world.enough.aborted; await setTimeout(100 * world.pauseMs)) await sendOne();
  };
  const done = sendAll().catch((error: unknown) => void report.wrong.push(String(error)));

  return {
    report,
    finish: async () => done,
    balance: async (store) => {
      const usage = await store.usage(project, '0000', '9999');
      const counted = usage.reduce((sum, { cuenta }) => sum + cuenta, 0);
      if (counted < report.rows || counted > report.rows + doubtful * FILE.rows)
        report.wrong.push(
          `job: ${counted} rows are counted, ${report.rows} were given, ${doubtful} files are in doubt`,
        );
    },
  };
};
