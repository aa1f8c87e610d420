/** Entry point of `lote.js`, which runs as a worker or is loaded by the page: runs the tasks on a file. */
import { type FileFormat, MEDIA_TYPES } from '@curp-service/contract/jobs';
import { type FileSink, SheetLote, answerFile, answerOnce, dateReader } from '@curp-service/lote';
import { crossFiles } from './cross.js';
import { failureOf } from './failure.js';
import { mendsOf } from './faulty-rows.js';
import { BlobBuilder, chunksOf, xlsxLibrary } from './files.js';
import { previewFile, processFile, tryRows } from './process.js';
import type { TaskHooks, TaskMessage, TaskRequest, Tasks } from './tasks.js';

const TASKS: { readonly [K in keyof Tasks]: (task: Tasks[K][0], hooks: TaskHooks) => Promise<Tasks[K][1]> } = {
  preview: previewFile,
  process: processFile,
  trial: async (task) => tryRows(task),
  cross: crossFiles,
  fill: async ({ file, hoja, type, options, mends }, { pause }) => {
    const { openSheet } = await xlsxLibrary();
    const readDate = options.reading && dateReader(options.reading);
    const sheet = await SheetLote.open(
      await openSheet(file, { hoja, mends: mends && mendsOf(mends), readDate }),
      options,
    );
    let output = new BlobBuilder();
    const sink: FileSink = {
      write: async (piece) => {
        output.add(piece.slice());
        await pause();
      },
      restart: () => void (output = new BlobBuilder()),
    };
    await (options.reading === undefined ? answerFile(sheet, sink) : answerOnce(sheet, options.reading, sink));
    return output.blob(MEDIA_TYPES[type]);
  },
  workbook: async ({ csv, delimiter }, { pause }) => {
    const { xlsxFromCsv } = await xlsxLibrary();
    async function* inSlices(): AsyncGenerator<Uint8Array, void> {
      for await (const chunk of chunksOf(csv.stream())) {
        yield chunk;
        await pause();
      }
    }
    return toBlob(xlsxFromCsv(inSlices(), { delimitador: delimiter }), 'xlsx', pause);
  },
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
    return { failure: failureOf(error) };
  }
}

async function toBlob(pieces: AsyncIterable<Uint8Array>, type: FileFormat, pause: TaskHooks['pause']): Promise<Blob> {
  const output = new BlobBuilder();
  for await (const piece of pieces) {
    output.add(piece.slice());
    await pause();
  }
  return output.blob(MEDIA_TYPES[type]);
}

if ('importScripts' in globalThis) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to its own page, which is no window
  const send = (message: TaskMessage): void => postMessage(message);
  addEventListener('message', ({ data }: MessageEvent<TaskRequest>) => {
    void handle(data, { onProgress: (progress) => send({ progress }), pause: () => null }).then(send);
  });
}
