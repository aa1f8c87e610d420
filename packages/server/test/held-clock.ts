/** A clock that a test holds: it stands still, or runs on, from the moment to which the test moves it. */
import type { Clock } from '../src/store/heartbeat.js';

export class HeldClock implements Clock {
  #moment = Date.parse('2026-11-15T18:00:00Z');
  #setAt = performance.now();
  #passed = 0;
  readonly now = (): number => this.time;
  readonly monotonic = (): number => performance.now() + this.#passed;

  constructor(private readonly runs = false) {}

  get time(): number {
    return this.#moment + (this.runs ? performance.now() - this.#setAt : 0);
  }

  /** Sets the time of day only, as somebody who sets a clock. */
  set time(moment: number) {
    this.#moment = moment;
    this.#setAt = performance.now();
  }

  /** Lets time pass for every clock. */
  pass(ms: number): void {
    this.time += ms;
    this.#passed += ms;
  }
}
