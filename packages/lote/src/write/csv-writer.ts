/** Writes the rows of a CSV: cells copied from the input, and cells of the answer. */
import type { WireHallazgo } from '@curp-service/contract/answers';
import { Byte, type ByteSink, DECODER } from '../bytes.js';
import type { Row } from '../read/row.js';

export const BYTE_ORDER_MARK = '\ufeff';

/** One value of a row's answer, as in JSON. */
export type Value = string | boolean | number | null | readonly string[] | readonly WireHallazgo[];

/** A sheet of text, as CSV that is asked for when the sheet is written. */
export interface CsvSheet {
  readonly name: string;
  readonly csv: () => AsyncIterable<Uint8Array>;
  /** A comma if absent. */
  readonly delimiter?: string | undefined;
}

/**
 * A spreadsheet may take a matching cell for a formula: it ignores blanks, controls and zero-width characters at the
 * beginning, and reads full-width signs as the usual ones.
 */
const BEGINS_LIKE_FORMULA = /^([\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/u;
/**
 * The same behind a sign at which another spreadsheet, or another setting, separates cells or rows: it opens a file of
 * semicolons at its commas. Each blank belongs to one sign only, so a long run of blanks is read once.
 */
const FORMULA_INSIDE = /([,;\t\r\n](?:[^\S\t\r\n]|[^\P{Cc}\t\r\n]|\p{Cf}|")*)(?=[=+\-@＝＋－＠])/gu;
/** The signs at which spreadsheets separate cells. */
const SEPARATING = /[,;\t]/;
/** 1 for the bytes at which spreadsheets separate cells and rows. */
const SEPARATES = new Uint8Array(256);
for (const sign of ',;\t\r\n') SEPARATES[sign.charCodeAt(0)] = 1;

/** Returns the text of a cell with an apostrophe before each formula that a spreadsheet would run, wherever it separates cells. */
export function withoutFormulas(text: string): string {
  const inside = text.replaceAll(FORMULA_INSIDE, "$1'");
  return BEGINS_LIKE_FORMULA.test(text) ? `'${inside}` : inside;
}
/** 1 for the bytes that only harmless cells begin with: signs, digits and letters of ASCII, and 0xC3, with which Á and ñ begin. */
const HARMLESS = new Uint8Array(256).fill(1, 33, 127);
HARMLESS[0xc3] = 1;
for (const sign of '=+-@') HARMLESS[sign.charCodeAt(0)] = 0;
/** 1 for the bytes that need quotes around their cell, except the delimiter. */
const QUOTED = new Uint8Array(256);
for (const sign of '"\r\n') QUOTED[sign.charCodeAt(0)] = 1;

export class CsvWriter {
  private readonly output: ByteSink;
  private readonly delimiter: string;
  private readonly delimiterByte: number;
  private readonly withReturn: boolean;
  /** True if formulas are made harmless. */
  private readonly excel: boolean;

  constructor(output: ByteSink, delimiter: string, lineBreak: string, excel: boolean) {
    this.output = output;
    this.delimiter = delimiter;
    this.delimiterByte = delimiter.charCodeAt(0);
    this.withReturn = lineBreak === '\r\n';
    this.excel = excel;
  }

  /** Copies a row byte by byte or, for a spreadsheet, with its formulas made harmless. */
  row(row: Row): void {
    const { bytes, cells, to, end } = row;
    if (this.excel) {
      const known = Math.min(cells, to.length);
      this.cells(row, known);
      // A row above the header may have more cells than any spreadsheet. The rest is copied as it is written.
      if (cells > known) {
        const rest = bytes.subarray(to[known - 1] + (row.isQuoted(known - 1) ? 1 : 0), end);
        this.output.text(DECODER.decode(rest).replaceAll(FORMULA_INSIDE, "$1'"));
      }
    } else this.output.copy(bytes, row.start, end);
  }

  /** Copies the first `count` cells of a row. */
  cells(row: Row, count: number): void {
    const { output } = this;
    for (let i = 0; i < count; i++) {
      const from = row.from[i];
      const to = row.to[i];
      const quoted = row.isQuoted(i);
      output.reserve(to - from + 4);
      if (i > 0) output.byte(this.delimiterByte);
      if (this.excel && mayRun(row.bytes, from, to)) {
        const text = row.text(i);
        const harmless = withoutFormulas(text);
        if (harmless !== text) {
          this.written(harmless, quoted || SEPARATING.test(text));
          continue;
        }
      }
      if (quoted) output.byte(Byte.QUOTE);
      output.copy(row.bytes, from, to);
      if (quoted) output.byte(Byte.QUOTE);
    }
  }

  separator(): void {
    this.output.reserve(1);
    this.output.byte(this.delimiterByte);
  }

  /** Adds `count` empty cells. */
  emptyCells(count: number): void {
    this.output.reserve(count);
    for (let i = 0; i < count; i++) this.output.byte(this.delimiterByte);
  }

  /** Adds a cell after others. */
  cell(text: string): void {
    this.separator();
    if (text !== '') this.text(text);
  }

  /** Writes the text of a cell, in quotes if needed. */
  text(text: string): void {
    const harmless = this.excel ? withoutFormulas(text) : text;
    this.written(harmless, harmless !== text && SEPARATING.test(text));
  }

  /** Writes a text, in quotes if it needs them. */
  private written(text: string, inQuotes: boolean): void {
    const isPlain = !inQuotes && !text.includes(this.delimiter) && !/["\r\n]/.test(text);
    this.output.text(isPlain ? text : `"${text.replaceAll('"', '""')}"`);
  }

  endRow(): void {
    this.output.reserve(2);
    if (this.withReturn) this.output.byte(Byte.CARRIAGE_RETURN);
    this.output.byte(Byte.LINE_FEED);
  }
}

/** Returns whether a cell begins with a byte that may begin a formula, or holds a sign at which spreadsheets separate cells. */
function mayRun(bytes: Uint8Array, from: number, to: number): boolean {
  if (to > from && HARMLESS[bytes[from]] === 0) return true;
  for (let i = from; i < to; i++) if (SEPARATES[bytes[i]] === 1) return true;
  return false;
}

/** Writes the cells of a row that does not come from CSV, in quotes if needed, without a line break. */
export function writeCsvRow(out: ByteSink, { bytes, from, to, cells }: Row, delimiter: number): void {
  for (let cell = 0; cell < cells; cell++) {
    const text = bytes.subarray(from[cell], to[cell]);
    out.reserve(2 * text.length + 3);
    if (cell > 0) out.byte(delimiter);
    const isPlain = !text.some((byte) => byte === delimiter || QUOTED[byte] === 1);
    if (isPlain) out.copy(text, 0, text.length);
    else {
      out.byte(Byte.QUOTE);
      for (const byte of text) {
        if (byte === Byte.QUOTE) out.byte(Byte.QUOTE);
        out.byte(byte);
      }
      out.byte(Byte.QUOTE);
    }
  }
}

/** Returns a value as the text of a cell: a list joined by spaces, a finding as its code and positions. */
export function toCell(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return value.map((item) => (typeof item === 'string' ? item : hallazgoCell(item))).join(' ');
}

const hallazgoCell = ({ codigo, posiciones }: WireHallazgo): string => `${codigo}:${posiciones.join(',')}`;
