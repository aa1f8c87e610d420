/** The limits of files under way: how many there may be, and how much disk and memory they may take. */
import type { Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';

interface AmountLimits {
  readonly all: number;
  readonly perProject: number;
}

interface Refusals {
  readonly all: Cause;
  readonly perProject: Cause;
  /** The message names the limit of a project in this unit. */
  readonly unit?: number;
}

/** Counts what projects take of something, up to a limit for each and a limit for all. */
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

  /** Why a project can never take so much; `null`: it can. */
  refusal(amount: number): Problem | null {
    const { perProject } = this.#limits;
    if (amount <= perProject) return null;
    const { perProject: cause, unit = 1 } = this.#refusals;
    return { cause, parts: { limite: String(perProject / unit) } };
  }

  /** Takes so much, or says why not. */
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

/** Limits the downloads under way: each holds a range of a result in memory. */
export const limitDownloads = (): Limiter =>
  new Limiter({ all: 50, perProject: 10 }, { all: 'sobrecarga', perProject: 'lotes_descargas' });

/** The memory for each slot. A file of ordinary rows holds most of it, one with a row of a mebibyte up to five times as much. */
const BYTES_PER_SLOT = 1 << 20;

export interface FileSlot {
  readonly project: string;
  /** How many bytes of unfinished rows and unsent answers it holds. */
  bytes: number;
  cut: (reason: Cause) => void;
}

/** Limits the files under way, and the memory of all of them together. */
export class FileSlots {
  readonly #slots = new Set<FileSlot>();
  readonly #limiter: Limiter;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(all: number, perProject: number) {
    this.#limiter = new Limiter({ all, perProject }, { all: 'lote_ocupado', perProject: 'lote_simultaneos' });
    this.#maxBytes = all * BYTES_PER_SLOT;
  }

  get taken(): number {
    return this.#slots.size;
  }

  /** A slot for a file of that project, or why there is none. */
  take(project: string): FileSlot | Problem {
    const problem = this.#limiter.take(project);
    if (problem !== null) return problem;
    const slot: FileSlot = { project, bytes: 0, cut: () => undefined };
    this.#slots.add(slot);
    return slot;
  }

  /** Notes how many bytes a file holds. If all of them hold too many, the file that holds most is cut. */
  hold(slot: FileSlot, bytes: number): void {
    if (!this.#slots.has(slot)) return; // it was cut
    this.#bytes += bytes - slot.bytes;
    slot.bytes = bytes;
    if (this.#bytes <= this.#maxBytes) return;
    const largest = [...this.#slots].reduce((a, b) => (b.bytes > a.bytes ? b : a), slot);
    largest.cut('lote_ocupado');
    this.leave(largest); // so that its bytes cut no other file
  }

  leave(slot: FileSlot): void {
    if (!this.#slots.delete(slot)) return;
    this.#limiter.giveBack(slot.project);
    this.#bytes -= slot.bytes;
  }
}
