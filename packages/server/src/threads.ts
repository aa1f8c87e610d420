/**
 * Runs tasks in threads, so that neither files nor pieces of jobs stop the event loop: a few threads, each with several tasks
 * that take turns, started with the first task and ended after a while without any.
 */
import { availableParallelism } from 'node:os';
import type { ResourceLimits, Worker } from 'node:worker_threads';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { startThread } from './own-files.js';

const WORKER = new URL('./worker.js', import.meta.url);
const IDLE_MS = 30_000;
const TICK_MS = 1000;
/** A task gets one more tick for this many bytes that it reads: many times what any file takes. */
const BYTES_PER_SECOND = 10_000;
/** For files. Buffers do not count here: a file keeps hardly anything else. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 };

export interface ThreadsOptions {
  /** The script of a thread, and the `workerData` that it gets. */
  readonly worker?: URL | undefined;
  readonly data?: unknown;
  readonly most?: number;
  readonly resourceLimits?: ResourceLimits;
  /** How many ticks a task may take, and how many a thread with work may say nothing. */
  readonly patience?: number;
  readonly tickMs?: number;
}

/** Something that a task may ask of the main thread. Bytes that it gives are copied, unless both threads share their memory. */
type Ask = (...args: never[]) => Promise<unknown>;

export type ToThread = { readonly number: number } & (
  | { readonly name: string; readonly input: unknown }
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly failed: true }
);

interface Call {
  readonly number: number;
  readonly call: number;
  readonly ask: string;
  readonly args: readonly never[];
}

export type FromThread =
  | Call
  | ({ readonly number: number } & (
      | { readonly result: never }
      | { readonly unreadable: UnreadableReason }
      | { readonly error: unknown }
    ));

/** A value as it is sent: bytes of memory that both threads share as they are, others as a copy whose memory is handed over. */
export function transferable(value: unknown): readonly [value: unknown, transfer: ArrayBuffer[], length: number] {
  if (!(value instanceof Uint8Array)) return [value, [], 0];
  if (value.buffer instanceof SharedArrayBuffer) return [value, [], value.length];
  const copy = new Uint8Array(value);
  return [copy, [copy.buffer], copy.length];
}

/** Why a file cannot be read: in the language of its client or, for a workbook, in both. */
type UnreadableReason = ErrorEntry | { readonly es: string; readonly en: string };

/** The file cannot be read, and its client learns why. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  constructor(readonly reason: UnreadableReason) {
    super();
  }
}

/** The task takes longer than any file needs. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/**
 * The thread ended by itself (out of memory, in an endless loop, or by a bug), or a piece of a job failed in it. The message is
 * the exit code or the kind of the error, never data of the file.
 */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

interface RunningTask {
  /** The functions that it may call, by name. */
  readonly asks: ReadonlyMap<string, Ask>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  /** How many of its calls are not yet answered: without any, the task works. */
  asking: number;
  /** How many ticks it has worked, and how many bytes it has read. */
  ticks: number;
  bytes: number;
}

interface Thread {
  readonly worker: Worker;
  readonly tasks: Map<number, RunningTask>;
  /** For how many ticks it has asked nothing. */
  silence: number;
  idle: NodeJS.Timeout | undefined;
}

