/** A circuit breaker: after several failures in a row it lets nothing through for a while, and then one request to try. */

const FAILURES_IN_A_ROW = 5;
const PAUSE_MS = 5000;

export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  #pauseEnd = 0;
  #trying = false;

  /** `now`: a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** 0: closed, all requests pass; 1: one request may pass or is under way; 2: open, none passes. */
  get state(): 0 | 1 | 2 {
    if (this.#failures < FAILURES_IN_A_ROW) return 0;
    return this.#now() < this.#pauseEnd ? 2 : 1;
  }

  /** Whether a request may pass now. Report the end of one that does with `record`. */
  allows(): boolean {
    const { state } = this;
    if (state === 0) return true;
    if (state === 2 || this.#trying) return false;
    this.#trying = true;
    return true;
  }

  record(health: 'well' | 'unwell' | 'unknown'): void {
    this.#trying = false;
    if (health === 'well') this.#failures = 0;
    if (health !== 'unwell') return;
    this.#failures += 1;
    this.#pauseEnd = this.#now() + PAUSE_MS;
  }
}
