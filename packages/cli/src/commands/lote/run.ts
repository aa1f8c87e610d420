/** Runs `curp lote`, from the names of the files to the summary. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { Reading } from '@curp-service/contract/reading';
import { type ToldReading, tellReading } from '@curp-service/contract/tell-reading';
import type { Totals, Understood } from '@curp-service/lote';
import type { CommandContext, Translate } from '../../environment.js';
import { EXIT, CommandFailure } from '../../failure.js';
import { type InputFile, openInput } from '../../files/input.js';
import { openOutput, type FileOutput, PipeClosed } from '../../files/output.js';
import { onSignals } from '../../terminal/signals.js';
import { type LoteCommandOptions, type LotePlan, planLote } from './plan.js';
import { LoteScreen, withOptions, withoutPersonalData } from './screen.js';
import { inThreads, inWorkbook, type LocalWork, type OnUnderstood, ThreadStopped, type FileWork } from './work.js';
import { workbookFormat } from '../../files/format.js';
import { toOutputFormat } from '../../files/stages.js';
import { askAbout } from './ask.js';
import { openRows, type ReadingPass, withOneReading } from './rows.js';

/** Processes a file. On a terminal, asks what only a person can know of it, and begins again with the answer. */
export async function runLote(path: string, options: LoteCommandOptions, context: CommandContext): Promise<void> {
  try {
    await processOnce(path, options, context);
  } catch (error) {
    const answer = error instanceof UnreadableFile ? await askAbout(error, path, options, context) : null;
    if (answer === null) throw error instanceof UnreadableFile ? toUsage(error) : error;
    await runLote(path, { ...options, ...answer }, context);
  }
}

async function processOnce(path: string, options: LoteCommandOptions, context: CommandContext): Promise<void> {
  const { text } = context;
  const plan = planLote(path, options, context);
  const input = openInput(plan.source, text);
  const screen = new LoteScreen(plan, options, context);
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
    output = openOutput(plan.target, input.stats, options.forzar === true, text);
    const onStart = (started: FileWork): void => void (work = started);
    const { totals, lectura } = await processFile({ input, output, plan, options, screen, context, onStart });
    await output.finish();
    screen.finish(totals, lectura);
    if (totals.good < totals.rows || totals.reviews > 0) process.exitCode = EXIT.NO;
  } catch (error) {
    screen.status.clearBar();
    const nothingLeft = output?.abandon() === true;
    throw toFailure(error, nothingLeft, text);
  } finally {
    stopListening();
    input.close();
  }
}

const toUsage = (error: UnreadableFile): CommandFailure => new CommandFailure(EXIT.USAGE, withOptions(error.message));

/** Turns an expected error into a message for the user; a bug of this program stays as it is. */
function toFailure(error: unknown, nothingLeft: boolean, text: Translate): unknown {
  if (error instanceof PipeClosed) {
    const message = text(
      'Se cerró la salida antes de tiempo: está incompleta.',
      'The output was closed too early: it is incomplete.',
    );
    return new CommandFailure(EXIT.IO, message);
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
  readonly lectura: ToldReading;
}

/** The parts of one run. */
interface LoteRun {
  readonly input: InputFile;
  readonly output: FileOutput;
  readonly plan: LotePlan;
  readonly options: LoteCommandOptions;
  readonly screen: LoteScreen;
  readonly context: CommandContext;
  readonly onStart: (work: FileWork) => void;
}

async function processFile({ input, output, plan, options, screen, context, onStart }: LoteRun): Promise<FileDone> {
  const { language, text } = context;
  const rows = await openRows(input, plan, options, context);
  const { loteOptions, sheet } = rows;
  const tell = (reading: Reading): ToldReading => tellReading(reading, language, sheet !== null);
  const book = workbookFormat(plan.formats.output);
  let delimiter: string | undefined;
  const onUnderstood = (understood: Understood, work: FileWork, lectura: ToldReading): void => {
    ({ delimiter } = understood);
    screen.start(withoutPersonalData(understood, plan.columnMap), lectura, work, work.progress ?? input.progress);
  };
  const write = async <T>(work: FileWork, chunks: AsyncIterable<Uint8Array>, result: () => T): Promise<T> => {
    onStart(work);
    const done = work.rows(chunks);
    const pieces = work.givesWorkbook ? done : toOutputFormat(done, plan.formats.output, () => delimiter, text);
    try {
      for await (const piece of pieces) await output.write(piece);
      return result();
    } finally {
      await work.close();
    }
  };

  if (plan.service !== null) {
    const { Remote } = await import('./remote.js');
    const tellers = {
      onUnderstood: (understood: Understood) => onUnderstood(understood, remote, []),
      onReading: (lectura: ToldReading) => screen.tell(lectura),
      onResend: (reason: string, seconds: number) => screen.resend(reason, seconds),
    };
    const sent = sheet !== null && book !== undefined ? { sheet, formato: book, hoja: options.hoja } : null;
    const open = sent === null ? rows.open : async (): Promise<AsyncIterable<Uint8Array>> => input.chunks();
    const reopen = (sent === null ? rows : input).canReread ? open : null;
    const remote = new Remote(plan.service, loteOptions, input.progress, text, tellers, { reopen, book: sent });
    return write(remote, await open(), () => ({ totals: remote.totals(), lectura: remote.lectura() }));
  }
  const isCompressed = sheet !== null || plan.formats.input?.gz === true;
  const size = isCompressed ? null : input.progress.total;
  const pass: ReadingPass = async (chunks, reading) => {
    const onHeader: OnUnderstood = (understood) => onUnderstood(understood, work, tell(reading));
    const work: LocalWork =
      sheet !== null && book !== undefined
        ? inWorkbook(sheet, reading, onHeader)
        : inThreads({ ...loteOptions, reading }, onHeader, options.hilos, size);
    return write(work, chunks, () => ({ totals: work.totals(), evidence: work.evidence() }));
  };
  const { totals, reading } = await withOneReading(rows, output, pass, () => screen.restart());
  return { totals, lectura: tell(reading) };
}
