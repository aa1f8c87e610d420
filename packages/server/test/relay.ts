/** A relay before a server, to do to its connections what a network does. */
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

export class Relay {
  readonly #servidor: Server;
  readonly #pares = new Set<readonly [Socket, Socket]>();
  #colgado = false;

  private constructor(destino: number) {
    this.#servidor = createServer((cliente) => {
      const servidor = connect(destino, '127.0.0.1');
      const par = [cliente, servidor] as const;
      this.#pares.add(par);
      for (const [socket, otro] of [par, par.toReversed() as [Socket, Socket]]) {
        socket.on('data', (trozo) => void (this.#colgado || otro.write(trozo)));
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          this.#pares.delete(par);
          if (!this.#colgado) otro.destroy();
        });
      }
    });
  }

  /** One that listens, before a port of this machine. */
  static async before(destino: number): Promise<Relay> {
    const intermediario = new Relay(destino);
    intermediario.#servidor.listen(0, '127.0.0.1');
    await once(intermediario.#servidor, 'listening');
    return intermediario;
  }

  get port(): number {
    return (this.#servidor.address() as AddressInfo).port;
  }

  /** From here on nothing passes, and nobody is told. */
  hang(): void {
    this.#colgado = true;
  }

  /** What was held is lost, as its connections are; new ones pass. */
  resume(): void {
    this.#colgado = false;
    this.cut();
  }

  /** Breaks all connections there are. */
  cut(): void {
    for (const par of this.#pares) for (const socket of par) socket.destroy();
  }

  async close(): Promise<void> {
    this.resume();
    await new Promise((resolve) => this.#servidor.close(resolve));
  }
}
