/** Finds the rows and cells of a sheet among the bytes of its XML, and writes the cells as CSV. */
import { ByteSink } from './bytes.js';
import { dateOf, isoDate, writeDay } from './dates.js';
import { damaged, tooLarge } from './errors.js';
import { CELL_BYTES, COLUMNS, ROWS } from './limits.js';
import type { CellOptions } from '../sheet/sheet-lote.js';
import type { CellContext } from './workbook.js';
import { Name, TagReader, findTag, numberAt, writeRuns, writeXmlText } from './xml.js';

/** The outcomes of a look for the next row. */
export const enum Found {
  ROW,
  /** The row does not end among the bytes that there are. */
  PART,
  /** The sheet has no more rows. */
  END,
}

const enum Kind {
  EMPTY,
  SHARED,
  /** A text as it stands. */
  TEXT,
  /** A text in several runs. */
  RUNS,
  NUMBER,
  BOOLEAN,
  ISO_DATE,
}

const QUOTE = 34;
const LESS = 60;
const SPACE = 32;
const EQUALS = 61;
const enum Letter {
  C = 99,
  I = 105,
  N = 110,
  R = 114,
  S = 115,
  T = 116,
}
/** The bytes around the values of most programs' cells. */
const [INLINE, VALUE, VALUE_END, TEXT, TEXT_END] = [
  ' t="inlineStr"',
  '><v>',
  '</v></c>',
  '><is><t>',
  '</t></is></c>',
].map((text) => new TextEncoder().encode(text));
/** So many digits of a number are exact. */
const DIGITS = 15;
/** As days, these years are of 1904 and 1905. */
const FIRST_YEAR = 1800;
const LAST_YEAR = 2100;
const ascii = new TextDecoder();

export class RowReader {
  /** The number of the row, from 1. */
  number = 0;
  /** Where the row begins and ends, and where its end tag begins. Of the sheet's end, where it begins. */
  start = 0;
  end = 0;
  contentEnd = 0;
  /** Where the attribute `spans` stands, or -1. */
  spansFrom = -1;
  spansTo = -1;
  /** How many cells it has, empty ones too, and how many up to the last that has a value. */
  cells = 0;
  filled = 0;
  /** The column of each cell from 0, where it begins and ends, and its style. */
  readonly columns = new Int32Array(COLUMNS);
  readonly starts = new Int32Array(COLUMNS);
  readonly ends = new Int32Array(COLUMNS);
  readonly styles = new Int32Array(COLUMNS);
  readonly #kinds = new Uint8Array(COLUMNS);
  readonly #from = new Int32Array(COLUMNS);
  readonly #to = new Int32Array(COLUMNS);
  readonly #tags = new TagReader();
  readonly #context: CellContext;
  readonly #dateColumn: number;
  /** 1 for the columns that are needed in rows under the header; `null`: all of them. */
  readonly #needed: Uint8Array | null = null;
  readonly #header: number;
  readonly #scratch = new ByteSink();
  /** 1 for the bytes that make a cell of CSV need quotes, 2 for those that mean something to XML. */
  readonly #special = new Uint8Array(256);

  constructor(context: CellContext, { delimitador = ',', dateColumn = -1, encabezado = 0, needed }: CellOptions = {}) {
    this.#context = context;
    this.#dateColumn = dateColumn;
    this.#header = encabezado;
    if (needed !== undefined) {
      this.#needed = new Uint8Array(COLUMNS);
      for (const column of needed) this.#needed[column] = 1;
    }
    for (const character of '&<_\r') this.#special[character.charCodeAt(0)] = 2;
    for (const character of `${delimitador}"\n\r`) this.#special[character.charCodeAt(0)] |= 1;
  }

  /** The column behind the last cell with a value. */
  get width(): number {
    return this.filled === 0 ? 0 : this.columns[this.filled - 1] + 1;
  }

  /** Reads the next row from this place on. */
  read(bytes: Uint8Array, from: number, end: number): Found {
    const tags = this.#tags;
    const at = findTag(bytes, from, end);
    if (at < 0) return Found.PART;
    const behind = tags.read(bytes, at, end);
    if (behind < 0) return Found.PART;
    if (tags.name === Name.ROW && !tags.isEnd) return this.#row(bytes, at, behind, end);
    if (tags.name !== Name.SHEET_DATA || !tags.isEnd) throw damaged('no row where a row should be');
    this.start = at;
    return Found.END;
  }

