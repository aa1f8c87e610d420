/** The space for uploads in temporary files: so many bytes for each project, and so many in all. */
import type { Problem } from '@curp-service/contract/envelope';

export class TempSpace {
  readonly #used = new Map<string, number>();
  readonly #total: number;
  readonly #perProject: number;
  #all = 0;

  constructor(total: number, perProject: number) {
    this.#total = total;
    this.#perProject = perProject;
  }

  /** In bytes. */
  get used(): number {
    return this.#all;
  }

  /** Why an upload of that length can never be kept; `null`: it can. */
  refusal(length: number): Problem | null {
    const limit = this.#perProject;
    return length > limit ? { cause: 'lote_grande', parts: { limite: String(limit / 1e6) } } : null;
  }

  /** Takes so many bytes, or says why not. */
  take(project: string, bytes: number): Problem | null {
    const own = (this.#used.get(project) ?? 0) + bytes;
    const problem = this.refusal(own);
    if (problem !== null) return problem;
    if (this.#all + bytes > this.#total) return { cause: 'lote_sin_espacio' };
    this.#used.set(project, own);
    this.#all += bytes;
    return null;
  }

  giveBack(project: string, bytes: number): void {
    const own = (this.#used.get(project) ?? 0) - bytes;
    if (own > 0) this.#used.set(project, own);
    else this.#used.delete(project);
    this.#all -= bytes;
  }
}
