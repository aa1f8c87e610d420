/** Looks at a file before the start, and processes it. */
import { findGivenColumns } from '@curp-service/contract/columns';
import type { Reading } from '@curp-service/contract/reading';
import {
  type DoneRow,
  Lote,
  NO_EVIDENCE,
  Survey,
  type SurveyOptions,
  type Totals,
  decideReading,
  peek,
  readTwice,
  sniff,
} from '@curp-service/lote';
import { BadRows } from './bad-rows.js';
import { BlobBuilder, bytesOf, textOf, xlsxLibraryFor } from './files.js';
import {
  type ChosenFile,
  type FilePreview,
  type FileResult,
  type FileTask,
  type KeptRow,
  PAGE_ROWS,
  type PreviewTask,
  type TaskHooks,
} from './tasks.js';

/** The longest header, and a little more. */
const HEAD_BYTES = (1 << 20) + (1 << 12);
/** The shortest time between two reports of progress. */
const PROGRESS_EVERY_MS = 100;

export async function previewFile(
  { file, hoja, language, options }: PreviewTask,
  { onProgress, pause }: TaskHooks,
): Promise<FilePreview> {
  const xlsx = await xlsxLibraryFor(file);
  const sheets = (await xlsx?.sheetNames(file)) ?? [];
  const readHead = async (source: ChosenFile): Promise<Uint8Array> =>
    firstBytes(textOf(source), xlsx === null ? HEAD_BYTES : 1);
  const head = await readHead({ file, hoja });
  const formato = xlsx === null && sniff(head) === 'ndjson' ? 'ndjson' : 'csv';
  const declared: SurveyOptions = { ...options, formato };
  const dateColumn = xlsx === null ? -1 : dateColumnOf(peek(head, language, declared).names, options);
  const source = { file, hoja, dateColumn };
  const survey = new Survey(declared);
  const progress = progressOf(file, onProgress);
  for await (const chunk of textOf(source, progress.read)) {
    survey.read(chunk);
    progress.report();
    await pause();
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

/** Processes the file by the reading that the preview decided and, if its rows prove another one, once more by that. */
export async function processFile(task: FileTask, hooks: TaskHooks): Promise<FileResult> {
  const { options } = task;
  const startedAt = performance.now();
  const first = options.reading ?? decideReading(NO_EVIDENCE, options);
  let pass = new Pass(task, first);
  const reading = await readTwice(first, options, async (supposed) => {
    pass = new Pass(task, supposed);
    await pass.run(hooks);
    return pass.lote.takeEvidence();
  });
  return { ...pass.finish(), reading, seconds: (performance.now() - startedAt) / 1000 };
}

/** One pass over a file: keeps its output, the rows to look at and the first ones. */
class Pass {
  readonly lote: Lote;
  private readonly task: FileTask;
  private readonly output = new BlobBuilder();
  private readonly bad = new BadRows();
  private readonly firstRows: KeptRow[] = [];

  constructor(task: FileTask, reading: Reading) {
    this.task = task;
    this.lote = new Lote({ ...task.options, reading, firstRows: PAGE_ROWS, onRow: (row) => this.takeRow(row) });
  }

  async run({ onProgress, pause }: TaskHooks): Promise<void> {
    const { task, lote } = this;
    const progress = progressOf(task.file, onProgress);
    const take = async (pieces: Iterable<Uint8Array>): Promise<void> => {
      for (const piece of pieces) {
        this.output.add(piece.slice());
        progress.report(lote.totals);
        await pause();
      }
    };
    for await (const chunk of textOf(task, progress.read)) await take(lote.process(chunk));
    await take(lote.finish());
  }

  finish(): Omit<FileResult, 'reading' | 'seconds'> {
    const { firstRows, lote } = this;
    const output = this.output.blob('text/plain;charset=utf-8');
    return { totals: lote.totals, output, firstRows, mended: 0, ...this.bad.finish() };
  }

  /** `Lote` announces a row before it gives the piece of the output that holds it. */
  private takeRow({ written, ...row }: DoneRow): void {
    const from = this.output.size + written.byteOffset;
    const kept = { ...row, from, to: from + written.length };
    if (this.firstRows.length < PAGE_ROWS) this.firstRows.push(kept);
    this.bad.take(kept);
  }
}

/** Counts the bytes of a file that were read, and reports the progress, not too often. */
function progressOf(
  { size }: Blob,
  onProgress: TaskHooks['onProgress'],
): {
  readonly read: (bytes: number) => void;
  readonly report: (totals?: Pick<Totals, 'rows' | 'good' | 'reviews'>) => void;
} {
  let done = 0;
  let reportedAt = performance.now();
  return {
    read: (bytes) => {
      done += bytes;
    },
    report: ({ rows, good, reviews } = { rows: 0, good: 0, reviews: 0 }) => {
      if (performance.now() - reportedAt <= PROGRESS_EVERY_MS) return;
      reportedAt = performance.now();
      onProgress({ rows, reviews, errors: rows - good, fraction: done === 0 ? null : done / size });
    },
  };
}
