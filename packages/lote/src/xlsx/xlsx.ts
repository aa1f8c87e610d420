/** Workbooks of spreadsheets: the cells of a sheet as CSV, CSV as a new workbook, and the same workbook with new cells. */
import type { CellOptions, FillOptions, SheetFile } from '../sheet/sheet-lote.js';
import { SheetFiller } from './write/fill.js';
import { partsFromCsv } from './write/from-csv.js';
import { LARGE_PART, ROWS } from './limits.js';
import { Memory, type OnMemory } from './memory.js';
import { checkColumns, findPlace } from './write/place.js';
import { CsvBlock } from './rows/csv-block.js';
import { RowReader } from './rows/row-reader.js';
import { Sheet } from './sheet.js';
import { type Codec, type WorkbookInput, webCodec } from './zip/source.js';
import { type CellContext, Workbook } from './workbook.js';
import type { Part } from './zip/zip-reader.js';
import { inPlace, newZip, replacePart } from './zip/zip-writer.js';

export { UnreadableWorkbook } from './errors.js';
export { type Codec, type Source, type WorkbookInput, webCodec } from './zip/source.js';

/** The new cells of a row take no more than this, on the average: more would not be foreseen by the zip's header. */
const ROW_GROWTH = 2048;

interface OpenOptions {
  /** The name of the sheet; the first if absent. */
  readonly hoja?: string | undefined;
  readonly codec?: Codec | undefined;
  /** Told how many bytes of memory the texts and the long rows of the workbook take, each time that they change. */
  readonly onMemory?: OnMemory | undefined;
}

/** Opens a sheet of a workbook. Its parts are read when they are needed, some of them several times. */
export async function openSheet(input: WorkbookInput, { hoja, codec, onMemory }: OpenOptions = {}): Promise<SheetFile> {
  const workbook = await Workbook.open(input, codec);
  const { name, part } = workbook.sheet(hoja);
  const memory = new Memory(onMemory);
  const context = await workbook.context(memory);
  const open = (): Sheet => new Sheet(workbook.zip.open(part, LARGE_PART), memory);
  /** How many columns the rows have: known once all of them were read. */
  let widest: number | undefined;
  return {
    csv: async function* (options) {
      widest = yield* csvOf(open(), context, options);
    },
    workbook: (options) => filled(workbook, part, open, context, { widest, ...options }),
    widest: () => widest,
    checkRoom: (columns) => {
      checkColumns((widest ?? 0) + columns);
      inPlace(workbook.zip);
    },
    others: workbook.sheets.map((each) => each.name).filter((other) => other !== name),
  };
}

/** Returns how many columns the widest row has. */
async function* csvOf(
  sheet: Sheet,
  context: CellContext,
  options: CellOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, number> {
  let widest = 0;
  const reader = new RowReader(context.strings);
  const block = new CsvBlock(context, options);
  try {
    const { to, isEmpty } = await sheet.prelude();
    sheet.queue.start += to;
    for (let more = !isEmpty; more;) {
      more = false;
      await sheet.eachRow(reader, (bytes) => {
        if (reader.cells.filled > 0) block.add(reader, bytes);
        widest = Math.max(widest, reader.cells.width);
        more = block.isFull;
        return !more;
      });
      if (block.rows > 0) yield block.take();
    }
    await sheet.finish();
    return widest;
  } finally {
    await sheet.queue.close();
  }
}

async function* filled(
  { zip }: Workbook,
  part: Part,
  open: () => Sheet,
  context: CellContext,
  options: FillOptions,
): AsyncGenerator<Uint8Array, void> {
  const place = await findPlace(open, context, options.encabezado, options.titles().length, options.widest);
  const bytes = new SheetFiller(open(), context, options).run(place);
  yield* replacePart(zip, part, bytes, part.size + ROWS * ROW_GROWTH > LARGE_PART ? Infinity : part.size);
}

/** The cells of a sheet as CSV. */
export async function* csvFromXlsx(
  workbook: WorkbookInput,
  options: OpenOptions & CellOptions = {},
): AsyncGenerator<Uint8Array, void> {
  yield* (await openSheet(workbook, options)).csv(options);
}

/** The names of the sheets of a workbook, hidden ones too. */
export async function sheetNames(workbook: WorkbookInput, codec?: Codec): Promise<string[]> {
  return (await Workbook.open(workbook, codec)).sheets.map(({ name }) => name);
}

/** CSV in UTF-8 as a workbook of one sheet. Every cell is text: nothing is run as a formula, and no zero is lost. */
export const xlsxFromCsv = (
  csv: AsyncIterable<Uint8Array>,
  {
    delimitador = ',',
    hoja = 'CURP',
    codec = webCodec,
  }: { readonly delimitador?: string | undefined; readonly hoja?: string; readonly codec?: Codec | undefined } = {},
): AsyncGenerator<Uint8Array, void> => newZip(partsFromCsv(csv, delimitador, hoja), codec);
