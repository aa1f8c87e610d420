/** Reads and writes workbooks: the cells of a sheet as CSV, CSV as a new workbook, and a workbook with new cells. */
import { countKnown } from '@curp-service/contract/header';
import type { Mends } from '../answer/context.js';
import type { CellOptions, SheetFile } from '../sheet/sheet-lote.js';
import { type EarlierColumns, answerPlaces, type MarkedHeading, columnsOfAnswer, isHeadingOf } from './earlier.js';
import { Additions } from './write/additions.js';
import { SheetFiller } from './write/fill.js';
import { addHeaderNote } from './write/header-note.js';
import { partsFromCsv, sheetXml } from './write/from-csv.js';
import { LARGE_PART, PARTS_OPENED, SHEET_ROWS } from './limits.js';
import { type ReadDate, mendSheet } from './write/mend.js';
import { Memory, type OnMemory, type Pause } from './queue.js';
import { checkWidth, findPlace, PlaceFinder } from './write/place.js';
import { Ranges } from './write/ranges.js';
import { Byte, ByteSink, DECODER } from '../bytes.js';
import { readHeader } from '../read/header.js';
import { KNOWN_IN_HEADER } from '../read/header-rows.js';
import { Input } from '../read/input.js';
import { MERGED_PART, mergedIn } from './merged.js';
import { SheetRow } from './rows/sheet-row.js';
import { type CsvSheet, writeCsvRow } from '../write/csv-writer.js';
import { type CellReader, RowReader } from './rows/row-reader.js';
import { Sheet } from './sheet.js';
import { type Codec, type WorkbookInput, webCodec } from './zip/source.js';
import { type CellContext, type SheetEntry, Workbook } from './workbook.js';
import type { Part } from './zip/zip-reader.js';
import { inPlace, newZip, replaceParts } from './zip/zip-writer.js';

export { UnreadableWorkbook } from './limits.js';
export type { Source } from '../bytes.js';
export { type Codec, type WorkbookInput, webCodec } from './zip/source.js';

/** The most bytes, on average, of a row's new cells: a zip must announce larger sizes in the header of the part. */
const ROW_GROWTH = 2048;
/** The first rows, and the bytes of their XML, that show how wide all rows are. */
const FIRST_ROWS = 1000;
const MEASURED_BYTES = 1 << 25;
/** The most bytes of CSV in the first piece, and the fewest in the others. */
const FIRST_BYTES = 1 << 20;
const BLOCK = 1 << 16;

interface OpenOptions {
  /** The name of the sheet; if absent, the one with most people, by its header and its size. */
  readonly hoja?: string | undefined;
  readonly codec?: Codec | undefined;
  /** Called with the bytes of memory that the texts, the large parts and the long rows of the workbook take, whenever they change. */
  readonly onMemory?: OnMemory | undefined;
  readonly pause?: Pause | undefined;
  /** Cells that a person has corrected; `readDate` reads their texts as dates. */
  readonly mends?: Mends | undefined;
  readonly readDate?: ReadDate | undefined;
}

