/** Finds the cells of a row among the bytes of its XML: their columns and styles, and where their values stand. */
import { damaged } from '../errors.js';
import { COLUMNS } from '../limits.js';
import type { SharedStrings } from '../shared-strings.js';
import { Character, Name, TagReader, findTag } from '../xml/tags.js';
import { columnAt } from './columns.js';

export const enum Kind {
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

/** Four bytes of the shape that most programs give to cells, as one number: comparing them at once is faster. */
const enum Four {
  /** `<c r` */
  CELL = 0x3c632072,
  /** ` t="` */
  TYPE = 0x20743d22,
  /** `><v>` */
  VALUE = 0x3e3c763e,
  /** `</v>` */
  VALUE_END = 0x3c2f763e,
  /** `</c>` */
  CELL_END = 0x3c2f633e,
  /** `inli`, `neSt`, `r"><` and `is><` */
  INLINE_1 = 0x696e6c69,
  INLINE_2 = 0x6e655374,
  INLINE_3 = 0x72223e3c,
  INLINE_4 = 0x69733e3c,
  /** `</t>`, `</is` and `></c` */
  TEXT_END_1 = 0x3c2f743e,
  TEXT_END_2 = 0x3c2f6973,
  TEXT_END_3 = 0x3e3c2f63,
}

export class CellReader {
  /** How many cells there are, empty ones too, and how many up to the last that has a value. */
  count = 0;
  filled = 0;
  /** Where the row's end tag begins. */
  end = 0;
  /** The column of each cell from 0, where it begins and ends, and its style. One more than fits is told from the others. */
  readonly columns = new Int32Array(COLUMNS + 1);
  readonly starts = new Int32Array(COLUMNS + 1);
  readonly ends = new Int32Array(COLUMNS + 1);
  readonly styles = new Int32Array(COLUMNS + 1);
  /** The kind of each value, and where it stands. */
  readonly kinds = new Uint8Array(COLUMNS + 1);
  readonly from = new Int32Array(COLUMNS + 1);
  readonly to = new Int32Array(COLUMNS + 1);
  /** The bytes that are read. Behind the last of them is room for a look at a few more. */
  #bytes: Uint8Array = new Uint8Array();
  #view: DataView = new DataView(new ArrayBuffer());
  readonly #tags = new TagReader();
  readonly #strings: SharedStrings;

  constructor(strings: SharedStrings) {
    this.#strings = strings;
  }

  /** The column behind the last cell with a value. */
  get width(): number {
    return this.filled === 0 ? 0 : this.columns[this.filled - 1] + 1;
  }

  /** Notes that a row has no cells. Gives the place that it was given. */
  readNone(at: number): number {
    this.count = 0;
    this.filled = 0;
    this.end = at;
    return at;
  }

  /** Reads cells up to the end of the row. Gives the place behind it, or -1 if it does not come before `end`. */
  read(bytes: Uint8Array, from: number, end: number): number {
    let cell = 0;
    let filled = 0;
    let column = -1;
    let i = from;
    this.end = -1;
    if (this.#bytes !== bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer);
    }
    for (;;) {
      const usual = this.#usual(bytes, cell, i, end);
      if (usual > 0) i = usual;
      else {
        this.columns[cell] = column + 1;
        i = this.#other(bytes, cell, i, end);
        if (i < 0) return -1;
        if (this.end >= 0) break;
        if (this.#tags.name !== Name.C) continue;
      }
      if (this.columns[cell] <= column || this.columns[cell] >= COLUMNS) throw outOfOrder();
      column = this.columns[cell];
      this.ends[cell] = i;
      if (this.kinds[cell++] !== Kind.EMPTY) filled = cell;
    }
    while (filled > 0 && this.#isNothing(bytes, filled - 1)) filled--;
    this.count = cell;
    this.filled = filled;
    return i;
  }

  /**
   * Reads a cell of the shape that most programs write: `<c r="A1" s="1" t="s"><v>0</v></c>` or one with an inline text.
   * Gives the place behind it, or 0 if it has another shape.
   */
  #usual(bytes: Uint8Array, cell: number, at: number, end: number): number {
    const view = this.#view;
    if (view.getUint32(at) !== Four.CELL || bytes[at + 4] !== Character.EQUALS) return 0;
    let i = at + 6;
    let byte = bytes[i];
    let column = 0;
    for (; byte >= 65 && byte <= 90; byte = bytes[++i]) column = column * 26 + byte - 64;
    while (byte >= 48 && byte <= 57) byte = bytes[++i];
    if (byte !== Character.QUOTE || column === 0 || i >= end) return 0;
    i++;
    let style = 0;
    if (bytes[i + 1] === Character.S && bytes[i] === Character.SPACE && bytes[i + 3] === Character.QUOTE) {
      i += 4;
      for (byte = bytes[i]; byte >= 48 && byte <= 57; byte = bytes[++i]) style = style * 10 + byte - 48;
      if (byte !== Character.QUOTE || i >= end) return 0;
      i++;
    }
    let kind: number = Kind.NUMBER;
    if (view.getUint32(i) === Four.TYPE) {
      const letter = bytes[i + 4];
      if (bytes[i + 5] === Character.QUOTE && (letter === Character.S || letter === Character.N)) {
        if (letter === Character.S) kind = Kind.SHARED;
        i += 6;
      } else if (isInlineText(view, i + 4)) {
        kind = Kind.TEXT;
        i += 22;
      } else return 0;
    }
    if (kind !== Kind.TEXT) {
      if (view.getUint32(i) !== Four.VALUE) return 0;
      i += 4;
    }
    const from = i;
    while (i < end && bytes[i] !== Character.LESS) i++;
    const to = i;
    if (kind === Kind.TEXT ? !isTextEnd(view, i) : !isValueEnd(view, i)) return 0;
    i += kind === Kind.TEXT ? 13 : 8;
    // Behind the end stand bytes of earlier rows.
    if (i > end) return 0;
    this.columns[cell] = column - 1;
    this.starts[cell] = at;
    this.styles[cell] = style;
    this.#value(cell, from === to ? Kind.EMPTY : kind, from, to);
    return i;
  }

  /** Reads a cell of any shape, the end of the row, or an element of a later version. Gives the place behind it, or -1. */
  #other(bytes: Uint8Array, cell: number, from: number, end: number): number {
    const tags = this.#tags;
    const at = findTag(bytes, from, end);
    if (at < 0) return -1;
    const behind = tags.read(bytes, at, end);
    if (behind < 0) return -1;
    if (tags.isEnd) {
      if (tags.name !== Name.ROW) throw damaged('a row without an end');
      this.end = at;
      return behind;
    }
    if (tags.name === Name.C) {
      if (tags.rFrom >= 0) this.columns[cell] = columnAt(bytes, tags.rFrom, tags.rTo);
      this.starts[cell] = at;
      return this.#cell(bytes, cell, behind, end);
    }
    return tags.isEmpty ? behind : this.#skip(bytes, behind, end);
  }

  /** Reads the cell whose first tag was just read. Gives the place behind it, or -1. */
  #cell(bytes: Uint8Array, cell: number, behind: number, end: number): number {
    const tags = this.#tags;
    this.styles[cell] = tags.style;
    this.kinds[cell] = Kind.EMPTY;
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
        if (texts === 1 && plain && textFrom === textTo) this.kinds[cell] = Kind.EMPTY;
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
    this.kinds[cell] = kind;
    this.from[cell] = from;
    this.to[cell] = to;
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

  /** Whether a cell has no value, or an empty text. */
  #isNothing(bytes: Uint8Array, cell: number): boolean {
    if (this.kinds[cell] !== Kind.SHARED) return this.kinds[cell] === Kind.EMPTY;
    const strings = this.#strings;
    strings.findAt(bytes, this.from[cell], this.to[cell]);
    return strings.from === strings.to;
  }
}

/** Whether `inlineStr"><is><t>` stands here. */
const isInlineText = (view: DataView, at: number): boolean =>
  view.getUint32(at) === Four.INLINE_1 &&
  view.getUint32(at + 4) === Four.INLINE_2 &&
  view.getUint32(at + 8) === Four.INLINE_3 &&
  view.getUint32(at + 12) === Four.INLINE_4 &&
  view.getUint8(at + 16) === Character.T &&
  view.getUint8(at + 17) === Character.GREATER;

/** Whether `</t></is></c>` stands here. */
const isTextEnd = (view: DataView, at: number): boolean =>
  view.getUint32(at) === Four.TEXT_END_1 &&
  view.getUint32(at + 4) === Four.TEXT_END_2 &&
  view.getUint32(at + 8) === Four.TEXT_END_3 &&
  view.getUint8(at + 12) === Character.GREATER;

/** Whether `</v></c>` stands here. */
const isValueEnd = (view: DataView, at: number): boolean =>
  view.getUint32(at) === Four.VALUE_END && view.getUint32(at + 4) === Four.CELL_END;

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
