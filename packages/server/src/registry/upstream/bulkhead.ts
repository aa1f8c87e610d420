/** A bulkhead: lets so many in at a time, lets as many wait, and refuses the others at once. */
export class Bulkhead {
  #free: number;
  /** Those who wait, in order. */
  readonly #queue = new Set<() => void>();

  constructor(readonly size: number) {
    this.#free = size;
  }

  /** Waits for a place; call `leave` afterwards. `false`: there is no room, or `signal` was aborted. */
  async enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    if (this.#queue.size >= this.size) return false;
    return new Promise((resolve) => {
      const giveUp = (): void => {
        this.#queue.delete(pass);
        resolve(false);
      };
      const pass = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      this.#queue.add(pass);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  leave(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}
