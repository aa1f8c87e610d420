/** The tasks on a file: what the page and the worker send each other. */
import type { ColumnIndexes, Field, OperationName } from '@curp-service/contract/columns';
import type { ReadingOptions } from '@curp-service/contract/file-options';
import type {
  AnsweredRow,
  CruceTotals,
  Evidence,
  Fill,
  ListName,
  LoteOptions,
  Overrides,
  PairDecisions,
  Peek,
  SurveyOptions,
  Totals,
} from '@curp-service/lote';
import type { FileFormat } from '@curp-service/contract/jobs';
import type { FileProblem, RowProblem } from '@curp-service/contract/codes/file';
import type { Notice } from '@curp-service/contract/finding-message';
import type { Language } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';

/** Each task with its input and its result. */
export interface Tasks {
  preview: [PreviewTask, FilePreview];
  process: [FileTask, FileResult];
  /** The answers to a few rows, to show them before the start. */
  trial: [TrialTask, readonly KeptRow[]];
  /** Two lists, and who of one is in the other. */
  cross: [CrossTask, CrossResult];
  /** Rows of the file that was processed last, each with other texts in its cells; `null` for one that holds no person. */
  rows: [readonly RowTask[], readonly (KeptRow | null)[]];
  /** The whole file with its answers, as a text, as a new workbook, or as the same workbook. */
  answer: [AnswerTask, AnsweredFile];
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

/** Why a task failed: the problem of its file; `null` if the cause is unknown. */
export type TaskFailure = FileProblem | null;

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
  /** Those of them with as many people: only the user knows which is meant. */
  readonly equal: readonly string[];
  /** True if a workbook holds earlier answers, which belong to one operation. */
  readonly isAnswered: boolean;
}

export interface FileTask extends ChosenFile {
  readonly type: FileFormat;
  readonly options: LoteOptions;
  readonly delimiter: string;
  /** The column of each field; `null` for NDJSON. */
  readonly columns: ColumnIndexes | null;
  /** What the user changed. */
  readonly overrides: Overrides;
}

/** A row, with the texts of its cells and, in NDJSON, their names. */
export interface RowTask extends Pick<KeptRow, 'number' | 'cells' | 'named'> {}

/** `nuevo`: a workbook with the words for people; `libro`: the same workbook. */
export interface AnswerTask extends FileTask {
  readonly as: 'texto' | 'nuevo' | 'libro';
}

export interface AnsweredFile {
  readonly output: Blob;
  readonly totals: Readonly<Totals>;
}

export interface TrialTask extends Pick<FileTask, 'options' | 'delimiter'> {
  readonly names: readonly string[];
  readonly rows: Peek['rows'];
}

/** Why a person must check a row: a doubt, a problem, or words. */
export interface KeptReason {
  readonly reason: Notice | RowProblem | string;
  readonly field: Field | null;
  /** The column of the cell that it is about; -1 if there is none. */
  readonly column: number;
  /** The texts that cells would have if the reason is right. */
  readonly fills: readonly Fill[];
}

export interface KeptRow extends Omit<AnsweredRow, 'written' | 'earlier' | 'others'> {
  /** All its reasons, in the order of its cells. */
  readonly reasons: readonly KeptReason[];
}

/** Rows as lines of JSON, their numbers, and the offset of each page of them. */
export interface Pile<T> {
  readonly lines: Blob;
  readonly pages: readonly number[];
  readonly numbers: readonly number[];
  /** Never set: it carries the type of the values. */
  readonly type?: T;
}

/** The rows of a page of a pile. */
export const PILE_PAGE = 20;

/** The rows of a file that a person must check. */
export interface FaultyRows {
  readonly reviews: Pile<KeptRow>;
  readonly errors: Pile<KeptRow>;
  /** The numbers of the rows that have the same text at fault for one cause. */
  readonly same: ReadonlyMap<string, readonly number[]>;
  /** The rows that are ready, because the user changed them or marked them as right. */
  readonly ready: ReadonlySet<number>;
}

export interface FileResult extends FaultyRows, AnsweredFile {
  readonly seconds: number;
  /** How the file was read. */
  readonly reading: Reading;
  readonly firstRows: readonly KeptRow[];
}

export interface CrossTask {
  readonly lists: Readonly<Record<ListName, File>>;
  readonly language: Language;
  /** How the user says that each list is read. */
  readonly told: Readonly<Record<ListName, ReadingOptions>>;
  /** What the user typed into cells of A, and said about pairs. */
  readonly overrides: Overrides;
  readonly pairs: PairDecisions;
}

/** A row of a list, for people: its data as they are written, and what is to be told. */
export interface ListedRow {
  readonly number: number;
  readonly texts: readonly string[];
  readonly reason: string;
}

/** A row of A that a person must look at, or has changed. `b`: the row of B that is perhaps the same person. */
export interface CrossedRow extends KeptRow {
  readonly b: ListedRow | null;
}

/** The list A with its answers and, unless it is a workbook, those only in B. */
export interface Crossed {
  readonly totals: CruceTotals;
  readonly readings: Readonly<Record<ListName, Reading>>;
  readonly output: Blob;
  readonly type: FileFormat;
  readonly onlyInB: Blob | null;
  /** The data of A and their columns from 0; `null` if each row names them, or no cell can change. */
  readonly fields: readonly (readonly [Field, column: number])[] | null;
  readonly mayType: boolean;
  readonly pairs: Pile<CrossedRow>;
  readonly incomplete: Pile<CrossedRow>;
  readonly onlyA: Pile<ListedRow>;
  readonly onlyB: Pile<ListedRow>;
}

/** What came of two lists, or why one of them cannot be read. */
export type CrossResult = Crossed | { readonly list: ListName | null; readonly failure: TaskFailure };

/** The number of rows in the table of the first ones. */
export const PAGE_ROWS = 100;

export interface TaskListener<T> {
  progress?(progress: TaskProgress): void;
  done(result: T): void;
  failure(failure: TaskFailure): void;
}
