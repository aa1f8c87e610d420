/** The base of every store: statements on a driver, and the clock that all replicas share. */
import type { Driver, Query } from './driver.js';

export class SqlStore {
  /** `now` replaces the clock of the database. */
  constructor(
    protected readonly driver: Driver,
    protected readonly now?: () => number,
  ) {}

  /** The SQL of the clock: that of the database, or the number that replaces it. */
  protected get clock(): string {
    return this.now === undefined ? this.driver.clock : String(this.now());
  }

  /** Returns the time of the database, in milliseconds since 1970. */
  async time(query: Query = this.driver.query): Promise<number> {
    const [row] = await query<{ ms: number | string }>(`SELECT ${this.clock} AS ms`);
    return Number(row?.ms);
  }

  async close(): Promise<void> {
    return this.driver.close();
  }
}
