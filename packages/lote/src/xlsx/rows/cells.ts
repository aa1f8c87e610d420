/** The cells of a row: their columns and styles, and where their values stand. */
import { COLUMNS } from '../limits.js';

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
