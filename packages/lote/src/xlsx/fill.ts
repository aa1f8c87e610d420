/**
 * The same workbook with new cells behind the last column of one sheet.
 *
 * Every other part is copied as stored, styles too. So a bad row cannot get a style of our own: its new cells take the
 * style «Incorrecto» (Bad) if the workbook uses it already, and otherwise their text begins with a sign.
 */
import { ByteSink } from './bytes.js';
import { CsvBlock } from './csv-block.js';
import { UnreadableWorkbook, damaged } from './errors.js';
import { CELL_TEXT, COLUMNS, LARGE_PART, ROWS } from './limits.js';
import { Found, RowReader, columnName } from './row-reader.js';
import { type Prelude, Sheet, lastColumnOf } from './sheet.js';
import type { Codec, WorkbookInput } from './zip/source.js';
import { type CellContext, Workbook } from './workbook.js';
import { needsSpace, writeEscaped } from './xml-writer.js';
import { replacePart } from './zip/zip-writer.js';

/** Rows of the sheet as lines of CSV, one line a row. */
export interface RowBlock {
  /** The number in the sheet of the first row, and how many there are. */
  readonly first: number;
  readonly rows: number;
  readonly csv: Uint8Array<ArrayBuffer>;
}

/** The new cells of a row, one text a column. */
export interface NewCells {
  readonly texts: readonly string[];
  /** Whether the cells are to be marked. */
  readonly bad?: boolean;
}

/** The new cells of each row of a block; rows without an answer stay as they are. */
export type Answers = readonly (NewCells | null | undefined)[];

export interface FillOptions {
  readonly hoja?: string | undefined;
  readonly delimitador?: string | undefined;
  /** The number of the header's row; the first row with a value if none is given. */
  readonly encabezado?: number | undefined;
  /** The names of the new columns, for the header. */
  readonly titles: readonly string[];
  /** Told the rows in their order, the header and those above it too, to which nothing is added whatever it answers. */
  readonly answer: (block: RowBlock) => Answers | Promise<Answers>;
  readonly codec?: Codec | undefined;
}

const SIGN = '⚠ ';
/** Room for 20 characters: a CURP has 18. */
const WIDTH = 22;
const SPACE = 32;
const utf8 = new TextEncoder();
/** The new cells of a row take no more than this, on the average: more would not be foreseen by the zip's header. */
const ROW_GROWTH = 2048;

/** Gives the bytes of the workbook with the new cells. Its parts are read when they are needed, some of them twice. */
export async function* fillWorkbook(input: WorkbookInput, options: FillOptions): AsyncGenerator<Uint8Array, void> {
  const { hoja, codec } = options;
  const workbook = await Workbook.open(input, codec);
  const { part } = workbook.sheet(hoja);
  const context = await workbook.context();
  const open = (): Sheet => new Sheet(workbook.zip.open(part, LARGE_PART));
  const place = await findPlace(open, context, options);
  const bytes = new SheetFiller(open(), context, options, place).run();
  yield* replacePart(workbook.zip, part, bytes, part.size + ROWS * ROW_GROWTH > LARGE_PART ? Infinity : part.size);
}

/** Where the new cells go. */
interface Place {
  readonly header: number;
  /** The first new column, from 0. */
  readonly column: number;
  /** The style of the header's last cell. */
  readonly style: number;
}

/** Looks at the header, and, unless the sheet says how wide it is, at all rows. `null`: the sheet has no rows. */
async function findPlace(open: () => Sheet, context: CellContext, options: FillOptions): Promise<Place | null> {
  const { encabezado, titles } = options;
  const sheet = open();
  const reader = new RowReader(context, ',');
  try {
    const { dimension, to, isEmpty } = await sheet.prelude();
    if (isEmpty) return null;
    sheet.queue.start += to;
    let style = -1;
    await sheet.eachRow(reader, () => {
      const isHeader = reader.filled > 0 && reader.number === (encabezado ?? reader.number);
      if (isHeader) style = reader.styles[reader.filled - 1];
      return !isHeader && reader.number < (encabezado ?? ROWS);
    });
    if (style < 0) {
      if (encabezado === undefined) return null;
      throw noHeader(encabezado);
    }
    const header = reader.number;
    let column = reader.width;
    if (dimension === undefined || lastColumnOf(dimension.ref) !== column - 1) {
      await sheet.eachRow(reader, () => {
        column = Math.max(column, reader.width);
        return true;
      });
    }
    if (column + titles.length > COLUMNS) throw noColumns();
    return { header, column, style };
  } finally {
    await sheet.queue.close();
  }
}

