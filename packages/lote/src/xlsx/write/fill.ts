/** Writes the XML of a sheet with the cells of an answer: after its last column, or in the columns of an earlier answer. */
import { columnName } from '@curp-service/contract/columns/letters';
import type { AnswerSheetRow, RowCells } from '../../sheet/answers.js';
import type { FillOptions, Place } from '../../sheet/sheet-file.js';
import { Byte, ByteSink, DECODER } from '../../bytes.js';
import type { NewCells } from '../../write/words.js';
import { CellWriter } from './cell-writer.js';
import { OFFICE } from '../xml/names.js';
import { answerPlaces } from '../earlier.js';
import { UnreadableWorkbook, damaged } from '../limits.js';
import { writePrelude } from '../prelude.js';
import type { PlaceFinder } from './place.js';
import { Ranges } from './ranges.js';
import { serialOf } from '../rows/dates.js';
import { CellKind, RowPart, RowReader } from '../rows/row-reader.js';
import { SheetRow } from '../rows/sheet-row.js';
import type { Sheet } from '../sheet.js';
import type { CellContext } from '../workbook.js';

/** The bytes are yielded in blocks of about this size. */
const FILL_BLOCK_BYTES = 1 << 18;
const RANGE_TAGS = ['autoFilter', 'sortState', 'mergeCell'];
/** What may follow the element that names the frames of notes. */
const AFTER_FRAMES = [
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
  '/worksheet',
];

const FORMULA_TAG = /<(?:\w+:)?f[\s/>]/;
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** A cell to write: of the answer, by the number of its title, or with the text that a person typed. */
interface Target {
  readonly column: number;
  readonly title: number;
  readonly text?: string;
}

const byColumn = (a: Target, b: Target): number => a.column - b.column;

export class SheetFiller {
  readonly #sheet: Sheet;
  readonly #context: CellContext;
  readonly #options: FillOptions;
  /** The columns of the answer and those that it empties, in their order, each with the number of its title. */
  readonly #targets: readonly Target[];
  readonly #out = new ByteSink();
  readonly #reader: RowReader;
  readonly #row: SheetRow;

  /**
   * `finder` receives the rows and tags, which may prove another place. `frames`: the id by which the sheet names the frames of
   * its notes; empty if it stays as it is.
   */
  constructor(
    sheet: Sheet,
    context: CellContext,
    options: FillOptions,
    private readonly finder: PlaceFinder,
    private readonly answer: AnswerSheetRow,
    private frames: string,
  ) {
    this.#sheet = sheet;
    this.#context = context;
    this.#options = options;
    const { place, titles } = options;
    const columns = place === null ? [] : [...answerPlaces(place, titles.length), ...(place.emptied ?? [])];
    this.#targets = columns.map((column, title) => ({ column, title })).toSorted(byColumn);
    this.#reader = new RowReader(context.strings);
    this.#row = new SheetRow(context, options);
  }

