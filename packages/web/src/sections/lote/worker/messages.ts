/** The messages between the page and the worker. */
import type { DoneRow, Evidence, LoteOptions, Peek, SurveyOptions, Totals } from '@curp-service/lote';
import type { WorkbookFormat } from '@curp-service/contract/jobs';
import type { Bilingual, Language } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';

export type FileType = 'csv' | 'ndjson' | WorkbookFormat;

/** The file as it is known before the start. */
export interface FilePreview {
  readonly type: FileType;
  /** The beginning of a table; `null` for NDJSON, whose rows name their fields. */
  readonly peek: Peek | null;
  /** The conventions that all its rows show. */
  readonly evidence: Evidence;
  /** The sheets of a workbook. */
  readonly sheets: readonly string[];
}

/** A file, or a sheet of a workbook. */
export interface FileSource {
  readonly file: Blob;
  readonly hoja: string | undefined;
  /** The column of a sheet, from 0, whose plain numbers are days. */
  readonly dateColumn?: number;
}

export interface PreviewTask extends FileSource {
  readonly file: File;
  readonly language: Language;
  /** The user's answers that change what the rows show. */
  readonly options: Omit<SurveyOptions, 'formato'>;
}

export interface FileTask extends FileSource {
  readonly type: FileType;
  readonly options: LoteOptions;
  readonly delimiter: string;
}

export type TaskRequest =
  | { readonly preview: PreviewTask }
  | { readonly process: FileTask }
  | { readonly mend: MendTask }
  /** The same workbook, with the answers behind its last column. */
  | { readonly fill: FileTask }
  /** A new workbook. */
  | { readonly workbook: { readonly csv: Blob; readonly delimiter: string } };

export interface Progress {
  readonly rows: number;
  readonly bad: number;
  /** The fraction of the file that is read, from 0 to 1; `null` if unknown. */
  readonly fraction: number | null;
}

/** A row without its bytes, and where they stand in the output. */
export interface KeptRow extends Omit<DoneRow, 'written'> {
  readonly from: number;
  readonly to: number;
}

/** The number of rows with one kind of error. */
export interface ErrorGroup {
  rows: number;
  readonly text: Bilingual;
}

/** The bad rows of a file. */
export interface KeptBadRows {
  /** The rows as lines of JSON, and where each page of them begins. */
  readonly badRows: Blob;
  readonly pages: readonly number[];
  readonly badCount: number;
  /** By the code of a finding. */
  readonly groups: ReadonlyMap<string, ErrorGroup>;
  /** Rows whose CURP differs only in the last two characters, which RENAPO assigns. */
  readonly sameRoot: number;
}

export interface FileResult extends KeptBadRows {
  readonly totals: Readonly<Totals>;
  readonly seconds: number;
  /** How the file was read. */
  readonly reading: Reading;
  /** The whole output. */
  readonly output: Blob;
  readonly firstRows: readonly KeptRow[];
  /** How many bad rows were mended and done again. */
  readonly mended: number;
}

/** Mended rows of a file that was done. */
export interface MendTask extends FileSource {
  readonly task: FileTask;
  readonly previous: FileResult;
  /** The names of the columns of the table. */
  readonly names: readonly string[];
}

export type TaskResult = FilePreview | FileResult | Blob;

export type TaskMessage =
  | { readonly progress: Progress }
  | { readonly done: TaskResult }
  /** `null` if the cause is unknown. */
  | { readonly failure: Bilingual | null };

/** Rows on a page of a table. */
export const PAGE_ROWS = 100;
