/**
 * Runs the tasks of files in threads, one task in each, so that they do not block the event loop. Short files, files that a client
 * waits for and files of jobs have threads of their own, among which the system shares the cores: none waits for the others. The next
 * thread goes to the project that has fewest.
 */
import { availableParallelism } from 'node:os';
import type { ResourceLimits, Worker } from 'node:worker_threads';
import { THREAD_WORKER, startThread } from '../own-files.js';
import {
  FileRefused,
  type FromThread,
  type TaskDone,
  TaskState,
  ThreadLost,
  type ThreadTask,
  type ToThread,
  errorOf,
} from './task.js';

const IDLE_THREAD_MS = 30_000;
/** The interval at which the pool looks at its tasks. A suspended process counts no time. */
const TICK_MS = 250;
/** How long a client's task may wait for a thread: less than proxies wait for an answer. One of a job may wait for ever. */
const THREAD_WAIT_MS = 50_000;
/** How long a task may show no progress. */
const STUCK_MS = 60_000;
/** A task may take a minute, and a second more for each 10,000 bytes of its file, many times what any file needs. */
const TASK_MS = 60_000;
const BYTES_PER_MS = 10;
/** How long a thread has to end a task. */
const LAST_LOOK_MS = 5000;
/** A file of at most so many bytes is short. */
const SHORT_FILE = 1 << 20;
/** The heap of a thread. It is small because buffers lie outside the heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 };

export interface PoolOptions {
  /** The script of a thread. */
  readonly worker?: URL | undefined;
  /** The threads of each kind of file. */
  readonly most?: number;
  readonly resourceLimits?: ResourceLimits;
  readonly tickMs?: number;
  readonly waitMs?: number;
  readonly silentMs?: number;
  readonly taskMs?: number;
  /** The most bytes for the people of a file, who are compared with each other; if absent, those that `lote` takes. */
  readonly duplicateMemory?: number | undefined;
}

export interface TaskOptions {
  readonly project: string;
  /** Who waits, and whose thread a long file takes. */
  readonly of: 'client' | 'job';
  /** The bytes of the file. */
  readonly size: number;
  /** Ends the task when it aborts. The task throws the signal's reason as soon as its thread uses its files no more. */
  readonly signal?: AbortSignal | undefined;
  /** Called several times a second. The task fails with what it throws. */
  readonly onProgress?: (state: TaskState) => void;
}

type Lane = 'short' | TaskOptions['of'];

interface PoolTask {
  readonly task: ThreadTask;
  readonly options: TaskOptions;
  readonly lane: Lane;
  readonly state: TaskState;
  readonly resolve: (done: TaskDone) => void;
  readonly reject: (error: unknown) => void;
  thread: Thread | null;
  /** The milliseconds in which it waited or ran, and those without progress. */
  ms: number;
  silentMs: number;
  progress: number;
  /** Why the task must end, and how long its thread has for that. Until then, the thread may use the files of the task. */
  end: { readonly error: unknown; ms: number } | null;
}

interface Thread {
  readonly worker: Worker;
  /** The task that it answers; `null` while it has none. */
  task: PoolTask | null;
  idle: NodeJS.Timeout | undefined;
}

