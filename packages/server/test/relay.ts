/** A relay before a server, to do to its connections what a network does. */
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

export class Intermediario {
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
  static async ante(destino: number): Promise<Intermediario> {
    const intermediario = new Intermediario(destino);
    intermediario.#servidor.listen(0, '127.0.0.1');
    await once(intermediario.#servidor, 'listening');
    return intermediario;
  }

  get puerto(): number {
    return (this.#servidor.address() as AddressInfo).port;
  }

  /** From here on nothing passes, and nobody is told. */
  colgar(): void {
    this.#colgado = true;
  }

  /** What was held is lost, as its connections are; new ones pass. */
  reanudar(): void {
    this.#colgado = false;
    this.cortar();
  }

  /** Breaks all connections there are. */
  cortar(): void {
    for (const par of this.#pares) for (const socket of par) socket.destroy();
  }

  async cerrar(): Promise<void> {
    this.reanudar();
    await new Promise((resolve) => this.#servidor.close(resolve));
  }
}
