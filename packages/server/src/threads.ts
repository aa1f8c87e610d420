/**
 * Runs files as tasks in threads, so that they do not block the event loop. Several tasks share a thread, which gives its turns
 * to the project that had least. A thread starts when a task needs it, and ends after a while without tasks.
 */
import { availableParallelism } from 'node:os';
import type { ResourceLimits, Worker } from 'node:worker_threads';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { startThread } from './own-files.js';
import {
  type Credit,
  type FromThread,
  type NewTask,
  ThreadLost,
  type ToThread,
  TooSlow,
  errorOf,
} from './thread-messages.js';
import { TaskState } from './turns.js';

const THREAD_WORKER = new URL('./worker.js', import.meta.url);
const IDLE_THREAD_MS = 30_000;
/** The interval at which the main thread looks at its tasks. */
const TICK_MS = 50;
/** The ticks without a sign of life after which a thread is lost: a minute. */
const PATIENCE = 1200;
/** A task may use a minute of its thread, and a second more for each 10,000 bytes of its file, many times what any file needs. */
const TASK_MS = 60_000;
const BYTES_PER_MS = 10;
/** The ticks after which a task that must end counts as ended, even if its thread does not confirm it: five seconds. */
const GRACE = 100;
/** The heap of a thread. It is small because buffers lie outside the heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 };

export interface ThreadsOptions {
  /** The script of a thread. */
  readonly worker?: URL | undefined;
  readonly most?: number;
  readonly resourceLimits?: ResourceLimits;
  readonly patience?: number;
  readonly tickMs?: number;
  readonly taskMs?: number;
  /** The most bytes for the people of a file, who are compared with each other; if absent, those that `lote` takes. */
  readonly duplicateMemory?: number | undefined;
}

export interface TaskOptions {
  readonly project: string;
  /** The bytes of the file, which decide how long the task may take. */
  readonly bytes?: number;
  /** Ends the task when it aborts. The task throws the signal's reason as soon as its thread uses its files no more. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the task has answered all the rows that were paid for. */
  readonly onNeed?: () => Promise<Credit>;
  /** Called at each look at the task. It may return the error of all remaining rows. The task fails with what it throws. */
  readonly onLook?: (state: TaskState) => ErrorEntry | null;
  /** Returns whether the task may run once more, in its own thread, if the thread is lost: another task may have broken it. */
  readonly mayRepeat?: () => boolean;
}

interface RunningTask {
  readonly options: TaskOptions;
  readonly state: TaskState;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  /** Why the task must end, and the ticks that its thread has for that. Until then, the thread may use the files of the task. */
  failure: { readonly error: unknown; ticks: number } | null;
}

interface Thread {
  readonly worker: Worker;
  /** A number in shared memory that the thread changes as long as it is alive. */
  readonly pulse: Int32Array;
  readonly tasks: Map<number, RunningTask>;
  lastPulse: number;
  /** The number of ticks without a sign of life. */
  silence: number;
  idle: NodeJS.Timeout | undefined;
}

