/** Runs `curp lote`, from the names of the files to the summary. */
import type { FileOptionName } from '@curp-service/contract/file-options';
import { READING_PARAMETERS, type Reading, type ReadingParameter } from '@curp-service/contract/reading';
import { type DescribedReading, describeReading } from '@curp-service/contract/describe-reading';
import {
  answerFile,
  answerOnce,
  type AnswerRows,
  type FileSink,
  answerRows,
  Lote,
  type LoteOptions,
  SheetLote,
  sumTotals,
  textFile,
  type TextSource,
  type Totals,
  type Understood,
} from '@curp-service/lote';
import { user } from '../../environment.js';
import { CommandFailure, EXIT } from '../../failure.js';
import { workbookFormat } from '../../files/format.js';
import { type InputFile, openInput } from '../../files/input.js';
import { layoutOf } from '../../files/layout.js';
import { type AnswerStore, answerStore } from '../../files/output.js';
import { readRows, toOutputFormat } from '../../files/stages.js';
import { workOnOutputs } from '../../files/work-on-outputs.js';
import { AnswerChanges } from './changes.js';
import { PendingRows } from './pending.js';
import { askSheet, conflictIn, type LoteCommandOptions, type LotePlan, mayAsk, planLote } from './plan.js';
import type { ReadingFile } from '../lectura/data.js';
import { PartRun, givenLectura } from './part.js';
import { answersTo } from './questions.js';
import { runRepetidas } from './repetidas.js';
import type { ThreadedFile } from './stretches.js';
import { answerInThreads } from './threads.js';
import { COMMAND, LoteScreen, withoutPersonalData } from './screen.js';

/** The most bytes for the people of a file: about eight million. */
const DUPLICATE_MEMORY = 256 << 20;

/** Processes a file. On a terminal, asks what only a person can know about it, and begins again with the answer. */
export async function runLote(path: string, given: LoteCommandOptions): Promise<void> {
  const lectura = givenLectura(given);
  if (lectura !== null) return runPart(path, given, lectura);
  let options = given;
  try {
    options = await withSheet(path, given);
    await processOnce(path, options);
  } catch (error) {
    await runLote(path, { ...options, ...(await answersTo(error, path, options)) });
  }
}

/** On a terminal, asks whether all sheets of a workbook are read, if several hold people and the answer can be a workbook. */
async function withSheet(path: string, options: LoteCommandOptions): Promise<LoteCommandOptions> {
  const { source, formats } = planLote(path, options);
  const isBook = workbookFormat(formats.input) !== undefined && workbookFormat(formats.output) !== undefined;
  if (!isBook || options.hoja !== undefined || !mayAsk(path, options)) return options;
  const input = openInput(source);
  try {
    const { openWorkbook } = await import('../../files/workbooks.js');
    const { chosen } = await openWorkbook(await input.stored(), undefined);
    return chosen === null || chosen.otras.length === 0 ? options : { ...options, hoja: await askSheet(chosen) };
  } finally {
    input.close();
  }
}

/** Answers a part by the reading of all, or writes into its answer which people are twice in the file. */
async function runPart(path: string, options: LoteCommandOptions, lectura: ReadingFile): Promise<void> {
  if (options.repetidas === undefined) await processOnce(path, options, lectura);
  else await runRepetidas(path, options.repetidas, lectura, options);
}

/** `ofPart`: the reading of the file of which this is a part. */
async function processOnce(
  path: string,
  options: LoteCommandOptions,
  ofPart: ReadingFile | null = null,
): Promise<void> {
  const plan = planLote(path, options);
  const input = openInput(plan.source);
  const screen = new LoteScreen(plan, options);
  try {
    const { totals, lectura, changes } = await workOnOutputs(
      plan.target,
      options.forzar,
      screen.status,
      async (open) => {
        const store = answerStore(open(plan.target, input.stats));
        try {
          const beside = options.cambios === undefined ? null : open(options.cambios, input.stats);
          const compared = beside === null ? null : new AnswerChanges();
          const part = ofPart && new PartRun(ofPart, path, options, (name) => open(name, input.stats));
          const done = await processRows({ input, store, plan, options, screen, changes: compared, part });
          await part?.finish();
          await store.send();
          if (compared !== null) await beside?.write(compared.csv());
          return { ...done, changes: compared };
        } finally {
          store.close();
        }
      },
    );
    screen.finish(totals, lectura, changes?.counts);
    if (totals.good < totals.rows || totals.reviews > 0) process.exitCode = EXIT.NO;
  } finally {
    input.close();
  }
}

/** The totals of a file, and how it was read. */
interface FileDone {
  readonly totals: Readonly<Totals>;
  readonly lectura: DescribedReading;
}

/** The parts of one run. */
interface LoteRun {
  readonly input: InputFile;
  readonly store: AnswerStore;
  readonly plan: LotePlan;
  readonly options: LoteCommandOptions;
  readonly screen: LoteScreen;
  /** `null` if the answer is not compared with an earlier one. */
  readonly changes: AnswerChanges | null;
  /** `null` if the file is whole. */
  readonly part: PartRun | null;
}