  #row(bytes: Uint8Array, at: number, behind: number, end: number): Found {
    const tags = this.#tags;
    const { rFrom, rTo, spansFrom, spansTo, isEmpty } = tags;
    let cells = 0;
    let filled = 0;
    let column = -1;
    let i = behind;
    let close = behind;
    let isOpen = !isEmpty;
    while (isOpen) {
      const usual = this.#usual(bytes, cells, i, end);
      if (usual > 0) {
        if (this.columns[cells] <= column || this.columns[cells] >= COLUMNS) throw outOfOrder();
        column = this.columns[cells];
        i = usual;
        this.ends[cells] = i;
        if (this.#kinds[cells++] !== Kind.EMPTY) filled = cells;
        continue;
      }
      close = findTag(bytes, i, end);
      if (close < 0) return Found.PART;
      i = tags.read(bytes, close, end);
      if (i < 0) return Found.PART;
      if (tags.isEnd) {
        if (tags.name !== Name.ROW) throw damaged('a row without an end');
        isOpen = false;
      } else if (tags.name === Name.C) {
        const next = tags.rFrom < 0 ? column + 1 : columnAt(bytes, tags.rFrom, tags.rTo);
        if (next <= column || next >= COLUMNS) throw outOfOrder();
        column = next;
        this.columns[cells] = column;
        this.starts[cells] = close;
        i = this.#cell(bytes, cells, i, end);
        if (i < 0) return Found.PART;
        this.ends[cells] = i;
        if (this.#kinds[cells++] !== Kind.EMPTY) filled = cells;
      } else if (!tags.isEmpty) {
        i = this.#skip(bytes, i, end);
        if (i < 0) return Found.PART;
      }
    }
    const number = rFrom < 0 ? this.number + 1 : numberAt(bytes, rFrom, rTo);
    if (number <= this.number || number > ROWS) throw damaged('a row in no place, or out of order');
    this.number = number;
    this.start = at;
    this.end = i;
    this.contentEnd = close;
    this.spansFrom = spansFrom;
    this.spansTo = spansTo;
    this.cells = cells;
    while (filled > 0 && this.#isNothing(bytes, filled - 1)) filled--;
    this.filled = filled;
    return Found.ROW;
  }

  /**
   * Reads a cell of the shape that most programs write: `<c r="A1" s="1" t="s"><v>0</v></c>` or one with an inline text.
   * Gives the place behind it, or 0 if it has another shape.
   */
  #usual(bytes: Uint8Array, cell: number, at: number, end: number): number {
    if (bytes[at + 1] !== Letter.C || bytes[at + 3] !== Letter.R || bytes[at + 5] !== QUOTE) return 0;
    if (bytes[at] !== LESS || bytes[at + 2] !== SPACE || bytes[at + 4] !== EQUALS) return 0;
    let i = at + 6;
    let byte = bytes[i];
    let column = 0;
    for (; byte >= 65 && byte <= 90; byte = bytes[++i]) column = column * 26 + byte - 64;
    while (byte >= 48 && byte <= 57) byte = bytes[++i];
    if (byte !== QUOTE || column === 0) return 0;
    byte = bytes[++i];
    let style = 0;
    if (byte === SPACE && bytes[i + 1] === Letter.S && bytes[i + 3] === QUOTE) {
      i += 4;
      for (byte = bytes[i]; byte >= 48 && byte <= 57; byte = bytes[++i]) style = style * 10 + byte - 48;
      if (byte !== QUOTE) return 0;
      byte = bytes[++i];
    }
    let kind: number = Kind.NUMBER;
    if (byte === SPACE && bytes[i + 1] === Letter.T && bytes[i + 3] === QUOTE) {
      const letter = bytes[i + 4];
      if (bytes[i + 5] === QUOTE && (letter === Letter.S || letter === Letter.N)) {
        if (letter === Letter.S) kind = Kind.SHARED;
        i += 6;
      } else if (letter === Letter.I && isAt(bytes, i, INLINE)) {
        kind = Kind.TEXT;
        i += INLINE.length;
      } else return 0;
    }
    const open = kind === Kind.TEXT ? TEXT : VALUE;
    const close = kind === Kind.TEXT ? TEXT_END : VALUE_END;
    if (!isAt(bytes, i, open)) return 0;
    i += open.length;
    const from = i;
    while (i < end && bytes[i] !== LESS) i++;
    if (!isAt(bytes, i, close)) return 0;
    const to = i;
    i += close.length;
    // Behind the end stand bytes of earlier rows.
    if (i > end) return 0;
    this.columns[cell] = column - 1;
    this.starts[cell] = at;
    this.styles[cell] = style;
    this.#value(cell, from === to ? Kind.EMPTY : kind, from, to);
    return i;
  }

  /** Whether a cell has no value, or an empty text. */
  #isNothing(bytes: Uint8Array, cell: number): boolean {
    if (this.#kinds[cell] !== Kind.SHARED) return this.#kinds[cell] === Kind.EMPTY;
    const { strings } = this.#context;
    strings.find(indexAt(bytes, this.#from[cell], this.#to[cell]));
    return strings.from === strings.to;
  }

  /** Reads the cell whose first tag was just read. Gives the place behind it, or -1. */
  #cell(bytes: Uint8Array, cell: number, behind: number, end: number): number {
    const tags = this.#tags;
    this.styles[cell] = tags.style;
    this.#kinds[cell] = Kind.EMPTY;
    if (tags.isEmpty) return behind;
    const kind = kindOf(bytes, tags);
    let i = behind;
    for (;;) {
      const at = findTag(bytes, i, end);
      if (at < 0) return -1;
      i = tags.read(bytes, at, end);
      if (i < 0) return -1;
      if (tags.isEnd) {
        if (tags.name === Name.C) return i;
      } else if (!tags.isEmpty) {
        if (tags.name === Name.V) {
          const to = findTag(bytes, i, end);
          if (to > i) this.#value(cell, kind, i, to);
          i = to;
        } else if (tags.name === Name.IS) i = this.#inline(bytes, cell, i, end);
        else i = this.#skip(bytes, i, end);
        if (i < 0) return -1;
      }
    }
  }

  /** Reads a text that stands in the cell itself. */
  #inline(bytes: Uint8Array, cell: number, from: number, end: number): number {
    const tags = this.#tags;
    let texts = 0;
    let plain = 1;
    let textFrom = from;
    let textTo = from;
    for (let i = from; ;) {
      const at = findTag(bytes, i, end);
      if (at < 0) return -1;
      i = tags.read(bytes, at, end);
      if (i < 0) return -1;
      if (tags.name === Name.IS && tags.isEnd) {
        if (texts === 1 && plain) this.#value(cell, Kind.TEXT, textFrom, textTo);
        else if (texts > 0) this.#value(cell, Kind.RUNS, from, at);
        // A text of nothing is no text.
        if (texts === 1 && plain && textFrom === textTo) this.#kinds[cell] = Kind.EMPTY;
        return i;
      }
      if (tags.name === Name.RPH) plain = 0;
      if (tags.name === Name.T && !tags.isEnd && !tags.isEmpty) {
        texts++;
        textFrom = i;
        i = textTo = findTag(bytes, i, end);
        if (i < 0) return -1;
      }
    }
  }

  #value(cell: number, kind: number, from: number, to: number): void {
    this.#kinds[cell] = kind;
    this.#from[cell] = from;
    this.#to[cell] = to;
  }

