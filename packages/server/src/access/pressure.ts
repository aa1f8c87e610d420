/** How busy the process is: how late a timer fires tells how long a request waits for its turn. */

const CADA_MS = 250;

export class Pressure {
  readonly #timer: NodeJS.Timeout;
  #last = performance.now();
  /** Of the last measure, and of the one before, in milliseconds. */
  lag = 0;
  #before = 0;

  constructor(readonly maxLagMs: number) {
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#before = this.lag;
      this.lag = Math.max(0, now - this.#last - CADA_MS);
      this.#last = now;
    }, CADA_MS).unref();
  }

  /** Too busy to take more: late twice in a row, for a single pause is soon made up for. */
  get overloaded(): boolean {
    return Math.min(this.lag, this.#before) > this.maxLagMs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
