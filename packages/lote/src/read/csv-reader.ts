/**
 * Finds the cells of one CSV row in the bytes of a file.
 *
 * It follows RFC 4180: a cell in quotes may hold delimiters, line breaks and doubled quotes. Rows end with LF or CRLF,
 * or with CRCRLF, which programs on Windows write when they convert twice. A row whose quotes do not match ends at its
 * first line break, so that it spoils no other row.
 */
import { Byte, HIGH_BITS, ONES } from '../bytes.js';
import { utf8Length } from './encoding.js';
import { ACCENTED, MAX_CELLS, Row, SEEN_IN_ACCENTED, Seen, seenBetween, seenIn } from './row.js';

/** Most rows have fewer cells. A row with more allocates all `MAX_CELLS`. */
const FEW_CELLS = 256;

/** A text of several lines in a table of fewer columns may have a comma in each by chance. */
const FEWEST_COLUMNS = 4;

/** The classes of bytes that the reader distinguishes. The first three are ordinary text inside quotes. */
const enum ByteKind {
  ORDINARY,
  DELIMITER,
  LINE_FEED,
  QUOTE,
  NUL,
  /** Part of a character beyond ASCII. */
  HIGH,
}

/** The byte above a comma, in each of four bytes. */
const ABOVE_COMMA = 0x2d2d2d2d;

/** A reader of rows, which is itself the row that it read last. */
export interface LineReader extends Row {
  /** The index where the next row begins. */
  readonly next: number;
  /** Reads the row at `start`. Returns `false` if the row continues past `limit`, where a line feed marks the end of the bytes. */
  read(bytes: Uint8Array, start: number, limit: number): boolean;
  /** Returns whether the row that was read last has an unclosed quote, for rows of so many columns. */
  isUnclosed(columns: number): boolean;
  /** Reads the row with bad quotes at `start`: its first line, as one cell. */
  readBroken(bytes: Uint8Array, start: number, limit: number): boolean;
}

export class CsvReader extends Row implements LineReader {
  next = 0;
  private readonly kinds = new Uint8Array(256);
  /** True if a quoted cell of the row that was read last has several lines. */
  hasLines = false;
  /** True if the file escapes quotes inside quotes with a backslash. */
  private hasBackslashes = false;

  /** The delimiter in each of four bytes. */
  private readonly delimiters: number;
  /** The bytes that were read last, as words. */
  private words: Uint8Array = new Uint8Array();
  private view = new DataView(this.words.buffer);

  constructor(delimiter: number) {
    super(FEW_CELLS);
    this.delimiters = Math.imul(delimiter, ONES);
    this.kinds.fill(ByteKind.HIGH, 128);
    this.kinds[0] = ByteKind.NUL;
    this.kinds[Byte.LINE_FEED] = ByteKind.LINE_FEED;
    this.kinds[Byte.QUOTE] = ByteKind.QUOTE;
    this.kinds[delimiter] = ByteKind.DELIMITER;
  }

  read(bytes: Uint8Array, start: number, limit: number): boolean {
    const { kinds, from, to } = this;
    this.hasLines = false;
    const view = this.viewOf(bytes);
    const lastWord = bytes.length - 4;
    const delimiters = this.delimiters;
    let seen = 0;
    let cell = 0;
    let i = start;
    from[0] = i;
    for (;;) {
      // Four bytes at a time, up to one that may not be ordinary: a comma or a byte below it, the delimiter, or one beyond ASCII.
      while (i <= lastWord) {
        const four = view.getInt32(i, true);
        const other = four ^ delimiters;
        const stops = (((four - ABOVE_COMMA) & ~four) | ((other - ONES) & ~other) | four) & HIGH_BITS;
        if (stops === 0) i += 4;
        else {
          i += (31 - Math.clz32(stops & -stops)) >> 3;
          break;
        }
      }
      const kind = kinds[bytes[i]];
      if (kind === ByteKind.ORDINARY) i++;
      else if (kind === ByteKind.DELIMITER) {
        to[cell++] = i;
        from[cell] = ++i;
      } else if (kind === ByteKind.LINE_FEED) {
        if (i === limit) return false;
        const end = beforeReturns(bytes, start, i);
        to[cell] = end;
        return this.finish(bytes, start, cell + 1, seen, end, i + 1);
      } else if (kind === ByteKind.HIGH) {
        if (bytes[i] === ACCENTED && (bytes[i + 1] & 0xc0) === 0x80) {
          seen |= SEEN_IN_ACCENTED[bytes[i + 1] & 63];
          i += 2;
        } else {
          const length = utf8Length(bytes, i);
          seen |= seenIn(bytes, i, length);
          i += length === 0 ? 1 : length;
        }
      } else if (kind === ByteKind.NUL) {
        seen |= Seen.NUL;
        i++;
      } else if (!this.isFirst(bytes, start, i)) {
        return this.readBroken(bytes, start, limit); // a quote in the middle of a cell
      } else {
        from[cell] = ++i;
        this.seen = seen;
        const closing = this.findClosingQuote(bytes, i, limit);
        if (closing < 0) return false;
        seen = this.seen;
        to[cell] = closing;
        i = closing + 1;
        while (bytes[i] === Byte.SPACE) i++;
        if (kinds[bytes[i]] === ByteKind.DELIMITER) from[++cell] = ++i;
        else {
          const end = i;
          while (bytes[i] === Byte.CARRIAGE_RETURN) i++;
          if (i >= limit) return false; // the byte after the quote decides
          if (bytes[i] !== Byte.LINE_FEED) return this.readBroken(bytes, start, limit);
          return this.finish(bytes, start, cell + 1, seen, end, i + 1);
        }
      }
    }
  }

