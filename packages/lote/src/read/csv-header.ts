/** The header of a CSV, or what a layout puts in its place. */
import type { Layout } from '@curp-service/contract/layouts';
import type { AnsweredColumns } from '@curp-service/contract/words/answered-columns';
import { NOT_ANSWERED, Row } from './row.js';

export interface CsvHeader {
  readonly delimiter: string;
  readonly lineBreak: '\n' | '\r\n';
  readonly row: Row;
  /** The bits of `Seen` of the row. */
  readonly seen: number;
  /** The names of the columns, no more than `MAX_COLUMNS`. */
  readonly names: readonly string[];
  /** The columns beside them that are those of an earlier answer, which this one replaces. */
  readonly answered?: AnsweredColumns;
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

/** The header of a file as data: the parts of the file that have none of their own take it. */
export type HeaderFacts = Required<
  Pick<CsvHeader, 'delimiter' | 'lineBreak' | 'names' | 'answered' | 'known' | 'number' | 'rows' | 'above'>
>;

export function factsOf({
  delimiter,
  lineBreak,
  names,
  answered = NOT_ANSWERED,
  known,
  number,
  rows,
  above = '',
}: CsvHeader): HeaderFacts {
  return { delimiter, lineBreak, names, answered, known, number, rows, above };
}

/** Returns the header of a part that has none of its own. */
export const headerFrom = (facts: HeaderFacts, start: number): CsvHeader => ({
  ...facts,
  row: new Row(0),
  seen: 0,
  start,
  next: start,
});

/** Where a part of a file stands, if it is not the first. */
export interface PartPlace {
  /** The number of rows of the file before it, counted from the header. */
  readonly before: number;
  /** The header of the file; `null` if its rows have none. */
  readonly header: HeaderFacts | null;
  /** True if the part repeats the header. */
  readonly repeatsHeader: boolean;
  /** True if lines end with CR alone. */
  readonly hasReturns: boolean;
}
