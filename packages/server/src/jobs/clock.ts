/** The clock of the database: replicas whose own clocks are wrong, or jump, agree on when the time of a job comes. */
import type { Driver } from '../store/driver.js';

export class DatabaseClock {
  readonly #driver: Driver;
  /** From the clock of this process that is never set. */
  #desfase = 0;

  private constructor(driver: Driver) {
    this.#driver = driver;
  }

  static async open(driver: Driver): Promise<DatabaseClock> {
    const reloj = new DatabaseClock(driver);
    await reloj.adjust();
    return reloj;
  }

  readonly now = (): number => performance.now() + this.#desfase;

  /** To be done now and then: clocks drift. */
  async adjust(): Promise<void> {
    const [fila] = await this.#driver.query<{ ms: string }>(
      'SELECT EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS ms',
    );
    this.#desfase = Number(fila?.ms) - performance.now();
  }
}
