/** Processes the rows of a file: here or at a service, with one reading for all of them. */
import { type Lectura, tellReading } from '@curp-service/contract/tell-reading';
import type { LoteOptions, Totals, Understood } from '@curp-service/lote';
import type { CommandContext } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import { areCompatible, incompatibleMessage } from '../../files/format.js';
import type { Input } from '../../files/input.js';
import type { Output } from '../../files/output.js';
import { readRows, toOutputFormat } from '../../files/stages.js';
import type { Progress } from '../../terminal/progress.js';
import { type LoteCommandOptions, conflictIn, readingOptionsOf } from './options.js';
import type { LotePlan } from './plan.js';
import { type Pass, withOneReading } from './reading.js';
import { withoutPersonalData } from './report.js';
import type { LoteScreen } from './screen.js';
import { type LocalWork, type OnUnderstood, type Work, inOneThread } from './work.js';

/** The progress of a workbook, which is read at once before its rows come out. */
const UNKNOWN_END: Progress = { done: 0, total: null };

/** The totals of a file, and how it was read. */
interface FileDone {
  readonly totals: Readonly<Totals>;
  readonly lectura: Lectura;
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

export async function processFile({ input, output, plan, options, screen, context, onStart }: Run): Promise<FileDone> {
  const { language, text } = context;
  const first = await readRows(input, plan.formats, options.hoja, text);
  const { format } = first;
  const problem = areCompatible(format, plan.formats.output)
    ? conflictIn(options, { ...plan.formats, input: format }, text)
    : incompatibleMessage(text);
  if (problem !== null) throw new Failure(EXIT.USAGE, problem);

  const loteOptions: LoteOptions = {
    formato: format.kind === 'ndjson' ? 'ndjson' : 'csv',
    operacion: options.operacion,
    language,
    columnas: plan.columnMap,
    codificacion: options.codificacion,
    excel: options.excel === true,
    homonimos: options.homonimos === true,
    ...readingOptionsOf(options),
  };
  let delimiter: string | undefined;
  const onUnderstood = (understood: Understood, work: Work, lectura: Lectura): void => {
    ({ delimiter } = understood);
    const read = format.kind === 'xlsx' ? UNKNOWN_END : input.progress;
    screen.start(withoutPersonalData(understood, plan.columnMap), lectura, work, work.progress ?? read);
  };
  const write = async <T>(work: Work, chunks: AsyncIterable<Uint8Array>, result: () => T): Promise<T> => {
    onStart(work);
    try {
      const pieces = toOutputFormat(work.rows(chunks), plan.formats.output, () => delimiter, text);
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
      onReading: (lectura: Lectura) => screen.tell(lectura),
      onResend: (reason: string, seconds: number) => screen.resend(reason, seconds),
    };
    const reopen = async (): Promise<AsyncIterable<Uint8Array>> =>
      (await readRows(input, plan.formats, options.hoja, text)).chunks;
    const remote = new Remote(
      plan.service,
      loteOptions,
      input.progress,
      text,
      tellers,
      input.canReread ? reopen : null,
    );
    return write(remote, first.chunks, () => ({ totals: remote.totals(), lectura: remote.lectura() }));
  }
  const pass: Pass = async (chunks, reading) => {
    const work: LocalWork = await localWork(options.hilos, { ...loteOptions, reading }, (understood) =>
      onUnderstood(understood, work, tellReading(reading, language)),
    );
    return write(work, chunks, () => ({ totals: work.totals(), evidence: work.evidence() }));
  };
  let opened: typeof first | null = first;
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    const { chunks } = opened ?? (await readRows(input, plan.formats, options.hoja, text));
    opened = null;
    return chunks;
  };
  const onRestart = (): void => screen.restart();
  const { totals, reading } = await withOneReading({ input, output, format, open, onRestart }, loteOptions, pass);
  return { totals, lectura: tellReading(reading, language) };
}

async function localWork(threads: number, options: LoteOptions, onUnderstood: OnUnderstood): Promise<LocalWork> {
  if (threads === 1) return inOneThread(options, onUnderstood);
  const { Threads } = await import('./threads.js');
  return new Threads(options, onUnderstood, threads);
}
