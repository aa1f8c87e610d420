/** Shares the event loop among the files: in each of its turns, all of them together work for about `SLICE_MS`. */

/** The last file of a slice may end later, by one step. */
const SLICE_MS = 8;
/** For so long at most, files wait for connections that keep coming. */
const PAUSE_MS = 10;

export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #now: () => number;
  readonly #nextTurn: (run: () => void) => void;
  #scheduled = false;
  #connected = false;
  /** When files last worked. */
  #worked = -Infinity;

  /** `nextTurn` calls a function in the next turn of the loop. */
  constructor(now: () => number = () => performance.now(), nextTurn: (run: () => void) => void = setImmediate) {
    this.#now = now;
    this.#nextTurn = nextTurn;
  }

  /** Does a step of a file when its turn comes: first come, first served, and one step a file in each turn of the loop. */
  async run<T>(step: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(step());
        } catch (error) {
          reject(error instanceof Error ? error : new Error('not an error', { cause: error }));
        }
      });
      this.#schedule();
    });
  }

  /** Node accepts one connection in each turn of the loop. After one, files pause, as more may be waiting. */
  connected(): void {
    this.#connected = true;
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0) return;
    this.#scheduled = true;
    this.#nextTurn(() => void this.#work());
  }

  async #work(): Promise<void> {
    const started = this.#now();
    const pause = this.#connected && started - this.#worked < PAUSE_MS;
    this.#connected = false;
    for (const step of pause ? [] : this.#waiting.slice()) {
      this.#waiting.shift();
      step();
      await Promise.resolve(); // the file sends its output, which is work too
      this.#worked = this.#now();
      if (this.#worked - started >= SLICE_MS) break;
    }
    this.#scheduled = false;
    this.#schedule();
  }
}
