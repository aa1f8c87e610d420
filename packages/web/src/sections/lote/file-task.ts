/** Starts a task on a file: in a worker, or on a page that was opened from disk. */
import { loadFile } from '../../base/load.js';
import type { TaskHooks, TaskListener, TaskMessage, TaskRequest, Tasks } from './worker/tasks.js';
import type * as worker from './worker/worker.js';

/** The global of `lote.js`. */
declare const curpLote: typeof worker;

/** The longest slice of work on the page, in milliseconds. */
const SLICE_MS = 12;

/**
 * Starts a task in a worker or, if the page was opened from disk, on the page itself in short slices. Returns a
 * function that stops the task; the listener is not called after that.
 */
export function startFileTask<K extends keyof Tasks>(
  request: TaskRequest<K>,
  listener: TaskListener<Tasks[K][1]>,
): () => void {
  const receive = (message: TaskMessage<K>): void => {
    if ('progress' in message) listener.progress?.(message.progress);
    else if ('done' in message) listener.done(message.done);
    else listener.failure(message.failure);
  };
  const worker = createWorker();
  if (worker === null) return runOnPage(request, receive);
  const stop = (): void => worker.terminate();
  worker.addEventListener('message', ({ data }: MessageEvent<TaskMessage<K>>) => {
    if (!('progress' in data)) stop();
    receive(data);
  });
  worker.addEventListener('error', () => {
    stop();
    receive({ failure: null });
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  worker.postMessage(request);
  return stop;
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
