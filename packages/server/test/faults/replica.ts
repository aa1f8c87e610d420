/** A replica that tests kill, stop and start again on the same port. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { ServiceProcess } from '../process.js';

/** Below the ports that the system gives to connections, so that none takes the port while the replica is down. */
const PORTS = { first: 10_000, count: 20_000 };

/** After this time the service breaks its stop off. */
const GRACE_MS = 10_000;

export class Replica {
  /** When it was killed, or broke its stop off, by `performance`. */
  readonly deaths: number[] = [];
  readonly #env: Readonly<Record<string, string>>;
  #process: ServiceProcess | null = null;
  #log = '';
  #steadySince = Infinity;

  private constructor(
    readonly host: string,
    readonly port: number,
    env: Readonly<Record<string, string>>,
  ) {
    this.#env = { ...env, HOST: host, PORT: String(port), LOG_LEVEL: 'error' };
  }

  /** Starts a replica on `HOST` and `PORT` of its environment, or on a free port of this machine. */
  static async create(env: Readonly<Record<string, string>>): Promise<Replica> {
    const { HOST = '127.0.0.1', PORT = await freePort() } = env;
    const replica = new Replica(HOST, Number(PORT), env);
    await replica.start();
    return replica;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Returns whether it may break the connection of a request that began at `since`. */
  mayBreak(since: number): boolean {
    return since <= this.#steadySince;
  }

  async start(): Promise<void> {
    this.#process = await ServiceProcess.start(this.#env);
    this.#steadySince = performance.now();
  }

  async kill(): Promise<void> {
    this.deaths.push(performance.now());
    await this.#end('SIGKILL');
  }

  /** Asks it to stop and returns its exit code. On a very busy machine it may run out of time, and then it loses usage, as if killed. */
  async stop(): Promise<number | null> {
    const start = performance.now();
    const code = await this.#end('SIGTERM');
    const isBusy = (loadavg()[0] ?? 0) > 3 * availableParallelism();
    if (code !== 1 || !isBusy || performance.now() - start < GRACE_MS) return code;
    this.deaths.push(start, performance.now());
    return 0;
  }

  /** Returns the lines about bugs in its log. */
  bugs(): string[] {
    return this.#log.split('\n').filter((line) => /"msg":"(bug|crash|stop)"/.test(line));
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    this.#steadySince = Infinity;
    const code = (await this.#process?.stop(signal)) ?? null;
    this.#log += this.#process?.output ?? '';
    this.#log += this.#process?.errorOutput ?? '';
    return code;
  }
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    await setTimeout(0);
    return port;
  }
}
