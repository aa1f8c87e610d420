/** Finds the rows of a sheet among the bytes of its XML. */
import { damaged } from '../errors.js';
import { ROWS } from '../limits.js';
import type { SharedStrings } from '../shared-strings.js';
import { Name, TagReader, findTag, numberAt } from '../xml/tags.js';
import { CellReader } from './cell-reader.js';

/** The outcomes of a look for the next row. */
export const enum Found {
  ROW,
  /** The row does not end among the bytes that there are. */
  PART,
  /** The sheet has no more rows. */
  END,
}

export class RowReader {
  /** The number of the row, from 1. */
  number = 0;
  /** Where the row begins and ends, and where its end tag begins. Behind the last row, `start` is where the rows end. */
  start = 0;
  end = 0;
  contentEnd = 0;
  readonly cells: CellReader;
  readonly #tags = new TagReader();

  constructor(strings: SharedStrings) {
    this.cells = new CellReader(strings);
  }

  /** Where the attribute `spans` stands, or -1. */
  get spansFrom(): number {
    return this.#tags.spansFrom;
  }

  get spansTo(): number {
    return this.#tags.spansTo;
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
    const { cells } = this;
    const { isEmpty, rFrom, rTo } = this.#tags;
    const rowEnd = isEmpty ? cells.readNone(behind) : cells.read(bytes, behind, end);
    if (rowEnd < 0) return Found.PART;
    const number = rFrom < 0 ? this.number + 1 : numberAt(bytes, rFrom, rTo);
    if (number <= this.number || number > ROWS) throw damaged('a row in no place, or out of order');
    this.number = number;
    this.start = at;
    this.end = rowEnd;
    this.contentEnd = cells.end;
    return Found.ROW;
  }
}
