/** Finds the rows of a sheet in the bytes of its XML, and their cells in any shape. */
import { SHEET_COLUMNS, damaged, SHEET_ROWS } from '../limits.js';
import type { SharedStrings } from '../shared-strings.js';
import { findTag, TagName, numberAt, TagReader } from '../xml/tags.js';

export const enum CellKind {
  EMPTY,
  SHARED,
  /** A single plain text. */
  TEXT,
  /** A text in several runs. */
  RUNS,
  NUMBER,
  BOOLEAN,
  ISO_DATE,
  /** A formula whose value was not saved. */
  FORMULA,
}

/** The result of a search for the next row. */
export const enum RowPart {
  ROW,
  /** The row does not end within the bytes so far. */
  PART,
  /** The sheet has no more rows. */
  END,
}

export class RowReader {
  /** The number of the row, from 1. */
  number = 0;
  /** The indexes where the row begins and ends, and where its end tag begins. After the last row, `start` is the end of the rows. */
  start = 0;
  end = 0;
  contentEnd = 0;
  /** The column after the last one that any row so far uses. */
  widest = 0;
  readonly cells: SheetCellReader;
  readonly #tags = new TagReader();

  constructor(strings: SharedStrings) {
    this.cells = new SheetCellReader(strings);
  }

  /** The index of the attribute `spans`, or -1. */
  get spansFrom(): number {
    return this.#tags.spansFrom;
  }

  get spansTo(): number {
    return this.#tags.spansTo;
  }

  /** Reads the next row at or after `from`. */
  read(bytes: Uint8Array, from: number, end: number): RowPart {
    const tags = this.#tags;
    const behind = tags.next(bytes, from, end);
    if (behind < 0) return RowPart.PART;
    if (tags.name === TagName.ROW && !tags.isEnd) return this.#row(bytes, behind, end);
    if (tags.name !== TagName.SHEET_DATA || !tags.isEnd) throw damaged('no row where a row should be');
    this.start = tags.at;
    return RowPart.END;
  }

  #row(bytes: Uint8Array, behind: number, end: number): RowPart {
    const { cells } = this;
    const { at, isEmpty, rFrom, rTo } = this.#tags;
    const rowEnd = isEmpty ? cells.readNone(behind) : cells.read(bytes, behind, end);
    if (rowEnd < 0) return RowPart.PART;
    const number = rFrom < 0 ? this.number + 1 : numberAt(bytes, rFrom, rTo);
    if (number <= this.number || number > SHEET_ROWS) throw damaged('a row in no place, or out of order');
    this.number = number;
    this.start = at;
    this.end = rowEnd;
    this.contentEnd = cells.end;
    if (cells.used > this.widest) this.widest = cells.used;
    return RowPart.ROW;
  }
}

/** Few sheets have more columns: room for all of them would cost a small workbook more than its rows. */
const FIRST_CELLS = 1 << 8;

/** Reads the cells of a row: their columns and styles, and the indexes of their values. */
export class SheetCellReader {
  /** The column of each cell from 0, its indexes and its style. */
  columns = new Int32Array(FIRST_CELLS);
  starts = new Int32Array(FIRST_CELLS);
  ends = new Int32Array(FIRST_CELLS);
  styles = new Int32Array(FIRST_CELLS);
  /** The kind of each value, and its indexes. */
  kinds = new Int32Array(FIRST_CELLS);
  from = new Int32Array(FIRST_CELLS);
  to = new Int32Array(FIRST_CELLS);
  /** The number of cells, including empty ones, and their number up to the last with a value. */
  count = 0;
  filled = 0;
  /** The column after the last cell with a value or a formula. */
  used = 0;
  /** The index where the row's end tag begins. */
  end = 0;
  /** The column after the last formula. */
  #formulas = 0;
  readonly #tags = new TagReader();
  readonly #strings: SharedStrings;

  constructor(strings: SharedStrings) {
    this.#strings = strings;
  }

  /** The column after the last cell with a value. */
  get width(): number {
    return this.filled === 0 ? 0 : this.columns[this.filled - 1] + 1;
  }

  /** Notes that a row has no cells. Returns `at`. */
  readNone(at: number): number {
    this.count = 0;
    this.filled = 0;
    this.used = 0;
    this.end = at;
    return at;
  }

