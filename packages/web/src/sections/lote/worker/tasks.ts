/** The tasks on a file: what the page and the worker send each other. */
import type { ColumnIndexes, Field, OperationName } from '@curp-service/contract/columns';
import type { ReadingOptions } from '@curp-service/contract/file-options';
import type {
  AnsweredRow,
  CruceTotals,
  Evidence,
  ListName,
  LoteOptions,
  Peek,
  SurveyOptions,
  Totals,
} from '@curp-service/lote';
import type { FileFormat } from '@curp-service/contract/jobs';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Bilingual, Language } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';

/** Each task with its input and its result. */
export interface Tasks {
  preview: [PreviewTask, FilePreview];
  process: [FileTask, FileResult];
  /** The answers to a few rows, to show them before the start. */
  trial: [TrialTask, readonly KeptRow[]];
  /** Two lists, and who of one is in the other. */
  cross: [CrossTask, CrossResult];
  /** The same workbook, with the answers after its last column or in place of earlier ones. */
  fill: [FileTask, Blob];
  /** A new workbook. */
  workbook: [{ readonly csv: Blob; readonly delimiter: string }, Blob];
}

export type TaskRequest<K extends keyof Tasks = keyof Tasks> = {
  [P in K]: { readonly kind: P; readonly task: Tasks[P][0] };
}[K];

export type TaskMessage<K extends keyof Tasks = keyof Tasks> =
  | { readonly progress: TaskProgress }
  | { readonly done: Tasks[K][1] }
  | { readonly failure: TaskFailure };

/** Why a task failed: the problem of its file, or a sentence; `null` if the cause is unknown. */
export type TaskFailure = RowProblem | Bilingual | null;

export interface TaskProgress {
  readonly rows: number;
  readonly reviews: number;
  readonly errors: number;
  /** The fraction of the file that is read, from 0 to 1; `null` if unknown. */
  readonly fraction: number | null;
}

export interface TaskHooks {
  readonly onProgress: (progress: TaskProgress) => void;
  /** Lets the page do other work if the time slice is over. */
  readonly pause: () => Promise<void> | null;
}

/** A file, or a sheet of a workbook. */
export interface ChosenFile {
  readonly file: Blob;
  readonly hoja: string | undefined;
  /** The column of a sheet, from 0, whose plain numbers are days. */
  readonly dateColumn?: number;
  /** The operation whose earlier answers in a workbook count as empty. */
  readonly operacion?: OperationName | undefined;
}

export interface PreviewTask extends ChosenFile {
  readonly file: File;
  readonly language: Language;
  /** The user's answers that change what the rows show. */
  readonly options: Omit<SurveyOptions, 'formato'>;
}

/** What is known of a file before the start. */
export interface FilePreview {
  readonly type: FileFormat;
  /** The beginning of a table; `null` for NDJSON, whose rows name their fields. */
  readonly peek: Peek | null;
  /** The conventions that all its rows show. */
  readonly evidence: Evidence;
  /** The sheets of a workbook, and the one that is read: the user's choice or else the one with most people. */
  readonly sheets: readonly string[];
  readonly hoja: string | undefined;
  /** The other sheets with people, if the user chose none. */
  readonly others: readonly string[];
  /** True if a workbook holds earlier answers, which belong to one operation. */
  readonly isAnswered: boolean;
}

export interface FileTask extends ChosenFile {
  readonly type: FileFormat;
  readonly options: LoteOptions;
  readonly delimiter: string;
  /** The column of each field; `null` for NDJSON. */
  readonly columns: ColumnIndexes | null;
  /** The cells that the user has mended. */
  readonly mends?: readonly CellMend[] | undefined;
}

/** One text for the cells of a column in some rows. The list stays small for a worker, however many rows it mends. */
export interface CellMend {
  readonly numbers: readonly number[];
  readonly column: number;
  readonly text: string;
}

export interface TrialTask extends Pick<FileTask, 'options' | 'delimiter'> {
  readonly names: readonly string[];
  readonly rows: Peek['rows'];
}

export interface KeptRow extends Omit<AnsweredRow, 'written' | 'earlier'> {
  /** The text that the cell at fault probably means. */
  readonly suggested?: string | undefined;
}

/** Values as lines of JSON, and the offset of each page of them. */
export interface Pile<T> {
  readonly lines: Blob;
  readonly pages: readonly number[];
  readonly count: number;
  /** Never set: it carries the type of the values. */
  readonly type?: T;
}

/** One row to mend, or rows with the same text in the cell at fault, for the same reason, which one text may mend. */
export interface FaultCase {
  /** The first rows of the case. */
  readonly rows: readonly KeptRow[];
  readonly numbers: readonly number[];
}

/** The rows with a fault in the same datum. */
export interface FaultGroup {
  readonly isError: boolean;
  /** `null` if the fault is in no datum. */
  readonly field: Field | null;
  /** The column of the cell at fault; -1 if there is none. */
  readonly column: number;
  readonly rows: number;
  readonly cases: Pile<FaultCase>;
}

/** The rows of a file that a person must check: all of them, and by the datum at fault, those for review first. */
export interface FaultyRows {
  readonly faulty: Pile<KeptRow>;
  readonly groups: readonly FaultGroup[];
}

export interface FileResult extends FaultyRows {
  readonly totals: Readonly<Totals>;
  readonly seconds: number;
  /** How the file was read. */
  readonly reading: Reading;
  /** The whole output. */
  readonly output: Blob;
  readonly firstRows: readonly KeptRow[];
}

export interface CrossTask {
  readonly lists: Readonly<Record<ListName, File>>;
  readonly language: Language;
  /** How the user says that each list is read. */
  readonly told: Readonly<Record<ListName, ReadingOptions>>;
}

/** The list A with its answers and, unless it is a workbook, those only in B; or why a list cannot be read. */
export type CrossResult =
  | {
      readonly totals: CruceTotals;
      readonly readings: Readonly<Record<ListName, Reading>>;
      readonly output: Blob;
      readonly type: FileFormat;
      readonly onlyInB: Blob | null;
    }
  | { readonly list: ListName; readonly failure: TaskFailure };

/** The number of rows in the table of the first ones, and of lines on a page of a pile. */
export const PAGE_ROWS = 100;

export interface TaskListener<T> {
  progress?(progress: TaskProgress): void;
  done(result: T): void;
  failure(failure: TaskFailure): void;
}
