/** The state of the database, for `/readyz` and the metrics. */
import type { Store } from '../store/projects.js';
import { metric } from './metrics.js';

const TIMEOUT_MS = 1000;
/** How often the database is asked although nobody asks for its state. */
const EVERY_MS = 5000;

/**
 * `unreachable`: it fails; `timeout`: it does not answer in time; `read_only`: it takes no writes; `write_failures`: it can
 * be read, and the writes of usage fail; `corrupt`: its file is damaged; `replaced`: its file was deleted or replaced.
 */
const STORE_STATES = ['ok', 'read_only', 'corrupt', 'replaced', 'unreachable', 'timeout', 'write_failures'] as const;
export type StoreState = (typeof STORE_STATES)[number];

export class StoreHealth {
  readonly #store: Store;
  readonly #writesFail: () => boolean;
  readonly #timer: NodeJS.Timeout;
  #answer: StoreState = 'ok';
  #question: Promise<StoreState> | null = null;

  /** `writesFail`: whether the last write failed. The writes of the service itself tell, so that the check writes nothing. */
  constructor(store: Store, writesFail: () => boolean) {
    this.#store = store;
    this.#writesFail = writesFail;
    this.#timer = setInterval(() => void this.check(), EVERY_MS).unref();
  }

  /** Asks the database. Anyone may ask without a token, so one question answers all who wait. */
  async check(): Promise<StoreState> {
    return (this.#question ??= this.#ask().finally(() => (this.#question = null)));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  metrics(): readonly string[] {
    const connections = this.#store.connections();
    const state = this.#state();
    return [
      ...metric('curp_store_up', 'gauge', 'Whether the database answers and takes writes', state === 'ok' ? 1 : 0),
      '# HELP curp_store_state The state of the database: 1 for the one that it is in',
      '# TYPE curp_store_state gauge',
      ...STORE_STATES.map((each) => `curp_store_state{state="${each}"} ${each === state ? 1 : 0}`),
      ...(connections === null
        ? []
        : [
            ...metric('curp_store_connections', 'gauge', 'Connections to the database', connections.total),
            ...metric('curp_store_connections_idle', 'gauge', 'Connections that nobody uses', connections.idle),
            ...metric('curp_store_waiting', 'gauge', 'Statements that wait for a connection', connections.waiting),
          ]),
    ];
  }

  #state(): StoreState {
    return this.#answer === 'ok' && this.#writesFail() ? 'write_failures' : this.#answer;
  }

  async #ask(): Promise<StoreState> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<StoreState>((resolve) => {
      timer = setTimeout(() => resolve('timeout'), TIMEOUT_MS);
    });
    const answer = this.#store.ping().catch((): StoreState => 'unreachable');
    this.#answer = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
    return this.#state();
  }
}