export class Threads {
  readonly #options: Required<Omit<ThreadsOptions, 'worker'>> & { readonly worker: URL };
  readonly #threads = new Set<Thread>();
  #number = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({
    worker = THREAD_WORKER,
    most = availableParallelism(),
    resourceLimits = RESOURCE_LIMITS,
    patience = PATIENCE,
    tickMs = TICK_MS,
    taskMs = TASK_MS,
    duplicateMemory,
  }: ThreadsOptions = {}) {
    this.#options = { worker, most, resourceLimits, patience, tickMs, taskMs, duplicateMemory };
  }

  /** Runs a task. Throws `Unreadable` if the file is at fault, `TooSlow`, `StoreError`, `DiskError`, `ThreadLost`, `TaskFailed`, or what `options` threw. */
  async run<R>(name: string, input: object, options: TaskOptions): Promise<R> {
    try {
      return await this.#runIn<R>(this.#freest(options.project), name, input, options);
    } catch (error) {
      if (!(error instanceof ThreadLost) || options.mayRepeat?.() !== true) throw error;
      const own = this.#start();
      return await this.#runIn<R>(own, name, input, options).finally(() => this.#end(own));
    }
  }

  /** Ends all threads and their tasks. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#threads, async (thread) => this.#end(thread)));
  }

  async #runIn<R>(thread: Thread, name: string, input: object, options: TaskOptions): Promise<R> {
    const number = (this.#number += 1);
    const { project, signal } = options;
    const state = new TaskState();
    let onAbort: (() => void) | undefined;
    clearTimeout(thread.idle);
    try {
      return await new Promise<R>((resolve, reject) => {
        const running: RunningTask = { options, state, resolve, reject, failure: null };
        thread.tasks.set(number, running);
        onAbort = () => this.#stop(thread, number, running, signal?.reason);
        if (signal?.aborted === true) onAbort();
        signal?.addEventListener('abort', onAbort);
        this.#timer ??= setInterval(() => this.#tick(), this.#options.tickMs).unref();
        const { duplicateMemory } = this.#options;
        const task: NewTask = { number, name, input, project, memory: state.memory, duplicateMemory };
        thread.worker.postMessage(task, []);
      });
    } finally {
      state.stop();
      if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
      thread.tasks.delete(number);
      if (thread.tasks.size === 0) thread.idle = setTimeout(() => void this.#end(thread), IDLE_THREAD_MS).unref();
    }
  }

  /** Returns an idle thread, else a new one if the maximum allows it, else the one whose turns come soonest to the project. */
  #freest(project: string): Thread {
    const crowd = ({ tasks }: Thread): number => {
      const projects = Array.from(tasks.values(), ({ options }) => options.project);
      const own = projects.filter((each) => each === project).length;
      return (new Set(projects).size + (own === 0 ? 1 : 0)) * (own + 1);
    };
    const [freest] = [...this.#threads].toSorted((a, b) => crowd(a) - crowd(b) || a.tasks.size - b.tasks.size);
    if (freest === undefined) return this.#start();
    return freest.tasks.size > 0 && this.#threads.size < this.#options.most ? this.#start() : freest;
  }

  #start(): Thread {
    const { worker: script, resourceLimits } = this.#options;
    const pulse = new Int32Array(new SharedArrayBuffer(4));
    const worker = startThread(script, { workerData: pulse, resourceLimits });
    const thread: Thread = { worker, pulse, tasks: new Map(), lastPulse: 0, silence: 0, idle: undefined };
    this.#threads.add(thread);
    worker.unref();
    worker.on('message', (message: FromThread) => this.#receive(thread, message));
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
    for (const { reject, state, failure } of thread.tasks.values())
      reject(failure === null ? new ThreadLost(reason, state.hasTurn) : failure.error);
  }

  /** Ends a task at its next look. It fails once its thread confirms that. */
  #stop({ worker }: Thread, number: number, task: RunningTask, error: unknown): void {
    task.failure ??= { error, ticks: GRACE };
    task.state.stop();
    worker.postMessage({ number, credit: 0 } satisfies ToThread, []); // it may wait for credit
  }

  #receive(thread: Thread, message: FromThread): void {
    thread.silence = 0;
    const task = thread.tasks.get(message.number);
    if (task === undefined) return;
    const { failure } = task;
    if ('needs' in message) void this.#pay(thread, message.number, task);
    else if (failure !== null) task.reject(failure.error);
    else if ('result' in message) task.resolve(message.result);
    else task.reject(errorOf(message.failure));
  }

  async #pay(thread: Thread, number: number, task: RunningTask): Promise<void> {
    try {
      const credit = task.failure === null ? ((await task.options.onNeed?.()) ?? Infinity) : 0;
      thread.worker.postMessage({ number, credit } satisfies ToThread, []);
    } catch (error) {
      this.#stop(thread, number, task, error);
    }
  }

  /** Ends threads that fell silent, and tasks that used too much of their thread. A suspended process counts no time. */
  #tick(): void {
    const { patience, taskMs } = this.#options;
    for (const thread of this.#threads) {
      const pulse = Atomics.load(thread.pulse, 0);
      thread.silence = thread.tasks.size === 0 || pulse !== thread.lastPulse ? 0 : thread.silence + 1;
      thread.lastPulse = pulse;
      for (const [number, task] of thread.tasks) {
        const { options, state, reject, failure } = task;
        if (thread.silence >= patience && state.hasTurn) reject(new TooSlow()); // it never pauses
        if (failure !== null) {
          failure.ticks -= 1;
          if (failure.ticks === 0) reject(failure.error);
          continue;
        }
        try {
          if (state.usedMs > taskMs + (options.bytes ?? 0) / BYTES_PER_MS) throw new TooSlow();
          const credit = options.onLook?.(state) ?? null;
          if (credit !== null) thread.worker.postMessage({ number, credit } satisfies ToThread, []);
        } catch (error) {
          this.#stop(thread, number, task, error);
        }
      }
      if (thread.silence >= patience) this.#lose(thread, 'silent');
    }
  }
}
