/** Attacks the service with many cases at once, while others ask whether it is alive and how much memory it needs. */
import { setTimeout } from 'node:timers/promises';
import { type Case, anyCase } from './cases.js';
import { type Outcome, exchange } from './exchange.js';
import { faults, unitsOf } from './judge.js';
import { PROJECTS, type ProjectName } from './requests.js';
import { Random } from './random.js';
import { type World, openWorld } from './world.js';

export interface Attack {
  readonly seed: number;
  /** How long new cases begin. */
  readonly ms: number;
  /** The first and the last case. */
  readonly from: number;
  readonly to: number;
}

export interface Figures {
  cases: number;
  requests: number;
  answers: number;
  hung: number;
  /** The slowest answer of `/livez`, in milliseconds. */
  livezMs: number;
  /** The most memory, in bytes. */
  memory: number;
  readonly statuses: Map<number, number>;
  readonly wrong: string[];
}

/** The number of clients that attack at once. */
const CLIENTS = 32;
/** The number of others that may be silent, in a run that is long enough to wait for them. */
const SILENT = 200;
const PATIENT_MS = 60_000;
/** A process at rest needs some 100 MB, and 32 clients send at most some megabytes each. */
const MAX_MEMORY = 600_000_000;
const LIVEZ_LIMIT_MS = 10_000;
const MAX_SHOWN = 1500;

export async function attack(databaseUrl: string, { seed, ms, from, to }: Attack): Promise<Figures> {
  const world = await openWorld(seed, databaseUrl);
  const figures: Figures = {
    cases: 0,
    requests: 0,
    answers: 0,
    hung: 0,
    livezMs: 0,
    memory: 0,
    statuses: new Map(),
    wrong: [],
  };
  const units = Object.fromEntries(PROJECTS.map((name) => [name, 0])) as Record<ProjectName, number>;
  const jobs: string[] = [];
  const silent = new Set<Promise<void>>();
  const deadline = performance.now() + ms;
  let next = from;
  let isDead = false;
  void world.service.exitCode.then(() => (isDead = true));
  const isOver = (): boolean => isDead || next > to || performance.now() >= deadline;

  const run = async (number: number, current: Case): Promise<void> => {
    const outcome = await exchange(world.service.port, current, current.limitMs);
    record(figures, current, outcome);
    for (const fault of faults(current, outcome)) figures.wrong.push(describe(fault, number, current, outcome));
    for (const [i, answer] of outcome.answers.filter(({ status }) => status >= 200).entries()) {
      const request = current.requests[i];
      if (request === undefined) break;
      if (current.whole && request.project !== null) units[request.project] += unitsOf(answer, request);
      const id = answer.status === 202 ? /lote_[0-9a-f]{24}/.exec(answer.body.toString())?.[0] : undefined;
      if (id !== undefined) jobs.push(id);
    }
  };
  const client = async (): Promise<void> => {
    while (!isOver()) {
      const number = next++;
      const patient = ms >= PATIENT_MS && silent.size < SILENT;
      const current = anyCase(new Random(seed, number), { tokens: world.tokens, jobs: jobs.slice(-20) }, patient);
      const running = run(number, current);
      if (current.ending !== 'silent') await running;
      else silent.add(running.finally(() => silent.delete(running)));
    }
  };
  let attacking = true;
  const watching = watch(world, figures, () => attacking);
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await Promise.all(silent);
  attacking = false;
  await watching;
  figures.wrong.unshift(...(await world.close(units)));
  return figures;
}

function record(figures: Figures, { requests }: Case, { answers, end }: Outcome): void {
  figures.cases += 1;
  figures.requests += Math.max(1, requests.length);
  figures.answers += answers.length;
  if (end === 'hung') figures.hung += 1;
  for (const { status } of answers) figures.statuses.set(status, (figures.statuses.get(status) ?? 0) + 1);
}

const describe = (fault: string, number: number, { pieces, ending }: Case, { answers }: Outcome): string =>
  [
    `case ${number}: ${fault} (${ending})`,
    `sent ${JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, MAX_SHOWN))}`,
    ...answers.slice(0, 3).map(({ status, body }) => `got ${status} ${body.toString().slice(0, 300)}`),
  ].join('\n  ');

/** Asks `/livez` over new connections, and the metrics for the memory, while the clients attack. */
async function watch({ service, metrics }: World, figures: Figures, isAttacked: () => boolean): Promise<void> {
  const livez = Buffer.from('GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  while (isAttacked()) {
    const asked = { pieces: [livez], ending: 'read', heads: [false] } as const;
    const { answers, ms } = await exchange(service.port, asked, LIVEZ_LIMIT_MS);
    figures.livezMs = Math.max(figures.livezMs, ms);
    if (answers[0]?.status !== 200) figures.wrong.push(`/livez: ${answers[0]?.status ?? 'no answer'}`);
    const memory = Number(/^process_resident_memory_bytes (\S+)$/m.exec(await metrics())?.[1]);
    if (memory > figures.memory) figures.memory = memory;
    if (!(memory <= MAX_MEMORY)) figures.wrong.push(`memory: ${memory} bytes`);
    await setTimeout(100);
  }
}
