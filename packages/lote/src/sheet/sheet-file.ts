/** A sheet of a workbook, as those who read its rows and write its answers see it. */
import type { OperationName } from '@curp-service/contract/columns';
import type { Overrides } from '../answer/overrides.js';
import type { SheetRange } from '@curp-service/contract/reading';
import type { ChosenSheet } from '../conventions/decide.js';
import type { CsvSheet } from '../write/csv-writer.js';
import type { AnswerSheetRow } from './answers.js';

/** How the cells of a sheet are read. */
export interface CellOptions {
  readonly delimitador?: string | undefined;
  /** The column, from 0, whose plain numbers are days; -1 or absent if there is none. */
  readonly dateColumn?: number | undefined;
  /** The row number of the header, or 0 if there is no header. If absent, the first row with a value. */
  readonly encabezado?: number | undefined;
  /** The number of rows of the header; 1 if absent. */
  readonly headerRows?: number | undefined;
  /** Under the header, only these columns are needed; the cells of others may be empty. */
  readonly needed?: readonly number[] | undefined;
  /** The fewest cells of each row. */
  readonly width?: number | undefined;
  /** The operation whose earlier answers count as empty cells: they are about to be replaced. */
  readonly operacion?: OperationName | undefined;
}

/** Where the new cells go. It is plain JSON, because a job stores it. */
export interface Place {
  readonly header: number;
  /** The first new column, from 0: no row uses it or a later one. */
  readonly column: number;
  /** The marks of the answer's columns. */
  readonly marks?: readonly string[];
  /** The columns of an earlier answer, in the order of `marks`; `null` for a new column. Absent if there is no earlier answer. */
  readonly earlier?: readonly (number | null)[] | undefined;
  /** The columns of an earlier answer that this one does not fill: they become empty. */
  readonly emptied?: readonly number[] | undefined;
  /** The style of the header's last cell. */
  readonly style: number;
  /** The first and the last column with data of people. */
  readonly people: readonly [first: number, last: number];
  /** The last column over which no filter may grow: it belongs to another list or table, or is merged. -1 if there is none. */
  readonly lastBlocked: number;
  /** The ranges that cannot include the new columns. */
  readonly unextended: readonly SheetRange[];
  /** The note on the first heading of the answer, if a range cannot include it. */
  readonly note?: string | undefined;
}

export interface FillOptions extends CellOptions {
  /** Called before the first row of the sheet, after the last one of the sheet before it. Returns what answers the rows under the header that have a value. */
  readonly begin: () => Promise<AnswerSheetRow>;
  /** The names of the new columns for the header. */
  readonly titles: readonly string[];
  /** Where they go; `null` if the sheet has no rows. */
  readonly place: Place | null;
  /** Called after the last row if the rows prove another place. Absent if the place is certain. */
  readonly moved?: (() => void) | undefined;
  /** The texts that replace those of cells, by row number and column, and how they are read as dates of ISO 8601. */
  readonly changed?: Overrides['cells'] | undefined;
  readonly readDate?: ((text: string) => string | null) | undefined;
  /** Another sheet, behind those of the workbook. */
  readonly second?: CsvSheet | undefined;
}

/** A sheet that can be read several times. */
export interface SheetFile {
  /** Returns the number of columns of the widest of the first 1,000 rows. */
  readonly width: (options: CellOptions) => Promise<number>;
  /** Yields the cells as CSV in UTF-8. The first piece holds the first 1,000 rows, or all. */
  readonly csv: (options?: CellOptions) => AsyncIterable<Uint8Array>;
  /**
   * Finds where the columns with these marks go, or supposes it from the first rows. Throws if the sheet has no room for them,
   * or the workbook cannot be written.
   */
  readonly findPlace: (options: CellOptions, marks: readonly string[], isSupposed?: boolean) => Promise<Place | null>;
  /** Yields the whole workbook with new cells in this sheet, and in those of `also`, in their order. */
  readonly workbook: (fills: readonly FillOptions[]) => AsyncIterable<Uint8Array>;
  /** The other sheets of the workbook that are read, if the user wants all of them. */
  readonly also: readonly SheetFile[];
  readonly name: string;
  /** The sheet, if the user named it or could have named another. */
  readonly chosen: ChosenSheet | null;
  /** The names of the other sheets of the workbook. */
  readonly others: readonly string[];
  /** True if the sheet holds earlier answers. */
  readonly isAnswered: boolean;
}