  /** The place behind an element whose first tag was just read: a formula, or what later versions add. */
  #skip(bytes: Uint8Array, from: number, end: number): number {
    const tags = this.#tags;
    let depth = 1;
    for (let i = from; ;) {
      const at = findTag(bytes, i, end);
      if (at < 0) return -1;
      i = tags.read(bytes, at, end);
      if (i < 0) return -1;
      if (!tags.isEmpty) depth += tags.isEnd ? -1 : 1;
      if (depth === 0) return i;
    }
  }

  /** Writes the row's cells as a line of CSV, without its end. Gives how many columns it has. */
  writeCsv(sink: ByteSink, bytes: Uint8Array, delimiter: number): number {
    const needed = this.number > this.#header ? this.#needed : null;
    let column = 0;
    for (let cell = 0; cell < this.filled; cell++) {
      const to = this.columns[cell];
      sink.reserve(to - column);
      for (; column < to; column++) sink.bytes[sink.length++] = delimiter;
      if (this.#kinds[cell] === Kind.EMPTY || (needed !== null && needed[to] === 0)) continue;
      this.#writeCell(sink, bytes, cell);
    }
    return this.width;
  }

  #writeCell(sink: ByteSink, bytes: Uint8Array, cell: number): void {
    const from = this.#from[cell];
    const to = this.#to[cell];
    switch (this.#kinds[cell]) {
      case Kind.SHARED: {
        const { strings } = this.#context;
        strings.find(indexAt(bytes, from, to));
        this.#quote(sink, strings.bytes, strings.from, strings.to);
        break;
      }
      case Kind.NUMBER:
        if (isPlainInteger(bytes, from, to)) this.#writeInteger(sink, bytes, cell);
        else this.#writeNumber(sink, bytes, cell);
        break;
      case Kind.BOOLEAN:
        sink.ascii(bytes[from] === 49 || bytes[from] === 116 ? 'true' : 'false');
        break;
      default:
        this.#writeText(sink, bytes, cell);
    }
  }

  #writeText(sink: ByteSink, bytes: Uint8Array, cell: number): void {
    if (this.#kinds[cell] === Kind.TEXT && this.#copied(sink, bytes, this.#from[cell], this.#to[cell], 3)) return;
    const scratch = this.#scratch;
    scratch.length = 0;
    if (this.#kinds[cell] === Kind.RUNS) writeRuns(scratch, this.#tags, bytes, this.#from[cell], this.#to[cell]);
    else writeXmlText(scratch, bytes, this.#from[cell], this.#to[cell]);
    if (scratch.length > CELL_BYTES) throw tooLarge('una celda demasiado larga', 'a cell that is too long');
    if (this.#kinds[cell] === Kind.ISO_DATE) {
      sink.ascii(isoDate(ascii.decode(scratch.bytes.subarray(0, scratch.length))));
    } else this.#quote(sink, scratch.bytes, 0, scratch.length);
  }

  /** Writes a number of few digits: as it stands, or as a date if its style is one. */
  #writeInteger(sink: ByteSink, bytes: Uint8Array, cell: number): void {
    const from = this.#from[cell];
    const to = this.#to[cell];
    const value = numberAt(bytes, from, to);
    if (!this.#isDate(cell, value) || !writeDay(sink, value, this.#context.date1904)) sink.copy(bytes, from, to);
  }

  /** Writes a number as a sheet shows it, with 15 digits at most; as a date if its style is one. */
  #writeNumber(sink: ByteSink, bytes: Uint8Array, cell: number): void {
    const text = ascii.decode(bytes.subarray(this.#from[cell], this.#to[cell]));
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) this.#writeText(sink, bytes, cell);
    else {
      const date = this.#isDate(cell, value) ? dateOf(value, this.#context.date1904) : null;
      sink.ascii(date ?? String(Number(value.toPrecision(DIGITS))));
    }
  }

  /** Whether a number is a day: by its style, or by its column, where a number such as 1990 is rather a year. */
  #isDate(cell: number, value: number): boolean {
    if (this.#context.styles.dates[this.styles[cell]] === 1) return true;
    return this.columns[cell] === this.#dateColumn && !(value >= FIRST_YEAR && value <= LAST_YEAR);
  }

  /** Writes a text, in quotes if it needs them. */
  #quote(sink: ByteSink, bytes: Uint8Array, from: number, to: number): void {
    if (this.#copied(sink, bytes, from, to, 1)) return;
    sink.reserve(2 * (to - from) + 2);
    const out = sink.bytes;
    let { length } = sink;
    out[length++] = QUOTE;
    for (let i = from; i < to; i++) {
      out[length++] = bytes[i];
      if (bytes[i] === QUOTE) out[length++] = QUOTE;
    }
    out[length++] = QUOTE;
    sink.length = length;
  }

  /** Copies a text as it stands, unless it has a byte that is special in one of these ways. */
  #copied(sink: ByteSink, bytes: Uint8Array, from: number, to: number, ways: number): boolean {
    if (to - from > CELL_BYTES) return false;
    sink.reserve(to - from);
    const special = this.#special;
    const out = sink.bytes;
    let { length } = sink;
    for (let i = from; i < to; i++) {
      const byte = bytes[i];
      if (special[byte] & ways) return false;
      out[length++] = byte;
    }
    sink.length = length;
    return true;
  }
}

