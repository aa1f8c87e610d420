/** The cells of a row: their columns and styles, and where their values stand. */
import { COLUMNS } from '../limits.js';

export const enum CellKind {
  EMPTY,
  SHARED,
  /** A text as it stands. */
  TEXT,
  /** A text in several runs. */
  RUNS,
  NUMBER,
  BOOLEAN,
  ISO_DATE,
  /** A formula whose value was not saved. */
  FORMULA,
}

export class Cells {
  /** The column of each cell from 0, where it begins and ends, and its style. One more than fits is told from the others. */
  readonly columns = new Int32Array(COLUMNS + 1);
  readonly starts = new Int32Array(COLUMNS + 1);
  readonly ends = new Int32Array(COLUMNS + 1);
  readonly styles = new Int32Array(COLUMNS + 1);
  /** The kind of each value, and where it stands. */
  readonly kinds = new Uint8Array(COLUMNS + 1);
  readonly from = new Int32Array(COLUMNS + 1);
  readonly to = new Int32Array(COLUMNS + 1);

  note(cell: number, kind: number, from: number, to: number): void {
    this.kinds[cell] = kind;
    this.from[cell] = from;
    this.to[cell] = to;
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

/** The column, from 0, of letters such as `AB`. */
export function columnOf(letters: string): number {
  const bytes = new TextEncoder().encode(letters);
  return columnAt(bytes, 0, bytes.length);
}
