/** The clock of the database: replicas with wrong or jumping clocks agree on when a job expires. */
import type { JobStore } from '../store/job-store.js';

export class DatabaseClock {
  readonly #store: Pick<JobStore, 'time'>;
  /** The difference from the monotonic clock of this process. */
  #offset = 0;

  private constructor(store: Pick<JobStore, 'time'>) {
    this.#store = store;
  }

  static async open(store: Pick<JobStore, 'time'>): Promise<DatabaseClock> {
    const clock = new DatabaseClock(store);
    await clock.adjust();
    return clock;
  }

  readonly now = (): number => performance.now() + this.#offset;

  /** Call it now and then: clocks drift. */
  async adjust(): Promise<void> {
    this.#offset = (await this.#store.time()) - performance.now();
  }
}
