/** What a person changed in a file: other texts in cells, and rows whose doubts somebody has looked at. */
import { Byte, type ByteSink } from '../bytes.js';
import { type Row, Seen } from '../read/row.js';
import { CsvWriter } from '../write/csv-writer.js';

export interface Overrides {
  /** The texts that replace those of cells: by row number, then by column from 0 or, in NDJSON, by the place of the name. */
  readonly cells: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** The rows whose doubts a person has looked at: they are ready. */
  readonly reviewed: ReadonlySet<number>;
}

export const NO_OVERRIDES: Overrides = { cells: new Map(), reviewed: new Set() };

/** Returns how many cells of a row stay under their columns. Surplus cells join the last one, and a row with bad quotes is one text. */
export function wholeCells({ seen, cells }: Row, width: number): number {
  if ((seen & Seen.BAD_QUOTES) !== 0) return 0;
  return cells === width ? width : Math.min(cells, width - 1);
}

/** Returns the texts of a row as people see them under its columns. */
export function shownCells(row: Row, width: number): string[] {
  const whole = wholeCells(row, width);
  const texts = Array.from({ length: whole }, (_, i) => row.text(i));
  return row.cells > whole ? [...texts, row.writtenFrom(whole)] : texts;
}

/** Puts other texts into the cells of a row in UTF-8. Afterwards it has as many cells as its table. `sink` keeps its bytes. */
export function overrideCells(
  row: Row,
  texts: ReadonlyMap<number, string>,
  width: number,
  delimiter: string,
  sink: ByteSink,
): void {
  const shown = shownCells(row, width);
  if (row.from.length < width) {
    row.from = new Int32Array(width);
    row.to = new Int32Array(width);
  }
  sink.length = 0;
  const writer = new CsvWriter(sink, delimiter, '\n', false);
  let isOdd = false;
  for (let i = 0; i < width; i++) {
    if (i > 0) writer.separator();
    const text = texts.get(i) ?? shown[i] ?? '';
    const start = sink.length;
    writer.text(text);
    const quotes = sink.length > start && sink.bytes[start] === Byte.QUOTE ? 1 : 0;
    row.from[i] = start + quotes;
    row.to[i] = sink.length - quotes;
    isOdd ||= text.includes('\0');
  }
  const end = sink.length;
  writer.endRow(); // no look-up continues into an earlier row
  row.bytes = sink.bytes;
  row.start = 0;
  row.end = end;
  row.cells = width;
  row.earlier = 0;
  row.problem = null;
  row.seen = Seen.ESCAPED_QUOTES | (isOdd ? Seen.NUL : 0);
}
