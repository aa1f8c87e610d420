/** The cells of a row: their columns and styles, and the indexes of their values. */
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

/** Few sheets have more columns: room for all of them would cost a small workbook more than its rows. */
const FIRST_CELLS = 1 << 8;

export class SheetCells {
  /** The column of each cell from 0, its indexes and its style. */
  columns = new Int32Array(FIRST_CELLS);
  starts = new Int32Array(FIRST_CELLS);
  ends = new Int32Array(FIRST_CELLS);
  styles = new Int32Array(FIRST_CELLS);
  /** The kind of each value, and its indexes. */
  kinds = new Uint8Array(FIRST_CELLS);
  from = new Int32Array(FIRST_CELLS);
  to = new Int32Array(FIRST_CELLS);

  /** Makes room for twice as many cells. */
  grow(): void {
    this.columns = doubled(this.columns);
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
    this.styles = doubled(this.styles);
    const kinds = new Uint8Array(2 * this.kinds.length);
    kinds.set(this.kinds);
    this.kinds = kinds;
    this.from = doubled(this.from);
    this.to = doubled(this.to);
  }

  note(cell: number, kind: number, from: number, to: number): void {
    this.kinds[cell] = kind;
    this.from[cell] = from;
    this.to[cell] = to;
  }
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * numbers.length);
  more.set(numbers);
  return more;
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
