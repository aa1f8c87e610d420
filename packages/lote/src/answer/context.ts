/** The state of the work on a file: its options, its reading, its totals, and how many rows may still be answered. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { type RowError, UnreadableFile } from '@curp-service/contract/codes/file';
import {
  type ColumnMap,
  CROSSING_COLUMN,
  ERROR_COLUMNS,
  type Field,
  NOTICE_COLUMNS,
  type OperationName,
} from '@curp-service/contract/columns';
import { openProblems } from '@curp-service/contract/conventions/table';
import type { Notice } from '@curp-service/contract/finding-message';
import type { Wording } from '@curp-service/contract/header';
import type { Language } from '@curp-service/contract/language';
import { type Layout, operationFor } from '@curp-service/contract/layouts';
import type { ReadingOptions } from '@curp-service/contract/file-options';
import type { Encoding, Reading, SheetRange } from '@curp-service/contract/reading';
import { DuplicateFinder, type Duplicates, duplicateNotice } from './duplicates.js';
import type { Duplicate } from './people-table.js';
import { type Result, type RowOperation, ROW_OPERATIONS } from './operations.js';
import type { RowData } from './row-data.js';
import { ByteSink } from '../bytes.js';
import { type ChosenSheet, decideReading, hasOneEncoding } from '../conventions/decide.js';
import { type Evidence, NO_EVIDENCE } from '../conventions/evidence.js';
import { Observer } from '../conventions/observe.js';
import { Input } from '../read/input.js';
import type { CsvSheet, Value } from '../write/csv-writer.js';

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
  /** The names of the added columns. */
  readonly added?: readonly string[];
}

/** A row that was just written, with its answer. */
export interface AnsweredRow {
  /** The number of the row as a spreadsheet counts or, in NDJSON, of its line. */
  readonly number: number;
  /** The original texts of its cells or, in NDJSON, `name: value` for each of its data. */
  readonly cells: readonly string[];
  /** The key in the row, if the operation reads one. */
  readonly curp: string | undefined;
  /** The values of the added columns, except those of the error. Empty if the row has an error. */
  readonly values: readonly Value[];
  /** Why the row needs a review; empty for a row that is ready or has an error. */
  readonly notices: readonly Notice[];
  /** The datum that the first notice is about. */
  readonly doubted?: Field | undefined;
  readonly error: RowError | null;
  /** The written row with its line break. The bytes are valid only during the call. */
  readonly written: Uint8Array;
}

export interface Context {
  readonly input: Input;
  readonly output: ByteSink;
  operation: RowOperation;
  operationName: OperationName;
  /** The names of the columns to add: those of the operation, and those that every operation adds. */
  added: readonly string[];
  /** True if a row has columns for its code and its message; otherwise the column of its reasons holds the message. */
  hasCodes: boolean;
  readonly columnMap: ColumnMap;
  readonly wording: Pick<Wording, 'language' | 'optionFor'>;
  readonly excel: boolean;
  /** Finds rows with the same person as an earlier one; `null` if rows are not compared. */
  readonly duplicates: Duplicates | null;
  readonly totals: Totals;
  /** The reading of the file: supposed until it is decided, before the first row. */
  reading: Reading;
  readonly observer: Observer;
  /** The row number of the header; 0 for NDJSON. */
  headerRow: number;
  /** The number of empty lines and rows that hold no person: they are not rows, but a spreadsheet counts them. */
  emptyLines: number;
  /** The number of lines read in a file of fixed width, including its earlier blocks. */
  line: number;
  readonly onUnderstood: (understood: Understood) => void;
  readonly onRow: ((row: AnsweredRow) => void) | null;
  readonly firstRows: number;
  readonly mends: Mends;
  /** The error for all remaining rows, once nothing more may be computed. */
  exhausted: RowError | null;
  /** Gives back what the work has borrowed. */
  release: () => void;
}

/**
 * Answers the data of a row. `number`: that of the row, as people count; `unit`: what they call it. An earlier row with the
 * same person is a reason for a review.
 */
export function answerData(context: Context, data: RowData, number: number, unit: 'fila' | 'linea'): Result {
  const { operation, operationName, duplicates, observer, wording } = context;
  const result = operation.run(data, wording.language, number);
  if (operationName === 'cruzar' || duplicates === null || !('keys' in result)) return result;
  const names = [data.nombres, data.apellido_paterno, data.apellido_materno];
  const found = duplicates.find({ ...result.keys, names }, observer.rows);
  const notices = found === null ? [] : noticesOfDuplicate(context, found, unit);
  return notices.length === 0 ? result : { ...result, notices: [...result.notices, ...notices] };
}

