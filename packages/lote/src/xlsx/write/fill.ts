/**
 * Writes the XML of a sheet with new cells after its last column.
 *
 * Styles are copied as stored, so a marked row cannot get a style of our own: its new cells take «Incorrecto» (Bad) or
 * «Neutral» if the workbook uses it already, otherwise the reason begins with a sign. The other cells hold pure data.
 */
import type { FillPlainRows, RowCells } from '../../sheet/answers.js';
import type { FillOptions, Place } from '../../sheet/sheet-lote.js';
import { Byte, ByteSink } from '../../bytes.js';
import { CellWriter, writePrelude } from './cell-writer.js';
import { damaged } from '../limits.js';
import type { PlaceFinder } from './place.js';
import { Ranges } from './ranges.js';
import { CellKind } from '../rows/cells.js';
import { RowPart, RowReader } from '../rows/row-reader.js';
import { SheetRow } from '../rows/sheet-row.js';
import type { Sheet } from '../sheet.js';
import type { CellContext } from '../workbook.js';

/** The bytes are yielded in blocks of about this size. */
const BLOCK = 1 << 18;

export class SheetFiller {
  /** Receives the rows and tags, which may prove another place. */
  readonly finder: PlaceFinder;
  readonly #sheet: Sheet;
  readonly #context: CellContext;
  readonly #options: FillOptions;
  /** The number of new columns. */
  readonly #count: number;
  readonly #out = new ByteSink();
  readonly #reader: RowReader;
  readonly #row: SheetRow;

  constructor(sheet: Sheet, context: CellContext, options: FillOptions, finder: PlaceFinder) {
    this.finder = finder;
    this.#sheet = sheet;
    this.#context = context;
    this.#options = options;
    this.#count = options.titles().length;
    this.#reader = new RowReader(context.strings);
    this.#row = new SheetRow(context, options);
  }

  /** Yields the bytes of the new sheet. */
  async *run(): AsyncGenerator<Uint8Array, void> {
    const { queue } = this.#sheet;
    const { place } = this.#options;
    try {
      const prelude = await this.#sheet.prelude();
      if (place !== null) {
        const titles = this.#options.titles();
        writePrelude(this.#out, prelude, queue.bytes, queue.start, place, titles);
        queue.start += prelude.to;
        const writer = new CellWriter(this.#out, place, titles.length, prelude.prefix, this.#context.styles.marks);
        const isPlain = prelude.prefix === '' && !this.#row.isMerged;
        yield* this.#rows(place, writer, isPlain ? this.#plainRows(place, writer) : null);
        const ranges = new Ranges(place, titles);
        yield* this.#sheet.rest(['autoFilter', 'sortState', 'mergeCell'], (tag, name) => {
          if (name !== 'sortState') this.finder.takeTag(tag, name);
          return name === 'mergeCell' ? tag : ranges.filterTag(tag);
        });
      }
      do yield this.#sheet.upTo(queue.end);
      while (await queue.grow());
    } finally {
      await queue.close();
    }
  }

  #plainRows(place: Place, writer: CellWriter): FillPlainRows | null {
    const { cells } = this.#reader;
    const { needed = [], plainRows = () => null } = this.#options;
    return plainRows({
      needed,
      column: place.column,
      ...writer.aroundKey,
      writeCell: (bytes, from, to, column, style, isShared, at, most) => {
        cells.columns[0] = column;
        cells.styles[0] = style;
        cells.note(0, isShared ? CellKind.SHARED : CellKind.NUMBER, from, to);
        return this.#row.writeFirst(bytes, cells, bytes, at, most);
      },
    });
  }

  async *#rows(place: Place, writer: CellWriter, fillPlain: FillPlainRows | null): AsyncGenerator<Uint8Array, void> {
    const { queue } = this.#sheet;
    const reader = this.#reader;
    const out = this.#out;
    const { moved } = this.#options;
    this.finder.column = place.column; // plain rows use no further column
    for (let end = queue.start; ;) {
      if (fillPlain !== null && reader.number >= place.header) {
        out.copy(queue.bytes, queue.start, end);
        queue.start = end;
        reader.number = fillPlain(queue, out, reader.number) || reader.number;
        end = queue.start;
      }
      const found = reader.read(queue.bytes, end, queue.end);
      if (found === RowPart.ROW) {
        end = reader.end;
        this.finder.takeRow(reader);
        if (this.finder.column > place.column && moved !== undefined) throw moved();
        if (reader.cells.filled > 0 && reader.number >= place.header) {
          const answer = reader.number > place.header ? this.#answer() : null;
          this.#fillRow(place, writer, answer instanceof Promise ? await answer : answer);
        }
        if (out.length <= BLOCK) continue;
      }
      out.copy(queue.bytes, queue.start, end);
      queue.start = end;
      if (out.length > (found === RowPart.END ? 0 : BLOCK)) yield out.take();
      if (found === RowPart.END) return;
      if (found === RowPart.PART && !(await queue.grow())) throw damaged('the sheet ends too soon');
      end = queue.start;
    }
  }

  #answer(): RowCells | Promise<RowCells> {
    this.#row.take(this.#reader, this.#sheet.queue.bytes);
    return this.#options.answer(this.#row, this.#reader.number);
  }

  /** Writes the rest of the queue up to the new cells of the row that was read, and the new cells. */
  #fillRow({ header, column }: Place, writer: CellWriter, answer: RowCells): void {
    const reader = this.#reader;
    const { cells, number } = reader;
    const { queue } = this.#sheet;
    const after = column + this.#count;
    let first = cells.count;
    while (first > 0 && cells.columns[first - 1] >= column) first--;
    let last = first;
    while (last < cells.count && cells.columns[last] < after) last++;
    // The row's `spans` would be wrong, and is not needed: spaces replace it.
    if (reader.spansFrom >= 0) queue.bytes.fill(Byte.SPACE, reader.spansFrom, reader.spansTo);
    if (answer === null && number !== header) return;
    const at = first < cells.count ? cells.starts[first] : reader.contentEnd;
    this.#out.copy(queue.bytes, queue.start, at);
    // The new cells replace empty cells in their columns, and take their styles.
    queue.start = last > first ? cells.ends[last - 1] : at;
    const styles = last > first ? new Map<number, number>() : undefined;
    for (let cell = first; cell < last; cell++) styles?.set(cells.columns[cell], cells.styles[cell]);
    if (answer === null) writer.header({ number, styles }, this.#options.titles());
    else writer.row({ number, styles }, answer);
  }
}
