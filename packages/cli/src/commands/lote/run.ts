/** Runs `curp lote`, from the names of the files to the summary. */
import { UnreadableFile, rowProblemInWords } from '@curp-service/contract/codes/file';
import { READING_PARAMETERS, type Reading } from '@curp-service/contract/reading';
import { type DescribedReading, describeReading } from '@curp-service/contract/describe-reading';
import {
  Buffered,
  decideReading,
  type Evidence,
  isSexUnknown,
  type LoteOptions,
  PlaceMoved,
  readTwice,
  sample,
  SheetLote,
  surveyAll,
  type Totals,
  type Understood,
} from '@curp-service/lote';
import { text, user } from '../../environment.js';
import { CommandFailure, EXIT, failure } from '../../failure.js';
import { areCompatible, type Format, type Formats, incompatibleMessage, workbookFormat } from '../../files/format.js';
import { type InputFile, openInput } from '../../files/input.js';
import { openOutput, type FileOutput, PipeClosed } from '../../files/output.js';
import { readRows, toOutputFormat } from '../../files/stages.js';
import { rejoined } from '../../files/streams.js';
import { onSignals } from '../../terminal/signals.js';
import { askAbout, conflictIn, layoutOf, type LoteCommandOptions, type LotePlan, planLote } from './plan.js';
import { COMMAND, LoteScreen, withoutPersonalData } from './screen.js';
import { inThreads, inWorkbook, type LocalWork, type OnUnderstood, ThreadStopped, type FileWork } from './work.js';

/** Processes a file. On a terminal, asks what only a person can know about it, and begins again with the answer. */
export async function runLote(path: string, options: LoteCommandOptions): Promise<void> {
  try {
    await processOnce(path, options);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const answer = await askAbout(error, path, options);
    if (answer === null) {
      throw new CommandFailure(EXIT.USAGE, rowProblemInWords(error.problem, COMMAND, user.language));
    }
    await runLote(path, { ...options, ...answer });
  }
}

async function processOnce(path: string, options: LoteCommandOptions): Promise<void> {
  const plan = planLote(path, options);
  const input = openInput(plan.source);
  const screen = new LoteScreen(plan, options);
  let output: FileOutput | null = null;
  let work: FileWork | null = null;
  const stopListening = onSignals(() => {
    const nothingLeft = output?.abandon() === true;
    screen.status.say(
      nothingLeft
        ? text(`Interrumpido: ${plan.target} no se escribió.`, `Interrupted: ${plan.target} was not written.`)
        : text('Interrumpido: la salida está incompleta.', 'Interrupted: the output is incomplete.'),
    );
    // A job at a service must be cancelled; threads end with this process.
    return plan.service === null ? null : (work?.close() ?? null);
  });
  try {
    output = openOutput(plan.target, input.stats, options.forzar === true);
    const onStart = (started: FileWork): void => void (work = started);
    const { totals, lectura } = await processFile({ input, output, plan, options, screen, onStart });
    await output.finish();
    screen.finish(totals, lectura);
    if (totals.good < totals.rows || totals.reviews > 0) process.exitCode = EXIT.NO;
  } catch (error) {
    screen.status.clearBar();
    throw toFailure(error, output?.abandon() === true);
  } finally {
    stopListening();
    input.close();
  }
}

/** Turns an expected error into a message for the user, and returns a bug of this program unchanged. */
function toFailure(error: unknown, nothingLeft: boolean): unknown {
  if (error instanceof PipeClosed) {
    return failure(
      EXIT.IO,
      'Se cerró la salida antes de tiempo: está incompleta.',
      'The output was closed too early: it is incomplete.',
    );
  }
  const notWritten = nothingLeft ? ` ${text('SALIDA no se escribió.', 'SALIDA was not written.')}` : '';
  if (error instanceof ThreadStopped) {
    const message = text(`Un hilo se detuvo (${error.message}).`, `A thread stopped (${error.message}).`);
    return new CommandFailure(EXIT.SOFTWARE, `${message}${notWritten}`);
  }
  return error instanceof CommandFailure && error.exitCode === EXIT.IO
    ? new CommandFailure(EXIT.IO, `${error.message}${notWritten}`)
    : error;
}

