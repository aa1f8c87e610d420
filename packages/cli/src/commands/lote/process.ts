/** Processes the rows of a file: here or at a service, with one reading for all of them. */
import { availableParallelism } from 'node:os';
import type { Reading } from '@curp-service/contract/reading';
import { type Lectura, tellReading } from '@curp-service/contract/tell-reading';
import type { LoteOptions, Totals, Understood } from '@curp-service/lote';
import type { CommandContext } from '../../environment.js';
import type { Input } from '../../files/input.js';
import type { Output } from '../../files/output.js';
import { workbookFormat } from '../../files/format.js';
import { toOutputFormat } from '../../files/stages.js';
import type { LoteCommandOptions } from './options.js';
import type { LotePlan } from './plan.js';
import { type Pass, withOneReading } from './reading.js';
import { withoutPersonalData } from './report.js';
import { openRows } from './rows.js';
import type { LoteScreen } from './screen.js';
import { type LocalWork, type OnUnderstood, type Work, inOneThread, inWorkbook } from './work.js';

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
  const rows = await openRows(input, plan, options, context);
  const { loteOptions, sheet } = rows;
  const tell = (reading: Reading): Lectura => tellReading(reading, language, sheet !== null);
  const book = workbookFormat(plan.formats.output);
  let delimiter: string | undefined;
  const onUnderstood = (understood: Understood, work: Work, lectura: Lectura): void => {
    ({ delimiter } = understood);
    screen.start(withoutPersonalData(understood, plan.columnMap), lectura, work, work.progress ?? input.progress);
  };
  const write = async <T>(work: Work, chunks: AsyncIterable<Uint8Array>, result: () => T): Promise<T> => {
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
      onReading: (lectura: Lectura) => screen.tell(lectura),
      onResend: (reason: string, seconds: number) => screen.resend(reason, seconds),
    };
    const sent = sheet !== null && book !== undefined ? { sheet, formato: book, hoja: options.hoja } : null;
    const open = sent === null ? rows.open : async (): Promise<AsyncIterable<Uint8Array>> => input.chunks();
    const reopen = (sent === null ? rows : input).canReread ? open : null;
    const remote = new Remote(plan.service, loteOptions, input.progress, text, tellers, { reopen, book: sent });
    return write(remote, await open(), () => ({ totals: remote.totals(), lectura: remote.lectura() }));
  }
  const isCompressed = sheet !== null || plan.formats.input?.gz === true;
  const threads = threadsFor(options, isCompressed ? null : input.progress.total);
  const pass: Pass = async (chunks, reading) => {
    const onHeader: OnUnderstood = (understood) => onUnderstood(understood, work, tell(reading));
    const work: LocalWork =
      sheet !== null && book !== undefined
        ? inWorkbook(sheet, reading, onHeader)
        : await localWork(threads, { ...loteOptions, reading }, onHeader);
    return write(work, chunks, () => ({ totals: work.totals(), evidence: work.evidence() }));
  };
  const { totals, reading } = await withOneReading(rows, output, pass, () => screen.restart());
  return { totals, lectura: tell(reading) };
}

/** Fewer bytes are done sooner by one thread: starting another takes about as long. */
const SMALL_BYTES = 4 << 20;
/** One thread reads and writes for all: it keeps no more than about so many busy. */
const MOST_THREADS = 8;

interface ThreadCount {
  readonly count: number;
  /** The others start after so many bytes. */
  readonly startAfter: number;
}

/** `size`: of the file, in bytes; `null`: not known. */
function threadsFor({ hilos, homonimos }: LoteCommandOptions, size: number | null): ThreadCount {
  if (hilos !== undefined) return { count: hilos, startAfter: 0 };
  const isForOne = homonimos === true || (size !== null && size < SMALL_BYTES);
  return { count: isForOne ? 1 : Math.min(availableParallelism(), MOST_THREADS), startAfter: SMALL_BYTES };
}

async function localWork(
  { count, startAfter }: ThreadCount,
  options: LoteOptions,
  onUnderstood: OnUnderstood,
): Promise<LocalWork> {
  if (count === 1) return inOneThread(options, onUnderstood);
  const { Threads } = await import('./threads.js');
  return new Threads(options, onUnderstood, count, startAfter);
}
