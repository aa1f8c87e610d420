/** A row: its bytes, in UTF-8 once they are judged, and the indexes of its cells in them. */
import type { AnsweredColumns } from '@curp-service/contract/words/answered-columns';
import type { RowProblem } from '@curp-service/contract/codes/file';
import { Byte, DECODER, textBetween } from '../bytes.js';
import { type Convert, type Decoder, conversionFrom, looksLike1252, tableOf, utf8Length } from './encoding.js';

/** The bits that describe the bytes of a row. */
export const enum Seen {
  BAD_QUOTES = 1,
  NUL = 2,
  NOT_UTF8 = 4,
  NOT_ASCII = 8,
  /** Some cell has escaped quotes: doubled, or after a backslash. */
  ESCAPED_QUOTES = 16,
  /** Some character is UTF-8 and does not look like Windows-1252. */
  PLAIN_UTF8 = 32,
  /** Some character beyond ASCII is UTF-8 and no letter of Spanish. */
  ODD = 64,
  /** The row is unreadable. */
  UNREADABLE = BAD_QUOTES | NUL,
}

/** Further cells are counted, but their indexes are not known. */
export const MAX_CELLS = 1 << 14;
/** The text of a workbook's cell with a formula whose value was not saved: no datum is written like this. */
export const FORMULA = '=';

/** Returns whether a row beyond ASCII is in UTF-8, with letters of Spanish only. */
export const isGoodUtf8 = (seen: number): boolean =>
  (seen & (Seen.NOT_UTF8 | Seen.PLAIN_UTF8 | Seen.ODD)) === Seen.PLAIN_UTF8;

/** No columns are those of an earlier answer. */
export const NOT_ANSWERED: AnsweredColumns = { at: 0, count: 0 };

export class Row {
  bytes: Uint8Array = new Uint8Array();
  /** The index where the row begins; `end` is where it ends, before its line break. */
  start = 0;
  end = 0;
  cells = 0;
  /** The indexes where the text of each cell begins and ends, without the quotes around it. */
  from: Int32Array;
  to: Int32Array;
  /** The bits of `Seen`. */
  seen = 0;
  /** Why the row is unreadable, if its reader knows. */
  problem: RowProblem | null = null;
  /** The cells of an earlier answer. */
  answered = NOT_ANSWERED;
  /** How many of them this row has. `fit` drops them, and `text` still returns them. */
  earlier = 0;
  /** The buffer for rows that are rewritten in UTF-8. */
  private rewritten = new Uint8Array();

  /** `most` is the number of cells whose indexes are kept. */
  constructor(most = MAX_CELLS) {
    this.from = new Int32Array(most);
    this.to = new Int32Array(most);
  }

  text(cell: number): string {
    const text = textBetween(this.bytes, this.from[cell], this.to[cell]);
    return this.isQuoted(cell) ? text.replaceAll('""', '"') : text;
  }

  /** Returns the original text of the row from a cell on. */
  writtenFrom(cell: number): string {
    const from = this.from[cell] - (this.isQuoted(cell) ? 1 : 0);
    return DECODER.decode(this.bytes.subarray(from, this.end));
  }

  isQuoted(cell: number): boolean {
    const from = this.from[cell];
    return from > this.start && this.bytes[from - 1] === Byte.QUOTE;
  }

  /** Fits the row to the columns: drops the cells of an earlier answer, and empty cells after the last one, because some programs end every row with a delimiter. */
  fit(columns: number): void {
    this.earlier = 0;
    const { at, count } = this.answered;
    if (count > 0 && this.cells === columns + count && this.cells <= MAX_CELLS) {
      if (at < columns) this.moveBehind(at, count);
      this.cells = columns;
      this.earlier = count;
      this.end = this.to[columns - 1] + Number(this.isQuoted(columns - 1));
      return;
    }
    const extra = this.cells - columns;
    if (extra <= 0 || columns === 0 || this.cells > MAX_CELLS || this.end - this.from[columns] !== extra - 1) return;
    this.cells = columns;
    this.end -= extra;
  }

  /** Moves cells behind all others, where those of an answer stand. */
  private moveBehind(at: number, count: number): void {
    const { bytes, from, to, start, end, cells } = this;
    const [blockFrom, blockTo] = [at, at + count].map((cell) => this.endOf(cell - 1));
    const moved = end - blockTo;
    const target = new Uint8Array(end - start + 1);
    target.set(bytes.subarray(start, blockFrom));
    target.set(bytes.subarray(blockTo, end), blockFrom - start);
    target.set(bytes.subarray(blockFrom, blockTo), blockFrom - start + moved);
    target[end - start] = Byte.LINE_FEED; // no look-up continues into an earlier row
    const places = Array.from({ length: cells }, (_, cell) => {
      const by = cell < at ? 0 : cell < at + count ? moved : blockFrom - blockTo;
      return [from[cell] - start + by, to[cell] - start + by] as const;
    });
    const behind = [...places.slice(0, at), ...places.slice(at + count), ...places.slice(at, at + count)];
    for (const [cell, [cellFrom, cellTo]] of behind.entries()) {
      from[cell] = cellFrom;
      to[cell] = cellTo;
    }
    this.bytes = target;
    this.start = 0;
    this.end = end - start;
  }

