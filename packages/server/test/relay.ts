/** A relay in front of a server: it cuts or silences connections as a network does. */
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

export class Relay {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #silent = false;

  private constructor(target: number) {
    this.#server = createServer((client) => {
      const pair = [client, connect(target, '127.0.0.1')] as const;
      this.#pairs.add(pair);
      for (const [socket, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
        socket.on('data', (chunk) => void (this.#silent || other.write(chunk)));
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          this.#pairs.delete(pair);
          if (!this.#silent) other.destroy();
        });
      }
    });
  }

  /** Starts a relay before a port of this machine. */
  static async before(target: number): Promise<Relay> {
    const relay = new Relay(target);
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Lets nothing pass from now on, without a signal to either side. */
  hang(): void {
    this.#silent = true;
  }

  /** Breaks all connections, and lets new ones pass. */
  resume(): void {
    this.#silent = false;
    this.cut();
  }

  /** Breaks all connections. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  async close(): Promise<void> {
    this.resume();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
