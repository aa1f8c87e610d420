/** A replica that is killed, stopped and started again on the same port. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Proceso } from '../process.js';

/** Below those that the system gives to connections, so that none takes it while the replica is down. */
const PUERTOS = { desde: 10_000, cuantos: 20_000 };

export class Replica {
  /** When it was killed, by `performance`. */
  readonly muertes: number[] = [];
  readonly #env: Readonly<Record<string, string>>;
  #proceso: Proceso | null = null;
  #bitacora = '';
  #firmeDesde = Infinity;

  private constructor(
    readonly puerto: number,
    env: Readonly<Record<string, string>>,
  ) {
    this.#env = { ...env, PORT: String(puerto), LOG_LEVEL: 'error' };
  }

  static async iniciar(env: Readonly<Record<string, string>>): Promise<Replica> {
    const replica = new Replica(await puertoLibre(), env);
    await replica.arrancar();
    return replica;
  }

  get pid(): number {
    return this.#proceso?.pid ?? 0;
  }

  /** Whether it may break a connection of a request that began then. */
  vacila(desde: number): boolean {
    return desde <= this.#firmeDesde;
  }

  async arrancar(): Promise<void> {
    this.#proceso = await Proceso.iniciar(this.#env);
    this.#firmeDesde = performance.now();
  }

  /** As the system does, without a word. */
  async matar(): Promise<void> {
    this.muertes.push(performance.now());
    await this.#terminar('SIGKILL');
  }

  /** Asks it to stop; gives its exit code. */
  async detener(): Promise<number | null> {
    return this.#terminar('SIGTERM');
  }

  /** The lines of its log that tell of a bug, of all the processes that it was. */
  bugs(): string[] {
    return this.#bitacora.split('\n').filter((linea) => /"msg":"(bug|crash|stop)"/.test(linea));
  }

  async #terminar(signal: NodeJS.Signals): Promise<number | null> {
    this.#firmeDesde = Infinity;
    const codigo = (await this.#proceso?.terminar(signal)) ?? null;
    this.#bitacora += this.#proceso?.salida ?? '';
    this.#bitacora += this.#proceso?.errores ?? '';
    return codigo;
  }
}

export async function puertoLibre(): Promise<number> {
  for (;;) {
    const puerto = PUERTOS.desde + Math.floor(Math.random() * PUERTOS.cuantos);
    const servidor = createServer().listen(puerto, '127.0.0.1');
    const libre = await Promise.race([
      once(servidor, 'listening').then(() => true),
      once(servidor, 'error').then(() => false),
    ]).catch(() => false);
    if (!libre) continue;
    await new Promise((resolve) => servidor.close(resolve));
    await setTimeout(0);
    return puerto;
  }
}
