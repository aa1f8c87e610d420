/** Starts a task in a worker or, if the page was opened from disk, on the page itself in short slices. */
import type { Bilingual } from '@curp-service/contract/language';
import { loadScript } from '../../../base/load.js';
import type * as worker from './worker.js';
import type { Progress, TaskMessage, FileResult, TaskRequest, TaskResult, FilePreview } from './messages.js';

declare const curpLote: typeof worker;

/** The longest slice of work on the page. */
const SLICE_MS = 12;

export interface Listener<T> {
  progress?(progress: Progress): void;
  done(result: T): void;
  failure(text: Bilingual | null): void;
}

/** Returns a function that stops the task; the listener is not called after that. */
export function startTask(
  request: Extract<TaskRequest, { preview: unknown }>,
  listener: Listener<FilePreview>,
): () => void;
export function startTask(
  request: Extract<TaskRequest, { process: unknown } | { mend: unknown }>,
  listener: Listener<FileResult>,
): () => void;
export function startTask(
  request: Extract<TaskRequest, { workbook: unknown } | { fill: unknown }>,
  listener: Listener<Blob>,
): () => void;
export function startTask(request: TaskRequest, listener: Listener<TaskResult>): () => void {
  const receive = (message: TaskMessage): void => {
    if ('progress' in message) listener.progress?.(message.progress);
    else if ('done' in message) listener.done(message.done);
    else listener.failure(message.failure);
  };
  const worker = createWorker();
  if (worker === null) return runOnPage(request, receive);
  const stop = (): void => worker.terminate();
  worker.addEventListener('message', ({ data }: MessageEvent<TaskMessage>) => {
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

/** Browsers allow no worker for a page opened from disk. */
function createWorker(): Worker | null {
  try {
    return location.protocol === 'file:' ? null : new Worker('lote.js');
  } catch {
    return null;
  }
}

function runOnPage(request: TaskRequest, receive: (message: TaskMessage) => void): () => void {
  let stopped = false;
  let since = performance.now();
  const nextTurn = async (): Promise<void> => {
    await new Promise((done) => setTimeout(done));
    if (stopped) throw new Error('stopped');
    since = performance.now();
  };
  const hooks = {
    onProgress: (progress: Progress) => receive({ progress }),
    takeTurn: () => (performance.now() - since < SLICE_MS ? null : nextTurn()),
  };
  const handle = async (): Promise<TaskMessage> => {
    try {
      await loadScript('lote.js');
      return await curpLote.handle(request, hooks);
    } catch {
      return { failure: null };
    }
  };
  void handle().then((message) => stopped || receive(message));
  return () => {
    stopped = true;
  };
}
