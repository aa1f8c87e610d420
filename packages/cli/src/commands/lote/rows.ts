/** Opens the rows of an input as text, as often as it can be read: those of a text file, or of a sheet. */
import type { Reading } from '@curp-service/contract/reading';
import { type LoteOptions, SheetLote, sample } from '@curp-service/lote';
import type { CommandContext, Translate } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import { type Format, type Formats, areCompatible, incompatibleMessage, workbookFormat } from '../../files/format.js';
import type { Input } from '../../files/input.js';
import { readRows } from '../../files/stages.js';
import { type LoteCommandOptions, conflictIn, readingOptionsOf } from './options.js';
import type { LotePlan } from './plan.js';

export interface FileRows {
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
  input: Input,
  { formats, columnMap }: LotePlan,
  options: LoteCommandOptions,
  { language, text }: CommandContext,
): Promise<FileRows> {
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
  const lookAround = first.format.gz ? null : (): Reading => sample(input.stretches(), textOptions);
  return { loteOptions: textOptions, sheet: null, open, canReread: input.canReread, look: lookAround };
}

/** The first bytes may show another format than the names of the files allow. */
function checkFormat(format: Format, formats: Formats, options: LoteCommandOptions, text: Translate): void {
  const problem = areCompatible(format, formats.output)
    ? conflictIn(options, { ...formats, input: format }, text)
    : incompatibleMessage(text);
  if (problem !== null) throw new Failure(EXIT.USAGE, problem);
}
