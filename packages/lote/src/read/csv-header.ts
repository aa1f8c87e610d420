/** Reads the header of a CSV: its delimiter and the names of its columns. */
import { UnreadableFile, type FileCause, type RowProblem } from '@curp-service/contract/codes/file';
import { findColumns } from '@curp-service/contract/columns';
import type { Language } from '@curp-service/contract/language';
import { Byte, MAX_ROW } from '../bytes.js';
import { CsvReader, Seen } from './csv-reader.js';
import type { Input } from './input.js';
import { CsvRow, isQuoted } from './row.js';

const DELIMITERS = [',', ';', '\t', '|'];
/** The most columns of a file. A row of one byte is answered with a cell for each, so that they bound the answer. */
const MAX_COLUMNS = 1024;

export interface CsvHeader {
  readonly delimiter: string;
  readonly lineBreak: '\n' | '\r\n';
  readonly row: CsvRow;
  /** The names of the columns, no more than `MAX_COLUMNS`. */
  readonly names: readonly string[];
  /** Where the first row begins. */
  readonly next: number;
}

/**
 * Reads the header with the delimiter that gives the most known columns and, among equals, the most columns. `null`: it
 * does not end yet, or its quotes do not match.
 */
export function readHeader(input: Input): CsvHeader | null {
  const { bytes, end } = input;
  while (input.start < end && isLineBreak(bytes[input.start])) input.start++;
  const candidates = DELIMITERS.flatMap((delimiter) => {
    const reader = new CsvReader(delimiter.charCodeAt(0));
    if (!reader.read(bytes, input.start, end) || (reader.seen & Seen.BAD_QUOTES) !== 0) return [];
    const lineBreak: CsvHeader['lineBreak'] = bytes[reader.end] === Byte.CARRIAGE_RETURN ? '\r\n' : '\n';
    const { next } = reader;
    const row = new CsvRow(reader);
    row.take(input);
    const names = Array.from({ length: Math.min(reader.cells, MAX_COLUMNS) }, (_, i) => row.text(i).trim());
    const { columns, ambiguous } = findColumns(names);
    const known = Object.values(columns).filter((i) => i >= 0).length + ambiguous.size;
    return [{ delimiter, lineBreak, row, names, next, known }];
  });
  const [best] = candidates.toSorted((a, b) => b.known - a.known || b.names.length - a.names.length);
  return best ?? null;
}

/** The same, but throws if the file has no header. `null`: it does not end yet. */
export function requireHeader(input: Input, atEnd: boolean, language: Language): CsvHeader | null {
  const unreadable = (problem: RowProblem<FileCause>): UnreadableFile => new UnreadableFile(problem, language);
  const header = readHeader(input);
  const { bytes, start, end } = input;
  if (header === null || header.next - start > MAX_ROW) {
    if (start === end && atEnd) throw unreadable({ cause: 'archivo_vacio' });
    if (!atEnd && end - start <= MAX_ROW) return null;
    const line = bytes.subarray(start, bytes.indexOf(Byte.LINE_FEED, start) - 1);
    const cause = line.includes(Byte.CARRIAGE_RETURN) ? 'archivo_retornos' : 'archivo_cabecera_larga';
    throw unreadable({ cause, parts: { limite: String(MAX_ROW) } });
  }
  const { row, names } = header;
  if (names.some((name, i) => /\r(?!\n)/.test(name) && !isQuoted(row, i))) {
    throw unreadable({ cause: 'archivo_retornos' });
  }
  if (row.reader.cells > names.length) {
    throw unreadable({ cause: 'archivo_columnas', parts: { limite: String(names.length) } });
  }
  return header;
}

const isLineBreak = (byte: number): boolean => byte === Byte.LINE_FEED || byte === Byte.CARRIAGE_RETURN;
