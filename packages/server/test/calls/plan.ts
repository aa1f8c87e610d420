/** Plans which call of a run fails, when and how, and writes a plan as the line that replays it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLANS } from './calls.mjs';
import { type ErrorClass, FILES, SQLITE } from './errors.mjs';

export interface Plan {
  /** The thread, the words and the number of the call, as `calls.mjs` names it. */
  readonly call: string;
  /** `lasting`: the call fails four times in a row, more often than a job may fail for another reason. */
  readonly moment: 'before' | 'after' | 'lasting';
  /** A class of errors, or `thread` if the thread is gone. */
  readonly error: ErrorClass | 'thread';
}

const LASTING_TIMES = 4;

const classes = (errors: object): ErrorClass[] => Object.keys(errors) as ErrorClass[];

/** Returns all the ways in which a call can fail. `database` is its database, or `files`. */
export function plansFor(call: string, database: string): Plan[] {
  const before = (errors: object): Plan[] => classes(errors).map((error) => ({ call, moment: 'before', error }));
  const gone = (['before', 'after'] as const).map((moment): Plan => ({ call, moment, error: 'thread' }));
  const ofThread = call.startsWith('thread:') ? gone : [];
  if (database === 'files') return [...before(FILES), ...ofThread];
  if (call.includes('CONNECT')) return [{ call, moment: 'before', error: 'refused' }];
  // Only after these errors the program cannot know whether the statement took effect.
  const after: Plan['error'][] = database === 'SQLite' ? ['lost'] : ['lost', 'timeout'];
  return [
    ...before(SQLITE),
    ...after.map((error): Plan => ({ call, moment: 'after', error })),
    { call, moment: 'lasting', error: 'no_permission' },
    ...ofThread,
  ];
}

/** Writes the plan of a run where all threads find it. Without one, the calls of the run are recorded. */
export function prepare(name: string, plan: Plan | null): void {
  mkdirSync(PLANS, { recursive: true });
  const times = plan?.moment === 'lasting' ? LASTING_TIMES : 1;
  writeFileSync(join(PLANS, `${name}.json`), JSON.stringify({ ...plan, times }));
}

const linesOf = (file: string): string[] => {
  try {
    return readFileSync(join(PLANS, file), 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
};

/** A client, a queue and a clock ask again and again: how often depends on the machine. */
const POLLS = /^service: SELECT .* ([4-9]|\d{2,})$/;

/** Returns the calls that a run without a plan made, in order, without those that only ask again. */
export const recordedCalls = (name: string): string[] => linesOf(`${name}.calls`).filter((call) => !POLLS.test(call));

/** Returns the calls that failed in a run so far. */
export const failedCalls = (name: string): string[] => linesOf(`${name}.failed`);

export function discard(name: string): void {
  for (const end of ['json', 'calls', 'failed']) rmSync(join(PLANS, `${name}.${end}`), { force: true });
}
