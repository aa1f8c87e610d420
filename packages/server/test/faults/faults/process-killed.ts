/** One of the processes of `PROCESSES` is killed without warning. The others answer on, and a new one takes its place. */
import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { sendTo } from '../path.js';
import type { Replica } from '../replica.js';
import { get } from '../requests.js';
import { onSqlite } from './sqlite-killed.js';

const COUNT = 2;

/** The process that answers: the first part of its request ids. */
async function processOf(replica: Replica): Promise<string> {
  const { headers } = await sendTo(replica, get('entidades', {}));
  return String(headers['x-request-id']).split('-')[0] ?? '';
}

export const processKilled: Fault = {
  name: `one process of ${COUNT} on SQLite killed with -9, three times (\`PROCESSES=${COUNT}\`)`,
  times: 3,
  lastsMs: 0,
  obstacle: () => (process.platform === 'linux' ? null : 'the test finds processes in /proc'),
  setUp: (bench) => ({ ...onSqlite(bench), env: () => ({ PROCESSES: String(COUNT) }) }),
  cause: async ({ replicas }) => replicas[0]?.killProcess(),
  repair: async ({ replicas: [replica] }) => {
    const answering = new Set<string>();
    for (; answering.size < COUNT; await setTimeout(20)) answering.add(await processOf(replica as Replica));
  },
};
