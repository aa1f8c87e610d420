/** The state of the work on a file, and how a row is answered, counted and reported. */
import { type RowError, type RowProblem, UnreadableFile } from '@curp-service/contract/codes/file';
import type { ColumnIndexes, ColumnMap, OperationName } from '@curp-service/contract/columns';
import { openProblems } from '@curp-service/contract/conventions/table';
import type { Notice } from '@curp-service/contract/finding-message';
import type { Wording } from '@curp-service/contract/header';
import type { Reading } from '@curp-service/contract/reading';
import { duplicateNotice } from '../people/duplicate-notice.js';
import type { Duplicate, PeopleTaker } from '../people/people-taker.js';
import type { RowOperation, RowValues, RunRow } from './operations.js';
import type { Overrides } from './overrides.js';
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

/** The names of the values of an object, and the place of each datum among them; -1 if it is absent. */
export interface NamedCells {
  readonly names: readonly string[];
  readonly columns: ColumnIndexes;
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
  /** The texts of its cells. */
  readonly cells: readonly string[];
  /** In NDJSON, the name of each, and which of them hold the data. */
  readonly named?: NamedCells | undefined;
  /** The other problems and doubts of a row with an error, in the order of its data. */
  readonly others: readonly (RowProblem | Notice)[];
  /** The texts of the earlier answer that stood behind them; none if the row has no answer. */
  readonly earlier: readonly string[];
  /** The written row with its line break. The bytes are valid only during the call. */
  readonly written: Uint8Array;
}

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
  /** True if the answer has the columns of a workbook, in words for people. */
  readonly inWords: boolean;
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
  readonly overrides: Overrides;
  /** True if rows that were not seen when the reading was decided may say what M means. */
  readonly isSupposed: boolean;
  /** So many good rows are answered; the rows behind them get the error `beyond`. */
  readonly most: number;
  readonly beyond: RowError | null;
}

/** Returns the error of the rows that follow, if no more may be answered. */
export const exhaustedOf = ({ totals, most, beyond }: Context): RowError | null => (totals.good < most ? null : beyond);

/** Goes through the rows of a file. */
export interface Walk {
  /** True if the file ended inside quotes: what follows may belong to its last row. */
  readonly isCut: boolean;
  /** Answers the next row. Returns `false` if there is no whole row. */
  nextRow(atEnd: boolean): boolean;
  /** Answers a row once more, with these cells. Returns `null` if the rows of the file cannot change, or it holds no person. */
  again(number: number, cells: ReportedCells): AnsweredRow | null;
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

/** What is reported of a row beside its answer. */
export interface ReportedCells {
  readonly cells: readonly string[];
  readonly earlier?: readonly string[];
  readonly named?: NamedCells | undefined;
  readonly others?: AnsweredRow['others'];
}

/** Reports the row that was written from `start` on, if it is one of the first, needs a review, has an error, or a person changed it. */
export function reportRow(
  { onRow, firstRows, totals, output, overrides }: Context,
  start: number,
  number: number,
  answer: Partial<TextAnswer>,
  cells: () => ReportedCells,
): void {
  if (onRow === null) return;
  const { error = null, notices = [] } = answer;
  const isReady = error === null && notices.length === 0;
  if (isReady && totals.rows > firstRows && !overrides.cells.has(number)) return;
  onRow(answeredRow(number, answer, cells(), output.bytes.subarray(start, output.length)));
}

/** Returns the report of a row. */
export const answeredRow = (
  number: number,
  { error = null, values = [], notices = [], doubted, curp }: Partial<TextAnswer>,
  { cells, earlier = [], named, others = [] }: ReportedCells,
  written = new Uint8Array(),
): AnsweredRow => ({ number, cells, earlier, named, others, curp, values, notices, doubted, error, written });

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
