/** Runs scenarios with each of their calls failing in each way, or a sample of them. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newDatabase, query } from '../postgres.js';
import { SharedPool } from '../service.js';
import { FILES_PLAN } from './calls.mjs';
import { type Plan, discard, failedCalls, plansFor, prepare, recordedCalls } from './plan.js';
import { type Scenario, SCENARIOS } from './scenarios.js';
import { World } from './world.js';

const WORKER = new URL('thread.mjs', import.meta.url);
/** The runs at a time: most of a run is waiting. */
const LANES = 16;

/** The number of calls of a scenario, of ways in which they can fail, of those that were tried, and of those that a run reached. */
export interface CallsRow {
  readonly database: string;
  readonly scenario: string;
  readonly calls: number;
  readonly ways: number;
  readonly tried: number;
  readonly reached: number;
}

interface Run {
  readonly calls: readonly string[];
  readonly failed: readonly string[];
  readonly broken: readonly string[];
}

type OpenDatabase = (
  name: string,
) => Promise<{ readonly url: string; readonly folder: string; readonly remove: () => unknown }>;

/** Where runs take place, one at a time: their databases, and a thread, which a run may end. */
interface Lane {
  readonly open: OpenDatabase;
  readonly pool: SharedPool;
}

const openSqlite: OpenDatabase = async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'curp-calls-'));
  return { url: `sqlite:${join(folder, name)}`, folder, remove: () => rmSync(folder, { recursive: true }) };
};

/** The address names the plan of a run, because its database serves many. */
async function postgresOpener(isNew: boolean): Promise<OpenDatabase> {
  const shared = isNew ? '' : await newDatabase();
  return async (name) => {
    const url = isNew ? await newDatabase() : shared;
    const cut = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1';
    return { url: `${url}?application_name=${name}`, folder: '', remove: async () => query(url, cut, [name]) };
  };
}

async function runOnce(scenario: Scenario, { open, pool }: Lane, ofFiles: boolean, plan: Plan | null): Promise<Run> {
  const name = `calls_${randomBytes(6).toString('hex')}`;
  const planned = ofFiles ? FILES_PLAN : name;
  const { url, folder, remove } = await open(name);
  discard(planned);
  const begin = (): void => prepare(planned, plan);
  const world = new World(name, url, folder, pool, plan?.error === 'thread' ? 1 : 0, begin);
  try {
    await scenario.run(world);
  } catch (error) {
    world.broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    await world.stop().catch(() => undefined);
  }
  const run = { calls: recordedCalls(planned), failed: failedCalls(planned), broken: world.broken };
  discard(planned);
  await remove();
  return run;
}

const lineOf = ({ database, scenario: { name } }: Kind, { call, moment, error }: Plan): string =>
  [database, name, call, moment, error].join(' | ');

/** A pseudo-random number from 0 to 1 for each seed and step (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Choice {
  /** The ways to fail that are tried of each scenario and database; all if absent. */
  readonly sample?: number;
  readonly seed: number;
  /** The lines of ways that are tried besides the sample. */
  readonly always?: readonly string[];
}

interface Kind {
  readonly scenario: Scenario;
  readonly database: string;
}

const KINDS: readonly Kind[] = SCENARIOS.flatMap((scenario) =>
  ['SQLite', 'PostgreSQL', ...(scenario.usesFiles === true ? ['files'] : [])]
    .filter((database) => database === 'files' || (scenario.only ?? database) === database)
    .map((database) => ({ scenario, database })),
);

/** Returns a sample of the ways to fail, those of `always` first. A seed gives the same sample each time. */
function choose(kind: Kind, ways: readonly Plan[], { sample, seed, always = [] }: Choice): readonly Plan[] {
  if (sample === undefined) return ways;
  const next = random(seed);
  const isAlways = (plan: Plan): boolean => always.includes(lineOf(kind, plan));
  const ofKind = always.filter((line) => line.startsWith(`${kind.database} | ${kind.scenario.name} | `));
  expect(ways.filter(isAlways)).toHaveLength(ofKind.length); // a line names a call that is made
  const drawn = ways.map((plan) => ({ plan, order: next() })).toSorted((a, b) => a.order - b.order);
  const others = drawn.map(({ plan }) => plan).filter((plan) => !isAlways(plan));
  return [...ways.filter(isAlways), ...others.slice(0, sample)];
}

/** Runs a scenario untouched, then with each chosen call failing. Fails with the lines that replay the runs that broke a promise. */
async function tryKind(
  kind: Kind,
  chooseOf: (kind: Kind, ways: readonly Plan[]) => readonly Plan[],
): Promise<CallsRow> {
  const { scenario, database } = kind;
  const ofFiles = database === 'files';
  const openLane = async (): Promise<Lane> => ({
    open: database === 'PostgreSQL' ? await postgresOpener(scenario.onNewDatabase === true) : openSqlite,
    pool: new SharedPool({ worker: WORKER, most: 1 }),
  });
  const first = await openLane();
  const untouched = await runOnce(scenario, first, ofFiles, null);
  expect(untouched.broken).toEqual([]);
  const ways = untouched.calls.flatMap((each) => plansFor(each, database));
  const chosen = chooseOf(kind, ways);
  const rest = chosen.values();
  const wrong: string[] = [];
  let reached = 0;
  const work = async (lane: Lane): Promise<void> => {
    for (const plan of rest) {
      const { failed, broken } = await runOnce(scenario, lane, ofFiles, plan);
      if (failed.length > 0) reached += 1;
      if (broken.length > 0) wrong.push([`RUN='${lineOf(kind, plan)}'`, ...broken.slice(0, 3)].join('\n  '));
    }
    await lane.pool.end();
  };
  const others = ofFiles ? 0 : Math.min(LANES, chosen.length) - 1;
  await Promise.all([work(first), ...Array.from({ length: Math.max(0, others) }, async () => work(await openLane()))]);
  expect(wrong.join('\n')).toBe('');
  const counts = { calls: untouched.calls.length, ways: ways.length, tried: chosen.length, reached };
  return { database, scenario: scenario.name, ...counts };
}

/** Runs every scenario. `RUN`, the line that a failure prints, replays only that one. */
export function tryCalls(choice: Choice, onRow: (row: CallsRow) => void = () => undefined): void {
  const { RUN } = process.env;
  const [database, scenario, call = '', moment = '', error = ''] = RUN?.split(' | ') ?? [];
  const wanted = KINDS.filter(
    (kind) => RUN === undefined || (kind.database === database && kind.scenario.name === scenario),
  );
  const chooseOf = (kind: Kind, ways: readonly Plan[]): readonly Plan[] =>
    RUN === undefined ? choose(kind, ways, choice) : [{ call, moment, error } as Plan];
  const name = '$database: $scenario.name keeps every promise, whichever call fails';
  const run = async (kind: Kind): Promise<void> => onRow(await tryKind(kind, chooseOf));
  const timeout = 3_600_000;
  // A few runs of each wait together; many keep the machine busy. All files of the process have one plan.
  const ofDatabases = wanted.filter((kind) => kind.database !== 'files');
  it.each(ofDatabases)(name, { timeout, concurrent: choice.sample !== undefined }, run);
  it.each(wanted.filter((kind) => kind.database === 'files'))(name, { timeout }, run);
}
