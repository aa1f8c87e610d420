/** The tasks on a file. They run in a worker or, if the page was opened from disk, on the page. */
import type { Bilingual } from '@curp-service/contract/language';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { findGivenColumns } from '@curp-service/contract/columns';
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import {
  NO_EVIDENCE,
  SheetLote,
  Survey,
  type SurveyOptions,
  decideReading,
  peek,
  readTwice,
  sniff,
} from '@curp-service/lote';
import { Harvest } from './harvest.js';
import { mendRows } from './mend.js';
import { BlobBuilder } from './blob-builder.js';
import { bytesOf, xlsxLibrary, xlsxLibraryFor, textOf, chunksOf } from './read-file.js';
import type {
  Progress,
  TaskMessage,
  FileSource,
  FileTask,
  FileType,
  FileResult,
  TaskRequest,
  TaskResult,
  FilePreview,
  PreviewTask,
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
  if ('preview' in request) return previewFile(request.preview, hooks);
  if ('mend' in request) return mendRows(request.mend, hooks.takeTurn);
  if ('fill' in request) return fillSheet(request.fill, hooks);
  return 'process' in request ? processFile(request.process, hooks) : newWorkbook(request.workbook, hooks);
}

/** Why a file cannot be read, in both languages; `null` if the error has another cause. */
export function errorTexts(error: unknown): Bilingual | null {
  if (error instanceof UnreadableFile) {
    return [new UnreadableFile(error.problem, 'es').message, new UnreadableFile(error.problem, 'en').message];
  }
  // `xlsx.js` is another script with its own class for this error, so `instanceof` does not work.
  const { es, en }: { readonly es?: unknown; readonly en?: unknown } = Object(error);
  return typeof es === 'string' && typeof en === 'string' ? [es, en] : null;
}

async function previewFile(
  { file, hoja, language, options }: PreviewTask,
  { onProgress, takeTurn }: TaskHooks,
): Promise<FilePreview> {
  const xlsx = await xlsxLibraryFor(file);
  const sheets = (await xlsx?.sheetNames(file)) ?? [];
  const readHead = async (source: FileSource): Promise<Uint8Array> =>
    firstBytes(textOf(source), xlsx === null ? HEAD_BYTES : 1);
  const head = await readHead({ file, hoja });
  const formato = xlsx === null && sniff(head) === 'ndjson' ? 'ndjson' : 'csv';
  const declared: SurveyOptions = { ...options, formato };
  const dateColumn = xlsx === null ? -1 : dateColumnOf(peek(head, language, declared).names, options);
  const source = { file, hoja, dateColumn };
  const survey = new Survey(declared);
  const progress = new ProgressReport(file, onProgress);
  for await (const chunk of textOf(source, (bytes) => (progress.readBytes += bytes))) {
    survey.read(chunk);
    progress.report(0, 0);
    await takeTurn();
  }
  const evidence = survey.finish();
  if (formato === 'ndjson') return { type: 'ndjson', peek: null, evidence, sheets };
  const shown = dateColumn < 0 ? head : await readHead(source);
  const begin = peek(shown, language, declared, decideReading(evidence, declared));
  const book = /\.xlsm$/i.test(file.name) ? 'xlsm' : 'xlsx';
  return { type: xlsx === null ? 'csv' : book, peek: begin, evidence, sheets };
}

const dateColumnOf = (names: readonly string[], { columnas = {}, nombre_completo }: PreviewTask['options']): number =>
  findGivenColumns(names, columnas, nombre_completo !== undefined).fecha_nacimiento;

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

/** Does the file with the reading that the preview decided and, if its rows prove another one, once more with that. */
async function processFile(task: FileTask, hooks: TaskHooks): Promise<FileResult> {
  const { options } = task;
  const startedAt = performance.now();
  const first = options.reading ?? decideReading(NO_EVIDENCE, options);
  let harvest = new Harvest(task, first);
  const reading = await readTwice(first, options, async (supposed) => {
    harvest = new Harvest(task, supposed);
    await gather(task, harvest, hooks);
    return harvest.lote.takeEvidence();
  });
  return harvest.finish((performance.now() - startedAt) / 1000, reading);
}

async function gather(task: FileTask, harvest: Harvest, { onProgress, takeTurn }: TaskHooks): Promise<void> {
  const { lote } = harvest;
  const progress = new ProgressReport(task.file, onProgress);
  const take = async (pieces: Iterable<Uint8Array>): Promise<void> => {
    for (const piece of pieces) {
      harvest.take(piece);
      progress.report(lote.totals.rows, harvest.badCount);
      await takeTurn();
    }
  };
  for await (const chunk of textOf(task, (bytes) => (progress.readBytes += bytes))) {
    await take(lote.process(chunk));
  }
  await take(lote.finish());
}

/** Reports the progress of a task, not too often. */
class ProgressReport {
  readBytes = 0;
  private readonly size: number;
  private readonly onProgress: (progress: Progress) => void;
  private reportedAt = performance.now();

  constructor(file: Blob, onProgress: (progress: Progress) => void) {
    this.size = file.size;
    this.onProgress = onProgress;
  }

  report(rows: number, bad: number): void {
    if (performance.now() - this.reportedAt <= PROGRESS_EVERY_MS) return;
    this.reportedAt = performance.now();
    this.onProgress({ rows, bad, fraction: this.readBytes === 0 ? null : this.readBytes / this.size });
  }
}

async function fillSheet({ file, hoja, type, options }: FileTask, { takeTurn }: TaskHooks): Promise<Blob> {
  const { openSheet } = await xlsxLibrary();
  const sheet = await SheetLote.open(await openSheet(file, { hoja }), options);
  const { workbook } = sheet.work(options.reading ?? (await sheet.survey()));
  return collect(workbook(), type, takeTurn);
}

async function newWorkbook(
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
  return collect(xlsxFromCsv(withTurns(), { delimitador: delimiter }), 'xlsx', takeTurn);
}

async function collect(
  pieces: AsyncIterable<Uint8Array>,
  type: FileType,
  takeTurn: TaskHooks['takeTurn'],
): Promise<Blob> {
  const workbook = new BlobBuilder();
  for await (const piece of pieces) {
    workbook.add(piece.slice());
    await takeTurn();
  }
  return workbook.blob(MEDIA_TYPES[type]);
}
