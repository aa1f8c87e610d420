/** Compares the usage and quota in the database with the answers that the clients saw. */
import type { Store } from '../../src/admin.js';
import type { Success, Seen } from './load.js';
import type { World } from './fault.js';
import { SMALL_QUOTA } from './projects.js';
import type { Replica } from './replica.js';

/** A replica writes its usage every second, or later on a busy machine. */
const UNWRITTEN_MS = 5000;

interface Balance {
  readonly lost: number;
  readonly wrong: readonly string[];
}

export async function balanceUsage(store: Store, { projects, replicas }: World, seen: Seen): Promise<Balance> {
  const wrong: string[] = [];
  const { free, large, small, slow, revoked } = projects;
  const usage = (
    await Promise.all([free, large, small, slow, revoked].map(async ({ id }) => store.usage(id, '0000', '9999')))
  ).flat();
  const counted = sum(usage.map(({ proyecto, operacion, cuenta }) => [`${proyecto} ${operacion}`, cuenta]));
  const answered = sum(seen.successes.map(({ project, operation }) => [`${project} ${operation}`, 1]));
  let [missing, extra] = [0, 0];
  for (const key of new Set([...counted.keys(), ...answered.keys()])) {
    const difference = (answered.get(key) ?? 0) - (counted.get(key) ?? 0);
    if (difference > 0) missing += difference;
    else extra -= difference;
  }
  // A killed replica loses the usage that it had not written, and the answers that it had not sent.
  const inFlight = replicas.reduce((total, replica) => total + unwritten(seen.successes, replica), 0);
  if (missing > inFlight) wrong.push(`usage: ${missing} successes are not counted, and only ${inFlight} may be lost`);
  if (extra > seen.doubtful) wrong.push(`usage: ${extra} are counted that nobody saw, of ${seen.doubtful} in doubt`);

  const months = [...new Set(usage.filter(({ proyecto }) => proyecto === small.id).map(({ dia }) => dia.slice(0, 7)))];
  const taken = await Promise.all(months.map(async (month) => store.quotaTaken(small.id, month)));
  const successes = seen.successes.filter(({ project }) => project === small.id).length;
  if (successes > SMALL_QUOTA * months.length) wrong.push(`quota: ${successes} successes of ${SMALL_QUOTA}`);
  if (taken.some((n) => n > SMALL_QUOTA)) wrong.push(`quota: ${taken.join(', ')} taken of ${SMALL_QUOTA}`);
  const total = taken.reduce((a, b) => a + b, 0);
  if (successes > total) wrong.push(`quota: ${successes} successes, and only ${total} taken`);
  return { lost: missing, wrong };
}

function sum(pairs: readonly (readonly [string, number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [key, n] of pairs) sums.set(key, (sums.get(key) ?? 0) + n);
  return sums;
}

/** Counts the successes around the deaths of a replica. With a proxy, any replica may have answered. */
const unwritten = (successes: readonly Success[], victim: Replica): number =>
  successes.filter(
    ({ moment, replica }) =>
      (replica === null || replica === victim) &&
      victim.deaths.some((death) => Math.abs(moment - death) < UNWRITTEN_MS),
  ).length;
