/** Previews a file, tries some of its rows, and processes it. */
import { UnreadableFile, toRowError } from '@curp-service/contract/codes/file';
import { findGivenColumns } from '@curp-service/contract/columns';
import { isBeside } from '@curp-service/contract/layouts';
import { MEDIA_TYPES, isWorkbookFormat } from '@curp-service/contract/jobs';
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
  answerRows,
  decideReading,
  drain,
  peek,
  sumTotals,
  textFile,
} from '@curp-service/lote';
import { FaultyRowsBuilder, keptRow } from './faulty-rows.js';
import { BlobBuilder, chunksOf, firstBytes, formatOf, textOf, xlsxLibrary } from './files.js';
import {
  type AnswerTask,
  type ChosenFile,
  type AnsweredFile,
  type FilePreview,
  type FileResult,
  type FileTask,
  type KeptRow,
  PAGE_ROWS,
  type PreviewTask,
  type RowTask,
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
  const { otras: others = [], iguales: equal = [] } = sheet?.chosen ?? {};
  const ofBook = { sheets, hoja, others, equal, isAnswered: sheet?.isAnswered ?? false };
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
  // Which columns are an earlier answer depends on the operation; what the rows show serves the others too.
  const begin = peek(shown, language, { ...declared, operacion }, decideReading(evidence, declared));
  if (xlsx !== null && isBeside(evidence.layout))
    throw new UnreadableFile({ cause: 'archivo_sin_encabezado' }, language);
  return { type, peek: begin, evidence, ...ofBook };
}

const dateColumnOf = (names: readonly string[], { columnas = {}, nombre_completo }: PreviewTask['options']): number =>
  findGivenColumns(names, columnas, nombre_completo !== undefined).fecha_nacimiento;

/** Answers rows of a table by a reading that is already decided. Rows that cannot be read carry their problem. */
export function tryRows({ options, delimiter, names, rows: all }: TrialTask): KeptRow[] {
  const { reading = decideReading(NO_EVIDENCE, options) } = options;
  const rows = all.filter(({ problem }) => problem === null);
  const done: KeptRow[] = [];
  const bad = all.flatMap(({ number, cells, problem }): KeptRow[] => {
    if (problem === null) return [];
    const error = toRowError(problem);
    const reasons = [{ reason: problem, field: null, column: -1, fills: [] }];
    return [{ number, cells, curp: undefined, values: [], notices: [], doubted: undefined, error, reasons }];
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
    onRow: (row) => done.push({ ...keptRow(row, null), number: rows[done.length]?.number ?? 0 }),
  });
  const lines = [names, ...rows.map(({ cells }) => cells)].map((cells) => `${csvRow(cells, delimiter)}\n`);
  drain(lote.process(new TextEncoder().encode(lines.join('')))); // `onRow` takes each row
  drain(lote.finish());
  lote.close();
  return [...done, ...bad].toSorted((a, b) => a.number - b.number);
}

/** The file that was processed last: its work, which answers single rows of it again. */
let processed: { readonly lote: Lote; readonly task: FileTask } | null = null;

/** Answers rows of the file that was processed last once more. */
export function answerRowsAgain(rows: readonly RowTask[]): (KeptRow | null)[] {
  return rows.map(({ number, ...reported }) => {
    const done = processed?.lote.again(number, reported) ?? null;
    return done === null ? null : keptRow(done, processed?.task.columns ?? null);
  });
}

/**
 * Processes the file by the reading of the preview and, if its rows prove another one, once more by that. Rows that a person
 * changed prove nothing: they are read like the others.
 */
export async function processFile(task: FileTask, { onProgress, pause }: TaskHooks): Promise<FileResult> {
  const startedAt = performance.now();
  const first = task.options.reading ?? decideReading(NO_EVIDENCE, task.options);
  const begin = () => ({
    output: new BlobBuilder(),
    faulty: new FaultyRowsBuilder(),
    firstRows: new Array<KeptRow>(),
    progress: progressOf(task.file, onProgress),
    totals: () => sumTotals([]),
  });
  let pass = begin();
  const onRow = (done: AnsweredRow): void => {
    const isFirst = pass.firstRows.length < PAGE_ROWS;
    const isFaulty = done.error !== null || done.notices.length > 0 || task.overrides.cells.has(done.number);
    const row = keptRow(done, task.columns);
    if (isFirst) pass.firstRows.push(row);
    if (isFaulty) pass.faulty.add(row);
  };
  const { overrides } = task;
  const options = { ...task.options, reading: first, overrides, firstRows: PAGE_ROWS, onRow };
  const file = textFile({ chunks: () => textOf(task, pass.progress.read) }, options, (chunks, own, step) => {
    processed?.lote.close();
    const lote = new Lote(own);
    processed = { lote, task };
    return { ...answerRows(lote, chunks, step), close: async () => {} };
  });
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
    overrides.cells.size === 0 ? await answerFile(file, sink) : await answerOnce(file, first, sink);
  const seconds = (performance.now() - startedAt) / 1000;
  const output = pass.output.blob('text/plain;charset=utf-8');
  const rangos = { ...reading.rangos, value: await unextendedRanges(task) };
  const { firstRows } = pass;
  return { totals, reading: { ...reading, rangos }, output, firstRows, ...pass.faulty.finish(), seconds };
}

/** Answers the whole file with what the user changed, by the reading that is decided. */
export async function answerAs({ as, ...task }: AnswerTask, { onProgress, pause }: TaskHooks): Promise<AnsweredFile> {
  const { file, hoja, type, options, overrides } = task;
  const { reading = decideReading(NO_EVIDENCE, options) } = options;
  const { read, report } = progressOf(file, onProgress);
  const output = new BlobBuilder();
  const write = async (piece: Uint8Array): Promise<void> => {
    output.add(piece.slice());
    report();
    await pause();
  };
  const own = { ...options, overrides, inWords: as === 'nuevo' };
  const people =
    as === 'libro'
      ? await SheetLote.open(await (await xlsxLibrary()).openSheet(file, { hoja }), own)
      : textFile({ chunks: () => textOf(task, read) }, own);
  const { totals } = await answerOnce(people, reading, { write });
  const text = output.blob(as === 'libro' ? MEDIA_TYPES[type] : 'text/plain;charset=utf-8');
  if (as !== 'nuevo') return { output: text, totals };
  return { output: await newWorkbook({ csv: text, delimiter: task.delimiter }, pause), totals };
}

/** Writes a CSV as a new workbook. */
export async function newWorkbook(
  { csv, delimiter }: { readonly csv: Blob; readonly delimiter: string },
  pause: TaskHooks['pause'],
): Promise<Blob> {
  const { xlsxFromCsv } = await xlsxLibrary();
  async function* inSlices(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of chunksOf(csv.stream())) {
      yield chunk;
      await pause();
    }
  }
  const output = new BlobBuilder();
  for await (const piece of xlsxFromCsv(inSlices(), { delimitador: delimiter })) {
    output.add(piece.slice());
    await pause();
  }
  return output.blob(MEDIA_TYPES.xlsx);
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
