/** The state of the database, for `/readyz` and the metrics. */
import type { Store } from '../store/store.js';
import { metric } from './metrics.js';

const TIMEOUT_MS = 1000;
/** How often the database is asked although nobody asks for its state. */
const EVERY_MS = 5000;

/** `unreachable`: it fails; `timeout`: it does not answer in time; `read_only`: it takes no writes. */
export type StoreState = 'ok' | 'read_only' | 'unreachable' | 'timeout';

export class StoreHealth {
  readonly #store: Store;
  readonly #timer: NodeJS.Timeout;
  #state: StoreState = 'ok';
  #question: Promise<StoreState> | null = null;

  constructor(store: Store) {
    this.#store = store;
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
    return [
      '# HELP curp_store_up Whether the database answers and takes writes (1), or the reason why not (0)',
      '# TYPE curp_store_up gauge',
      `curp_store_up{reason="${this.#state}"} ${this.#state === 'ok' ? 1 : 0}`,
      ...(connections === null
        ? []
        : [
            ...metric('curp_store_connections', 'gauge', 'Connections to the database', connections.total),
            ...metric('curp_store_connections_idle', 'gauge', 'Connections that nobody uses', connections.idle),
            ...metric('curp_store_waiting', 'gauge', 'Statements that wait for a connection', connections.waiting),
          ]),
    ];
  }

  async #ask(): Promise<StoreState> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<StoreState>((resolve) => {
      timer = setTimeout(() => resolve('timeout'), TIMEOUT_MS);
    });
    const answer = this.#store.ping().catch((): StoreState => 'unreachable');
    this.#state = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
    return this.#state;
  }
}
