/** Starts tasks on a file: in a worker, or on a page that was opened from disk. */
import { loadFile } from '../../base/load.js';
import type { TaskFailure, TaskHooks, TaskListener, TaskMessage, TaskRequest, Tasks } from './worker/tasks.js';
import type * as worker from './worker/worker.js';

/** The global of `lote.js`. */
declare const curpLote: typeof worker;

/** The longest slice of work on the page, in milliseconds. */
const SLICE_MS = 12;

/** Runs one task after another in the same worker, which keeps what it needs to answer rows of its file again. */
export class FileWorker {
  private readonly worker = createWorker();
  private stopOnPage: () => void = () => {};
  /** Ends with the task: the next one has its own listener. */
  private listening = new AbortController();
  private last: Promise<unknown> = Promise.resolve();

  /** Starts a task in the worker or, if the page was opened from disk, on the page itself in short slices. */
  start<K extends keyof Tasks>(request: TaskRequest<K>, listener: TaskListener<Tasks[K][1]>): void {
    const receive = (message: TaskMessage<K>): void => {
      if ('progress' in message) listener.progress?.(message.progress);
      else if ('done' in message) listener.done(message.done);
      else listener.failure(message.failure);
    };
    const { worker } = this;
    if (worker === null) {
      this.stopOnPage = runOnPage(request, receive);
      return;
    }
    this.listening.abort();
    this.listening = new AbortController();
    const { signal } = this.listening;
    worker.addEventListener('message', ({ data }: MessageEvent<TaskMessage<K>>) => receive(data), { signal });
    worker.addEventListener('error', () => receive({ failure: null }), { signal });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    worker.postMessage(request);
  }

  /** Returns the result of a task, or why it failed, after those that were asked for before. */
  async ask<K extends keyof Tasks>(
    request: TaskRequest<K>,
  ): Promise<{ readonly done: Tasks[K][1] } | { readonly failure: TaskFailure }> {
    const answer = this.last.then(
      async () =>
        new Promise<{ readonly done: Tasks[K][1] } | { readonly failure: TaskFailure }>((resolve) => {
          this.start(request, { done: (done) => resolve({ done }), failure: (failure) => resolve({ failure }) });
        }),
    );
    this.last = answer;
    return answer;
  }

  /** Stops the task; its listener is not called after that. */
  end(): void {
    this.stopOnPage();
    this.worker?.terminate();
  }
}

/** Starts a task in a worker of its own. Returns a function that stops it; the listener is not called after that. */
export function startFileTask<K extends keyof Tasks>(
  request: TaskRequest<K>,
  listener: TaskListener<Tasks[K][1]>,
): () => void {
  const own = new FileWorker();
  own.start(request, {
    ...listener,
    done: (result) => {
      own.end();
      listener.done(result);
    },
    failure: (failure) => {
      own.end();
      listener.failure(failure);
    },
  });
  return () => own.end();
}

/** Creates a worker; returns `null` on a page opened from disk, for which browsers allow none. */
function createWorker(): Worker | null {
  try {
    return location.protocol === 'file:' ? null : new Worker('lote.js');
  } catch {
    return null;
  }
}

function runOnPage<K extends keyof Tasks>(
  request: TaskRequest<K>,
  receive: (message: TaskMessage<K>) => void,
): () => void {
  let stopped = false;
  let since = performance.now();
  const nextSlice = async (): Promise<void> => {
    await new Promise((done) => setTimeout(done));
    if (stopped) throw new Error('stopped');
    since = performance.now();
  };
  const hooks: TaskHooks = {
    onProgress: (progress) => receive({ progress }),
    pause: () => (performance.now() - since < SLICE_MS ? null : nextSlice()),
  };
  const failure: TaskMessage<K> = { failure: null };
  void loadFile('lote.js')
    .then(async () => curpLote.handle(request, hooks))
    .catch(() => failure)
    .then((message) => stopped || receive(message));
  return () => {
    stopped = true;
  };
}