/** Whether these bytes stand at that place. */
function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

const outOfOrder = (): Error => damaged('a cell in no column, or out of order');

/** The kind of cell that `t` says. */
function kindOf(bytes: Uint8Array, { tFrom, tTo }: TagReader): Kind {
  if (tFrom < 0) return Kind.NUMBER;
  switch (bytes[tFrom]) {
    case 115: // s, str
      return tTo === tFrom + 1 ? Kind.SHARED : Kind.TEXT;
    case 110: // n
      return Kind.NUMBER;
    case 98: // b
      return Kind.BOOLEAN;
    case 100: // d
      return Kind.ISO_DATE;
    default: // e: the error's name; inlineStr
      return Kind.TEXT;
  }
}

/** The column, from 0, of a reference such as `AB12`; -1 if there are no letters. */
export function columnAt(bytes: Uint8Array, from: number, to: number): number {
  let column = 0;
  for (let i = from; i < to; i++) {
    const letter = (bytes[i] & ~32) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** The letters of a column, from 0. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** The index that a cell gives; spaces around it do not count. */
function indexAt(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && bytes[i] <= 32) i++;
  if (i === to || bytes[i] < 48 || bytes[i] > 57) throw damaged('a shared string without a number');
  return numberAt(bytes, i, to);
}

/** Whether the bytes are digits alone, as a sheet would show them. */
function isPlainInteger(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > DIGITS || (bytes[from] === 48 && to > from + 1)) return false;
  for (let i = from; i < to; i++) if (bytes[i] < 48 || bytes[i] > 57) return false;
  return true;
}
