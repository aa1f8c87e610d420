/** Runs scenarios with each of their calls failing in each way, or a sample of them. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newDatabase, query } from '../postgres.js';
import { SharedThreads } from '../service.js';
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
  readonly threads: SharedThreads;
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

async function runOnce(scenario: Scenario, { open, threads }: Lane, ofFiles: boolean, plan: Plan | null): Promise<Run> {
  const name = `calls_${randomBytes(6).toString('hex')}`;
  const planned = ofFiles ? FILES_PLAN : name;
  const { url, folder, remove } = await open(name);
  discard(planned);
  const begin = (): void => prepare(planned, plan);
  const world = new World(name, url, folder, threads, plan?.error === 'thread' ? 1 : 0, begin);
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

const lineOf = (database: string, { name }: Scenario, { call, moment, error }: Plan): string =>
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
  /** The ways to fail that are tried of each scenario and database. */
  readonly sample?: number;
  readonly seed: number;
}

/** Runs every scenario. `RUN`, the line that a failure prints, replays only that one. */
export function tryCalls({ sample = Infinity, seed }: Choice, onRow: (row: CallsRow) => void = () => undefined): void {
  const { RUN } = process.env;
  const [wantedDatabase, wantedScenario, call = '', moment = '', error = ''] = RUN?.split(' | ') ?? [];
  const replayed = RUN === undefined ? null : ({ call, moment, error } as Plan);

  const kinds = SCENARIOS.flatMap((scenario) =>
    ['SQLite', 'PostgreSQL', ...(scenario.usesFiles === true ? ['files'] : [])]
      .filter((database) => database === 'files' || (scenario.only ?? database) === database)
      .map((database) => ({ scenario, database })),
  ).filter(
    ({ scenario, database }) =>
      (wantedDatabase ?? database) === database && (wantedScenario ?? scenario.name) === scenario.name,
  );
  describe.each(kinds)('$database: $scenario.name', ({ scenario, database }) => {
    it('keeps every promise, whichever call fails', { timeout: 3_600_000 }, async () => {
      const ofFiles = database === 'files';
      const isNew = scenario.name.includes('new database');
      const openLane = async (): Promise<Lane> => ({
        open: database === 'PostgreSQL' ? await postgresOpener(isNew) : openSqlite,
        threads: new SharedThreads({ worker: WORKER, most: 1 }),
      });
      const first = await openLane();
      const untouched = await runOnce(scenario, first, ofFiles, null);
      expect(untouched.broken).toEqual([]);
      const all = untouched.calls.flatMap((each) => plansFor(each, database));
      const next = random(seed);
      const chosen =
        replayed === null
          ? all
              .map((plan) => ({ plan, order: sample === Infinity ? 0 : next() }))
              .toSorted((a, b) => a.order - b.order)
              .slice(0, sample)
              .map(({ plan }) => plan)
          : [replayed];
      const rest = chosen.values();
      const wrong: string[] = [];
      let reached = 0;
      const work = async (lane: Lane): Promise<void> => {
        for (const plan of rest) {
          const { failed, broken } = await runOnce(scenario, lane, ofFiles, plan);
          if (failed.length > 0) reached += 1;
          if (broken.length > 0)
            wrong.push(`RUN='${lineOf(database, scenario, plan)}'\n  ${broken.slice(0, 3).join('\n  ')}`);
        }
        await lane.threads.end();
      };
      const lanes = ofFiles ? 1 : Math.min(LANES, chosen.length);
      await Promise.all([work(first), ...Array.from({ length: lanes - 1 }, async () => work(await openLane()))]);
      onRow({
        database,
        scenario: scenario.name,
        calls: untouched.calls.length,
        ways: all.length,
        tried: chosen.length,
        reached,
      });
      expect(wrong.join('\n')).toBe('');
    });
  });
}