export class Threads {
  readonly #options: Required<Omit<ThreadsOptions, 'worker'>> & { readonly worker: URL };
  readonly #threads = new Set<Thread>();
  #number = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({
    worker = WORKER,
    data = null,
    most = availableParallelism(),
    resourceLimits = RESOURCE_LIMITS,
    patience = 60,
    tickMs = TICK_MS,
  }: ThreadsOptions = {}) {
    this.#options = { worker, data, most, resourceLimits, patience, tickMs };
  }

  /**
   * Runs a task, which may call the functions of `host`. Throws what `host` threw, `Unreadable` if the file is at fault,
   * `TooSlow`, or `ThreadLost`. A task whose thread is lost is run once more in a thread of its own if it may be repeated:
   * another task may have broken the thread.
   */
  async run<R>(name: string, input: object, host: object, mayRepeat: () => boolean = () => false): Promise<R> {
    try {
      return await this.#runIn<R>(this.#freest(), name, input, host);
    } catch (error) {
      if (!(error instanceof ThreadLost) || !mayRepeat()) throw error;
      const own = this.#start();
      return await this.#runIn<R>(own, name, input, host).finally(() => this.#end(own));
    }
  }

  /** Ends all threads, and with them their tasks. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#threads, async (thread) => this.#end(thread)));
  }

  async #runIn<R>(thread: Thread, name: string, input: object, host: object): Promise<R> {
    const asks: ReadonlyMap<string, Ask> = new Map(Object.entries(host));
    const number = (this.#number += 1);
    clearTimeout(thread.idle);
    try {
      return await new Promise<R>((resolve, reject) => {
        thread.tasks.set(number, { asks, resolve, reject, asking: 0, ticks: 0, bytes: 0 });
        this.#timer ??= setInterval(() => this.#tick(), this.#options.tickMs).unref();
        thread.worker.postMessage({ number, name, input } satisfies ToThread, []);
      });
    } finally {
      thread.tasks.delete(number);
      if (thread.tasks.size === 0) thread.idle = setTimeout(() => void this.#end(thread), IDLE_MS).unref();
    }
  }

  /** The thread with the fewest tasks, or a new one while there may be more. */
  #freest(): Thread {
    const [freest] = [...this.#threads].toSorted((a, b) => a.tasks.size - b.tasks.size);
    if (freest === undefined) return this.#start();
    return freest.tasks.size > 0 && this.#threads.size < this.#options.most ? this.#start() : freest;
  }

  #start(): Thread {
    const { worker: script, data: workerData, resourceLimits } = this.#options;
    const worker = startThread(script, { workerData, resourceLimits });
    const thread: Thread = { worker, tasks: new Map(), silence: 0, idle: undefined };
    this.#threads.add(thread);
    worker.unref();
    worker.on('message', (message: FromThread) => {
      thread.silence = 0;
      this.#receive(thread, message);
    });
    worker.on('error', (error) => this.#lose(thread, error.name));
    worker.on('exit', (code) => this.#lose(thread, `exit ${code}`));
    return thread;
  }

  async #end(thread: Thread): Promise<void> {
    clearTimeout(thread.idle);
    this.#threads.delete(thread);
    if (this.#threads.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    await thread.worker.terminate();
  }

  #lose(thread: Thread, reason: string): void {
    void this.#end(thread);
    for (const { reject } of thread.tasks.values()) reject(new ThreadLost(reason));
  }

  #receive(thread: Thread, message: FromThread): void {
    const task = thread.tasks.get(message.number);
    if ('ask' in message) void this.#answer(thread, task, message);
    else if ('result' in message) task?.resolve(message.result);
    else task?.reject('unreadable' in message ? new Unreadable(message.unreadable) : message.error);
  }

  /** Answers a call. A call that fails ends its task, and so do all calls of one that has ended. */
  async #answer(thread: Thread, task: RunningTask | undefined, { number, call, ask, args }: Call): Promise<void> {
    const answer = (message: ToThread, transfer: ArrayBuffer[] = []): void =>
      thread.worker.postMessage(message, transfer);
    if (task === undefined) {
      answer({ number, call, failed: true });
      return;
    }
    task.asking += 1;
    try {
      const [value, transfer, length] = transferable(await task.asks.get(ask)?.(...args));
      task.bytes += length;
      answer({ number, call, value }, transfer);
    } catch (error) {
      task.reject(error);
      answer({ number, call, failed: true });
    } finally {
      task.asking -= 1;
    }
  }

  /** Counts the time of the tasks that wait for no answer of the main thread. A process that is stopped counts none. */
  #tick(): void {
    const { patience } = this.#options;
    for (const thread of this.#threads) {
      const working = [...thread.tasks.values()].filter(({ asking }) => asking === 0);
      thread.silence = working.length === 0 ? 0 : thread.silence + 1;
      if (thread.silence >= patience) {
        // The only task that works is the one that never pauses.
        if (working.length === 1) working[0]?.reject(new TooSlow());
        this.#lose(thread, 'silent');
      }
      for (const task of working) {
        task.ticks += 1 / working.length;
        if (task.ticks > patience + task.bytes / BYTES_PER_SECOND) task.reject(new TooSlow());
      }
    }
  }
}
