/** How busy the process is: how late a timer fires tells how long a request waits for its turn. */

const CADA_MS = 250;

export class Pressure {
  readonly #timer: NodeJS.Timeout;
  #last = performance.now();
  /** Of the last measure, in milliseconds. */
  lag = 0;

  constructor(readonly maxLagMs: number) {
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.lag = Math.max(0, now - this.#last - CADA_MS);
      this.#last = now;
    }, CADA_MS).unref();
  }

  /** Too busy to take more. */
  get overloaded(): boolean {
    return this.lag > this.maxLagMs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
