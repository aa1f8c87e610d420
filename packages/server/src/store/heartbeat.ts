/**
 * The heartbeat of a service. Every five seconds one statement writes that the service runs, so that nothing moves its database
 * away; shows whether the database takes writes; and brings the time of the database, which all replicas share.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Driver, type Query, SqlStore, iso } from './driver.js';
import { repeat } from './patience.js';

/** The clock that each part of the service is given, so that a test can let years pass. Nothing else asks the machine for the date. */
export interface Clock {
  /** Returns the milliseconds since 1970. */
  readonly now: () => number;
  /** Returns milliseconds for intervals, from a clock that never jumps. */
  readonly monotonic: () => number;
}

/** The clock of this machine, for a service without replicas. */
export const MACHINE_CLOCK: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

export const BEAT_MS = 5000;
/** The row of a killed service is removed after this time. */
const FORGET_SERVICE_MS = 24 * 3_600_000;
/** A clock of the database that differs by more from one beat to the next has jumped. */
const DRIFT_MS = 60_000;
/** How long the database must show the new time before a jump counts. */
const LASTING_MS = 600_000;

export interface ListedService {
  readonly id: string;
  readonly maquina: string;
  readonly proceso: number;
  /** When the service wrote its row last. */
  readonly visto: string;
}

export class Heartbeat extends SqlStore {
  readonly #id = `srv_${randomBytes(6).toString('hex')}`;
  readonly #stopping = new AbortController();
  /** The difference of the database's clock from the monotonic one. While the database is away, it stays. */
  #offset = 0;
  #jumpedSince: number | null = null;
  /** The time of the database, without a query each time. */
  readonly clock: Clock;

  constructor(
    driver: Driver,
    now?: () => number,
    readonly monotonic: Clock['monotonic'] = MACHINE_CLOCK.monotonic,
  ) {
    super(driver, now);
    this.clock = { now: () => monotonic() + this.#offset, monotonic };
  }

  /** Reads the time, and lists the service if the database takes writes: while it takes none, nothing can be moved out of it. */
  async begin(): Promise<void> {
    this.#offset = (await this.time()) - this.monotonic();
    const forgotten = iso(this.clock.now() - FORGET_SERVICE_MS);
    await this.driver.query('DELETE FROM servicios WHERE visto < $1', [forgotten]).catch(() => null);
    await this.beat().catch(() => null);
  }

  /** Beats every `BEAT_MS` until the service leaves. `onJump` receives the milliseconds by which the database's clock jumped. */
  run(onError: (error: unknown) => void, onJump: (ms: number) => void): void {
    void repeat(async () => this.beat(onJump), BEAT_MS, this.#stopping.signal, onError);
  }

  /** Fails if the database takes no writes. */
  async beat(onJump: (ms: number) => void = () => undefined): Promise<void> {
    const [row] = await this.driver.query<{ ms: number | string }>(
      `INSERT INTO servicios (id, maquina, proceso, visto) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET visto = excluded.visto RETURNING ${this.sqlClock} AS ms`,
      [this.#id, hostname(), process.pid, iso(this.clock.now())],
    );
    this.#adjust(Number(row?.ms) - this.monotonic(), onJump);
  }

  async leave(): Promise<void> {
    this.#stopping.abort();
    await this.driver.query('DELETE FROM servicios WHERE id = $1', [this.#id]).catch(() => null);
  }

  /** Follows the clock of the database, which may jump: a jump counts only once it has lasted. */
  #adjust(found: number, onJump: (ms: number) => void): void {
    const jump = found - this.#offset;
    if (Math.abs(jump) > DRIFT_MS) {
      if (this.#jumpedSince === null) onJump(Math.round(jump));
      this.#jumpedSince ??= this.monotonic();
      if (this.monotonic() - this.#jumpedSince < LASTING_MS) return;
    }
    this.#jumpedSince = null;
    this.#offset = found;
  }
}

/** Returns the services that have a row in the list: those that run, and those that were killed. */
export const listedServices = async (query: Query): Promise<readonly ListedService[]> =>
  query<ListedService>('SELECT id, maquina, proceso, visto FROM servicios ORDER BY id');