export class Pool {
  readonly #options: Required<Omit<PoolOptions, 'worker'>> & { readonly worker: URL };
  readonly #waiting: PoolTask[] = [];
  readonly #running = new Set<PoolTask>();
  readonly #threads = new Set<Thread>();
  /** The projects that got a thread, the latest last. */
  readonly #served = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor({
    worker = THREAD_WORKER,
    most = availableParallelism(),
    resourceLimits = RESOURCE_LIMITS,
    tickMs = TICK_MS,
    waitMs = THREAD_WAIT_MS,
    silentMs = STUCK_MS,
    taskMs = TASK_MS,
    duplicateMemory,
  }: PoolOptions = {}) {
    this.#options = { worker, most, resourceLimits, tickMs, waitMs, silentMs, taskMs, duplicateMemory };
  }

  /** Runs a task. Throws what a thread reports (`errorOf`), `ThreadLost`, `FileRefused`, or what `options` threw. */
  async run(task: ThreadTask, options: TaskOptions): Promise<TaskDone> {
    const { signal, size, of } = options;
    signal?.throwIfAborted();
    const lane = size <= SHORT_FILE ? 'short' : of;
    const { promise, resolve, reject } = Promise.withResolvers<TaskDone>();
    const state = new TaskState();
    const given = { ...task, duplicateMemory: this.#options.duplicateMemory };
    const counts = { ms: 0, silentMs: 0, progress: 0, end: null };
    const own: PoolTask = { task: given, options, lane, state, resolve, reject, thread: null, ...counts };
    const onAbort = (): void => this.#stop(own, signal?.reason);
    signal?.addEventListener('abort', onAbort);
    this.#timer ??= setInterval(() => this.#tick(), this.#options.tickMs).unref();
    this.#waiting.push(own);
    this.#fill(lane);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Ends all threads and their tasks. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(new ThreadLost('closed'));
    await Promise.all(Array.from(this.#threads, async (thread) => this.#end(thread, new ThreadLost('closed'))));
  }

  /** Gives free threads to waiting tasks. */
  #fill(lane: Lane): void {
    for (;;) {
      const running = [...this.#running].filter((task) => task.lane === lane);
      const waiting = this.#waiting.filter((task) => task.lane === lane);
      if (waiting.length === 0 || running.length >= this.#options.most) return;
      const load = ({ options: { project } }: PoolTask): number =>
        running.filter((task) => task.options.project === project).length;
      const served = [...this.#served];
      const [next] = waiting.toSorted(
        (a, b) => load(a) - load(b) || served.indexOf(a.options.project) - served.indexOf(b.options.project),
      );
      if (next !== undefined) this.#start(next);
    }
  }

  #start(task: PoolTask): void {
    const { project } = task.options;
    this.#waiting.splice(this.#waiting.indexOf(task), 1);
    this.#served.delete(project);
    this.#served.add(project);
    const thread = [...this.#threads].find((each) => each.task === null) ?? this.#newThread();
    clearTimeout(thread.idle);
    thread.task = task;
    this.#running.add(task);
    task.thread = thread;
    task.ms = 0;
    thread.worker.postMessage({ task: task.task, memory: task.state.memory } satisfies ToThread, []);
  }

  #newThread(): Thread {
    const { worker: script, resourceLimits } = this.#options;
    const worker = startThread(script, { resourceLimits });
    const thread: Thread = { worker, task: null, idle: undefined };
    this.#threads.add(thread);
    worker
      .on('message', (message: FromThread) => this.#receive(thread, message))
      .on('error', (error) => this.#gone(thread, new ThreadLost(error.name)))
      .on('exit', (code) => this.#gone(thread, new ThreadLost(`exit ${code}`)))
      .unref();
    return thread;
  }

  #receive(thread: Thread, message: FromThread): void {
    const { task } = thread;
    if (task === null) return;
    thread.idle = setTimeout(() => void this.#end(thread, null), IDLE_THREAD_MS).unref();
    if (task.end !== null) task.reject(task.end.error);
    else if ('done' in message) task.resolve(message.done);
    else task.reject(errorOf(message.failed));
    this.#left(thread, task);
  }

  /** Ends a thread, and then its task. */
  async #end(thread: Thread, error: unknown): Promise<void> {
    this.#threads.delete(thread);
    if (thread.task !== null) thread.task.end ??= { error, ms: 0 };
    await thread.worker.terminate();
    this.#gone(thread, error);
  }

  /** Ends the task of a thread that is gone. */
  #gone(thread: Thread, error: unknown): void {
    const { task } = thread;
    this.#threads.delete(thread);
    clearTimeout(thread.idle);
    if (task === null) return;
    task.reject(task.end?.error ?? error);
    this.#left(thread, task);
  }

  /** Ends a task at its next look. It fails once its thread confirms that. */
  #stop(task: PoolTask, error: unknown): void {
    const index = this.#waiting.indexOf(task);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
      task.reject(error);
      return;
    }
    task.end ??= { error, ms: 0 };
    task.state.stop();
  }

  /** Gives the place of a task to the next one. */
  #left(thread: Thread, task: PoolTask): void {
    thread.task = null;
    this.#running.delete(task);
    this.#fill(task.lane);
    const { project } = task.options;
    const all = [...this.#waiting, ...this.#running];
    if (!all.some(({ options }) => options.project === project)) this.#served.delete(project);
    if (all.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    const { tickMs, waitMs, silentMs, taskMs } = this.#options;
    for (const task of this.#waiting.filter(({ options }) => options.of === 'client')) {
      task.ms += tickMs;
      if (task.ms > waitMs) this.#stop(task, new FileRefused([{ cause: 'lote_ocupado' }]));
    }
    for (const task of this.#running) {
      const { state, options, end } = task;
      const progress = state.read + state.rows + state.written;
      task.ms += tickMs;
      task.silentMs = progress === task.progress ? task.silentMs + tickMs : 0;
      task.progress = progress;
      const isSlow = task.silentMs >= silentMs || task.ms >= taskMs + options.size / BYTES_PER_MS;
      if (end !== null) end.ms += tickMs;
      const mustEnd = end === null ? isSlow : end.ms >= LAST_LOOK_MS;
      if (mustEnd && task.thread !== null) void this.#end(task.thread, new FileRefused([{ cause: 'lote_lento' }]));
      else if (end === null) this.#look(task);
    }
  }

  #look(task: PoolTask): void {
    try {
      task.options.onProgress?.(task.state);
    } catch (error) {
      this.#stop(task, error);
    }
  }
}