/** A row of the block under way that gets new cells. Places are counted from the block's first byte. */
interface Target {
  readonly number: number;
  /** The new cells go here, and the rest of the row begins there: empty cells in between are replaced. */
  readonly at: number;
  readonly resume: number;
  /** The styles of the replaced cells, by column. */
  readonly styles: ReadonlyMap<number, number> | undefined;
}

class SheetFiller {
  readonly #sheet: Sheet;
  readonly #context: CellContext;
  readonly #options: FillOptions;
  readonly #place: Place | null;
  /** What the cells of each new column begin with, up to the number of the row; and what stands around their texts. */
  #columns: readonly Uint8Array[] = [];
  #markup = { inline: new Uint8Array(), textEnd: new Uint8Array() };
  readonly #out = new ByteSink();
  readonly #reader: RowReader;
  readonly #block: CsvBlock;
  /** The rows of the block under way, and how far it goes from the queue's start. */
  #targets: Target[] = [];
  #scanned = 0;

  constructor(sheet: Sheet, context: CellContext, options: FillOptions, place: Place | null) {
    const { delimitador = ',' } = options;
    this.#sheet = sheet;
    this.#context = context;
    this.#options = options;
    this.#place = place;
    this.#reader = new RowReader(context, delimitador);
    this.#block = new CsvBlock(delimitador);
  }

  /** Gives the bytes of the new sheet. */
  async *run(): AsyncGenerator<Uint8Array, void> {
    const { queue } = this.#sheet;
    try {
      const prelude = await this.#sheet.prelude();
      if (this.#place !== null) {
        this.#writePrelude(prelude, this.#place);
        queue.start += prelude.to;
        yield* this.#rows(this.#place);
      }
      do {
        yield queue.bytes.slice(queue.start, queue.end);
        queue.start = queue.end;
      } while (await queue.grow());
    } finally {
      await queue.close();
    }
  }

  async *#rows(place: Place): AsyncGenerator<Uint8Array, void> {
    const { queue } = this.#sheet;
    const reader = this.#reader;
    for (;;) {
      const found = reader.read(queue.bytes, queue.start + this.#scanned, queue.end);
      if (found === Found.ROW) {
        this.#scanned = reader.end - queue.start;
        this.#note(place);
        if (!this.#block.isFull) continue;
      }
      if (found === Found.PART && this.#block.wantsMore) {
        if (!(await queue.grow())) throw damaged('the sheet ends too soon');
        continue;
      }
      await this.#flush(place);
      if (this.#out.length > 0) yield this.#out.take();
      if (found === Found.END) return;
      if (found === Found.PART && !(await queue.grow())) throw damaged('the sheet ends too soon');
    }
  }

  /** Keeps the row that was read for the block, and where its new cells go. */
  #note({ header, column }: Place): void {
    const reader = this.#reader;
    if (reader.filled === 0) return;
    const { bytes, start } = this.#sheet.queue;
    this.#block.add(reader, bytes);
    if (reader.number < header) return;
    const after = column + this.#options.titles.length;
    let first = reader.cells;
    while (first > 0 && reader.columns[first - 1] >= column) first--;
    let last = first;
    while (last < reader.cells && reader.columns[last] < after) last++;
    if (last > first && reader.filled > first) throw wronglyMeasured(reader.number);
    const at = first < reader.cells ? reader.starts[first] : reader.contentEnd;
    let styles: Map<number, number> | undefined;
    for (let cell = first; cell < last; cell++) {
      styles ??= new Map();
      styles.set(reader.columns[cell], reader.styles[cell]);
    }
    // The row's `spans` would be wrong, and is not needed: spaces take its place.
    if (reader.spansFrom >= 0) bytes.fill(SPACE, reader.spansFrom, reader.spansTo);
    const resume = last > first ? reader.ends[last - 1] : at;
    this.#targets.push({ number: reader.number, at: at - start, resume: resume - start, styles });
  }

  /** Asks for the new cells of the block and writes its rows with them. */
  async #flush(place: Place): Promise<void> {
    const { queue } = this.#sheet;
    const block = this.#block;
    const { first, rows } = block;
    const answers = rows === 0 ? [] : await this.#options.answer({ first, rows, csv: block.take() });
    const base = queue.start;
    let copied = 0;
    for (const target of this.#targets) {
      const isHeader = target.number === place.header;
      const answer = isHeader ? { texts: this.#options.titles } : answers[target.number - first];
      if (answer) {
        this.#out.copy(queue.bytes, base + copied, base + target.at);
        this.#writeCells(target, answer, isHeader ? place.style : undefined, place.column);
        copied = target.resume;
      }
    }
    this.#out.copy(queue.bytes, base + copied, base + this.#scanned);
    queue.start += this.#scanned;
    this.#scanned = 0;
    this.#targets = [];
  }

  #writeCells({ number, styles }: Target, { texts, bad }: NewCells, style: number | undefined, column: number): void {
    const mark = bad === true ? this.#context.styles.bad : undefined;
    let sign = bad === true && mark === undefined ? SIGN : '';
    for (let i = 0; i < this.#columns.length; i++) {
      const text = texts[i] ?? '';
      const own = style ?? mark ?? styles?.get(column + i) ?? 0;
      if (text !== '') {
        this.#writeCell(this.#columns[i], number, own, sign + text);
        sign = '';
      } else if (own !== 0) this.#writeCell(this.#columns[i], number, own, '');
    }
  }