/** Opens a sheet of a workbook. Its parts are read when they are needed, some of them several times. */
export async function openSheet(
  input: WorkbookInput,
  { hoja, codec, onMemory, pause, mends, readDate = () => null }: OpenOptions = {},
): Promise<SheetFile> {
  const memory = new Memory(onMemory, pause);
  const workbook = await Workbook.open(input, codec, memory);
  const ofWorkbook = await workbook.context();
  const { sheet, otras } =
    hoja === undefined ? await sheetOfPeople(workbook, ofWorkbook, memory) : { sheet: workbook.sheet(hoja), otras: [] };
  const { name, part } = sheet;
  const xml = part.size > MERGED_PART ? '' : DECODER.decode(await workbook.zip.bytes(part, MERGED_PART));
  const known: CellContext = { ...ofWorkbook, merged: mergedIn(xml) };
  const shown = workbook.sheets.filter(({ isHidden }) => !isHidden);
  const isOnly = sheet === workbook.sheets[0] && shown.length < 2;
  const open = (): Sheet => {
    const chunks = workbook.zip.open(part, LARGE_PART);
    return new Sheet(mends === undefined ? chunks : mendSheet(chunks, known, mends, readDate), memory);
  };
  const earlier = await earlierColumns(
    open,
    known,
    workbook.marked.filter((heading) => heading.sheet === sheet.index),
  );
  const contextFor = ({ operacion }: CellOptions): CellContext => {
    const hidden = operacion === undefined ? [] : columnsOfAnswer(earlier, operacion);
    return hidden.length === 0 ? known : { ...known, hidden: new Set(hidden) };
  };
  let width: number | undefined;
  const widthFor = async (options: CellOptions): Promise<number> =>
    (width ??= await measure(open(), contextFor(options)));
  return {
    width: widthFor,
    csv: async function* (options = {}) {
      yield* csvOf(open(), contextFor(options), { ...options, width: await widthFor(options) });
    },
    rows: async (options, take) => {
      const reader = new RowReader(known.strings);
      const row = new SheetRow(contextFor(options), options);
      const rows = open().rows(reader, (bytes) => {
        if (reader.cells.filled > 0) {
          row.take(reader, bytes);
          take(row, reader.number);
        }
        return false;
      });
      await rows.next(); // it never pauses
    },
    findPlace: async (options, marks, isSupposed) => {
      const rows = isSupposed ? FIRST_ROWS : Infinity;
      const place = await findPlace(open(), known, await workbook.ranged(sheet), options, marks, earlier, rows);
      if (place !== null) checkWidth(Math.max(...answerPlaces(place, marks.length)) + 1);
      inPlace(workbook.zip);
      return place;
    },
    workbook: async function* (options) {
      const { place, moved, second } = options;
      const filler = new SheetFiller(open(), contextFor(options), options, new PlaceFinder(options));
      const parts = new Additions(workbook.zip);
      if (place !== null) {
        const ranged = await workbook.ranged(sheet);
        const ranges = new Ranges(place, options.titles());
        for (const [each, bytes] of ranges.parts(ranged)) parts.put(each.name, bytes);
        await workbook.addMarkStyles(parts);
        filler.frames = await addHeaderNote(parts, { name: part.name, ...ranged }, place);
      }
      const added = new Map<string, Uint8Array | AsyncIterable<Uint8Array>>();
      const { addedSheet } = workbook;
      if (second !== undefined && addedSheet === undefined)
        added.set(await workbook.addSheet(parts, second.name), sheetXml(second));
      const small = Array.from(parts.changed, ([each, bytes]) => [each, [bytes]] as const);
      const changed = new Map<Part, AsyncIterable<Uint8Array> | Iterable<Uint8Array>>([...small, [part, filler.run()]]);
      if (second !== undefined && addedSheet !== undefined) changed.set(addedSheet.part, sheetXml(second));
      const largest = part.size + SHEET_ROWS * ROW_GROWTH > LARGE_PART ? Infinity : part.size;
      yield* replaceParts(workbook.zip, changed, new Map([...parts.added, ...added]), largest);
      if (place === null || moved === undefined) return;
      const proven = filler.finder.place(await workbook.ranged(sheet), false, place.marks ?? [], earlier);
      if (JSON.stringify({ ...place, ...proven }) !== JSON.stringify(place)) throw moved();
    },
    chosen:
      hoja === undefined && isOnly ? null : { value: name, basis: hoja === undefined ? 'vista' : 'declarada', otras },
    isAnswered: earlier.size > 0,
    others: workbook.sheets.map((each) => each.name).filter((other) => other !== name),
  };
}

/**
 * Returns the sheet with most rows whose header names enough data, and the names of the others like it; else the one that names
 * most. It ignores hidden sheets, one that an answer has added, and those beyond `PARTS_OPENED`.
 */
async function sheetOfPeople(
  workbook: Workbook,
  context: CellContext,
  memory: Memory,
): Promise<{ readonly sheet: SheetEntry; readonly otras: readonly string[] }> {
  let [best] = workbook.sheets;
  let most = 0;
  const ofPeople: { readonly sheet: SheetEntry; readonly rows: number; readonly known: number }[] = [];
  const shown = workbook.sheets.filter((sheet) => !sheet.isHidden && sheet !== workbook.addedSheet);
  for (const sheet of shown.length > 1 ? shown.slice(0, PARTS_OPENED) : []) {
    const input = new Input('utf-8');
    let [rows, pieces] = [0, 0];
    for await (const piece of csvOf(new Sheet(workbook.open(sheet), memory), context, {})) {
      if (++pieces > 1) break;
      input.append(piece);
      rows = countBytes(piece, Byte.LINE_FEED);
    }
    // Of a large sheet, the size says how many rows it has.
    if (pieces > 1) rows = Math.max(rows, sheet.part.size);
    input.close();
    const known = countKnown(readHeader(input, true, {})?.names ?? []);
    if (known >= KNOWN_IN_HEADER) ofPeople.push({ sheet, rows, known });
    if (known > most) [best, most] = [sheet, known];
  }
  const [first, ...others] = ofPeople.toSorted((x, y) => y.rows - x.rows || y.known - x.known);
  return { sheet: first?.sheet ?? best, otras: others.map(({ sheet }) => sheet.name) };
}

