/** A circuit breaker: after several failures in a row it blocks all requests for a while, then lets one request try. */
import type { Clock } from '../../store/heartbeat.js';

const FAILURES_IN_A_ROW = 5;
const BREAK_MS = 5000;

/** What the result of a request shows about the health of the service that was asked. */
export type Health = 'well' | 'unwell' | 'unknown';

export class Breaker {
  #failures = 0;
  #breakEnd = 0;
  #isTrying = false;

  constructor(private readonly monotonic: Clock['monotonic']) {}

  /** 0: all requests pass (closed); 1: one request may pass or is under way; 2: none passes (open). */
  get state(): 0 | 1 | 2 {
    if (this.#failures < FAILURES_IN_A_ROW) return 0;
    return this.monotonic() < this.#breakEnd ? 2 : 1;
  }

  /** Returns whether a request may pass now. The caller must report its end with `record`. */
  allows(): boolean {
    const { state } = this;
    const mayPass = state === 0 || (state === 1 && !this.#isTrying);
    if (state === 1) this.#isTrying = true;
    return mayPass;
  }

  record(health: Health): void {
    this.#isTrying = false;
    if (health === 'well') this.#failures = 0;
    if (health !== 'unwell') return;
    this.#failures += 1;
    this.#breakEnd = this.monotonic() + BREAK_MS;
  }
}
