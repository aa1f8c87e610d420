/** The cells of a row: their columns and styles, and the indexes of their values. */
import { SHEET_COLUMNS } from '../limits.js';

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

export class SheetCells {
  /** The column of each cell from 0, its indexes and its style. One slot more than a sheet has columns, so that a row that is too wide is noticed. */
  readonly columns = new Int32Array(SHEET_COLUMNS + 1);
  readonly starts = new Int32Array(SHEET_COLUMNS + 1);
  readonly ends = new Int32Array(SHEET_COLUMNS + 1);
  readonly styles = new Int32Array(SHEET_COLUMNS + 1);
  /** The kind of each value, and its indexes. */
  readonly kinds = new Uint8Array(SHEET_COLUMNS + 1);
  readonly from = new Int32Array(SHEET_COLUMNS + 1);
  readonly to = new Int32Array(SHEET_COLUMNS + 1);

  note(cell: number, kind: number, from: number, to: number): void {
    this.kinds[cell] = kind;
    this.from[cell] = from;
    this.to[cell] = to;
  }
}

/** Returns the column, from 0, of a reference like `AB12`; -1 if there are no letters. */
export function columnAt(bytes: Uint8Array, from: number, to: number): number {
  let column = 0;
  for (let i = from; i < to; i++) {
    const letter = (bytes[i] & ~32) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}