  /** Yields the bytes of the new sheet. */
  async *run(): AsyncGenerator<Uint8Array, void> {
    const { queue } = this.#sheet;
    const { place, titles } = this.#options;
    try {
      const prelude = await this.#sheet.prelude();
      if (place !== null) {
        writePrelude(this.#out, prelude, queue.bytes, queue.start, place, titles);
        queue.start += prelude.to;
        yield* this.#rows(place, new CellWriter(this.#out, prelude.prefix));
        this.finder.takeColumn(this.#reader.widest);
        const ranges = new Ranges(place, titles);
        yield* this.#sheet.rest([...RANGE_TAGS, ...AFTER_FRAMES], (tag, name) => {
          if (AFTER_FRAMES.includes(name)) return this.#takeFrames(prelude.prefix) + tag;
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

  /** Returns the element that names the frames, once. */
  #takeFrames(prefix: string): string {
    const { frames } = this;
    this.frames = '';
    return frames === '' ? '' : `<${prefix}legacyDrawing xmlns:r="${OFFICE}" r:id="${frames}"/>`;
  }

  async *#rows(place: Place, writer: CellWriter): AsyncGenerator<Uint8Array, void> {
    const { queue } = this.#sheet;
    const reader = this.#reader;
    const out = this.#out;
    for (let end = queue.start; ;) {
      const found = reader.read(queue.bytes, end, queue.end);
      if (found === RowPart.ROW) {
        end = reader.end;
        if (reader.number <= place.header) this.finder.takeRow(reader);
        const isFilled = reader.cells.filled > 0 || this.#options.changed?.has(reader.number) === true;
        if (isFilled && reader.number >= place.header) {
          const answer = reader.number > place.header ? this.#answer() : null;
          this.#fillRow(place, writer, answer instanceof Promise ? await answer : answer);
        }
        if (out.length <= FILL_BLOCK_BYTES) continue;
      }
      out.copy(queue.bytes, queue.start, end);
      queue.start = end;
      if (out.length > (found === RowPart.END ? 0 : FILL_BLOCK_BYTES)) yield out.take();
      if (found === RowPart.END) return;
      if (found === RowPart.PART && !(await queue.grow())) throw damaged('the sheet ends too soon');
      end = queue.start;
    }
  }

  #answer(): RowCells | Promise<RowCells> {
    this.#row.take(this.#reader, this.#sheet.queue.bytes);
    return this.answer(this.#row, this.#reader.number);
  }

  /** Writes a cell of the answer. `before`: the style of the cell that it replaces. */
  #write({ column, title }: Target, writer: CellWriter, before: number, cells: NewCells | Uint8Array): void {
    const { number } = this.#reader;
    const { marks, marked } = this.#context.styles;
    const unmarked = marked.has(before) ? 0 : before;
    if ('texts' in cells) {
      const { texts, mark } = cells;
      writer.text(column, number, mark === undefined ? unmarked : marks[mark], texts[title] ?? '');
    } else if (title === 0) writer.key(column, number, unmarked, cells);
    else writer.text(column, number, unmarked, '');
  }

  /** Writes a cell with the text that a person typed in place of the cell of the row with this index; -1 if it has none. It keeps its style: a date stays a date, a text a text. */
  #change(writer: CellWriter, cell: number, column: number, text: string): void {
    const { number: row, cells } = this.#reader;
    const style = cell < 0 ? 0 : cells.styles[cell];
    const number = cell < 0 ? null : this.#numberFor(cell, text);
    if (number === null) writer.text(column, row, style, text);
    else writer.number(column, row, style, number);
  }

  /** Returns the number that replaces that of a cell; `null` if the cell must hold a text. */
  #numberFor(cell: number, text: string): number | null {
    const { kinds, styles } = this.#reader.cells;
    const { readDate = () => null } = this.#options;
    const isDate = this.#context.styles.dates[styles[cell]] === 1;
    if (kinds[cell] !== CellKind.NUMBER && !(isDate && kinds[cell] === CellKind.EMPTY)) return null;
    const date = readDate(text);
    if (date !== null) return serialOf(date, this.#context.date1904);
    return !isDate && PLAIN_NUMBER.test(text) ? Number(text) : null;
  }

  /** Writes the rest of the queue up to the last cell of the answer in the row that was read. */
  #fillRow(place: Place, writer: CellWriter, answer: RowCells): void {
    const reader = this.#reader;
    const { cells, number } = reader;
    const { queue } = this.#sheet;
    const isHeader = number === place.header;
    // The row's `spans` would be wrong, and is not needed: spaces replace it.
    if (reader.spansFrom >= 0) queue.bytes.fill(Byte.SPACE, reader.spansFrom, reader.spansTo);
    const texts = isHeader ? undefined : this.#options.changed?.get(number);
    if (answer === null && !isHeader && texts === undefined) return;
    const changed = Array.from(texts ?? [], ([column, text]) => ({ column, title: -1, text }));
    const targets = texts === undefined ? this.#targets : [...this.#targets, ...changed].toSorted(byColumn);
    let cell = 0;
    for (const target of targets) {
      const { column, title, text } = target;
      // The heading of an earlier answer stays, and so does a row of nobody.
      if ((isHeader && column < place.column) || (answer === null && !isHeader && text === undefined)) continue;
      while (cell < cells.count && cells.columns[cell] < column) cell++;
      const isThere = cell < cells.count && cells.columns[cell] === column;
      const at = cell < cells.count ? cells.starts[cell] : reader.contentEnd;
      const behind = isThere ? cells.ends[cell] : at;
      if (column < place.column) checkFormula(queue.bytes.subarray(at, behind), column, number);
      this.#out.copy(queue.bytes, queue.start, at);
      queue.start = behind;
      const style = isThere ? cells.styles[cell] : 0;
      if (text !== undefined) this.#change(writer, isThere ? cell : -1, column, text);
      else if (answer !== null) this.#write(target, writer, style, answer);
      else writer.text(column, number, place.style, this.#options.titles[title]);
    }
  }
}

/** Throws if a cell that gets another value has a formula: other parts of the workbook list such cells. */
function checkFormula(xml: Uint8Array, column: number, row: number): void {
  if (!FORMULA_TAG.test(DECODER.decode(xml))) return;
  const celda = `${columnName(column)}${row}`;
  throw new UnreadableWorkbook({ cause: 'libro_formula', parts: { celda } });
}
