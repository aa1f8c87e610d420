/**
 * The heartbeat of a service. Every five seconds it checks the database, and one statement writes that the service runs, so that nothing
 * moves its database away; shows whether the database takes writes; and brings the time of the database, which all replicas share.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Driver, type Query, SqlStore, StoreError, iso } from './driver.js';
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

/** The states of the database, as `/readyz` says them. */
export const STORE_STATES = {
  ok: 'ok',
  read_only: 'store read-only',
  corrupt: 'store corrupt: restore a backup',
  replaced: 'store file deleted or replaced: stop the service, put the file back, start it',
  unreachable: 'store unreachable',
  timeout: 'store timeout',
  /** The database answers, but a table is missing, or a statement of the service failed a moment ago. */
  write_failures: 'store refuses writes',
} as const;
type StoreState = keyof typeof STORE_STATES;

export const BEAT_MS = 5000;
/** A database that does not answer for this long is no longer `ok`. */
const NO_ANSWER_MS = 1000;
/** So many beats must follow a statement that failed until the database is `ok` again. */
const DOUBTFUL_BEATS = 2;
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
  /** The difference of the database's clock from the monotonic one; `null` before the first beat. While the database is away, it stays. */
  #offset: number | null = null;
  #jumpedSince: number | null = null;
  #found: StoreState = 'ok';
  #doubtfulBeats = 0;
  /** The time of the database, without a query each time. */
  readonly clock: Clock;

  constructor(
    driver: Driver,
    now?: () => number,
    readonly monotonic: Clock['monotonic'] = MACHINE_CLOCK.monotonic,
  ) {
    super(driver, now);
    this.clock = { now: () => monotonic() + (this.#offset ?? 0), monotonic };
  }

  /** What the last beat found, and whether a statement has failed since. */
  get state(): StoreState {
    return this.#found === 'ok' && this.#doubtfulBeats > 0 ? 'write_failures' : this.#found;
  }

  /** True while the database does not answer: until the next beat, nothing need be asked that is remembered. */
  get isAway(): boolean {
    return this.#found === 'unreachable' || this.#found === 'timeout';
  }

  /** Notes that a statement failed, whatever its error. */
  noteFailure(): void {
    this.#doubtfulBeats = DOUBTFUL_BEATS;
  }

  /** Notes that the database did not answer. */
  noteAbsence(): void {
    this.#found = 'unreachable';
  }

  ping: Driver['ping'] = this.driver.ping;

  /** Reads the time, and lists the service if the database takes writes: while it takes none, nothing can be moved out of it. */
  async begin(): Promise<void> {
    this.#offset = (await this.time()) - this.monotonic();
    const forgotten = iso(this.clock.now() - FORGET_SERVICE_MS);
    await this.driver.query('DELETE FROM servicios WHERE visto < $1', [forgotten]).catch(() => null);
    await this.beat().catch(() => null);
  }

  /** Beats every `BEAT_MS` until it stops. `onJump` receives the milliseconds by which the database's clock jumped. */
  run(onError: (error: unknown) => void, onJump: (ms: number) => void): void {
    void repeat(async () => this.beat(onJump), BEAT_MS, this.#stopping.signal, onError);
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Fails if the database takes no writes. */
  async beat(onJump?: (ms: number) => void): Promise<void> {
    const late = setTimeout(() => (this.#found = 'timeout'), NO_ANSWER_MS);
    let found: StoreState = 'unreachable';
    try {
      found = await this.ping();
      if (found !== 'ok') throw new StoreError(Object.assign(new Error(), { errstr: STORE_STATES[found] }), false);
      await this.#write(onJump);
      this.#doubtfulBeats -= Math.min(1, this.#doubtfulBeats);
    } catch (error) {
      if (found === 'ok') found = 'write_failures';
      throw error;
    } finally {
      clearTimeout(late);
      this.#found = found;
    }
  }

  async #write(onJump: (ms: number) => void = () => undefined): Promise<void> {
    const [row] = await this.driver.query<{ ms: number | string }>(
      `INSERT INTO servicios (id, maquina, proceso, visto) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET visto = excluded.visto RETURNING ${this.sqlClock} AS ms`,
      [this.#id, hostname(), process.pid, iso(this.clock.now())],
    );
    this.#adjust(Number(row?.ms) - this.monotonic(), onJump);
  }

  async leave(): Promise<void> {
    this.stop();
    await this.driver.query('DELETE FROM servicios WHERE id = $1', [this.#id]).catch(() => null);
  }

  /** Follows the clock of the database, which may jump: a jump counts only once it has lasted. */
  #adjust(found: number, onJump: (ms: number) => void): void {
    const jump = found - (this.#offset ?? found);
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
