/** Uploads files that the service keeps on disk until it answers, one after another, and checks that each comes back whole. */
import { setTimeout } from 'node:timers/promises';
import { type StartWork, newReport } from './fault.js';
import { createFile } from './files.js';
import { judge } from './judge.js';
import { type Ask, post } from './requests.js';

/** Longer than the service keeps in memory. */
const UPLOAD = createFile(6000);

export const uploadAsk = ({ id, token }: { readonly id: string; readonly token: string }): Ask => ({
  ...post('lote', 'text/csv', UPLOAD.text, token, { project: id, codes: [] }),
  path: '/curp/lote?operacion=cotejar',
});

export const sendUploads: StartWork = (world) => {
  const report = newReport();
  const ask = uploadAsk(world.projects.uploads);
  let doubtful = 0;

  const sendOne = async (): Promise<void> => {
    const start = performance.now();
    report.requests += 1;
    const arrival = await world.route.send(ask).catch((error: unknown) => {
      // A proxy cannot repeat an answer that has begun.
      if (!world.replicas.some((replica) => replica.mayBreak(start))) throw error;
      return { answer: null, refused: 1, doubtful: 0 };
    });
    report.refused += arrival.refused;
    doubtful += arrival.doubtful;
    if (arrival.answer === null) return;
    if (arrival.answer.status === 200) {
      report.right += 1;
      UPLOAD.check(arrival.answer.body, report);
      return;
    }
    const verdict = judge(ask, arrival.answer);
    if (verdict !== 'clear') throw new Error(`upload: ${typeof verdict === 'object' ? verdict.wrong : verdict}`);
    report.clear += 1;
  };
  const sendAll = async (): Promise<void> => {
    for (; !world.enough.aborted; await setTimeout(20 * world.pauseMs)) await sendOne();
  };
  const done = sendAll().catch((error: unknown) => void report.wrong.push(String(error)));

  return {
    report,
    finish: async () => done,
    balance: async (store) => {
      const usage = await store.usage(world.projects.uploads.id, '0000', '9999');
      const counted = usage.reduce((sum, { cuenta }) => sum + cuenta, 0);
      const most = (report.requests + doubtful + (world.route.repeated?.() ?? 0)) * UPLOAD.rows;
      const isLost = world.replicas.every(({ deaths }) => deaths.length === 0) && counted < report.rows;
      if (isLost || counted > most)
        report.wrong.push(`upload: ${counted} rows are counted, ${report.rows} were given, ${most} were sent`);
    },
  };
};
