/** The state that the formats share: input and output, the work to be done, and its totals. */
import { type ErrorEntry, toEntry } from '@curp-service/contract/codes/code';
import { CONTRADICTIONS, ROW_AND_FILE_CODES, type RowCause, type RowProblem } from '@curp-service/contract/codes/file';
import type { ColumnMap, OperationName } from '@curp-service/contract/columns';
import type { Wording } from '@curp-service/contract/header';
import type { Reading } from '@curp-service/contract/reading';
import type { Observer } from '../conventions/observe.js';
import type { Input } from '../read/input.js';
import type { ByteSink } from '../bytes.js';
import type { Roots } from './homonyms.js';
import type { Value } from '../write/csv-writer.js';
import type { Operation } from './operations.js';

export interface Totals {
  /** Rows read, the header excluded. */
  rows: number;
  good: number;
  /** Rows that contradict how the file is read. They are errors too. */
  contradictions: number;
  /** How many rows carry each code. */
  readonly errors: Map<number, number>;
}

/** How a file was understood, before its first row is done. */
export interface Understood {
  readonly format: 'csv' | 'ndjson';
  readonly encoding: string;
  readonly reading: Reading;
  readonly delimiter?: string;
  /** The columns that hold the data, by datum, and the columns that are only kept. */
  readonly columns?: ReadonlyMap<string, string>;
  readonly others?: readonly string[];
  /** The names of the added columns. */
  readonly added?: readonly string[];
}

/** A row that was just written, with its answer. */
export interface DoneRow {
  /** The number of the row as a spreadsheet counts or, in NDJSON, of its line. */
  readonly number: number;
  /** The texts of its cells as they came or, in NDJSON, `name: value` for each of its data. */
  readonly cells: readonly string[];
  /** The key that the row brought, where the operation reads one. */
  readonly curp: string | undefined;
  /** The values of the added columns, except those of the error. Empty if the row has an error. */
  readonly values: readonly Value[];
  readonly error: ErrorEntry | null;
  /** The row as it was written, with its line break. The bytes hold only during the call. */
  readonly written: Uint8Array;
}

export interface Context {
  readonly input: Input;
  readonly output: ByteSink;
  readonly operation: Operation;
  readonly operationName: OperationName;
  /** The names of the columns to add: those of the operation, and those that every operation adds. */
  readonly added: readonly string[];
  readonly columnMap: ColumnMap;
  readonly wording: Wording;
  readonly excel: boolean;
  /** The roots seen so far, if rows with the same root are to be marked. */
  readonly roots: Roots | null;
  readonly totals: Totals;
  /** How the file is read: a supposition until it is decided, before the first row. */
  reading: Reading;
  readonly observer: Observer;
  /** The number of the header's row; 0 for NDJSON. */
  headerRow: number;
  /** Empty lines are no rows, but a spreadsheet counts them. */
  emptyLines: number;
  /** The length in bytes of the header that was written, its byte order mark included. */
  headerLength: number;
  readonly onUnderstood: (understood: Understood) => void;
  readonly onRow: ((row: DoneRow) => void) | null;
  readonly firstRows: number;
  /** The error that all remaining rows carry, once nothing more may be calculated. */
  exhausted: ErrorEntry | null;
}

/** The error that a row carries. A row that contradicts the reading of the file is counted. */
export function toRowEntry({ wording, totals }: Context, problem: RowProblem): ErrorEntry {
  if (CONTRADICTIONS.has(problem.cause)) totals.contradictions++;
  return toEntry<RowCause>(ROW_AND_FILE_CODES, problem, wording.language);
}

/** Counts a row, good or with an error. */
export function countRow({ totals }: Context, error: ErrorEntry | null): void {
  totals.rows++;
  if (error === null) totals.good++;
  else totals.errors.set(error.code_error, (totals.errors.get(error.code_error) ?? 0) + 1);
}

/** The answer to a row: the error that it carries, or its values. */
export interface RowAnswer {
  readonly error?: ErrorEntry | null;
  readonly values?: readonly Value[];
  readonly curp?: string | undefined;
}

/** Tells of the row that was written from `start` on, if it is one of the first or its answer is a bad one. */
export function tellRow(
  { onRow, firstRows, totals, operation, output }: Context,
  start: number,
  number: number,
  { error = null, values = [], curp }: RowAnswer,
  cells: () => readonly string[],
): void {
  if (onRow === null) return;
  const isGood = error === null && operation.isGood(values);
  if (isGood && totals.rows > firstRows) return;
  onRow({ number, cells: cells(), curp, values, error, written: output.bytes.subarray(start, output.length) });
}
