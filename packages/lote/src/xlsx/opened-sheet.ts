/** A sheet of a workbook that is open: its cells as rows and as CSV, and its XML with new cells. */
import { Byte, ByteSink, DECODER } from '../bytes.js';
import type { CellOptions, FillOptions, Place } from '../sheet/sheet-file.js';
import { writeCsvRow } from '../write/csv-writer.js';
import { type EarlierColumns, answerPlaces, type MarkedHeading, columnsOfAnswer, isHeadingOf } from './earlier.js';
import { LARGE_PART } from './limits.js';
import type { Memory } from './queue.js';
import { type SheetCellReader, RowReader } from './rows/row-reader.js';
import { SheetRow } from './rows/sheet-row.js';
import { Sheet } from './sheet.js';
import type { CellContext, SheetEntry, Workbook } from './workbook.js';
import type { Additions } from './write/additions.js';
import { SheetFiller } from './write/fill.js';
import { addHeaderNote } from './write/header-note.js';
import { checkWidth, findPlace, PlaceFinder } from './write/place.js';
import { MERGED_PART, Ranges, mergedIn } from './write/ranges.js';

/** The first rows, and the bytes of their XML, that show how wide all rows are. */
const FIRST_ROWS = 1000;
const MEASURED_BYTES = 1 << 25;
/** The most bytes of CSV in the first piece, and the fewest in the others. */
const FIRST_BYTES = 1 << 20;
const BLOCK = 1 << 16;

/** A workbook that is open, with all that its sheets share. */
export interface OpenedWorkbook {
  readonly workbook: Workbook;
  readonly context: CellContext;
  readonly memory: Memory;
}

export class OpenedSheet {
  #width: number | undefined;

  private constructor(
    readonly entry: SheetEntry,
    private readonly workbook: Workbook,
    private readonly context: CellContext,
    private readonly earlier: EarlierColumns,
    /** Opens its XML. */
    private readonly xml: () => Sheet,
  ) {}

  static async open({ workbook, context, memory }: OpenedWorkbook, entry: SheetEntry): Promise<OpenedSheet> {
    const { part, index } = entry;
    const small = part.size > MERGED_PART ? '' : DECODER.decode(await workbook.zip.bytes(part, MERGED_PART));
    const known: CellContext = { ...context, merged: mergedIn(small) };
    const xml = (): Sheet => new Sheet(workbook.zip.open(part, LARGE_PART), memory);
    const marked = workbook.marked.filter(({ sheet }) => sheet === index);
    return new OpenedSheet(entry, workbook, known, await earlierColumns(xml, known, marked), xml);
  }

  /** True if the sheet holds earlier answers. */
  get isAnswered(): boolean {
    return this.earlier.size > 0;
  }

  async width(options: CellOptions): Promise<number> {
    return (this.#width ??= await measure(this.xml(), this.#contextFor(options)));
  }

  async *csv(options: CellOptions = {}): AsyncGenerator<Uint8Array, void> {
    yield* csvOf(this.xml(), this.#contextFor(options), { ...options, width: await this.width(options) });
  }

  async findPlace(options: CellOptions, marks: readonly string[], isSupposed?: boolean): Promise<Place | null> {
    const { workbook, entry } = this;
    const rows = isSupposed ? FIRST_ROWS : Infinity;
    const ranged = await workbook.ranged(entry);
    const place = await findPlace(this.xml(), this.context, ranged, options, marks, this.earlier, rows);
    if (place !== null) checkWidth(Math.max(...answerPlaces(place, marks.length)) + 1, entry.name);
    return place;
  }

  /** Gives `parts` the small parts that change for the new cells. Returns the id by which the sheet names the frames of its notes. */
  async growParts(parts: Additions, options: FillOptions): Promise<string> {
    const { workbook, entry } = this;
    const { place } = options;
    if (place === null) return '';
    const ranged = await workbook.ranged(entry);
    const names = { ...ranged.names, bytes: parts.changed.get(ranged.names.part) ?? ranged.names.bytes };
    const ranges = new Ranges(place, options.titles);
    for (const [each, bytes] of ranges.parts({ ...ranged, names })) parts.put(each.name, bytes);
    await workbook.addMarkStyles(parts);
    return addHeaderNote(parts, { ...ranged, name: entry.part.name }, place);
  }

  /** Yields its XML with the new cells. It takes memory only from its first byte to its last. */
  async *filled(options: FillOptions, frames: string): AsyncGenerator<Uint8Array, void> {
    const answer = await options.begin();
    const finder = new PlaceFinder(options);
    yield* new SheetFiller(this.xml(), this.#contextFor(options), options, finder, answer, frames).run();
    await this.#checkPlace(options, finder);
  }

  /** Says so if the rows that were filled prove another place. */
  async #checkPlace({ place, moved }: FillOptions, finder: PlaceFinder): Promise<void> {
    if (place === null || moved === undefined) return;
    const proven = finder.place(await this.workbook.ranged(this.entry), false, place.marks ?? [], this.earlier);
    if (JSON.stringify({ ...place, ...proven }) !== JSON.stringify(place)) moved();
  }

  #contextFor({ operacion }: CellOptions): CellContext {
    const hidden = operacion === undefined ? [] : columnsOfAnswer(this.earlier, operacion);
    return hidden.length === 0 ? this.context : { ...this.context, hidden: new Set(hidden) };
  }
}

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
function widthOf({ columns, filled }: SheetCellReader, hidden?: ReadonlySet<number>): number {
  let last = filled - 1;
  while (last >= 0 && hidden?.has(columns[last])) last--;
  return last < 0 ? 0 : columns[last] + 1;
}

/** Yields one line of CSV for each row, including empty rows, so that lines keep their numbers. */
export async function* csvOf(
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
