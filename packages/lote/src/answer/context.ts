/** The state of the work on a file, and how a row is answered, counted and reported. */
import { type RowError, UnreadableFile } from '@curp-service/contract/codes/file';
import type { ColumnMap, OperationName } from '@curp-service/contract/columns';
import { openProblems } from '@curp-service/contract/conventions/table';
import type { Notice } from '@curp-service/contract/finding-message';
import type { Wording } from '@curp-service/contract/header';
import type { Reading } from '@curp-service/contract/reading';
import { duplicateNotice } from './duplicate-notice.js';
import type { Duplicate, PeopleTaker } from './people-taker.js';
import type { RowOperation, RowValues, RunRow } from './operations.js';
import type { ByteSink } from '../bytes.js';
import type { Observer } from '../conventions/observe.js';
import type { HeaderFacts, PartPlace } from '../read/csv-header.js';
import type { Input } from '../read/input.js';

export interface Totals {
  /** Rows read, without the header. */
  rows: number;
  good: number;
  /** Rows with a key that need a review. They count as good too. */
  reviews: number;
  /** Rows that hold no person, for example a total or a repeated header. */
  others: number;
  /** The number of rows with each code. */
  readonly errors: Map<number, number>;
  /** From this row on, rows are compared only with those before it, because no more people are remembered; 0 if all are. */
  readonly fullAt: number;
  /** Those of each sheet, if several sheets of a workbook are answered. */
  readonly hojas?: readonly (Totals & { readonly hoja: string })[];
}

/** How a file was understood, before its first row is answered. */
export interface Understood {
  readonly format: 'csv' | 'ndjson';
  /** The user's operation, or the usual one for the layout of the file. */
  readonly operation: OperationName;
  readonly encoding: string;
  readonly reading: Reading;
  readonly delimiter?: string;
  /** The column of each datum by its name; `others` are the columns that are only kept. */
  readonly columns?: ReadonlyMap<string, string>;
  readonly others?: readonly string[];
  /** The names of the columns that come before the added ones in the answer. */
  readonly names?: readonly string[];
  /** True if the file holds an earlier answer, which this one replaces. */
  readonly isAnswered?: boolean;
  /** The names of the added columns. */
  readonly added?: readonly string[];
}

/** The answer to a row that was read as texts. */
export interface TextAnswer extends Omit<RowValues, 'keys'> {
  /** The key in the row, if the operation reads one. */
  readonly curp: string | undefined;
  readonly error: RowError | null;
}

/** A row that was just written, with its answer. One with an error has no values and no notices. */
export interface AnsweredRow extends Omit<TextAnswer, 'isReview'> {
  /** The number of the row as a spreadsheet counts or, in NDJSON, of its line. */
  readonly number: number;
  /** The original texts of its cells or, in NDJSON, `name: value` for each of its data. */
  readonly cells: readonly string[];
  /** The texts of the earlier answer that stood behind them; none if the row has no answer. */
  readonly earlier: readonly string[];
  /** The written row with its line break. The bytes are valid only during the call. */
  readonly written: Uint8Array;
}

/** The texts that replace those of a table's cells: by row number, then by column, counted from 0. */
export type Mends = ReadonlyMap<number, ReadonlyMap<number, string>>;

export interface Context {
  readonly input: Input;
  readonly output: ByteSink;
  operation: Omit<RowOperation, 'run'> & { readonly run: RunRow | null };
  operationName: OperationName;
  /** The names of the columns to add: those of the operation, and those that every operation adds. */
  added: readonly string[];
  /** True if a row has columns for its code and its message; otherwise the column of its reasons holds the message. */
  hasCodes: boolean;
  readonly columnMap: ColumnMap;
  readonly wording: Pick<Wording, 'language' | 'optionFor'>;
  readonly excel: boolean;
  /** Finds rows with the same person as an earlier one; `null` if rows are not compared. */
  readonly duplicates: PeopleTaker | null;
  readonly totals: Totals;
  /** The reading of the file: supposed until it is decided, before the first row. */
  reading: Reading;
  readonly observer: Observer;
  /** Where the rows stand in their file, if others are before them. */
  readonly part: PartPlace | null;
  /** The header, once it has arrived. */
  header: HeaderFacts | null;
  /** The row number of the header; 0 for NDJSON. In a later part of a file, that of the last row before the part. */
  headerRow: number;
  /** The number of empty lines and rows that hold no person: they are not rows, but a spreadsheet counts them. */
  emptyLines: number;
  /** The number of lines read in a file of fixed width. */
  line: number;
  readonly onUnderstood: (understood: Understood) => void;
  readonly onRow: ((row: AnsweredRow) => void) | null;
  readonly firstRows: number;
  readonly mends: Mends;
  /** True if rows that were not seen when the reading was decided may say what M means. */
  readonly isSupposed: boolean;
  /** The error for all remaining rows, once nothing more may be computed. */
  exhausted: RowError | null;
}

