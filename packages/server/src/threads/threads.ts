/**
 * The threads in which files are processed, so that no file stops the event loop: a few, each with several files that take
 * turns, started with the first file and ended after a while without any.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  type Ask,
  type Call,
  type FromThread,
  ThreadLost,
  type ToThread,
  TooSlow,
  Unreadable,
  transferable,
} from './messages.js';

const WORKER = new URL('../file-worker.js', import.meta.url);
const IDLE_MS = 30_000;
const TICK_MS = 1000;
/** A thread with work that asks nothing for so many ticks will never ask again. */
const MAX_SILENCE = 60;
/** A file may take so many seconds, and one more for so many bytes that its task reads: many times what any file takes. */
const SECONDS = 60;
const BYTES_PER_SECOND = 10_000;
/** Buffers do not count here: a file keeps hardly anything else. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 };

export interface ThreadsOptions {
  /** The script of a thread. */
  readonly worker?: URL | undefined;
  readonly most?: number;
  readonly tickMs?: number;
}

/** A task under way. */
interface RunningTask {
  /** What it may ask, by its name. */
  readonly asks: ReadonlyMap<string, Ask>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  /** How many of its calls are not yet answered: without any, it is the task's turn. */
  asking: number;
  /** How long it has worked, in seconds, and how many bytes it has read. */
  seconds: number;
  bytes: number;
}

class FileThread {
  readonly worker: Worker;
  readonly works = new Map<number, RunningTask>();
  /** For how many ticks it has asked nothing. */
  silence = 0;
  idle: NodeJS.Timeout | undefined;

  constructor(script: URL) {
    this.worker = new Worker(script, { resourceLimits: RESOURCE_LIMITS });
    this.worker.unref();
  }
}

export class FileThreads {
  readonly #options: { readonly worker: URL; readonly most: number; readonly tickMs: number };
  readonly #threads = new Set<FileThread>();
  #number = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ worker = WORKER, most = availableParallelism(), tickMs = TICK_MS }: ThreadsOptions = {}) {
    this.#options = { worker, most, tickMs };
  }

  /**
   * Runs a task, whose calls are those of `host`. It throws what `host` threw, `Unreadable` if the file is at fault, `TooSlow`, or `ThreadLost`. A task whose
   * thread is lost is run once more in a thread of its own if it may be repeated: it need not be the one that broke it.
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

  async #runIn<R>(thread: FileThread, name: string, input: object, host: object): Promise<R> {
    const asks: ReadonlyMap<string, Ask> = new Map(Object.entries(host));
    const number = (this.#number += 1);
    clearTimeout(thread.idle);
    try {
      return await new Promise<R>((resolve, reject) => {
        thread.works.set(number, { asks, resolve, reject, asking: 0, seconds: 0, bytes: 0 });
        this.#timer ??= setInterval(() => this.#tick(), this.#options.tickMs).unref();
        thread.worker.postMessage({ number, name, input } satisfies ToThread, []);
      });
    } finally {
      thread.works.delete(number);
      if (thread.works.size === 0) thread.idle = setTimeout(() => void this.#end(thread), IDLE_MS).unref();
    }
  }

  /** The thread with the fewest tasks, or a new one while there may be more. */
  #freest(): FileThread {
    const [freest] = [...this.#threads].toSorted((a, b) => a.works.size - b.works.size);
    if (freest === undefined) return this.#start();
    return freest.works.size > 0 && this.#threads.size < this.#options.most ? this.#start() : freest;
  }

  #start(): FileThread {
    const thread = new FileThread(this.#options.worker);
    const { worker } = thread;
    this.#threads.add(thread);
    worker.on('message', (message: FromThread) => {
      thread.silence = 0;
      this.#receive(thread, message);
    });
    worker.on('error', (error) => this.#lose(thread, error.name));
    worker.on('exit', (code) => this.#lose(thread, `exit ${code}`));
    return thread;
  }

  async #end(thread: FileThread): Promise<void> {
    clearTimeout(thread.idle);
    this.#threads.delete(thread);
    if (this.#threads.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    await thread.worker.terminate();
  }

  #lose(thread: FileThread, reason: string): void {
    void this.#end(thread);
    for (const { reject } of thread.works.values()) reject(new ThreadLost(reason));
  }

  #receive(thread: FileThread, message: FromThread): void {
    const work = thread.works.get(message.number);
    if ('ask' in message) void this.#answer(thread, work, message);
    else if ('result' in message) work?.resolve(message.result);
    else work?.reject('unreadable' in message ? new Unreadable(message.unreadable) : message.error);
  }

  /** Answers a call. A call that fails ends its task, and so do all calls of one that has ended. */
  async #answer(thread: FileThread, work: RunningTask | undefined, { number, call, ask, args }: Call): Promise<void> {
    const answer = (message: ToThread, transfer: ArrayBuffer[] = []): void =>
      thread.worker.postMessage(message, transfer);
    if (work === undefined) {
      answer({ number, call, failed: true });
      return;
    }
    work.asking += 1;
    try {
      const [value, transfer, length] = transferable(await work.asks.get(ask)?.(...args));
      work.bytes += length;
      answer({ number, call, value }, transfer);
    } catch (error) {
      work.reject(error);
      answer({ number, call, failed: true });
    } finally {
      work.asking -= 1;
    }
  }

  /** Counts the time of the tasks whose turn it is. A process that is stopped counts none. */
  #tick(): void {
    for (const thread of this.#threads) {
      const working = [...thread.works.values()].filter(({ asking }) => asking === 0);
      thread.silence = working.length === 0 ? 0 : thread.silence + 1;
      if (thread.silence >= MAX_SILENCE) this.#lose(thread, 'silent');
      for (const work of working) {
        work.seconds += 1 / working.length;
        if (work.seconds > SECONDS + work.bytes / BYTES_PER_SECOND) work.reject(new TooSlow());
      }
    }
  }
}