/** The totals of a file, and how it was read. */
interface FileDone {
  readonly totals: Readonly<Totals>;
  readonly lectura: DescribedReading;
}

/** The parts of one run. */
interface LoteRun {
  readonly input: InputFile;
  readonly output: FileOutput;
  readonly plan: LotePlan;
  readonly options: LoteCommandOptions;
  readonly screen: LoteScreen;
  readonly onStart: (work: FileWork) => void;
}

/** Processes the rows. A workbook whose rows prove another place for the answers than the first ones suggested is processed again. */
async function processFile(run: LoteRun): Promise<FileDone> {
  const { restart } = run.output;
  try {
    return await processRows(run, restart !== undefined);
  } catch (error) {
    if (!(error instanceof PlaceMoved)) throw error;
    run.screen.restart();
    restart?.();
    return processRows(run, false);
  }
}

async function processRows(
  { input, output, plan, options, screen, onStart }: LoteRun,
  supposesPlace: boolean,
): Promise<FileDone> {
  const rows = await openRows(input, plan, options, supposesPlace);
  const { loteOptions, sheet } = rows;
  const describe = (reading: Reading): DescribedReading =>
    describeReading(reading, user.language, sheet !== null, COMMAND);
  const book = workbookFormat(plan.formats.output);
  let delimiter: string | undefined;
  const onUnderstood = (understood: Understood, work: FileWork, lectura: DescribedReading): void => {
    ({ delimiter } = understood);
    screen.start(withoutPersonalData(understood, plan.columnMap), lectura, work, work.progress ?? input.progress);
  };
  const write = async <T>(work: FileWork, chunks: AsyncIterable<Uint8Array>, result: () => T): Promise<T> => {
    onStart(work);
    const done = work.rows(chunks);
    const pieces = work.givesWorkbook ? done : toOutputFormat(done, plan.formats.output, () => delimiter);
    try {
      for await (const piece of pieces) await output.write(piece);
      return result();
    } finally {
      await work.close();
    }
  };

  if (plan.service !== null) {
    const { Remote } = await import('./remote.js');
    const listeners = {
      onUnderstood: (understood: Understood) => onUnderstood(understood, remote, []),
      onReading: (lectura: DescribedReading) => screen.show(lectura),
      onResend: (reason: string, seconds: number) => screen.resend(reason, seconds),
    };
    const sent = sheet !== null && book !== undefined ? { sheet, formato: book, hoja: options.hoja } : null;
    const open = sent === null ? rows.open : async (): Promise<AsyncIterable<Uint8Array>> => input.chunks();
    const reopen = (sent === null ? rows : input).canReread ? open : null;
    const remote = new Remote(plan.service, loteOptions, input.progress, listeners, { reopen, book: sent });
    return write(remote, await open(), () => ({ totals: remote.totals(), lectura: remote.lectura() }));
  }
  const isCompressed = sheet !== null || plan.formats.input?.gz === true;
  const size = isCompressed ? null : input.progress.total;
  const pass: ReadingPass = async (chunks, reading) => {
    const onHeader: OnUnderstood = (understood) => onUnderstood(understood, work, describe(reading));
    const work: LocalWork =
      sheet !== null && book !== undefined
        ? inWorkbook(sheet, reading, onHeader)
        : inThreads({ ...loteOptions, reading }, onHeader, options.hilos, size);
    return write(work, chunks, () => ({ totals: work.totals(), evidence: work.evidence() }));
  };
  const { totals, reading } = await withOneReading(rows, output, pass, () => screen.restart());
  return { totals, lectura: describe(reading) };
}

interface InputRows {
  readonly loteOptions: LoteOptions;
  /** The sheet of a workbook; `null` if the file is text. */
  readonly sheet: SheetLote | null;
  /** Begins to read the rows; if `canReread`, another call reads them again from the start. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
  readonly canReread: boolean;
  /** Returns the reading that rows from the whole file suggest; `null` if only the first rows can be sampled. */
  readonly suggest: (() => Reading) | null;
}

