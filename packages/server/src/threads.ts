/**
 * Runs files and pieces of jobs as tasks in threads, so that they do not block the event loop. Several tasks share a thread. A
 * thread starts when a task needs it, and ends after a while without tasks.
 */
import { availableParallelism } from 'node:os';
import type { ResourceLimits, Worker } from 'node:worker_threads';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { startThread } from './own-files.js';

const WORKER = new URL('./worker.js', import.meta.url);
const IDLE_MS = 30_000;
const TICK_MS = 1000;
/** A task may take one more tick for this many bytes that it reads, many times what any file needs. */
const BYTES_PER_SECOND = 10_000;
/** The heap of a thread for files. It is small because buffers lie outside the heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 };

export interface ThreadsOptions {
  /** The script of a thread, and the `workerData` that the script receives. */
  readonly worker?: URL | undefined;
  readonly data?: unknown;
  readonly most?: number;
  readonly resourceLimits?: ResourceLimits;
  /** The maximum ticks of a task's work, and of a working thread's silence. */
  readonly patience?: number;
  readonly tickMs?: number;
}

/** A function of the main thread that a task may call. The bytes that it returns are copied, unless their memory is shared. */
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

/** Prepares a value for a message. Bytes in shared memory are sent unchanged; other bytes are copied, and the copy is transferred. */
export function transferable(value: unknown): readonly [value: unknown, transfer: ArrayBuffer[], length: number] {
  if (!(value instanceof Uint8Array)) return [value, [], 0];
  if (value.buffer instanceof SharedArrayBuffer) return [value, [], value.length];
  const copy = new Uint8Array(value);
  return [copy, [copy.buffer], copy.length];
}

/** The reason why a file cannot be read: in its client's language or, for a workbook, in both languages. */
type UnreadableReason = ErrorEntry | { readonly es: string; readonly en: string };

/** The file cannot be read; the client receives the reason. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  constructor(readonly reason: UnreadableReason) {
    super();
  }
}

/** The task took longer than any file needs. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/**
 * The thread was lost (out of memory, an endless loop or a bug), or a piece of a job failed in it. The message is the exit code
 * or the kind of the error, never data of the file.
 */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

interface RunningTask {
  /** The functions that the task may call, by name. */
  readonly asks: ReadonlyMap<string, Ask>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  /** The number of unanswered calls. The task is working if it is 0. */
  asking: number;
  /** The ticks that the task has worked, and the bytes that it has read. */
  ticks: number;
  bytes: number;
}

interface Thread {
  readonly worker: Worker;
  readonly tasks: Map<number, RunningTask>;
  /** The number of ticks without a message from the thread. */
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
   * `TooSlow`, or `ThreadLost`. If the thread is lost and `mayRepeat` allows it, the task runs once more in its own thread,
   * because another task may have broken the first one.
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

  /** Ends all threads and their tasks. */
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

  /** Returns an idle thread, else a new one if the maximum allows it, else the thread with the fewest tasks. */
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

  /** Answers a call of a task. A call that fails ends its task; every call of an ended task fails. */
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

  /** Counts the working time of tasks that wait for no answer from the main thread. A suspended process counts no time. */
  #tick(): void {
    const { patience } = this.#options;
    for (const thread of this.#threads) {
      const working = [...thread.tasks.values()].filter(({ asking }) => asking === 0);
      thread.silence = working.length === 0 ? 0 : thread.silence + 1;
      if (thread.silence >= patience) {
        // If only one task is working, it is the task that never pauses.
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
