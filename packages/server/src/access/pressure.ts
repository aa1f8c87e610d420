/**
 * Measures how busy the event loop is: by the delay of a timer, and by a connection that the service opens to itself.
 *
 * Node accepts one connection per turn of the event loop, so a new connection waits one turn for each connection before it. No
 * timer shows that wait, and the system does not report when a connection arrived, so the service measures its own connection.
 */
import type { Server } from 'node:http';
import { type Socket, connect } from 'node:net';

const INTERVAL_MS = 250;

/** The address to connect to if the server listens on all addresses. */
const OWN_ADDRESSES: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export class Pressure {
  readonly #timer: NodeJS.Timeout;
  #last = performance.now();
  lag = 0;
  #previousLag = 0;
  #server: Server | null = null;
  /** The service's own connection while the server has not accepted it, and when it was opened. */
  #probe: Socket | null = null;
  #probedAt = 0;
  /** How long the previous own connection waited. */
  #acceptWait = 0;

  /** `onDrop` is called if an own connection is not accepted: with its error, or `null` if the system closed it. */
  constructor(
    readonly maxLagMs: number,
    readonly onDrop: (error: Error | null) => void = () => undefined,
  ) {
    this.#timer = setInterval(() => this.#measure(), INTERVAL_MS).unref();
  }

  /** Measures also how long new connections to `server` wait. */
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

  /** True if the process is too busy for more requests: two long delays in a row, because a single pause passes quickly. */
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
    if (typeof address !== 'object' || address === null) return; // the server does not listen
    const { address: host, port } = address;
    const probe = connect({ host: OWN_ADDRESSES[host] ?? host, port }).unref();
    this.#probe = probe;
    this.#probedAt = now;
    let reason: Error | null = null;
    probe.once('error', (error) => (reason = error));
    probe.once('close', () => {
      if (this.#probe !== probe) return; // the server accepted and reset it, as intended
      this.#probe = null;
      this.#acceptWait = 0;
      this.onDrop(reason);
    });
  }
}