  /**
   * Returns whether a quote of the row that was read last is not closed: each of its lines has as many delimiters as a row
   * of `columns` cells, so that they are the rows of several people.
   */
  isUnclosed(columns: number): boolean {
    if (!this.hasLines || columns < FEWEST_COLUMNS) return false;
    let line = this.start;
    for (; line < this.next; line = this.bytes.indexOf(Byte.LINE_FEED, line) + 1) {
      const delimiters = this.delimitersFrom(line);
      // The first line may have others in quotes.
      if (delimiters < columns - 1 || (delimiters > columns - 1 && line > this.start)) return false;
    }
    return true;
  }

  /** Counts the delimiters of a line, in quotes or not. */
  private delimitersFrom(line: number): number {
    const { bytes, kinds } = this;
    let count = 0;
    for (let i = line; bytes[i] !== Byte.LINE_FEED; i++) if (kinds[bytes[i]] === ByteKind.DELIMITER) count++;
    return count;
  }

  private viewOf(bytes: Uint8Array): DataView {
    if (bytes !== this.words) {
      this.words = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return this.view;
  }

  override fit(columns: number): void {
    super.fit(columns);
    if (this.cells === 1 && columns > 1 && this.isQuoted(0)) this.unquote((cells) => cells === columns);
  }

  /** Reads a row that is in quotes as a whole without them, if this gives a good number of cells: some programs write lines so. */
  unquote(isGood: (cells: number) => boolean): void {
    const { bytes, start, next } = this;
    const line = lineOf(bytes, this.from[0], this.to[0]);
    if (this.read(line, 0, line.length - 1) && (this.seen & Seen.BAD_QUOTES) === 0 && isGood(this.cells)) return;
    this.read(bytes, start, next);
  }

  readBroken(bytes: Uint8Array, start: number, limit: number): boolean {
    const lineFeed = bytes.indexOf(Byte.LINE_FEED, start);
    if (lineFeed >= limit) return false;
    const end = beforeReturns(bytes, start, lineFeed);
    this.from[0] = start;
    this.to[0] = end;
    // The whole line is examined again: `read` may have stopped before its end or continued into the next line.
    const seen = Seen.BAD_QUOTES | seenBetween(bytes, start, end);
    return this.finish(bytes, start, 1, seen, end, lineFeed + 1);
  }

  /** Returns whether the quote at `i` begins its cell, maybe after blanks. */
  private isFirst(bytes: Uint8Array, start: number, i: number): boolean {
    let before = i - 1;
    while (before >= start && bytes[before] === Byte.SPACE) before--;
    return before < start || this.kinds[bytes[before]] === ByteKind.DELIMITER;
  }

  /** Returns the index of the quote that closes the cell whose text begins at `from`; -1 if it is not before `limit`. */
  private findClosingQuote(bytes: Uint8Array, from: number, limit: number): number {
    const { kinds } = this;
    for (let i = from; i < limit;) {
      const kind = kinds[bytes[i]];
      if (kind === ByteKind.LINE_FEED) this.hasLines = true;
      if (kind < ByteKind.QUOTE) i++;
      else if (kind === ByteKind.QUOTE) {
        if (bytes[i + 1] === Byte.QUOTE) i += 2;
        else if (bytes[i - 1] === Byte.BACKSLASH && i > from && this.isEscaped(bytes, i)) i++;
        else return i;
        this.seen |= Seen.ESCAPED_QUOTES;
      } else if (kind === ByteKind.HIGH) {
        const length = utf8Length(bytes, i);
        this.seen |= seenIn(bytes, i, length);
        i += length === 0 ? 1 : length;
      } else {
        this.seen |= Seen.NUL;
        i++;
      }
    }
    return -1;
  }

  /** Returns whether the quote after a backslash is text, as MySQL writes it: somewhere a cell continues after such a quote. */
  private isEscaped(bytes: Uint8Array, i: number): boolean {
    const kind = this.kinds[bytes[i + 1]];
    this.hasBackslashes ||=
      kind !== ByteKind.DELIMITER && kind !== ByteKind.LINE_FEED && bytes[i + 1] !== Byte.CARRIAGE_RETURN;
    return this.hasBackslashes;
  }

  private finish(bytes: Uint8Array, start: number, cells: number, seen: number, end: number, next: number): boolean {
    if (cells > this.from.length && this.from.length < MAX_CELLS) {
      this.from = new Int32Array(MAX_CELLS);
      this.to = new Int32Array(MAX_CELLS);
      return this.read(bytes, start, next);
    }
    this.bytes = bytes;
    this.start = start;
    this.cells = cells;
    this.seen = seen;
    this.end = end;
    this.next = next;
    return true;
  }
}

/** Returns the text of a quoted cell as a line, with one quote for each doubled one. The reader expects a line feed after the last byte. */
function lineOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const line = new Uint8Array(to - from + 2).fill(Byte.LINE_FEED);
  let end = 0;
  for (let i = from; i < to; i++) {
    line[end++] = bytes[i];
    if (bytes[i] === Byte.QUOTE && bytes[i + 1] === Byte.QUOTE) i++;
  }
  return line.subarray(0, end + 2).fill(Byte.LINE_FEED, end);
}

/** Returns the end of a line, before the CRs that precede its line feed. */
export function beforeReturns(bytes: Uint8Array, start: number, lineFeed: number): number {
  let end = lineFeed;
  while (end > start && bytes[end - 1] === Byte.CARRIAGE_RETURN) end--;
  return end;
}
