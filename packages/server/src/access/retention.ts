/** Erases the usage of months that are no longer kept, once a day. */
import type { Store } from '../store/store.js';
import { mexicoMonth, monthsBefore } from './calendar.js';

const DAY_MS = 24 * 3_600_000;

export class UsageRetention {
  readonly #store: Store;
  readonly #months: number;
  readonly #now: () => number;
  #next = -Infinity;

  /** `months`: how many are kept before the current one. */
  constructor(store: Store, months: number, now: () => number) {
    this.#store = store;
    this.#months = months;
    this.#now = now;
  }

  /** Does nothing until a day after the last time. */
  async sweep(): Promise<void> {
    const now = this.#now();
    if (now < this.#next) return;
    await this.#store.eraseUsage(monthsBefore(mexicoMonth(now), this.#months));
    this.#next = now + DAY_MS;
  }
}
