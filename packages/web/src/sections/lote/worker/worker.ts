/** Entry point of `lote.js`, which runs as a worker or is loaded by the page: runs the tasks on a file. */
import { fileProblemOf } from '@curp-service/contract/codes/file';
import { crossFiles } from './cross.js';
import { answerAs, answerRowsAgain, newWorkbook, previewFile, processFile, tryRows } from './process.js';
import type { TaskHooks, TaskMessage, TaskRequest, Tasks } from './tasks.js';

const TASKS: { readonly [K in keyof Tasks]: (task: Tasks[K][0], hooks: TaskHooks) => Promise<Tasks[K][1]> } = {
  preview: previewFile,
  process: processFile,
  trial: async (task) => tryRows(task),
  cross: crossFiles,
  rows: async (rows) => answerRowsAgain(rows),
  answer: answerAs,
  workbook: async (task, { pause }) => newWorkbook(task, pause),
};

export const runTask = async <K extends keyof Tasks>(
  { kind, task }: TaskRequest<K>,
  hooks: TaskHooks,
): Promise<Tasks[K][1]> => TASKS[kind](task, hooks);

/** Runs a task and returns its result or its failure. */
export async function handle<K extends keyof Tasks>(
  request: TaskRequest<K>,
  hooks: TaskHooks,
): Promise<TaskMessage<K>> {
  try {
    return { done: await runTask(request, hooks) };
  } catch (error) {
    return { failure: fileProblemOf(error) };
  }
}

if ('importScripts' in globalThis) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to its own page, which is no window
  const send = (message: TaskMessage): void => postMessage(message);
  addEventListener('message', ({ data }: MessageEvent<TaskRequest>) => {
    void handle(data, { onProgress: (progress) => send({ progress }), pause: () => null }).then(send);
  });
}