  #writeCell(column: Uint8Array, number: number, style: number, text: string): void {
    const out = this.#out;
    const { inline, textEnd } = this.#markup;
    out.copy(column, 0, column.length);
    out.ascii(String(number));
    if (style > 0) out.ascii(`" s="${style}`);
    if (text === '') out.ascii('"/>');
    else {
      out.copy(inline, 0, inline.length);
      out.ascii(needsSpace(text) ? ' xml:space="preserve">' : '>');
      writeEscaped(out, text.slice(0, CELL_TEXT));
      out.copy(textEnd, 0, textEnd.length);
    }
  }

  /** Writes what stands before the rows: the dimension and the widths speak of the new columns too. */
  #writePrelude({ prefix, dimension, cols, from, to }: Prelude, { column }: Place): void {
    const { bytes, start } = this.#sheet.queue;
    const out = this.#out;
    this.#columns = this.#options.titles.map((_, i) => utf8.encode(`<${prefix}c r="${columnName(column + i)}`));
    this.#markup = {
      inline: utf8.encode(`" t="inlineStr"><${prefix}is><${prefix}t`),
      textEnd: utf8.encode(`</${prefix}t></${prefix}is></${prefix}c>`),
    };
    let copied = 0;
    const copyTo = (place: number): void => {
      out.copy(bytes, start + copied, start + place);
      copied = place;
    };
    const last = column + this.#options.titles.length;
    if (dimension !== undefined) {
      copyTo(dimension.from);
      copied = dimension.to;
      const [corner, opposite = corner] = dimension.ref.split(':');
      const before = lastColumnOf(dimension.ref);
      // One that was wrong before is left out: a sheet need not have it.
      if (before >= column - 1 && corner !== undefined && opposite !== undefined) {
        const end = `${columnName(Math.max(before, last - 1))}${opposite.replace(/^[^\d]+/, '')}`;
        out.ascii(`<${prefix}dimension ref="${corner}:${end}"/>`);
      }
    }
    const widths = `<${prefix}col min="${column + 1}" max="${last}" width="${WIDTH}" customWidth="1"/>`;
    if (cols === undefined) {
      copyTo(from);
      out.ascii(`<${prefix}cols>${widths}</${prefix}cols>`);
    } else if (cols.last <= column) {
      copyTo(cols.end);
      out.ascii(widths);
    }
    copyTo(to);
  }
}

const noHeader = (row: number): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `La fila ${row} de la hoja, la de los encabezados, está vacía.`,
    `Row ${row} of the sheet, the one of the header, is empty.`,
  );

const noColumns = (): UnreadableWorkbook =>
  new UnreadableWorkbook(
    'A la hoja no le caben más columnas: quite las que están vacías al final.',
    'The sheet has no room for more columns: remove the empty ones at its end.',
  );

const wronglyMeasured = (row: number): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `La fila ${row} tiene celdas más allá de las columnas que la hoja dice tener: ábrala y guárdela de nuevo.`,
    `Row ${row} has cells beyond the columns that the sheet says it has: open it and save it again.`,
  );