/** Says which earlier row has the same person, unless the layout of the file has people in several rows. */
export function noticesOfDuplicate(
  { reading, operationName, headerRow }: Pick<Context, 'reading' | 'operationName' | 'headerRow'>,
  { shared, sheet, row }: Duplicate,
  unit: 'fila' | 'linea',
): Notice[] {
  const mayRepeat = reading.formato.value?.repite === true;
  if (operationName === 'cruzar' || (shared === 'all' && mayRepeat)) return [];
  const place = { [unit]: (sheet?.headerRow ?? headerRow) + row, hoja: sheet && [sheet.name] };
  return [duplicateNotice(operationName, shared, place)];
}

/** Counts a row, good or with an error. `isReview`: the row needs a review. */
export function countRow({ totals }: Context, error: RowError | null, isReview = false): void {
  totals.rows++;
  if (isReview) totals.reviews++;
  if (error === null) totals.good++;
  else totals.errors.set(error.code_error, (totals.errors.get(error.code_error) ?? 0) + 1);
}

/**
 * Calls `understand`, which finds the data of the file. Throws an `UnreadableFile` with all that only a person can decide: which columns
 * hold them, and the conventions that the rows leave open. What M means is not asked alone while other rows may say it.
 */
export function requireAnswers<T>(
  {
    reading,
    wording: { language },
    operationName,
    isSupposed,
  }: Pick<Context, 'reading' | 'operationName' | 'isSupposed'> & { readonly wording: Pick<Wording, 'language'> },
  understand: () => T,
): T {
  const { open, advice } = openProblems(reading, operationName !== 'validar');
  const refuse = (error: UnreadableFile): UnreadableFile => error.with([...open, ...advice], language);
  let understood: T;
  try {
    understood = understand();
  } catch (error) {
    throw error instanceof UnreadableFile ? refuse(error) : error;
  }
  const [first, ...others] = open;
  const mayBeClosed = isSupposed && open.every(({ cause }) => cause.startsWith('archivo_sexo'));
  if (first !== undefined && !mayBeClosed)
    throw new UnreadableFile(first, language).with([...others, ...advice], language);
  return understood;
}

/** Reports the row that was written from `start` on, if it is one of the first, needs a review or has an error. */
export function reportRow(
  { onRow, firstRows, totals, output }: Context,
  start: number,
  number: number,
  { error = null, values = [], notices = [], doubted, curp }: Partial<TextAnswer>,
  cells: () => readonly string[],
  earlier: () => readonly string[] = () => [],
): void {
  if (onRow === null) return;
  const isReady = error === null && notices.length === 0;
  if (isReady && totals.rows > firstRows) return;
  const written = output.bytes.subarray(start, output.length);
  onRow({ number, cells: cells(), earlier: earlier(), curp, values, notices, doubted, error, written });
}

/** Adds the totals of the sheets of a workbook. */
export function sumTotals(parts: readonly Readonly<Totals>[]): Totals {
  const errors = new Map<number, number>();
  for (const [code, rows] of parts.flatMap((part) => [...part.errors])) {
    errors.set(code, (errors.get(code) ?? 0) + rows);
  }
  const sum = (name: 'rows' | 'good' | 'reviews' | 'others'): number =>
    parts.reduce((total, part) => total + part[name], 0);
  const fullAt = parts.find((part) => part.fullAt > 0)?.fullAt ?? 0;
  return { rows: sum('rows'), good: sum('good'), reviews: sum('reviews'), others: sum('others'), errors, fullAt };
}