async function openRows(
  input: InputFile,
  { formats, columnMap, service }: LotePlan,
  options: LoteCommandOptions,
  supposesPlace: boolean,
): Promise<InputRows> {
  const csvOptions: LoteOptions = {
    formato: 'csv',
    operacion: options.operacion,
    layout: layoutOf(options),
    language: user.language,
    columnas: columnMap,
    codificacion: options.codificacion,
    excel: options.excel === true,
    homonimos: options.homonimos === true,
    ...Object.fromEntries(READING_PARAMETERS.map((name) => [name, options[name]])),
  };
  if (workbookFormat(formats.input) !== undefined) {
    const { openWorkbook } = await import('../../files/workbooks.js');
    const sheet = await SheetLote.open(await openWorkbook(input, options.hoja), csvOptions);
    if (workbookFormat(formats.output) !== undefined && service === null) await sheet.findPlace(supposesPlace);
    const open = async (): Promise<AsyncIterable<Uint8Array>> => sheet.csv(formats.output?.tabs ? '\t' : ',');
    return { loteOptions: sheet.options, sheet, open, canReread: true, suggest: () => sheet.suggested };
  }
  const first = await readRows(input, formats.input);
  checkFormat(first.format, formats, options);
  const loteOptions: LoteOptions = first.format.kind === 'ndjson' ? { ...csvOptions, formato: 'ndjson' } : csvOptions;
  let opened: typeof first | null = first;
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    const { chunks } = opened ?? (await readRows(input, formats.input));
    opened = null;
    return chunks;
  };
  const suggest = first.format.gz || first.isArray ? null : (): Reading => sample(input.stretches(), loteOptions);
  return { loteOptions, sheet: null, open, canReread: input.canReread, suggest };
}

/** Checks the format that the first bytes show: the names of the files may not allow it. */
function checkFormat(format: Format, formats: Formats, options: LoteCommandOptions): void {
  const problem = areCompatible(format, formats.output)
    ? conflictIn(options, { ...formats, input: format })
    : incompatibleMessage();
  if (problem !== null) throw new CommandFailure(EXIT.USAGE, problem);
}

/** Processes all rows with one reading. */
type ReadingPass = (
  chunks: AsyncIterable<Uint8Array>,
  reading: Reading,
) => Promise<{ readonly totals: Readonly<Totals>; readonly evidence: Evidence }>;

/** Decides how the rows are read and processes them. If they prove another reading, calls `onRestart` and processes them again. */
async function withOneReading(
  { loteOptions: options, open, canReread, suggest }: InputRows,
  { restart }: FileOutput,
  pass: ReadingPass,
  onRestart: () => void,
): Promise<{ readonly totals: Readonly<Totals>; readonly reading: Reading }> {
  if (!canReread) {
    const { reading, all } = await readHead(await open(), options);
    return { reading, totals: (await pass(all, reading)).totals };
  }
  const supposed =
    restart === undefined ? null : suggest === null ? await sampleHead(await open(), options) : suggest();
  // A row outside the sample may show what M means, so that the user need not be asked.
  if (restart === undefined || supposed === null || isSexUnknown(supposed.sexo)) {
    const reading = await surveyAll(await open(), options);
    return { reading, totals: (await pass(await open(), reading)).totals };
  }
  const { reading, done } = await readTwice(supposed, options, async (used) => {
    if (used !== supposed) {
      onRestart();
      restart();
    }
    return pass(await open(), used);
  });
  return { reading, totals: done.totals };
}

interface ReadHead {
  readonly reading: Reading;
  readonly all: AsyncGenerator<Uint8Array, void>;
}

/** Decides the reading from the first rows. `all`: the rows from the first on. */
async function readHead(chunks: AsyncIterable<Uint8Array>, options: LoteOptions): Promise<ReadHead> {
  const iterator = chunks[Symbol.asyncIterator]();
  const buffered = new Buffered(options);
  let step = await iterator.next();
  while (step.done !== true && !buffered.take(step.value)) step = await iterator.next();
  const evidence = buffered.evidence(step.done === true);
  return { reading: decideReading(evidence, options), all: rejoined(buffered.bytes, iterator) };
}

/** Returns the reading that the first rows suggest, without reading the others. */
async function sampleHead(chunks: AsyncIterable<Uint8Array>, options: LoteOptions): Promise<Reading> {
  const { reading, all } = await readHead(chunks, options);
  await all.next(); // a generator that has not started would not close its source
  await all.return();
  return reading;
}
