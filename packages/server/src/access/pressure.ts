/** Measures how busy the process is: the delay of a timer shows how long a request waits for its turn. */

const INTERVAL_MS = 250;

export class Pressure {
  readonly #timer: NodeJS.Timeout;
  #last = performance.now();
  /** The latest delay, in milliseconds. */
  lag = 0;
  #previousLag = 0;

  constructor(readonly maxLagMs: number) {
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#previousLag = this.lag;
      this.lag = Math.max(0, now - this.#last - INTERVAL_MS);
      this.#last = now;
    }, INTERVAL_MS).unref();
  }

  /** Whether the process is too busy for more: two delays in a row, as it recovers from a single pause quickly. */
  get overloaded(): boolean {
    return Math.min(this.lag, this.#previousLag) > this.maxLagMs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