const countBytes = (bytes: Uint8Array, byte: number): number =>
  bytes.reduce((count, each) => count + Number(each === byte), 0);

/** Finds the columns of earlier answers whose headings are still as an answer writes them. */
async function earlierColumns(
  open: () => Sheet,
  context: CellContext,
  found: readonly MarkedHeading[],
): Promise<EarlierColumns> {
  const earlier = new Map<string, number>();
  const last = Math.max(0, ...found.map(({ row }) => row));
  if (last === 0) return earlier;
  const reader = new RowReader(context.strings);
  const row = new SheetRow(context, {});
  const take = (bytes: Uint8Array): boolean => {
    const own = found.filter((heading) => heading.row === reader.number);
    if (own.length > 0) row.take(reader, bytes);
    for (const { mark, column } of own)
      if (column < row.cells && isHeadingOf(mark, row.text(column))) earlier.set(mark, column);
    return reader.number >= last;
  };
  for await (const _ of open().rows(reader, take)) break;
  return earlier;
}

/** Returns the number of columns: that of the widest first row. A column may lack a name, and a row lacks its empty last cells. */
async function measure(sheet: Sheet, context: CellContext): Promise<number> {
  const reader = new RowReader(context.strings);
  let width = 0;
  let bytes = 0;
  const take = (): boolean => {
    width = Math.max(width, widthOf(reader.cells, context.hidden));
    bytes += reader.end - reader.start;
    return reader.number >= FIRST_ROWS || bytes > MEASURED_BYTES;
  };
  for await (const _ of sheet.rows(reader, take)) break;
  return width;
}

/** Returns the column after the last cell with a value that is not hidden. */
function widthOf({ columns, filled }: CellReader, hidden?: ReadonlySet<number>): number {
  let last = filled - 1;
  while (last >= 0 && hidden?.has(columns[last])) last--;
  return last < 0 ? 0 : columns[last] + 1;
}

/** Yields one line of CSV for each row, including empty rows, so that lines keep their numbers. */
async function* csvOf(
  sheet: Sheet,
  context: CellContext,
  options: CellOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const delimiter = (options.delimitador ?? ',').charCodeAt(0);
  const reader = new RowReader(context.strings);
  const lines = new ByteSink();
  const row = new SheetRow(context, options, lines);
  let isFirst = true;
  let written = 0;
  const rows = sheet.rows(reader, (bytes) => {
    if (reader.cells.filled === 0) return false;
    const missing = reader.number - written - 1;
    lines.reserve(missing);
    lines.bytes.fill(Byte.LINE_FEED, lines.length, lines.length + missing);
    lines.length += missing;
    row.take(reader, bytes);
    if (row.needsQuotes) {
      writeCsvRow(lines, row, delimiter);
      lines.bytes.copyWithin(row.start, row.end, lines.length);
      lines.length -= row.end - row.start;
    }
    lines.reserve(1);
    lines.bytes[lines.length++] = Byte.LINE_FEED;
    written = reader.number;
    return lines.length >= (isFirst ? FIRST_BYTES : BLOCK) || (isFirst && written >= FIRST_ROWS);
  });
  for await (const _ of rows) {
    isFirst = false;
    yield lines.take();
  }
  if (lines.length > 0) yield lines.take();
}

/** Yields the cells of a sheet as CSV. */
export async function* csvFromXlsx(
  workbook: WorkbookInput,
  options: OpenOptions & CellOptions = {},
): AsyncGenerator<Uint8Array, void> {
  yield* (await openSheet(workbook, options)).csv(options);
}

/** Returns the names of a workbook's sheets, including hidden ones. */
export async function sheetNames(workbook: WorkbookInput, codec?: Codec): Promise<string[]> {
  return (await Workbook.open(workbook, codec)).sheets.map(({ name }) => name);
}

/** Converts CSV in UTF-8 to a workbook of one sheet, or of two. Every cell is text: no formula runs, and no zero is lost. */
export const xlsxFromCsv = (
  csv: AsyncIterable<Uint8Array>,
  {
    delimitador = ',',
    hoja = 'CURP',
    second,
    codec = webCodec,
  }: {
    readonly delimitador?: string | undefined;
    readonly hoja?: string;
    readonly second?: CsvSheet | undefined;
    readonly codec?: Codec | undefined;
  } = {},
): AsyncGenerator<Uint8Array, void> => {
  const first: CsvSheet = { name: hoja, csv: () => csv, delimiter: delimitador };
  return newZip(partsFromCsv(first, ...(second === undefined ? [] : [second])), codec);
};
