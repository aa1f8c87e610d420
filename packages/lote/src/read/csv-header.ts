/** The header of a CSV, or what a layout puts in its place. */
import type { Layout } from '@curp-service/contract/layouts';
import type { Row } from './row.js';

export interface CsvHeader {
  readonly delimiter: string;
  readonly lineBreak: '\n' | '\r\n';
  readonly row: Row;
  /** The bits of `Seen` of the row. */
  readonly seen: number;
  /** The names of the columns, no more than `MAX_COLUMNS`. */
  readonly names: readonly string[];
  /** How many columns behind them are those of an earlier answer, which this one replaces. */
  readonly answered?: number;
  /** The number of data that the names mean. */
  readonly known: number;
  /** The number of the row, including empty lines; of several rows, that of the last one. */
  readonly number: number;
  /** The number of rows of the header. `row`, `start` and `next` are those of the last row. */
  readonly rows: number;
  /** The index where the row begins; `next` is that of the next row. */
  readonly start: number;
  readonly next: number;
  /** The text of the lines above the header. */
  readonly above?: string;
  /** The layout that replaces the header; absent if a row of the file is the header. */
  readonly layout?: Layout | undefined;
}
