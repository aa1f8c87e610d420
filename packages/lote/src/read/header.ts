/** Recognises the format of a file, and reads the header of a CSV: its delimiter and the names of its columns. */
import { type FileCause, type RowProblem, UnreadableFile } from '@curp-service/contract/codes/file';
import type { OperationName } from '@curp-service/contract/columns';
import { type AnsweredColumns, answeredColumns } from '@curp-service/contract/words/answered-columns';
import { countKnown } from '@curp-service/contract/header';
import type { Language } from '@curp-service/contract/language';
import { Byte, DECODER, MAX_ROW } from '../bytes.js';
import type { CsvHeader } from './csv-header.js';
import { CsvReader } from './csv-reader.js';
import { endInReasons, joinHeaderRows, KNOWN_IN_HEADER } from './header-rows.js';
import type { Layout } from '@curp-service/contract/layouts';
import type { Input } from './input.js';
import { areJsonLists, isJsonArray } from './json-lines.js';
import { isUtf32 } from './encoding.js';
import { headerOf, recogniseLayout, tableLayout } from './layout.js';
import { NOT_ANSWERED, type Row, Seen } from './row.js';

/** `json`: JSON without objects. `ole`: old .xls files, and workbooks with a password. `markup`: HTML or XML, which some programs name .xls. */
export type SniffedFormat =
  | 'csv'
  | 'ndjson'
  | 'xlsx'
  | 'gzip'
  | 'ole'
  | 'markup'
  | 'pdf'
  | 'picture'
  | 'dbf'
  | 'zip'
  | 'utf-32'
  | 'json';

