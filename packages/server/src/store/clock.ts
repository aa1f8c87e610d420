/**
 * The clock of the database, as a process reads it without asking: replicas with wrong or jumping clocks agree on when a token
 * or a job expires, and on the day and month of an operation.
 */
import type { Store } from './projects.js';

/** Clocks drift, and that of the database may be set. */
const ADJUST_MS = 10_000;

type WithTime = Pick<Store, 'time'>;

export class DatabaseClock {
  readonly #store: WithTime;
  readonly #timer: NodeJS.Timeout;
  /** The difference from the monotonic clock of this process. */
  #offset = 0;

  private constructor(store: WithTime) {
    this.#store = store;
    // While the database is away, the offset stays as it is.
    this.#timer = setInterval(() => void this.#adjust().catch(() => null), ADJUST_MS).unref();
  }

  static async open(store: WithTime): Promise<DatabaseClock> {
    const clock = new DatabaseClock(store);
    await clock.#adjust();
    return clock;
  }

  readonly now = (): number => performance.now() + this.#offset;

  close(): void {
    clearInterval(this.#timer);
  }

  async #adjust(): Promise<void> {
    this.#offset = (await this.#store.time()) - performance.now();
  }
}
