/** The tasks on a file. They run in a worker or, if the page was opened from disk, on the page. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { peek, sniff } from '@curp-service/lote';
import { Harvest } from './harvest.js';
import { BlobBuilder } from './blob-builder.js';
import { bytesOf, xlsxLibrary, xlsxLibraryFor, textOf, chunksOf } from './read-file.js';
import type {
  Progress,
  TaskMessage,
  FileTask,
  FileResult,
  TextPair,
  TaskRequest,
  TaskResult,
  FilePreview,
} from './messages.js';

/** The longest header, and a little more. */
const HEAD_BYTES = (1 << 20) + (1 << 12);
/** The shortest time between two reports of progress. */
const PROGRESS_EVERY_MS = 100;

export interface TaskHooks {
  readonly onProgress: (progress: Progress) => void;
  /** Lets the page do other work if a slice is over. */
  readonly takeTurn: () => Promise<void> | null;
}

/** Runs a task and returns its result or its failure. */
export async function handle(request: TaskRequest, hooks: TaskHooks): Promise<TaskMessage> {
  try {
    return { done: await runTask(request, hooks) };
  } catch (error) {
    return { failure: errorTexts(error) };
  }
}

export async function runTask(request: TaskRequest, hooks: TaskHooks): Promise<TaskResult> {
  if ('preview' in request) return previewFile(request.preview);
  return 'process' in request ? processFile(request.process, hooks) : toWorkbook(request.workbook, hooks);
}

/** Why a file cannot be read, in both languages; `null` if the error has another cause. */
export function errorTexts(error: unknown): TextPair | null {
  if (error instanceof UnreadableFile) {
    return [new UnreadableFile(error.problem, 'es').message, new UnreadableFile(error.problem, 'en').message];
  }
  // `xlsx.js` is another script with its own class for this error, so `instanceof` does not work.
  const { es, en }: { readonly es?: unknown; readonly en?: unknown } = Object(error);
  return typeof es === 'string' && typeof en === 'string' ? [es, en] : null;
}

async function previewFile({
  file,
  hoja,
  language,
}: Extract<TaskRequest, { preview: unknown }>['preview']): Promise<FilePreview> {
  const xlsx = await xlsxLibraryFor(file);
  const sheets = (await xlsx?.sheetNames(file)) ?? [];
  const head = await firstBytes(textOf(file, hoja), xlsx === null ? HEAD_BYTES : 1);
  if (xlsx === null && sniff(head) === 'ndjson') {
    return { type: 'ndjson', header: null, sheets };
  }
  return { type: xlsx === null ? 'csv' : 'xlsx', header: peek(head, language), sheets };
}

/** At least the first `count` bytes. */
async function firstBytes(chunks: AsyncIterable<Uint8Array>, count: number): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk.slice());
    length += chunk.length;
    if (length >= count) break;
  }
  return bytesOf(new Blob(parts));
}

async function processFile(task: FileTask, { onProgress, takeTurn }: TaskHooks): Promise<FileResult> {
  const { file, hoja } = task;
  const harvest = new Harvest(task);
  const { lote } = harvest;
  const startedAt = performance.now();
  let readBytes = 0;
  let reportedAt = startedAt;
  const take = async (pieces: Iterable<Uint8Array>): Promise<void> => {
    for (const piece of pieces) {
      harvest.take(piece);
      if (performance.now() - reportedAt > PROGRESS_EVERY_MS) {
        reportedAt = performance.now();
        const fraction = readBytes === 0 ? null : readBytes / file.size;
        onProgress({ rows: lote.totals.rows, bad: harvest.badRows, fraction });
      }
      await takeTurn();
    }
  };
  for await (const chunk of textOf(file, hoja, (bytes) => (readBytes += bytes))) await take(lote.process(chunk));
  await take(lote.finish());
  return harvest.finish((performance.now() - startedAt) / 1000);
}

async function toWorkbook(
  { csv, delimiter }: Extract<TaskRequest, { workbook: unknown }>['workbook'],
  { takeTurn }: TaskHooks,
): Promise<Blob> {
  const { xlsxFromCsv } = await xlsxLibrary();
  async function* withTurns(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of chunksOf(csv.stream())) {
      yield chunk;
      await takeTurn();
    }
  }
  const workbook = new BlobBuilder();
  for await (const chunk of xlsxFromCsv(withTurns(), { delimitador: delimiter })) workbook.add(chunk.slice());
  return workbook.blob('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
}
