/** Previews a file, tries some of its rows, and processes it. */
import { UnreadableFile, toRowError } from '@curp-service/contract/codes/file';
import { findGivenColumns } from '@curp-service/contract/columns';
import { isBeside } from '@curp-service/contract/layouts';
import { isWorkbookFormat } from '@curp-service/contract/jobs';
import type { SheetRange } from '@curp-service/contract/reading';
import { csvRow } from '@curp-service/contract/words/csv';
import {
  type AnsweredRow,
  type FileSink,
  Lote,
  NO_EVIDENCE,
  SheetLote,
  Survey,
  type SurveyOptions,
  type Totals,
  answerFile,
  answerOnce,
  decideReading,
  drain,
  peek,
  sumTotals,
  textFile,
} from '@curp-service/lote';
import { FaultyRowsBuilder, mendsOf } from './faulty-rows.js';
import { BlobBuilder, firstBytes, formatOf, textOf, xlsxLibrary } from './files.js';
import {
  type ChosenFile,
  type FilePreview,
  type FileResult,
  type FileTask,
  type KeptRow,
  PAGE_ROWS,
  type PreviewTask,
  type TaskHooks,
  type TrialTask,
} from './tasks.js';

/** The length of the longest header, and a little more. */
const HEAD_BYTES = (1 << 20) + (1 << 12);
/** The shortest time between two reports of progress. */
const PROGRESS_EVERY_MS = 100;

export async function previewFile(
  { file, hoja: chosen, operacion, language, options }: PreviewTask,
  { onProgress, pause }: TaskHooks,
): Promise<FilePreview> {
  const type = await formatOf(file, language);
  const xlsx = isWorkbookFormat(type) ? await xlsxLibrary() : null;
  const sheets = (await xlsx?.sheetNames(file)) ?? [];
  const readHead = async (source: ChosenFile): Promise<Uint8Array> =>
    firstBytes(textOf(source), xlsx === null ? HEAD_BYTES : 1);
  const sheet = await xlsx?.openSheet(file, { hoja: chosen });
  const hoja = sheet?.chosen?.value;
  const ofBook = { sheets, hoja, others: sheet?.chosen?.otras ?? [], isAnswered: sheet?.isAnswered ?? false };
  const head = await readHead({ file, hoja, operacion });
  const formato = type === 'ndjson' ? 'ndjson' : 'csv';
  const declared: SurveyOptions = { ...options, formato };
  const dateColumn = xlsx === null ? -1 : dateColumnOf(peek(head, language, declared).names, options);
  const source = { file, hoja, dateColumn, operacion };
  const progress = progressOf(file, onProgress);
  const survey = new Survey(declared);
  for await (const chunk of textOf(source, progress.read)) {
    survey.read(chunk);
    progress.report();
    await pause();
  }
  const evidence = survey.finish();
  if (formato === 'ndjson') return { type, peek: null, evidence, ...ofBook };
  const shown = dateColumn < 0 ? head : await readHead(source);
  const begin = peek(shown, language, declared, decideReading(evidence, declared));
  if (xlsx !== null && isBeside(evidence.layout))
    throw new UnreadableFile({ cause: 'archivo_sin_encabezado' }, language);
  return { type, peek: begin, evidence, ...ofBook };
}

const dateColumnOf = (names: readonly string[], { columnas = {}, nombre_completo }: PreviewTask['options']): number =>
  findGivenColumns(names, columnas, nombre_completo !== undefined).fecha_nacimiento;

/** Returns a row without its bytes, which are valid only until the next row. */
const keptRow = ({ written: _written, ...kept }: AnsweredRow): KeptRow => kept;

/** Answers rows of a table by a reading that is already decided. Rows that cannot be read carry their problem. */
export function tryRows({ options, delimiter, names, rows: all }: TrialTask): KeptRow[] {
  const { reading = decideReading(NO_EVIDENCE, options) } = options;
  const rows = all.filter(({ problem }) => problem === null);
  const done: KeptRow[] = [];
  const bad = all.flatMap(({ number, cells, problem }): KeptRow[] => {
    if (problem === null) return [];
    return [
      { number, cells, curp: undefined, values: [], notices: [], doubted: undefined, error: toRowError(problem) },
    ];
  });
  const lote = new Lote({
    ...options,
    // The rows are in UTF-8, and the first line holds the names of their columns.
    reading: {
      ...reading,
      codificacion: { ...reading.codificacion, value: 'utf-8' },
      encabezado: { ...reading.encabezado, value: 1, basis: 'declarada' },
      formato: { ...reading.formato, value: null },
    },
    firstRows: rows.length,
    duplicates: null, // the rows have numbers of their own, and are few
    onRow: (row) => done.push({ ...keptRow(row), number: rows[done.length]?.number ?? 0 }),
  });
  const lines = [names, ...rows.map(({ cells }) => cells)].map((cells) => `${csvRow(cells, delimiter)}\n`);
  drain(lote.process(new TextEncoder().encode(lines.join('')))); // `onRow` takes each row
  drain(lote.finish());
  lote.close();
  return [...done, ...bad].toSorted((a, b) => a.number - b.number);
}

/**
 * Processes the file by the reading of the preview and, if its rows prove another one, once more by that. Mended rows
 * prove nothing: they are read like the others.
 */
export async function processFile(task: FileTask, { onProgress, pause }: TaskHooks): Promise<FileResult> {
  const startedAt = performance.now();
  const first = task.options.reading ?? decideReading(NO_EVIDENCE, task.options);
  const begin = () => ({
    output: new BlobBuilder(),
    faulty: new FaultyRowsBuilder(task.columns),
    firstRows: new Array<KeptRow>(),
    progress: progressOf(task.file, onProgress),
    totals: () => sumTotals([]),
  });
  let pass = begin();
  const onRow = (done: AnsweredRow): void => {
    const row = keptRow(done);
    if (pass.firstRows.length < PAGE_ROWS) pass.firstRows.push(row);
    pass.faulty.add(row);
  };
  const options = { ...task.options, reading: first, mends: mendsOf(task.mends), firstRows: PAGE_ROWS, onRow };
  const file = textFile({ chunks: () => textOf(task, pass.progress.read) }, options);
  const sink: FileSink = {
    begin: ({ totals }) => (pass.totals = totals),
    write: async (piece) => {
      pass.output.add(piece.slice());
      pass.progress.report(pass.totals());
      await pause();
    },
    restart: () => void (pass = begin()),
  };
  const { totals, reading } =
    task.mends === undefined ? await answerFile(file, sink) : await answerOnce(file, first, sink);
  const seconds = (performance.now() - startedAt) / 1000;
  const output = pass.output.blob('text/plain;charset=utf-8');
  const rangos = { ...reading.rangos, value: await unextendedRanges(task) };
  const { firstRows } = pass;
  return { totals, reading: { ...reading, rangos }, output, firstRows, ...pass.faulty.finish(), seconds };
}

/** Returns the ranges of a workbook that cannot grow over the answers. A workbook without room for them says so when it is written. */
async function unextendedRanges({ file, hoja, type, options }: FileTask): Promise<readonly SheetRange[]> {
  if (!isWorkbookFormat(type)) return [];
  const { openSheet } = await xlsxLibrary();
  const places = SheetLote.open(await openSheet(file, { hoja }), options).then(async (sheet) => sheet.findPlace());
  return places.then(
    ([found]) => found?.unextended ?? [],
    () => [],
  );
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