  /** Returns the index behind a cell, its quote and its blanks: that of its delimiter. */
  private endOf(cell: number): number {
    let i = this.to[cell] + Number(this.isQuoted(cell));
    while (i < this.end && this.bytes[i] === Byte.SPACE) i++;
    return i;
  }

  /** Judges the encoding of the row, and rewrites it if it is not in UTF-8. Returns `false` if it is not the encoding of the file. */
  settle(decoder: Decoder): boolean {
    const { seen } = this;
    if ((seen & Seen.NOT_ASCII) === 0) return true;
    const verdict = decoder.judge((seen & Seen.NOT_UTF8) === 0, (seen & Seen.PLAIN_UTF8) !== 0);
    if (verdict === 'rewrite' || verdict === 'broken') {
      this.rewrite(conversionFrom(verdict === 'broken' ? null : decoder.encoding));
    }
    return verdict === 'ok' || verdict === 'rewrite';
  }

  /** Like `settle`, for a header and the rows above it, which another program may have written than the rows: UTF-8 stays as it is. */
  settleApart(decoder: Decoder): void {
    if (!isGoodUtf8(this.seen) || tableOf(decoder.encoding) === null) this.settle(decoder);
  }

  /** Converts the row to UTF-8. */
  private rewrite(convert: Convert): void {
    const { bytes, from, to, start, end } = this;
    const most = (end - start) * 3 + 1;
    if (this.rewritten.length < most) this.rewritten = new Uint8Array(most * 2);
    const target = this.rewritten;
    const known = Math.min(this.cells, MAX_CELLS);
    let at = 0;
    let copied = start;
    for (let cell = 0; cell < known; cell++) {
      at = convert(bytes, copied, from[cell], target, at);
      const cellAt = at;
      at = convert(bytes, from[cell], to[cell], target, at);
      copied = to[cell];
      from[cell] = cellAt;
      to[cell] = at;
    }
    at = convert(bytes, copied, end, target, at);
    this.end = at;
    target[at] = Byte.LINE_FEED; // no look-up continues into an earlier row
    this.bytes = target;
    this.start = 0;
  }
}

/** The first byte in UTF-8 of á, ñ and all other accented letters of Spanish. In Windows-1252 it is none of them. */
export const ACCENTED = 0xc3;
/** The bits of `Seen` for the second byte of a character that begins with `ACCENTED`. */
export const SEEN_IN_ACCENTED = Uint8Array.from({ length: 64 }, (_, i) =>
  'ÁÉÍÓÚÜÑáéíóúüñ'.includes(String.fromCharCode(0xc0 | i))
    ? Seen.NOT_ASCII | Seen.PLAIN_UTF8
    : Seen.NOT_ASCII | Seen.PLAIN_UTF8 | Seen.ODD,
);

/** Returns the bits of `Seen` for the character beyond ASCII at `i`. `length` is its length in UTF-8, or 0 if it is not UTF-8. */
export function seenIn(bytes: Uint8Array, i: number, length: number): number {
  if (length === 0) return Seen.NOT_ASCII | Seen.NOT_UTF8;
  if (looksLike1252(bytes, i, length)) return Seen.NOT_ASCII;
  if (bytes[i] === ACCENTED) return SEEN_IN_ACCENTED[bytes[i + 1] & 63];
  return Seen.NOT_ASCII | Seen.PLAIN_UTF8 | Seen.ODD;
}

/** Returns the bits of `Seen` that describe the encoding of a line. */
export function seenBetween(bytes: Uint8Array, from: number, to: number): number {
  let seen = 0;
  for (let i = from; i < to;) {
    const byte = bytes[i];
    if (byte < 128) i++;
    else if (byte === ACCENTED && (bytes[i + 1] & 0xc0) === 0x80) {
      seen |= SEEN_IN_ACCENTED[bytes[i + 1] & 63];
      i += 2;
    } else {
      const length = utf8Length(bytes, i);
      seen |= seenIn(bytes, i, length);
      i += length === 0 ? 1 : length;
    }
  }
  return seen;
}

/** Returns the problem that makes a row of a table with `columns` columns unreadable; `null` if there is none. */
export function shapeProblem({ seen, cells, problem }: Row, columns: number): RowProblem | null {
  if (problem !== null) return problem;
  if (seen & Seen.BAD_QUOTES) return { cause: 'fila_comillas' };
  if (seen & Seen.NUL) return { cause: 'fila_nul' };
  if (cells === columns) return null;
  return { cause: 'fila_celdas', parts: { columnas: String(columns), celdas: String(cells) } };
}
