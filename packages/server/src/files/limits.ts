/** Limits the number of files under way, and the disk that they take. */
import type { Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';

interface AmountLimits {
  readonly all: number;
  readonly perProject: number;
}

interface Refusals {
  readonly all: Cause;
  readonly perProject: Cause;
  /** The unit in which the message states the limit of a project. */
  readonly unit?: number;
}

/** Counts an amount that projects take, up to a limit for each project and a limit for all. */
export class Limiter {
  readonly #limits: AmountLimits;
  readonly #refusals: Refusals;
  readonly #byProject = new Map<string, number>();
  #used = 0;

  constructor(limits: AmountLimits, refusals: Refusals) {
    this.#limits = limits;
    this.#refusals = refusals;
  }

  get used(): number {
    return this.#used;
  }

  /** Returns why one project may not hold `amount`, or `null` if it may. */
  refusal(amount: number): Problem | null {
    const { perProject } = this.#limits;
    if (amount <= perProject) return null;
    const { perProject: cause, unit = 1 } = this.#refusals;
    return { cause, parts: { limite: String(perProject / unit) } };
  }

  /** Takes `amount`, or returns the problem. */
  take(project: string, amount = 1): Problem | null {
    const problem = this.refusal((this.#byProject.get(project) ?? 0) + amount);
    if (problem !== null) return problem;
    if (this.#used + amount > this.#limits.all) return { cause: this.#refusals.all };
    this.#change(project, amount);
    return null;
  }

  giveBack(project: string, amount = 1): void {
    this.#change(project, -amount);
  }

  #change(project: string, by: number): void {
    const own = (this.#byProject.get(project) ?? 0) + by;
    if (own > 0) this.#byProject.set(project, own);
    else this.#byProject.delete(project);
    this.#used += by;
  }
}

export const limitTempBytes = (all: number, perProject: number): Limiter =>
  new Limiter({ all, perProject }, { all: 'lote_sin_espacio', perProject: 'lote_grande', unit: 1e6 });

/** Limits the downloads under way, because each holds a range of a result in memory. */
export const limitDownloads = (): Limiter =>
  new Limiter({ all: 50, perProject: 10 }, { all: 'sobrecarga', perProject: 'lotes_descargas' });

/** Limits the files under way, because each holds a connection and temporary files. */
export const limitFiles = (all: number, perProject: number): Limiter =>
  new Limiter({ all, perProject }, { all: 'lote_ocupado', perProject: 'lote_simultaneos' });