/** Says which earlier row has the same person, unless the layout of the file has people in several rows. */
export function noticesOfDuplicate(
  { reading, operationName, headerRow }: Context,
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

/** The answer to a row: its error, or its values. */
export interface RowAnswer {
  readonly error?: RowError | null;
  readonly values?: readonly Value[];
  /** Why the row needs a review. */
  readonly notices?: readonly Notice[];
  readonly doubted?: Field | undefined;
  readonly curp?: string | undefined;
}

/**
 * Calls `understand`, which finds the data of the file. Throws an `UnreadableFile` with all that only a person can decide: which columns
 * hold them, and the conventions that the rows leave open.
 */
export function requireAnswers<T>(
  { reading, wording, operationName }: Pick<Context, 'reading' | 'wording' | 'operationName'>,
  understand: () => T,
): T {
  const { language } = wording;
  const { open, advice } = openProblems(reading, operationName !== 'validar');
  const refuse = (error: UnreadableFile): UnreadableFile => error.with([...open, ...advice], language);
  let understood: T;
  try {
    understood = understand();
  } catch (error) {
    throw error instanceof UnreadableFile ? refuse(error) : error;
  }
  const [first, ...others] = open;
  if (first !== undefined) throw new UnreadableFile(first, language).with([...others, ...advice], language);
  return understood;
}

/** Reports the row that was written from `start` on, if it is one of the first, needs a review or has an error. */
export function reportRow(
  { onRow, firstRows, totals, output }: Context,
  start: number,
  number: number,
  { error = null, values = [], notices = [], doubted, curp }: RowAnswer,
  cells: () => readonly string[],
): void {
  if (onRow === null) return;
  const isReady = error === null && notices.length === 0;
  if (isReady && totals.rows > firstRows) return;
  const written = output.bytes.subarray(start, output.length);
  onRow({ number, cells: cells(), curp, values, notices, doubted, error, written });
}

/** A small file takes little memory. The buffer grows for a large one. */
const OUTPUT_SIZE = 1 << 14;

/** The texts that replace those of a table's cells: by row number, then by column, counted from 0. */
export type Mends = ReadonlyMap<number, ReadonlyMap<number, string>>;

export interface LoteOptions extends ReadingOptions {
  readonly formato: 'csv' | 'ndjson';
  /** If absent, the layout of the file decides, else it is `calcular`. */
  readonly operacion?: OperationName | undefined;
  /** The operation `cruzar`, which knows the other list. */
  readonly crossing?: RowOperation | undefined;
  /** A sheet that the workbook gains. */
  readonly second?: CsvSheet | undefined;
  /** The language of the messages: Spanish if absent. */
  readonly language?: Language;
  /** The column of a datum, if the column's name does not show it. */
  readonly columnas?: ColumnMap;
  /** Returns the option by which the user names a column, for messages: `--columna nombres=…` if absent. */
  readonly optionFor?: (field: Field) => string;
  /** The encoding of the file. If absent, its bytes decide. */
  readonly codificacion?: Encoding | undefined;
  /** The sheet of the workbook that is read. */
  readonly sheet?: ChosenSheet | null;
  /** The layout of a file without a header. If absent, it is recognised. */
  readonly layout?: Layout | undefined;
  /** The ranges of a sheet that cannot include its new columns. */
  readonly rangos?: readonly SheetRange[];
  /** The reading of the file. If absent, its first 1 MiB or 20,000 rows decide. */
  readonly reading?: Reading | undefined;
  /** Writes for a spreadsheet: with a byte order mark, and no cell that would run as a formula. */
  readonly excel?: boolean;
  /** Finds people who are in the file twice: in a table of its own if absent. `null`: one person may be in many rows. */
  readonly duplicates?: Duplicates | null | undefined;
  /** The most bytes of that table. */
  readonly duplicateMemory?: number | undefined;
  /** The number of good rows before `allow` must be called: unlimited if absent. */
  readonly allowed?: number;
  /** Called once, before the first row is answered. */
  readonly onUnderstood?: (understood: Understood) => void;
  /** Called for the first `firstRows` rows, and for every row that needs a review or has an error. */
  readonly onRow?: (row: AnsweredRow) => void;
  readonly firstRows?: number;
  /** Cells of a CSV that a person has corrected. */
  readonly mends?: Mends;
}

/** Returns the operation on a file with this reading, and the columns that it adds. */
export function operationParts(
  { operacion, crossing, formato }: LoteOptions,
  reading: Reading,
): Pick<Context, 'operation' | 'operationName' | 'added' | 'hasCodes'> {
  const operationName = operationFor(operacion, reading.formato.value);
  if (operationName === 'cruzar') {
    if (crossing === undefined) throw new RangeError('a list without the one that it is crossed with');
    return { operation: crossing, operationName, added: [...crossing.columns, CROSSING_COLUMN], hasCodes: false };
  }
  const operation = ROW_OPERATIONS[operationName];
  const added = [...operation.columns, NOTICE_COLUMNS[formato], ...ERROR_COLUMNS];
  return { operation, operationName, added, hasCodes: true };
}

/** Returns a finder for rows that are compared; `null` if they have one already, or are crossed. */
export const newFinder = ({ duplicates, duplicateMemory, operacion }: LoteOptions): DuplicateFinder | null =>
  duplicates === undefined && operacion !== 'cruzar' ? new DuplicateFinder(duplicateMemory) : null;

export class RowWork {
  readonly totals: Readonly<Totals>;
  protected readonly context: Context;
  /** The finder of this work alone. */
  private readonly own: DuplicateFinder | null;
  private allowed: number;

  constructor(options: LoteOptions) {
    const {
      language = 'es',
      columnas = {},
      optionFor = (field) => `\`--columna ${field}=…\``,
      excel = false,
      allowed = Infinity,
      onUnderstood = () => {},
      onRow,
      firstRows = 0,
      mends = new Map(),
      operacion,
    } = options;
    const reading = options.reading ?? decideReading(NO_EVIDENCE, options);
    this.own = newFinder(options);
    const { duplicates = this.own } = options;
    const finder = duplicates instanceof DuplicateFinder ? duplicates : null;
    const countedFromHeader = (row: number): number => (row === 0 ? 0 : row + this.context.headerRow);
    this.totals = {
      rows: 0,
      good: 0,
      reviews: 0,
      others: 0,
      errors: new Map(),
      get fullAt() {
        return countedFromHeader(finder?.fullAt ?? 0);
      },
    };
    this.allowed = allowed;
    this.context = {
      input: new Input(reading.codificacion.value),
      output: new ByteSink(OUTPUT_SIZE),
      ...operationParts(options, reading),
      columnMap: columnas,
      wording: { language, optionFor },
      excel,
      duplicates,
      totals: this.totals,
      reading,
      observer: new Observer(reading.nulos.value, operacion ?? 'calcular'),
      headerRow: 0,
      emptyLines: 0,
      line: 0,
      onUnderstood,
      onRow: onRow ?? null,
      firstRows,
      mends,
      exhausted: null,
      release: () => {},
    };
    this.context.input.decoder.isStrict = hasOneEncoding(reading.codificacion);
  }

  /** The number of bytes in the buffers: those of undecided bytes, of unfinished rows and of the output. */
  get memory(): number {
    const { input, output } = this.context;
    return input.bytes.length + output.bytes.length;
  }

  /** True if all the allowed good rows are answered. Then the work waits until `allow` or `exhaust` is called. */
  get waiting(): boolean {
    return this.totals.good >= this.allowed && this.context.exhausted === null;
  }

  /** The number of good rows that may still be answered. */
  protected get left(): number {
    return this.allowed - this.totals.good;
  }

  /** Returns the totals of the rows that were answered since the last call. */
  takeTotals(): Totals {
    const { totals } = this.context;
    const taken = { ...totals, errors: new Map(totals.errors) };
    Object.assign(totals, { rows: 0, good: 0, reviews: 0, others: 0 });
    totals.errors.clear();
    return taken;
  }

  /** Returns the evidence of the rows that were answered since the last call. */
  takeEvidence(): Evidence {
    const { observer, input } = this.context;
    return { ...observer.take(), mark: input.decoder.mark };
  }

  /** Ends the work, so that the next file of this thread can use its kernel. No row may follow. */
  close(): void {
    this.context.release();
    this.own?.table.close();
  }

  /** Continues the work of another: it may answer the rows that the other was allowed and did not answer. */
  continue({ left, context: { exhausted } }: RowWork): void {
    this.limit(left);
    this.context.exhausted = exhausted;
  }

  /** Allows `rows` good rows from here on. */
  limit(rows: number): void {
    this.allowed = this.totals.good + rows;
  }

  /** Allows `rows` more good rows. */
  allow(rows: number): void {
    this.allowed += rows;
  }

  /** Stops computing: all remaining rows get this error. */
  exhaust({ code_error, parametro, error_message }: ErrorEntry): void {
    this.context.exhausted = { code_error, parametro, problem: error_message };
  }
}
