/** Runs one fault: starts replicas and load, causes and repairs the fault, waits for recovery, stops all, and compares counts. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '../../src/admin.js';
import type { Relay } from '../relay.js';
import type { Postgres } from '../postgres-server.js';
import { query } from '../postgres.js';
import { inTurn } from './path.js';
import { type Bench, type Fault, type Report, type Setup, type StartWork, type World, addUp } from './fault.js';
import { createProjects } from './projects.js';
import { recovered } from './recovery.js';
import { Replica } from './replica.js';

const CALM_MS = 1500;
const LASTS_MS = 1500;

export type FaultRow = Report & {
  readonly name: string;
  /** The time from the end of the fault to the recovery; the longest, if the fault occurred several times. */
  readonly recoveryMs: number;
};

export async function tryFault(
  fault: Fault,
  base: Pick<Bench, 'postgres' | 'relay' | 'pauseMs'>,
  kinds: readonly StartWork[],
): Promise<FaultRow> {
  const closers: (() => unknown)[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'curp-falla-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  try {
    const bench = { ...base, folder, atEnd: (close: () => unknown) => void closers.push(close) };
    const enough = new AbortController();
    closers.push(() => enough.abort());
    const world = await createWorld(fault, bench, enough.signal);
    const works = kinds.map((start) => start(world));
    await setTimeout(CALM_MS);
    let recoveryMs = 0;
    for (let time = 0; time < (fault.times ?? 1); time += 1) {
      await fault.cause(world);
      if (fault.repair !== undefined) await setTimeout(fault.lastsMs ?? LASTS_MS);
      const start = performance.now();
      await fault.repair?.(world);
      await recovered(world);
      recoveryMs = Math.max(recoveryMs, performance.now() - start);
      await setTimeout(CALM_MS);
    }
    enough.abort();
    await Promise.all(works.map(async ({ finish }) => finish()));
    const wrong = await stop(world);
    const store = await openStore(world.url);
    closers.push(async () => store.close());
    await Promise.all(works.map(async ({ balance }) => balance(store)));
    const total = addUp(works.map(({ report }) => report));
    return { name: fault.name, recoveryMs, ...total, wrong: [...wrong, ...total.wrong] };
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** Creates a database and starts replicas on it. */
async function createWorld(fault: Fault, bench: Bench, enough: AbortSignal): Promise<World> {
  const setup: Setup = (await fault.setUp?.(bench)) ?? {};
  const url = setup.url ?? (await createDatabase(bench.postgres));
  const store = await openStore(url);
  const projects = await createProjects(store);
  await store.close();
  const DATABASE_URL = setup.url ?? through(bench.relay, url);
  const replicas = await Promise.all(
    Array.from({ length: setup.replicas ?? 2 }, async (_, i) => Replica.create({ DATABASE_URL, ...setup.env?.(i) })),
  );
  const route = await (setup.route ?? inTurn)(replicas);
  return { ...bench, url, replicas, route, projects, jobs: setup.jobs ?? true, enough };
}

async function createDatabase(postgres: Postgres): Promise<string> {
  const name = `falla_${randomBytes(6).toString('hex')}`;
  await query(postgres.url(), `CREATE DATABASE ${name}`);
  return postgres.url(name);
}

const through = ({ port }: Relay, url: string): string => Object.assign(new URL(url), { port: String(port) }).href;

/** Stops all replicas and returns their failures. */
async function stop({ replicas }: World): Promise<string[]> {
  const codes = await Promise.all(replicas.map(async (replica) => replica.stop()));
  return [
    ...codes.filter((code) => code !== 0).map((code) => `a replica ended with ${code}`),
    ...replicas.flatMap((replica) => replica.bugs()),
  ];
}
