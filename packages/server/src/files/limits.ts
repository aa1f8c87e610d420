/** Limits the number of files under way, and the disk and memory that they take. */
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

/** The memory per slot. A file of ordinary rows holds most of it; a file with a row of one mebibyte holds up to five times as much. */
const BYTES_PER_SLOT = 1 << 20;

export interface FileSlot {
  readonly project: string;
  /** The bytes of unfinished rows and unsent answers that the file holds. */
  bytes: number;
  cut: (reason: Cause) => void;
}

/** Limits the files under way and their total memory. */
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

  /** Takes a slot for a file of `project`, or returns the problem if none is free. */
  take(project: string): FileSlot | Problem {
    const problem = this.#limiter.take(project);
    if (problem !== null) return problem;
    const slot: FileSlot = { project, bytes: 0, cut: () => undefined };
    this.#slots.add(slot);
    return slot;
  }

  /** Notes how many bytes a file holds. If all files together hold too many, it cuts the file that holds most: alone, it may fit. */
  hold(slot: FileSlot, bytes: number): void {
    if (!this.#slots.has(slot)) return; // the file was cut
    this.#bytes += bytes - slot.bytes;
    slot.bytes = bytes;
    if (this.#bytes <= this.#maxBytes) return;
    const largest = [...this.#slots].reduce((a, b) => (b.bytes > a.bytes ? b : a), slot);
    largest.cut(largest.bytes > this.#maxBytes ? 'lote_memoria' : 'lote_ocupado');
    this.leave(largest); // so that its bytes cut no other file
  }

  leave(slot: FileSlot): void {
    if (!this.#slots.delete(slot)) return;
    this.#limiter.giveBack(slot.project);
    this.#bytes -= slot.bytes;
  }
}