async function processRows(run: LoteRun): Promise<FileDone> {
  const { input, store, plan, options, screen, changes, part } = run;
  let delimiter: string | undefined;
  let totals = (): Readonly<Totals> => sumTotals([]);
  if (input.isPipe) screen.storing(input.progress);
  const rows = await openRows(
    run,
    (understood) => {
      ({ delimiter } = understood);
      screen.start(withoutPersonalData(understood, plan.columnMap), describe(understood.reading));
    },
    part?.options,
  );
  const { sheet, loteOptions } = rows;
  const describe = (reading: Reading): DescribedReading =>
    describeReading(reading, user.language, sheet !== null, COMMAND);
  const threads = await threadsFor(run, rows);
  const answer: AnswerRows = (chunks, own, step) => {
    if (threads !== null) return answerInThreads(threads, own, () => answerRows(new Lote(own), chunks, step));
    const pending = options.solo_pendientes === true ? new PendingRows(own.excel === true) : null;
    const watched = pending === null ? own : pending.watch(own);
    const lote = new Lote(changes === null ? watched : changes.watch(watched));
    const pass = answerRows(lote, part === null ? chunks : part.watch(lote, chunks));
    const pieces = pending === null ? pass.pieces : pending.instead(pass.pieces);
    return { ...pass, pieces: toOutputFormat(pieces, plan.formats.output, () => delimiter) };
  };
  const isWorkbook = workbookFormat(plan.formats.output) !== undefined;
  const givesBook = sheet !== null && isWorkbook && options.solo_pendientes !== true;
  const file = givesBook ? sheet : textFile(rows.source, { ...loteOptions, reading: sheet?.suggested }, answer);
  const sink: FileSink = {
    begin: (pass) => {
      ({ totals } = pass);
      screen.answering(totals, input.progress);
    },
    write: store.write,
    restart: (_, isMoved) => {
      screen.restart(isMoved);
      store.restart();
    },
  };
  const done = await (part === null ? answerFile(file, sink) : answerOnce(file, part.reading, sink));
  return { totals: done.totals, lectura: describe(done.reading) };
}

/** Returns what threads need to answer a file; `null` if one thread answers it. */
async function threadsFor(
  { input, options, changes, part }: LoteRun,
  { sheet, isAsItIs }: InputRows,
): Promise<ThreadedFile | null> {
  const { hilos = 1, solo_pendientes } = options;
  const fd = hilos > 1 && isAsItIs && sheet === null ? await input.plainFile() : null;
  if (fd === null || changes !== null || part !== null || solo_pendientes === true) return null;
  return { fd, size: input.stats.size, threads: hilos, progress: input.progress };
}

interface InputRows {
  /** True if the bytes of the file are its rows. */
  readonly isAsItIs: boolean;
  readonly loteOptions: LoteOptions;
  /** The sheet of a workbook; `null` if the file is text. */
  readonly sheet: SheetLote | null;
  /** The rows as text. */
  readonly source: TextSource;
}

/** Opens the rows of a file. `more`: options that are not those of a user. */
export async function openRows(
  { input, plan: { formats, columnMap }, options }: Pick<LoteRun, 'input' | 'plan' | 'options'>,
  onUnderstood?: (understood: Understood) => void,
  more: Partial<LoteOptions> = {},
): Promise<InputRows> {
  const csvOptions: LoteOptions = {
    formato: 'csv',
    operacion: options.operacion,
    layout: layoutOf(options.formato),
    language: user.language,
    columnas: columnMap,
    codificacion: options.codificacion,
    excel: options.excel === true,
    duplicateMemory: DUPLICATE_MEMORY,
    ...Object.fromEntries(READING_PARAMETERS.map((name) => [name, options[name]])),
    ...(onUnderstood && { onUnderstood }),
    ...more,
  } satisfies LoteOptions & Record<Exclude<FileOptionName, ReadingParameter | 'formato' | 'hoja'>, unknown>;
  const stored = await input.stored();
  if (workbookFormat(formats.input) !== undefined) {
    const { openWorkbook } = await import('../../files/workbooks.js');
    const sheet = await SheetLote.open(await openWorkbook(stored, options.hoja), csvOptions);
    const delimiter = formats.output?.tabs ? '\t' : ',';
    return { isAsItIs: false, loteOptions: sheet.options, sheet, source: { chunks: () => sheet.csv(delimiter) } };
  }
  const { format, chunks, isConverted } = await readRows(stored.chunks(), formats.input);
  const conflict = conflictIn(options, { ...formats, input: format }); // which the names of the files did not show
  if (conflict !== null) throw new CommandFailure(EXIT.USAGE, conflict);
  const loteOptions: LoteOptions = format.kind === 'ndjson' ? { ...csvOptions, formato: 'ndjson' } : csvOptions;
  let first: typeof chunks | null = chunks;
  async function* fromBeginning(): AsyncGenerator<Uint8Array, void> {
    const opened = first ?? (await readRows(stored.chunks(), formats.input)).chunks;
    first = null;
    yield* opened;
  }
  return { isAsItIs: !isConverted, loteOptions, sheet: null, source: { chunks: fromBeginning } };
}
