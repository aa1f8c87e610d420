/** The load: clients that send requests without pause, judge every answer, and remember their successes. */
import { setTimeout } from 'node:timers/promises';
import { balanceUsage } from './accounts.js';
import { type StartWork, type World, newReport } from './fault.js';
import { judge } from './judge.js';
import { type Ask, asksOf } from './requests.js';
import type { Replica } from './replica.js';

const CLIENTS = 6;

export interface Success {
  readonly moment: number;
  readonly replica: Replica | null;
  readonly project: string;
  readonly operation: string;
}

export interface Seen {
  readonly successes: readonly Success[];
  /** Requests without an answer that a replica may have served. */
  readonly doubtful: number;
}

export const sendRequests: StartWork = (world) => {
  const report = newReport();
  const seen = { successes: [] as Success[], doubtful: 0 };
  const nextAsk = asksOf(world.projects);

  const send = async (ask: Ask): Promise<number | null> => {
    report.requests += 1;
    const { answer, replica, refused, doubtful } = await world.route.send(ask);
    report.refused += refused;
    seen.doubtful += doubtful;
    if (answer === null) return null;
    const verdict = judge(ask, answer);
    if (typeof verdict === 'object') throw new Error(`${ask.method} ${ask.operation}: ${verdict.wrong}`);
    if (verdict === 'clear') report.clear += 1;
    else report.right += 1;
    const { project, operation } = ask;
    if (verdict === 'success') seen.successes.push({ moment: performance.now(), replica, project, operation });
    return answer.status;
  };
  const sendAndReport = async (ask: Ask): Promise<number | null> =>
    send(ask).catch((error: unknown) => {
      report.wrong.push(String(error));
      return null;
    });

  const runClient = async (): Promise<void> => {
    while (!world.enough.aborted) {
      await sendAndReport(nextAsk());
      await setTimeout(world.pauseMs);
    }
  };
  const clients = Array.from({ length: CLIENTS }, runClient);

  return {
    report,
    finish: async () => {
      await Promise.all(clients);
      await useUpQuota(world, nextAsk, sendAndReport);
    },
    balance: async (store) => {
      seen.doubtful += world.route.repeated?.() ?? 0;
      const { lost, wrong } = await balanceUsage(store, world, seen);
      report.lost = lost;
      report.wrong.push(...wrong);
    },
  };
};

/** Uses up the small quota, until every replica refuses with 403. */
async function useUpQuota(
  { projects, replicas }: World,
  nextAsk: () => Ask,
  send: (ask: Ask) => Promise<number | null>,
): Promise<void> {
  for (let inARow = 0; inARow < replicas.length;) {
    const ask = nextAsk();
    if (ask.project !== projects.small.id) continue;
    inARow = (await send(ask)) === 403 ? inARow + 1 : 0;
  }
}
