/** Lines of CSV from the rows of a sheet: one line for each row, empty ones too, so that lines keep their numbers. */
import type { CellOptions } from '../../sheet/sheet-lote.js';
import { ByteSink } from '../bytes.js';
import type { CellContext } from '../workbook.js';
import { CsvCells } from './csv-cells.js';
import type { RowReader } from './row-reader.js';

/** The first rows tell how wide all are: a column may have no name, and a row's empty cells at the end are not in the file. */
const FIRST_ROWS = 1000;
const FIRST_BYTES = 1 << 20;
const BYTES = 1 << 16;
const LF = 10;

export class CsvBlock {
  /** The number of the first row of the block, and how many it has. */
  first = 1;
  rows = 0;
  readonly #cells: CsvCells;
  readonly #lines = new ByteSink();
  /** The width of all rows; 0 until the first block is whole. */
  #width = 0;
  /** Where each row of the first block ends, and its width. */
  readonly #ends: number[] = [];
  readonly #widths: number[] = [];
  #widest = 0;

  constructor(context: CellContext, options: CellOptions) {
    this.#cells = new CsvCells(context, options);
  }

  /** Whether this is still the first block and should have more rows before it is taken. All will be as wide as the widest. */
  get wantsMore(): boolean {
    const bytes = Math.max(this.#lines.length, this.#ends.length * this.#widest);
    return this.#width === 0 && this.rows < FIRST_ROWS && bytes < FIRST_BYTES;
  }

  get isFull(): boolean {
    return this.#width === 0 ? !this.wantsMore : this.#lines.length >= BYTES;
  }

  /** Adds a row that has a value, and empty lines for the rows that are missing before it. */
  add(row: RowReader, bytes: Uint8Array): void {
    const lines = this.#lines;
    const missing = row.number - (this.first + this.rows);
    if (missing > 0) {
      lines.reserve(missing);
      lines.bytes.fill(LF, lines.length, lines.length + missing);
      lines.length += missing;
    }
    this.rows += missing + 1;
    const { width } = row.cells;
    this.#cells.write(lines, row, bytes);
    if (this.#width > 0) this.#pad(lines, this.#width - width);
    else {
      this.#ends.push(lines.length);
      this.#widths.push(width);
      this.#widest = Math.max(this.#widest, width);
    }
    lines.reserve(1);
    lines.bytes[lines.length++] = LF;
  }

  /** Gives the lines, as a copy, and begins the next block. */
  take(): Uint8Array<ArrayBuffer> {
    this.first += this.rows;
    this.rows = 0;
    if (this.#width > 0 || this.#ends.length === 0) return this.#lines.take();
    this.#width = this.#widest;
    const padded = new ByteSink();
    let from = 0;
    for (const [i, end] of this.#ends.entries()) {
      padded.copy(this.#lines.bytes, from, end);
      this.#pad(padded, this.#width - this.#widths[i]);
      from = end;
    }
    padded.copy(this.#lines.bytes, from, this.#lines.length);
    this.#lines.length = 0;
    return padded.take();
  }

  #pad(sink: ByteSink, columns: number): void {
    if (columns <= 0) return;
    sink.reserve(columns);
    sink.bytes.fill(this.#cells.delimiter, sink.length, sink.length + columns);
    sink.length += columns;
  }
}
