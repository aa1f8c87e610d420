/** Finds the format of a file by its name or its first bytes: CSV, NDJSON or XLSX, compressed or not. */
import { extname } from 'node:path';
import { type FileFormat, type WorkbookFormat, isWorkbookFormat } from '@curp-service/contract/jobs';
import { type WrongUse, wrongUse } from '../failure.js';
import { words } from '../textos/words.js';

export interface Format {
  readonly kind: FileFormat;
  readonly gz: boolean;
  /** True if the name says that tabs separate the cells. */
  readonly tabs: boolean;
}

/** The name of standard input or output. */
export const PIPE = '-';

const KIND_OF_EXTENSION: Readonly<Record<string, FileFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'ndjson',
  xlsx: 'xlsx',
  xlsm: 'xlsm',
};
const TEXT_EXTENSIONS = '.csv, .tsv, .txt, .ndjson, .jsonl (.gz)';

export interface Formats {
  /** `null` if the name does not show it. */
  readonly input: Format | null;
  readonly output: Format | null;
}

function formatByName(path: string): Format | null {
  const [, extension = '', gz] = /\.(\w+)(\.gz)?$/.exec(path.toLowerCase()) ?? [];
  const kind = KIND_OF_EXTENSION[extension];
  if (kind === undefined || (isWorkbookFormat(kind) && gz !== undefined)) return null;
  return { kind, gz: gz !== undefined, tabs: extension === 'tsv' };
}

export const plainFormat = (kind: FileFormat): Format => ({ kind, gz: false, tabs: false });

/** The error for a command that takes text files only. */
export const unknownTextFile = (path: string): WrongUse =>
  wrongUse(...words('files_no_se_reconoce', { path, text_extensions: TEXT_EXTENSIONS }));

const unknownFile = (path: string): WrongUse =>
  wrongUse(...words('files_no_se_reconoce_el', { path, text_extensions: TEXT_EXTENSIONS }));

/** Returns the format of a file. `declared` is for a name without a known extension. `null` for a pipe or a device, whose first bytes show it. */
export function formatOf(path: string, declared?: 'csv' | 'ndjson', unknownFormat = unknownFile): Format | null {
  const format = formatByName(path) ?? (declared === undefined ? null : plainFormat(declared));
  if (format === null && extname(path) !== '') throw unknownFormat(path);
  return format;
}

/**
 * Returns whether a file can become the other. CSV and workbooks hold rows of cells, NDJSON holds objects: one does not
 * become the other. Excel refuses a workbook whose extension and content disagree about macros.
 */
export function areCompatible(input: Format | null, output: Format | null): boolean {
  if (input === null || output === null) return true;
  if (output.kind === 'xlsm' || (input.kind === 'xlsm' && output.kind === 'xlsx')) return input.kind === output.kind;
  return (input.kind === 'ndjson') === (output.kind === 'ndjson');
}

/** Returns the format of a workbook; `undefined` if the file is text, or not known. */
export const workbookFormat = (format: Format | null): WorkbookFormat | undefined =>
  isWorkbookFormat(format?.kind) ? format.kind : undefined;
