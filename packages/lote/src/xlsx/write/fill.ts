/**
 * The XML of a sheet with new cells behind its last column.
 *
 * Every other part of the workbook is copied as stored, styles too. So a bad row cannot get a style of our own: its new
 * cells take the style «Incorrecto» (Bad) if the workbook uses it already, and otherwise their text begins with a sign.
 */
import type { FillOptions } from '../../sheet/sheet-lote.js';
import { ByteSink } from '../bytes.js';
import { CellWriter, writePrelude } from './cell-writer.js';
import { UnreadableWorkbook, damaged } from '../errors.js';
import { MERGE_BYTES } from '../limits.js';
import type { Place } from './place.js';
import { CsvBlock } from '../rows/csv-block.js';
import { Found, RowReader } from '../rows/row-reader.js';
import type { Sheet } from '../sheet.js';
import type { CellContext } from '../workbook.js';
import { Character, Name, TagReader, findTag } from '../xml/tags.js';
import { cutMerges } from './merges.js';

/** A row of the block under way that gets new cells. Places are counted from the block's first byte. */
interface Target {
  number: number;
  /** The new cells go here, and the rest of the row begins there: empty cells in between are replaced. */
  at: number;
  resume: number;
  /** The styles of the replaced cells, by column. */
  styles: ReadonlyMap<number, number> | undefined;
}

export class SheetFiller {
  readonly #sheet: Sheet;
  readonly #context: CellContext;
  readonly #options: FillOptions;
  /** How many columns are new. */
  readonly #count: number;
  readonly #out = new ByteSink();
  readonly #reader: RowReader;
  readonly #block: CsvBlock;
  /** The rows of the block under way come first: blocks use the same objects. */
  readonly #targets: Target[] = [];
  #noted = 0;
  /** How far the block goes from the queue's start. */
  #scanned = 0;

  constructor(sheet: Sheet, context: CellContext, options: FillOptions) {
    this.#sheet = sheet;
    this.#context = context;
    this.#options = options;
    this.#count = options.titles().length;
    this.#reader = new RowReader(context.strings);
    this.#block = new CsvBlock(context, options);
  }

  /** Gives the bytes of the new sheet. `place`: where the new cells go; `null`: the sheet has no rows. */
  async *run(place: Place | null): AsyncGenerator<Uint8Array, void> {
    const { queue } = this.#sheet;
    try {
      const prelude = await this.#sheet.prelude();
      if (place !== null) {
        writePrelude(this.#out, prelude, queue.bytes, queue.start, place, this.#count);
        queue.start += prelude.to;
        yield* this.#rows(
          place,
          new CellWriter(this.#out, place, this.#count, prelude.prefix, this.#context.styles.bad),
        );
        yield* this.#merges(place);
      }
      do yield this.#upTo(queue.end);
      while (await queue.grow());
    } finally {
      await queue.close();
    }
  }

  async *#rows(place: Place, writer: CellWriter): AsyncGenerator<Uint8Array, void> {
    const { queue } = this.#sheet;
    const reader = this.#reader;
    for (;;) {
      const found = reader.read(queue.bytes, queue.start + this.#scanned, queue.end);
      if (found === Found.ROW) {
        this.#scanned = reader.end - queue.start;
        this.#note(place);
        if (!this.#block.isFull) continue;
      }
      if (found !== Found.PART || !this.#block.wantsMore) {
        await this.#flush(place, writer);
        if (this.#out.length > 0) yield this.#out.take();
        if (found === Found.END) return;
      }
      if (found === Found.PART && !(await queue.grow())) throw damaged('the sheet ends too soon');
    }
  }

  /** Gives what follows the rows up to the merged cells, and these. */
  async *#merges(place: Place): AsyncGenerator<Uint8Array, void> {
    const { queue } = this.#sheet;
    const tags = new TagReader();
    let isInside = false;
    queue.longest = MERGE_BYTES;
    for (let scanned = 0; ;) {
      const at = findTag(queue.bytes, queue.start + scanned, queue.end);
      const behind = at < 0 ? -1 : tags.read(queue.bytes, at, queue.end);
      if (behind < 0) {
        if (!isInside) {
          yield this.#upTo(queue.start + scanned);
          scanned = 0;
        }
        if (!(await queue.grow())) return;
      } else if (tags.name !== Name.MERGE_CELLS) scanned = behind - queue.start;
      else if (tags.isEnd) {
        const element = new TextDecoder().decode(this.#upTo(behind));
        yield new TextEncoder().encode(cutMerges(element, place, this.#count));
        return;
      } else {
        yield this.#upTo(at);
        if (tags.isEmpty) return;
        isInside = true;
        scanned = behind - at;
      }
    }
  }

  /** Takes the bytes before this place from the queue. */
  #upTo(end: number): Uint8Array {
    const { queue } = this.#sheet;
    const taken = queue.bytes.slice(queue.start, end);
    queue.start = end;
    return taken;
  }

  /** Keeps the row that was read for the block, and where its new cells go. */
  #note({ header, column }: Place): void {
    const reader = this.#reader;
    const { cells } = reader;
    if (cells.filled === 0) return;
    const { bytes, start } = this.#sheet.queue;
    this.#block.add(reader, bytes);
    if (reader.number < header) return;
    const after = column + this.#count;
    let first = cells.count;
    while (first > 0 && cells.columns[first - 1] >= column) first--;
    let last = first;
    while (last < cells.count && cells.columns[last] < after) last++;
    if (last > first && cells.filled > first) throw wronglyMeasured(reader.number);
    const at = first < cells.count ? cells.starts[first] : reader.contentEnd;
    let styles: Map<number, number> | undefined;
    for (let cell = first; cell < last; cell++) {
      styles ??= new Map();
      styles.set(cells.columns[cell], cells.styles[cell]);
    }
    // The row's `spans` would be wrong, and is not needed: spaces take its place.
    if (reader.spansFrom >= 0) for (let i = reader.spansFrom; i < reader.spansTo; i++) bytes[i] = Character.SPACE;
    const resume = last > first ? cells.ends[last - 1] : at;
    const target = (this.#targets[this.#noted++] ??= { number: 0, at: 0, resume: 0, styles });
    target.number = reader.number;
    target.at = at - start;
    target.resume = resume - start;
    target.styles = styles;
  }

  /** Asks for the new cells of the block and writes its rows with them. */
  async #flush(place: Place, writer: CellWriter): Promise<void> {
    const { queue } = this.#sheet;
    const { first, rows } = this.#block;
    const answers = rows === 0 ? [] : await this.#options.answer({ first, rows, csv: this.#block.take() });
    const base = queue.start;
    let copied = 0;
    for (let i = 0; i < this.#noted; i++) {
      const target = this.#targets[i];
      const isHeader = target.number === place.header;
      const answer = answers[target.number - first];
      if (!isHeader && !answer) continue;
      this.#out.copy(queue.bytes, base + copied, base + target.at);
      if (isHeader) writer.header(target, this.#options.titles());
      else if (answer) writer.row(target, answer);
      copied = target.resume;
    }
    this.#out.copy(queue.bytes, base + copied, base + this.#scanned);
    queue.start += this.#scanned;
    this.#scanned = 0;
    this.#noted = 0;
  }
}

const wronglyMeasured = (row: number): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `La fila ${row} tiene celdas más allá de las columnas que la hoja dice tener: ábrala y guárdela de nuevo.`,
    `Row ${row} has cells beyond the columns that the sheet says it has: open it and save it again.`,
  );
