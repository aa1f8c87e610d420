/** Runs `curp lote`, from the names of the files to the summary. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { LoteOptions, Totals } from '@curp-service/lote';
import type { CommandContext, Translate } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import { openOutput } from '../../files/target.js';
import { type Input, openInput } from '../../files/input.js';
import { readRows, toOutputFormat } from '../../files/stages.js';
import { incompatibleMessage, areCompatible } from '../../files/format.js';
import { ThreadStopped } from './thread.js';
import { withoutPersonalData } from './report.js';
import { type LoteCommandOptions, conflictIn } from './options.js';
import { LoteScreen } from './screen.js';
import { type LotePlan, planLote } from './plan.js';
import { type Output, PipeClosed } from '../../files/output.js';
import type { Progress } from '../../terminal/progress.js';
import { onSignals } from '../../terminal/signals.js';
import { type OnUnderstood, type Work, inOneThread } from './work.js';

/** The progress of a workbook, which is read at once before its rows come out. */
const UNKNOWN_END: Progress = { done: 0, total: null };

export async function runLote(path: string, options: LoteCommandOptions, context: CommandContext): Promise<void> {
  const { text } = context;
  const plan = planLote(path, options, context);
  const input = openInput(plan.source, text);
  const screen = new LoteScreen(plan, options, context);
  let output: Output | null = null;
  let work: Work | null = null;
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
    const onStart = (started: Work): void => void (work = started);
    const totals = await processFile({ input, output, plan, options, screen, context, onStart });
    await output.finish();
    screen.finish(totals);
    if (totals.good < totals.rows) process.exitCode = EXIT.NO;
  } catch (error) {
    screen.status.clearBar();
    const nothingLeft = output?.abandon() === true;
    throw toFailure(error, nothingLeft, text);
  } finally {
    stopListening();
    input.close();
  }
}

/** The parts of one run. */
interface Run {
  readonly input: Input;
  readonly output: Output;
  readonly plan: LotePlan;
  readonly options: LoteCommandOptions;
  readonly screen: LoteScreen;
  readonly context: CommandContext;
  readonly onStart: (work: Work) => void;
}

async function processFile({ input, output, plan, options, screen, context, onStart }: Run): Promise<Readonly<Totals>> {
  const { language, text } = context;
  const { format, chunks } = await readRows(input, plan.formats, options.hoja, text);
  const problem = areCompatible(format, plan.formats.output)
    ? conflictIn(options, { ...plan.formats, input: format }, text)
    : incompatibleMessage(text);
  if (problem !== null) throw new Failure(EXIT.USAGE, problem);

  let delimiter: string | undefined;
  const onUnderstood: OnUnderstood = (understood) => {
    ({ delimiter } = understood);
    const read = format.kind === 'xlsx' ? UNKNOWN_END : input.progress;
    screen.start(withoutPersonalData(understood, plan.columnMap), work, work.progress ?? read);
  };
  const loteOptions: LoteOptions = {
    formato: format.kind === 'ndjson' ? 'ndjson' : 'csv',
    operacion: options.operacion,
    language,
    columnas: plan.columnMap,
    codificacion: options.codificacion,
    excel: options.excel === true,
    homonimos: options.homonimos === true,
  };
  const work =
    plan.service === null
      ? await localWork(options.hilos, loteOptions, onUnderstood)
      : await serviceWork(plan.service, loteOptions, onUnderstood, input.progress, text);
  onStart(work);
  try {
    const pieces = toOutputFormat(work.rows(chunks), plan.formats.output, () => delimiter, text);
    for await (const piece of pieces) await output.write(piece);
    return work.totals();
  } finally {
    await work.close();
  }
}

async function localWork(threads: number, options: LoteOptions, onUnderstood: OnUnderstood): Promise<Work> {
  if (threads === 1) return inOneThread(options, onUnderstood);
  const { Threads } = await import('./threads.js');
  return new Threads(options, onUnderstood, threads);
}

async function serviceWork(
  service: NonNullable<LotePlan['service']>,
  options: LoteOptions,
  onUnderstood: OnUnderstood,
  upload: Progress,
  text: Translate,
): Promise<Work> {
  const { Remote } = await import('./remote.js');
  return new Remote(service, options, onUnderstood, upload, text);
}

/** Turns an expected error into a message for the user; a bug of this program stays as it is. */
function toFailure(error: unknown, nothingLeft: boolean, text: Translate): unknown {
  if (error instanceof UnreadableFile) return new Failure(EXIT.USAGE, error.message);
  if (error instanceof PipeClosed) {
    const message = text(
      'Se cerró la salida antes de tiempo: está incompleta.',
      'The output was closed too early: it is incomplete.',
    );
    return new Failure(EXIT.IO, message);
  }
  const notWritten = nothingLeft ? ` ${text('SALIDA no se escribió.', 'SALIDA was not written.')}` : '';
  if (error instanceof ThreadStopped) {
    const message = text(`Un hilo se detuvo (${error.message}).`, `A thread stopped (${error.message}).`);
    return new Failure(EXIT.SOFTWARE, `${message}${notWritten}`);
  }
  return error instanceof Failure && error.exitCode === EXIT.IO
    ? new Failure(EXIT.IO, `${error.message}${notWritten}`)
    : error;
}
