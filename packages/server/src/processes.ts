/** Several processes of the service on one port: starts them, replaces those that die, sums their metrics, stops them. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { isSea } from 'node:sea';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MetricsSum } from './observe/metrics-sum.js';

/** The pause before a process that died is replaced. */
const RESTART_MS = 1000;
/** The wait for the metrics of a process; then the last that it gave count. */
const METRICS_MS = 2000;

/** The service cannot start. Without a message, the process that failed has said why. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed';
  constructor(
    readonly exitCode: number,
    message = '',
  ) {
    super(message);
  }
}

export class Processes {
  readonly #workers = new Set<Worker>();
  readonly #metrics = new MetricsSum<Worker>();
  readonly #log: Logger;
  #stopping = false;

  private constructor(log: Logger) {
    this.#log = log;
  }

  /** Starts the first process and, once it listens, the others. They share its address. */
  static async start(count: number, log: Logger): Promise<{ processes: Processes; address: AddressInfo }> {
    // Each process takes connections from the port itself. By default this process would hand them out, and
    // a connection handed to a process that dies before it takes it would stay open for ever.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    // The executable takes the name of a script for the name of a command.
    if (isSea()) cluster.setupPrimary({ exec: 'servir', args: [], execArgv: [] });
    const processes = new Processes(log);
    const first = processes.#fork();
    const address = await new Promise<AddressInfo>((resolve, reject) => {
      const fail = (code: number | null): void => {
        processes.#stopping = true;
        reject(new StartFailed(code ?? 1));
      };
      first.once('exit', fail).once('listening', ({ address: host, port, addressType }) => {
        first.off('exit', fail);
        resolve({ address: host, port, family: addressType === 6 ? 'IPv6' : 'IPv4' });
      });
    });
    const others = Array.from({ length: count - 1 }, () => processes.#fork());
    await Promise.race([
      Promise.all(others.map(async (worker) => once(worker, 'listening'))),
      ...others.map(async (worker) => once(worker, 'exit')), // another takes its place soon
    ]);
    return { processes, address };
  }

  /** The metrics of all processes in one text. */
  async metrics(): Promise<string> {
    await Promise.all(Array.from(this.#workers, async (worker) => this.#askMetrics(worker)));
    return this.#metrics.text();
  }

  /** Stops them in order. Gives the highest exit code. */
  async stop(): Promise<number> {
    this.#stopping = true;
    const ends = Array.from(this.#workers, async (worker): Promise<number> => {
      const ended = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      const [code] = await ended;
      return typeof code === 'number' ? code : 0; // the signal ended a process that had not begun to serve
    });
    return Math.max(0, ...(await Promise.all(ends)));
  }

  #fork(): Worker {
    const worker = cluster.fork();
    this.#workers.add(worker);
    worker.on('message', (text: unknown) => this.#metrics.set(worker, String(text)));
    worker.once('exit', (code, signal) => void this.#replace(worker, code ?? signal));
    return worker;
  }

  async #replace(worker: Worker, end: number | string): Promise<void> {
    this.#workers.delete(worker);
    this.#metrics.retire(worker);
    // A terminal stops all processes at the same moment.
    await setTimeout(RESTART_MS, null, { ref: false });
    if (this.#stopping) return;
    this.#log.error({ salida: end }, 'process');
    this.#fork();
  }

  async #askMetrics(worker: Worker): Promise<void> {
    if (!worker.isConnected()) return;
    const answered = once(worker, 'message', { signal: AbortSignal.timeout(METRICS_MS) }).catch(() => null);
    worker.send('metrics', () => undefined);
    await answered;
  }
}
