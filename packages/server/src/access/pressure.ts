/**
 * Measures how long work waits for its turn: by the delay of a timer, and by a connection that the service opens to itself.
 *
 * Node accepts one connection in each turn of the event loop, so a new one waits one turn for each connection before it.
 * No timer shows that wait, and the system does not report when a connection came, so the service measures one of its own.
 */
import type { Server } from 'node:http';
import { type Socket, connect } from 'node:net';

const INTERVAL_MS = 250;

/** An address of this machine on which the server listens on all of them. */
const OWN_ADDRESSES: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export class Pressure {
  readonly #timer: NodeJS.Timeout;
  #last = performance.now();
  lag = 0;
  #previousLag = 0;
  #server: Server | null = null;
  /** Our own connection that is not yet accepted, and when it was opened. */
  #probe: Socket | null = null;
  #probedAt = 0;
  /** How long the previous one waited. */
  #acceptWait = 0;

  constructor(readonly maxLagMs: number) {
    this.#timer = setInterval(() => this.#measure(), INTERVAL_MS).unref();
  }

  /** Measures the wait of new connections to that server too, while it listens. */
  watch(server: Server): void {
    this.#server = server;
    server.on('connection', (socket) => {
      const probe = this.#probe;
      if (probe === null || socket.remotePort !== probe.localPort || socket.remoteAddress !== probe.localAddress)
        return;
      this.#acceptWait = performance.now() - this.#probedAt;
      this.#probe = null;
      socket.resetAndDestroy(); // leaves no trace in the system, unlike an orderly end
    });
  }

  /** Whether the process is too busy for more: two delays in a row, as it recovers from a single pause quickly. */
  get overloaded(): boolean {
    return Math.min(this.lag, this.#previousLag) > this.maxLagMs;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#probe?.destroy();
    this.#probe = null;
  }

  #measure(): void {
    const now = performance.now();
    const wait = this.#probe === null ? this.#acceptWait : now - this.#probedAt;
    this.#previousLag = this.lag;
    this.lag = Math.max(0, now - this.#last - INTERVAL_MS, wait);
    this.#last = now;
    if (this.#probe === null) this.#openProbe(now);
  }

  #openProbe(now: number): void {
    const address = this.#server?.address();
    if (typeof address !== 'object' || address === null) return; // it does not listen
    const { address: host, port } = address;
    const probe = connect({ host: OWN_ADDRESSES[host] ?? host, port }).unref();
    this.#probe = probe;
    this.#probedAt = now;
    probe.once('error', () => {
      if (this.#probe !== probe) return; // accepted and reset, as it should be
      this.#probe = null;
      this.#acceptWait = 0;
    });
  }
}
