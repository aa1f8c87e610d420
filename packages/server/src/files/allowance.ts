/**
 * Decides how many rows of a file may be answered. Each good row costs a unit of the project's quota, taken in batches ahead of
 * use. A file may take hours, so its project is checked repeatedly, like that of a new request. Once the project would be
 * refused, the remaining rows carry that refusal.
 */
import { type ErrorEntry, toEntry } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import { type Admitted, type Gate, askStore, quotaUsedUp, usableProject } from '../access/gate.js';
import type { QuotaTaken } from '../access/quota.js';

/** The units taken at a time, some tenths of a second of work. A project with a quota gets at most a block of it. */
const BATCH = 100_000;

export function openAllowance(
  gate: Gate,
  { project: first, token, unit: firstUnit }: Admitted<string>,
  language: Language,
) {
  let project = first;
  /** The source of the latest units. All earlier units are used. */
  let unit = firstUnit;
  /** The number of good rows paid for. The unit that admitted the request pays for the first. */
  let granted = 1;
  let exhausted: ErrorEntry | null = null;
  let isClosed = false;
  const exhaust = (problem: Problem): ErrorEntry => (exhausted = toEntry<Cause>(CODES, problem, language));

  return {
    granted: (): number => granted,

    /** Returns the error of all remaining rows if the project may no longer be served, otherwise `null`. */
    check: async (): Promise<ErrorEntry | null> => {
      if (exhausted !== null) return exhausted;
      const usable = await askStore(gate, async () => {
        const opened = gate.auth.open(token);
        return usableProject(opened instanceof Promise ? await opened : opened, token);
      });
      if ('cause' in usable) return exhaust(usable);
      project = usable;
      return null;
    },

    /** Takes more units for a file that has used all of its units. Returns their number, or the error of all remaining rows. */
    refill: async (): Promise<number | ErrorEntry> => {
      const now = gate.clock.now();
      const taken = await askStore<QuotaTaken | Problem>(
        gate,
        async () => (await gate.quota.takeSeveral(project, now, BATCH)) ?? quotaUsedUp(now, language),
      );
      if ('cause' in taken) return exhaust(taken);
      if (isClosed) {
        taken.unit.giveBack(taken.count); // the file ended meanwhile
        return 0;
      }
      unit = taken.unit;
      granted += taken.count;
      return taken.count;
    },

    /** Gives back the units beyond those that the good rows used. */
    close: (good: number): void => {
      isClosed = true;
      const unused = granted - good;
      if (unused > 0) unit.giveBack(unused);
      granted = good;
    },
  };
}