const MAGIC: readonly (readonly [SniffedFormat, readonly number[]])[] = [
  ['xlsx', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', [0x1f, 0x8b]],
  ['ole', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['picture', [0xff, 0xd8, 0xff]], // JPEG
  ['picture', [0x89, 0x50, 0x4e, 0x47]], // PNG
  ['picture', [0x47, 0x49, 0x46, 0x38]], // GIF
];

const LESS_THAN = 60;

/** Returns the format of the file that begins with these bytes. A text is NDJSON if it begins with a brace or an array of objects. */
export function sniff(first: Uint8Array): SniffedFormat {
  const known = MAGIC.find(([, magic]) => magic.every((byte, i) => first[i] === byte));
  if (known?.[0] === 'xlsx' && LIST_IN_ZIP.test(nameInZip(first))) return 'zip';
  if (known !== undefined) return known[0];
  if (isDbf(first)) return 'dbf';
  if (isUtf32(first)) return 'utf-32';
  const visible = first.find((byte) => byte > 32 && byte < 128);
  if (visible === LESS_THAN) return 'markup';
  if (visible === Byte.BRACE || isJsonArray(first)) return 'ndjson';
  return areJsonLists(first) ? 'json' : 'csv';
}

/** The names that a list has in a .zip. No part of a workbook has one of them. */
const LIST_IN_ZIP = /\.(?:csv|tsv|txt|xlsx?|xlsm|ods|json|ndjson|jsonl|pdf|dbf|jpe?g|png|docx?)$/i;

/** Returns the name of the first file in a .zip. */
function nameInZip(first: Uint8Array): string {
  const length = (first[26] ?? 0) | ((first[27] ?? 0) << 8);
  return String.fromCharCode(...first.subarray(30, Math.min(30 + length, 300)));
}

/** Returns whether a file begins like a table of dBASE: its version, then the year, month and day of its last change. */
const isDbf = ([version = 0, , month = 0, day = 0]: Uint8Array): boolean =>
  [0x03, 0x83, 0x8b, 0xf5].includes(version) && month >= 1 && month <= 12 && day >= 1 && day <= 31;

export const DELIMITERS = [',', ';', '\t', '|', '^', '~'];
/** The most columns of a file. They bound the answer, because a row of one byte is answered with a cell for each column. */
const MAX_COLUMNS = 1024;

/** The header is searched for in this many rows. */
const ROWS_SEARCHED = 100;

/** What is known about the header before the search. */
export interface HeaderChoice {
  /** The number of its row, or 0 if there is no header. If absent, the header is searched for. */
  readonly encabezado?: number | undefined;
  /** The layout of a file without a header. If absent, it is recognised. */
  readonly layout?: Layout | null | undefined;
  /** The operation, whose earlier answer the file may hold. */
  readonly operation?: OperationName | undefined;
}

/**
 * Finds the header: the wanted row, else the first row that names enough data, else the layout of a file without a
 * header, else the first non-empty row. It chooses the delimiter with the most known columns and, among equals, with
 * the most columns. Returns `null` if the header does not end yet or its quotes do not match.
 */
export function readHeader(
  input: Input,
  atEnd: boolean,
  { encabezado, layout, operation }: HeaderChoice,
  empty = emptyLines(input),
): CsvHeader | null {
  if (layout) return headerOf(layout, input.start);
  const wanted = encabezado === 0 ? undefined : encabezado;
  const declared = declaredDelimiter(input);
  const from = wanted ?? (declared === null ? 1 : 2);
  const delimiters = declared === null ? DELIMITERS : [declared];
  const searches = delimiters.map((delimiter) =>
    searchHeader(input, delimiter, from, wanted ?? ROWS_SEARCHED, atEnd, empty),
  );
  const found = searches.flatMap(({ header }) => header ?? []);
  const isOpen = searches.some(({ isEnded }) => !isEnded) && !atEnd && input.end - input.start <= MAX_ROW;
  if (found.length === 0 && isOpen) return null;
  const candidates = found.length > 0 ? found : searches.flatMap(({ first }) => first ?? []);
  const [best] = candidates.toSorted(
    (a, b) => a.number - b.number || knownIn(b) - knownIn(a) || b.names.length - a.names.length,
  );
  if (best === undefined) return null;
  const hasNone = encabezado === 0 || (wanted === undefined && found.length === 0 && declared === null);
  const seen = hasNone ? layoutIn(input, best, encabezado === 0) : null;
  if (seen !== null) return headerOf(seen, input.start);
  let isWaiting = false;
  const haveReasons = (): boolean => {
    const have = endInReasons(input, best, atEnd);
    isWaiting = have === null;
    return have === true;
  };
  const answered = operation === undefined ? NOT_ANSWERED : answeredColumns(best.names, operation, haveReasons);
  return isWaiting ? null : toHeader(input, best, answered);
}

/** Returns the layout of a file without a certain header; `null` if the candidate may be the header. */
const layoutIn = (input: Input, candidate: Candidate, isDeclared: boolean): Layout | null =>
  recogniseLayout(input) ?? tableLayout(input, candidate.delimiter, knownIn(candidate), isDeclared);

interface Candidate {
  readonly delimiter: string;
  readonly number: number;
  readonly start: number;
  readonly names: readonly string[];
  readonly rows: number;
}

/** Returns the number of data that a candidate names. */
const knownIn = ({ names }: Candidate): number => countKnown(names);

interface HeaderSearch {
  /** The row that is certainly the header, and the first non-empty row. */
  readonly header: Candidate | null;
  readonly first: Candidate | null;
  /** True if the search saw all the rows that it needs. */
  readonly isEnded: boolean;
}

/** Returns the delimiter that a first line like `sep=;` declares to Excel. */
export function declaredDelimiter({ bytes, start, end }: Input): string | null {
  const line = String.fromCharCode(...bytes.subarray(start, Math.min(start + 7, end)));
  const [, delimiter = ''] = /^sep=(.)\r?\n/i.exec(line) ?? [];
  return DELIMITERS.find((each) => each === delimiter) ?? null;
}

/** Readers are large, so they are made once; no search outlasts its call. */
const READERS = new Map<string, CsvReader>();

/** Searches the rows with these numbers, and further ones until one is not empty. */
function searchHeader(
  input: Input,
  delimiter: string,
  from: number,
  to: number,
  atEnd: boolean,
  empty: EmptyLines,
): HeaderSearch {
  const { bytes, end } = input;
  const reader = READERS.get(delimiter) ?? new CsvReader(delimiter.charCodeAt(0));
  READERS.set(delimiter, reader);
  let first: Candidate | null = null;
  let start = empty.end;
  /** The indexes where the rows above begin, the nearest first, up to an empty one. */
  let above: readonly number[] = [];
  /** True if the first row has bad quotes: after it, only a certain header counts. */
  let isBroken = false;
  for (let number = empty.lines + 1; number <= to || (first === null && !isBroken); number++) {
    if (!reader.read(bytes, start, end)) return { header: null, first, isEnded: false };
    const { next } = reader;
    const isEmpty = reader.end === start;
    if (reader.cells === 1 && reader.isQuoted(0)) reader.unquote((cells) => cells >= KNOWN_IN_HEADER);
    const isSearched = !isEmpty && number >= from;
    if (isSearched && (reader.seen & Seen.BAD_QUOTES) !== 0) {
      isBroken ||= first === null;
    } else if (isSearched && (first === null || reader.cells >= KNOWN_IN_HEADER)) {
      const alone: Candidate = { delimiter, number, start, names: namesOf(input, reader), rows: 1 };
      const isHeader = alone.names.length >= KNOWN_IN_HEADER && knownIn(alone) >= KNOWN_IN_HEADER;
      const candidate = isHeader || from === to ? withOtherRows(input, reader, alone, above, next, atEnd) : alone;
      if (candidate === null) return { header: null, first, isEnded: false };
      if (isHeader) return { header: candidate, first: candidate, isEnded: true };
      if (!isBroken) first ??= candidate;
    }
    above = isEmpty ? [] : [start, ...above.slice(0, MOST_HEADER_ROWS - 2)];
    start = next;
  }
  return { header: null, first, isEnded: true };
}

function namesOf(input: Input, row: Row): string[] {
  row.settleApart(input.decoder);
  return Array.from({ length: Math.min(row.cells, MAX_COLUMNS) }, (_, i) => row.text(i).trim());
}

/** A header of more rows than these is none: groups, their parts, and the parts of those. */
const MOST_HEADER_ROWS = 3;

/** Returns the header together with the rows above and below it that form one with it; `null` if the row below has not arrived yet. */
function withOtherRows(
  input: Input,
  reader: CsvReader,
  alone: Candidate,
  above: readonly number[],
  next: number,
  atEnd: boolean,
): Candidate | null {
  const { bytes, end } = input;
  const namesAt = (start: number): string[] | null => (reader.read(bytes, start, end) ? namesOf(input, reader) : null);
  const [upper = [], highest = []] = above.map((start) => namesAt(start) ?? []);
  const joined = joinHeaderRows(highest, upper);
  const withBoth = joined === null ? null : joinHeaderRows(joined, alone.names);
  const withUpper = withBoth ?? joinHeaderRows(upper, alone.names);
  let names = withUpper ?? alone.names;
  let rows = withUpper === null ? 1 : withBoth === null ? 2 : 3;
  let { number, start } = alone;
  // A name over several columns has empty cells after it.
  for (let below = next; rows < MOST_HEADER_ROWS && names.includes(''); below = reader.next) {
    const lower = namesAt(below);
    if (lower === null && !atEnd) return null;
    const joinedBelow = lower === null ? null : joinHeaderRows(names, lower);
    if (joinedBelow === null) break;
    [names, start] = [joinedBelow, below];
    number++;
    rows++;
  }
  return { ...alone, names, number, start, rows };
}

/** Reads the row of a candidate again, in its own reader. */
function toHeader(input: Input, candidate: Candidate, answered: AnsweredColumns): CsvHeader {
  const reader = new CsvReader(candidate.delimiter.charCodeAt(0));
  reader.read(input.bytes, candidate.start, input.end);
  const lineBreak = input.bytes[reader.end] === Byte.CARRIAGE_RETURN ? '\r\n' : '\n';
  const { next, seen } = reader;
  if (reader.cells === 1) reader.fit(candidate.names.length);
  reader.settleApart(input.decoder);
  const above = DECODER.decode(input.bytes.subarray(input.start, candidate.start));
  const names = candidate.names.toSpliced(answered.at, answered.count);
  reader.answered = answered;
  if (answered.count > 0) reader.fit(names.length);
  return { ...candidate, names, answered, known: countKnown(names), lineBreak, row: reader, seen, next, above };
}

/** Like `readHeader`, but throws if the file has no header. Returns `null` if it does not end yet. */
export function requireHeader(
  input: Input,
  atEnd: boolean,
  language: Language,
  choice: HeaderChoice,
): CsvHeader | null {
  const unreadable = (problem: RowProblem<FileCause>): UnreadableFile => new UnreadableFile(problem, language);
  const { bytes, end } = input;
  const empty = emptyLines(input);
  const { end: start } = empty;
  checkText(sniff(bytes.subarray(start, end)), language);
  const header = readHeader(input, atEnd, choice, empty);
  if (header === null || header.next - header.start > MAX_ROW) {
    const isBlank = start - input.start > MAX_ROW || (start === end && atEnd);
    if (isBlank) throw unreadable({ cause: 'archivo_vacio' });
    if (!atEnd && end - start <= MAX_ROW) return null;
    throw unreadable({ cause: 'archivo_cabecera_larga', parts: { limite: String(MAX_ROW) } });
  }
  const { row, names } = header;
  if (header.layout === undefined && row.cells > names.length) {
    throw unreadable({ cause: 'archivo_columnas', parts: { limite: String(names.length) } });
  }
  return header;
}

const NOT_TEXT: Readonly<Partial<Record<SniffedFormat, FileCause>>> = {
  xlsx: 'archivo_libro',
  gzip: 'archivo_gzip',
  ole: 'archivo_libro_antiguo',
  markup: 'archivo_html',
  pdf: 'archivo_pdf',
  picture: 'archivo_imagen',
  dbf: 'archivo_dbf',
  zip: 'archivo_zip',
  'utf-32': 'archivo_utf32',
  json: 'archivo_json',
};

/** Throws an `UnreadableFile` that says what the file is, if it is no text. */
export function checkText(format: SniffedFormat, language: Language): void {
  const cause = NOT_TEXT[format];
  if (cause !== undefined) throw new UnreadableFile({ cause }, language);
}

/** The empty lines at the beginning: their number and their end. */
interface EmptyLines {
  readonly lines: number;
  readonly end: number;
}

function emptyLines({ bytes, start, end }: Input): EmptyLines {
  let lines = 0;
  let after = start;
  for (let i = start; i < end && (bytes[i] === Byte.LINE_FEED || bytes[i] === Byte.CARRIAGE_RETURN); i++) {
    if (bytes[i] !== Byte.LINE_FEED) continue;
    lines++;
    after = i + 1;
  }
  return { lines, end: after };
}
