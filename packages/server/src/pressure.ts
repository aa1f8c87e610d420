/** Whether the process is too busy to take more: how late a timer fires tells how long a request waits for its turn. */

const CADA_MS = 250;

export class Pressure {
  readonly #timer: NodeJS.Timeout;
  #last = performance.now();
  #lag = 0;

  constructor(readonly maxLagMs: number) {
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#lag = now - this.#last - CADA_MS;
      this.#last = now;
    }, CADA_MS).unref();
  }

  get overloaded(): boolean {
    return this.#lag > this.maxLagMs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
