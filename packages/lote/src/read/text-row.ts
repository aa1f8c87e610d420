/** A row of texts that come from no table. */
import { Byte, ByteSink } from '../bytes.js';
import { Row } from './row.js';

/** Cells with further numbers are not kept. */
const MOST_TEXTS = 1000;

export class TextRow extends Row {
  private readonly sink = new ByteSink(1 << 12);

  constructor() {
    super(MOST_TEXTS);
  }

  /** Begins a row in which no cell has a text. */
  begin(cells: number): void {
    this.sink.length = 0;
    this.cells = Math.min(cells, MOST_TEXTS);
    this.from.fill(-1, 0, this.cells);
    this.to.fill(-1, 0, this.cells);
  }

  /** Sets the text of a cell. */
  set(cell: number, text: string): void {
    const { sink } = this;
    sink.reserve(1);
    sink.byte(Byte.LINE_FEED); // what comes before a cell is no quote
    const from = sink.length;
    sink.text(text);
    this.from[cell] = from;
    this.to[cell] = sink.length;
  }

  /** Ends the row. */
  finish(): void {
    const { sink } = this;
    sink.reserve(1);
    sink.bytes[sink.length] = Byte.LINE_FEED;
    this.bytes = sink.bytes;
    this.end = sink.length;
  }
}
