/**
 * How many rows of a file may be answered. Each good row costs a unit of the project's quota, taken in batches ahead of
 * use. A file may take hours, so its project is checked again and again as a new request would be; once the project would
 * be refused, the remaining rows carry that refusal.
 */
import { type ErrorEntry, toEntry } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import { type Admitted, type Gate, askStore, quotaUsedUp, usableProject } from '../access/gate.js';
import type { QuotaTaken, QuotaUnit } from '../access/quota.js';
import type { Project } from '../store/projects.js';

/** Units taken at a time; no block of quota is larger. */
const BATCH = 1000;

export class Allowance {
  readonly #gate: Gate;
  readonly #token: string;
  readonly #language: Language;
  #project: Project;
  /** The source of the latest units; all earlier units are used. */
  #unit: QuotaUnit;
  #exhausted: ErrorEntry | null = null;
  /** Good rows paid for so far. The unit that admitted the request pays for the first. */
  granted = 1;

  constructor(gate: Gate, { project, token, unit }: Admitted<string>, language: Language) {
    this.#gate = gate;
    this.#project = project;
    this.#token = token;
    this.#unit = unit;
    this.#language = language;
  }

  /** The error of all rows from here on, if the project may no longer be served. */
  async check(): Promise<ErrorEntry | null> {
    if (this.#exhausted !== null) return this.#exhausted;
    const project = await askStore(this.#gate, async () => {
      const opened = this.#gate.auth.open(this.#token);
      return usableProject(opened instanceof Promise ? await opened : opened, this.#token);
    });
    if ('cause' in project) return this.#exhaust(project);
    this.#project = project;
    return null;
  }

  /** Takes more units for a file that has used all of its own, and gives how many; or the error of all rows from here on. */
  async refill(): Promise<number | ErrorEntry> {
    const { quota, now: clock } = this.#gate;
    const now = clock();
    const taken = await askStore<QuotaTaken | Problem>(
      this.#gate,
      async () => (await quota.takeSeveral(this.#project, now, BATCH)) ?? quotaUsedUp(now, this.#language),
    );
    if ('cause' in taken) return this.#exhaust(taken);
    this.#unit = taken.unit;
    this.granted += taken.count;
    return taken.count;
  }

  /** Gives back the units beyond those that the good rows used. */
  close(good: number): void {
    const unused = this.granted - good;
    if (unused > 0) this.#unit.giveBack(unused);
    this.granted = good;
  }

  #exhaust(problem: Problem): ErrorEntry {
    return (this.#exhausted = toEntry<Cause>(CODES, problem, this.#language));
  }
}
