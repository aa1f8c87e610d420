/** A row of texts that come from no table. */
import { type ColumnIndexes, FIELDS, type Field, WITNESSES, type Witness } from '@curp-service/contract/columns';
import { Byte, ByteSink } from '../bytes.js';
import { Row } from './row.js';

const READ_FIELDS = [...FIELDS, ...WITNESSES] as const;
/** Cells with further numbers are not kept. */
const MOST_TEXTS = 1000;

export class TextRow extends Row {
  private readonly sink = new ByteSink(1 << 12);

  constructor() {
    super(MOST_TEXTS);
  }

  /** Takes the texts of the data that have these columns, of `cells`. */
  take(columns: ColumnIndexes, cells: number, textOf: (field: Field | Witness) => string | undefined): void {
    this.begin(cells);
    for (const field of READ_FIELDS) {
      const text = columns[field] < 0 ? undefined : textOf(field);
      if (text !== undefined) this.set(columns[field], text);
    }
    this.finish();
  }

  /** Begins a row in which no cell has a text. */
  private begin(cells: number): void {
    this.sink.length = 0;
    this.cells = Math.min(cells, MOST_TEXTS);
    this.from.fill(-1, 0, this.cells);
    this.to.fill(-1, 0, this.cells);
  }

  /** Sets the text of a cell. */
  private set(cell: number, text: string): void {
    const { sink } = this;
    sink.reserve(1);
    sink.byte(Byte.LINE_FEED); // what comes before a cell is no quote
    const from = sink.length;
    sink.text(text);
    this.from[cell] = from;
    this.to[cell] = sink.length;
  }

  /** Ends the row. */
  private finish(): void {
    const { sink } = this;
    sink.reserve(1);
    sink.bytes[sink.length] = Byte.LINE_FEED;
    this.bytes = sink.bytes;
    this.end = sink.length;
  }
}
