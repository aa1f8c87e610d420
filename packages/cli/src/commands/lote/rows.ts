/** Opens the rows of a file, decides how they are read before they are done, and does them again if they prove another reading. */
import type { Reading } from '@curp-service/contract/reading';
import {
  Buffered,
  decideReading,
  type Evidence,
  isSexUnknown,
  type LoteOptions,
  readTwice,
  sample,
  SheetLote,
  sumTotals,
  surveyAll,
  type Totals,
} from '@curp-service/lote';
import type { CommandContext, Translate } from '../../environment.js';
import { EXIT, CommandFailure } from '../../failure.js';
import { areCompatible, type Format, type Formats, incompatibleMessage, workbookFormat } from '../../files/format.js';
import type { InputFile } from '../../files/input.js';
import { readRows } from '../../files/stages.js';
import { conflictIn, type LoteCommandOptions, type LotePlan, readingOptionsOf } from './plan.js';
import type { FileOutput } from '../../files/output.js';
import { rejoined } from '../../files/streams.js';

export interface InputRows {
  readonly loteOptions: LoteOptions;
  /** The sheet of a workbook; `null`: the file is text. */
  readonly sheet: SheetLote | null;
  /** Begins to read the rows: again from the start, if `canReread`. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
  readonly canReread: boolean;
  /** The reading that rows here and there suggest; `null`: only the first rows can be looked at. */
  readonly look: (() => Reading) | null;
}

export async function openRows(
  input: InputFile,
  { formats, columnMap, service }: LotePlan,
  options: LoteCommandOptions,
  { language, text }: CommandContext,
): Promise<InputRows> {
  const loteOptions: LoteOptions = {
    formato: 'csv',
    operacion: options.operacion,
    language,
    columnas: columnMap,
    codificacion: options.codificacion,
    excel: options.excel === true,
    homonimos: options.homonimos === true,
    ...readingOptionsOf(options),
  };
  if (workbookFormat(formats.input) !== undefined) {
    const { openWorkbook } = await import('../../files/workbooks.js');
    const sheet = await SheetLote.open(await openWorkbook(input, options.hoja, text), loteOptions);
    if (workbookFormat(formats.output) !== undefined && service === null) await sheet.findPlace();
    const open = async (): Promise<AsyncIterable<Uint8Array>> => sheet.csv(formats.output?.tabs ? '\t' : ',');
    return { loteOptions: sheet.options, sheet, open, canReread: true, look: () => sheet.suggested };
  }
  const first = await readRows(input, formats.input, text);
  checkFormat(first.format, formats, options, text);
  const isNdjson = first.format.kind === 'ndjson';
  const textOptions: LoteOptions = isNdjson ? { ...loteOptions, formato: 'ndjson' } : loteOptions;
  let opened: typeof first | null = first;
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    const { chunks } = opened ?? (await readRows(input, formats.input, text));
    opened = null;
    return chunks;
  };
  const lookAround = first.format.gz || first.isArray ? null : (): Reading => sample(input.stretches(), textOptions);
  return { loteOptions: textOptions, sheet: null, open, canReread: input.canReread, look: lookAround };
}

/** The first bytes may show another format than the names of the files allow. */
function checkFormat(format: Format, formats: Formats, options: LoteCommandOptions, text: Translate): void {
  const problem = areCompatible(format, formats.output)
    ? conflictIn(options, { ...formats, input: format }, text)
    : incompatibleMessage(text);
  if (problem !== null) throw new CommandFailure(EXIT.USAGE, problem);
}

const NO_TOTALS = sumTotals([]);

/** Does all rows with one reading. */
export type ReadingPass = (
  chunks: AsyncIterable<Uint8Array>,
  reading: Reading,
) => Promise<{ readonly totals: Readonly<Totals>; readonly evidence: Evidence }>;

/** `onRestart`: the rows that are done prove another reading, and are done again. */
export async function withOneReading(
  { loteOptions: options, open, canReread, look }: InputRows,
  { restart }: FileOutput,
  pass: ReadingPass,
  onRestart: () => void,
): Promise<{ readonly totals: Readonly<Totals>; readonly reading: Reading }> {
  if (!canReread) {
    const { reading, all } = await readHead(await open(), options);
    return { reading, totals: (await pass(all, reading)).totals };
  }
  const supposed = restart === undefined ? null : look === null ? await lookAtHead(await open(), options) : look();
  // A row that the look did not see may tell what M means, so that nobody need be asked.
  if (restart === undefined || supposed === null || isSexUnknown(supposed.sexo)) {
    const reading = await surveyAll(await open(), options);
    return { reading, totals: (await pass(await open(), reading)).totals };
  }
  const passes: Awaited<ReturnType<ReadingPass>>[] = [];
  const reading = await readTwice(supposed, options, async (used) => {
    if (passes.length > 0) {
      onRestart();
      restart();
    }
    const done = await pass(await open(), used);
    passes.push(done);
    return done.evidence;
  });
  return { reading, totals: passes.at(-1)?.totals ?? NO_TOTALS };
}

/** The beginning of the rows, as far as a stream is decided by it, and all of them from the beginning. */
async function readHead(chunks: AsyncIterable<Uint8Array>, options: LoteOptions): Promise<ReadHead> {
  const iterator = chunks[Symbol.asyncIterator]();
  const held = new Buffered(options);
  let step = await iterator.next();
  while (step.done !== true && !held.take(step.value)) step = await iterator.next();
  const evidence = held.evidence(step.done === true);
  return { reading: decideReading(evidence, options), all: rejoined(held.bytes, iterator) };
}

interface ReadHead {
  readonly reading: Reading;
  readonly all: AsyncGenerator<Uint8Array, void>;
}

/** The reading that the beginning of the rows suggests. They are read no further. */
async function lookAtHead(chunks: AsyncIterable<Uint8Array>, options: LoteOptions): Promise<Reading> {
  const { reading, all } = await readHead(chunks, options);
  await all.next(); // a generator that has not begun would not close its source
  await all.return();
  return reading;
}