  /** Reads cells up to the end of the row. Returns the index after it, or -1 if the row does not end before `end`. */
  read(bytes: Uint8Array, from: number, end: number): number {
    let cell = 0;
    let filled = 0;
    let column = -1;
    let i = from;
    this.end = -1;
    this.#formulas = 0;
    for (;;) {
      if (cell === this.columns.length) this.#grow();
      this.columns[cell] = column + 1;
      i = this.#other(bytes, cell, i, end);
      if (i < 0) return -1;
      if (this.end >= 0) break;
      if (this.#tags.name !== TagName.C) continue;
      if (this.columns[cell] <= column || this.columns[cell] >= SHEET_COLUMNS) throw outOfOrder();
      column = this.columns[cell];
      this.ends[cell] = i;
      if (this.kinds[cell++] !== CellKind.EMPTY) filled = cell;
    }
    while (filled > 0 && this.#isNothing(bytes, filled - 1)) filled--;
    this.count = cell;
    this.filled = filled;
    this.used = Math.max(this.width, this.#formulas);
    return i;
  }

  /** Reads a cell of any shape, the end of the row, or an element of a later version. Returns the index after it, or -1. */
  #other(bytes: Uint8Array, cell: number, from: number, end: number): number {
    const tags = this.#tags;
    const behind = tags.next(bytes, from, end);
    if (behind < 0) return -1;
    if (tags.isEnd) {
      if (tags.name !== TagName.ROW) throw damaged('a row without an end');
      this.end = tags.at;
      return behind;
    }
    if (tags.name === TagName.C) {
      if (tags.rFrom >= 0) this.columns[cell] = columnAt(bytes, tags.rFrom, tags.rTo);
      this.starts[cell] = tags.at;
      return this.#cell(bytes, cell, behind, end);
    }
    const next = tags.isEmpty ? behind : this.#skip(bytes, behind, end);
    // If the XML is broken, the last tag that was skipped may be that of a cell.
    tags.name = 0;
    return next;
  }

  /** Reads the cell whose first tag was just read. Returns the index after it, or -1. */
  #cell(bytes: Uint8Array, cell: number, behind: number, end: number): number {
    const tags = this.#tags;
    this.styles[cell] = tags.style;
    this.kinds[cell] = CellKind.EMPTY;
    if (tags.isEmpty) return behind;
    const kind = cellKind(bytes, tags);
    let i = behind;
    for (;;) {
      i = tags.next(bytes, i, end);
      if (i < 0) return -1;
      if (tags.isEnd) {
        if (tags.name === TagName.C) return i;
        continue;
      }
      if (tags.name === TagName.F) {
        this.kinds[cell] = CellKind.FORMULA;
        this.#formulas = this.columns[cell] + 1;
      } else if (tags.name === TagName.V && kind === CellKind.TEXT) this.kinds[cell] = CellKind.EMPTY; // a saved text may be empty
      if (!tags.isEmpty) {
        if (tags.name === TagName.V) {
          const to = findTag(bytes, i, end);
          if (to > i) this.#note(cell, kind, i, to);
          i = to;
        } else if (tags.name === TagName.IS) i = this.#inline(bytes, cell, i, end);
        else i = this.#skip(bytes, i, end);
        if (i < 0) return -1;
      }
    }
  }

  /** Reads a text that lies in the cell itself. */
  #inline(bytes: Uint8Array, cell: number, from: number, end: number): number {
    const tags = this.#tags;
    let texts = 0;
    let plain = 1;
    let textFrom = from;
    let textTo = from;
    for (let i = from; ;) {
      i = tags.next(bytes, i, end);
      if (i < 0) return -1;
      if (tags.name === TagName.IS && tags.isEnd) {
        if (texts === 1 && plain) this.#note(cell, CellKind.TEXT, textFrom, textTo);
        else if (texts > 0) this.#note(cell, CellKind.RUNS, from, tags.at);
        // An empty text counts as no text.
        if (texts === 1 && plain && textFrom === textTo) this.kinds[cell] = CellKind.EMPTY;
        return i;
      }
      if (tags.name === TagName.RPH) plain = 0;
      if (tags.name === TagName.T && !tags.isEnd && !tags.isEmpty) {
        texts++;
        textFrom = i;
        i = textTo = findTag(bytes, i, end);
        if (i < 0) return -1;
      }
    }
  }

  /** Makes room for twice as many cells. */
  #grow(): void {
    for (const name of ['columns', 'starts', 'ends', 'styles', 'kinds', 'from', 'to'] as const) {
      const more = new Int32Array(2 * this[name].length);
      more.set(this[name]);
      this[name] = more;
    }
  }

  #note(cell: number, kind: number, from: number, to: number): void {
    this.kinds[cell] = kind;
    this.from[cell] = from;
    this.to[cell] = to;
  }

  /** Returns the index after an element whose first tag was just read: a formula, or an addition of later versions. */
  #skip(bytes: Uint8Array, from: number, end: number): number {
    const tags = this.#tags;
    let depth = 1;
    for (let i = from; ;) {
      i = tags.next(bytes, i, end);
      if (i < 0) return -1;
      if (!tags.isEmpty) depth += tags.isEnd ? -1 : 1;
      if (depth === 0) return i;
    }
  }

  /** Returns whether a cell has no value, or an empty text. */
  #isNothing(bytes: Uint8Array, cell: number): boolean {
    if (this.kinds[cell] !== CellKind.SHARED) return this.kinds[cell] === CellKind.EMPTY;
    const strings = this.#strings;
    strings.findAt(bytes, this.from[cell], this.to[cell]);
    return strings.from === strings.to;
  }
}

const outOfOrder = (): Error => damaged('a cell in no column, or out of order');

/** Returns the kind of cell that the attribute `t` names. */
function cellKind(bytes: Uint8Array, { tFrom, tTo }: TagReader): CellKind {
  if (tFrom < 0) return CellKind.NUMBER;
  switch (bytes[tFrom]) {
    case 115: // s, str
      return tTo === tFrom + 1 ? CellKind.SHARED : CellKind.TEXT;
    case 110: // n
      return CellKind.NUMBER;
    case 98: // b
      return CellKind.BOOLEAN;
    case 100: // d
      return CellKind.ISO_DATE;
    default: // e: the error's name; inlineStr
      return CellKind.TEXT;
  }
}

/** Returns the column, from 0, of a reference like `AB12`; -1 if there are no letters. */
function columnAt(bytes: Uint8Array, from: number, to: number): number {
  let column = 0;
  for (let i = from; i < to; i++) {
    const letter = (bytes[i] & ~32) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}
