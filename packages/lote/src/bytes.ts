/** Byte values, bytes at any offset, a buffer that grows as it is written, and a queue of bytes. */

export const enum Byte {
  LINE_FEED = 10,
  CARRIAGE_RETURN = 13,
  SPACE = 32,
  BANG = 33,
  QUOTE = 34,
  HASH = 35,
  AMPERSAND = 38,
  APOSTROPHE = 39,
  COMMA = 44,
  DASH = 45,
  SLASH = 47,
  ZERO = 48,
  NINE = 57,
  COLON = 58,
  SEMICOLON = 59,
  LESS = 60,
  EQUALS = 61,
  GREATER = 62,
  QUESTION = 63,
  BRACKET = 91,
  BACKSLASH = 92,
  BRACKET_END = 93,
  UNDERSCORE = 95,
  A = 97,
  F = 102,
  P = 112,
  R = 114,
  S = 115,
  T = 116,
  X = 120,
  BRACE = 123,
  BRACE_END = 125,
}

/** Bytes that can be read from any offset: a file, a blob, an array. */
export interface Source {
  readonly size: number;
  /** Returns `length` bytes from `offset` on; fewer only at the end. */
  readonly read: (offset: number, length: number) => Promise<Uint8Array>;
}

/** One and the highest bit in each of four bytes, to look at four at a time. */
export const ONES = 0x01010101;
export const HIGH_BITS = 0x80808080 | 0;

/** The most bytes of a row. Longer rows are not kept. */
export const MAX_ROW = 1 << 20;

/** Counts the lines in these bytes. The last may lack its line feed. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let i = bytes.indexOf(Byte.LINE_FEED); i >= 0; i = bytes.indexOf(Byte.LINE_FEED, i + 1)) lines++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== Byte.LINE_FEED ? lines + 1 : lines;
}

const FIRST_SINK_BYTES = 1 << 16;
/** Copying up to this many bytes four at a time is faster than a call. */
const FEW = 256;
/** Spare bytes at the end, so that looking a few bytes ahead stays inside the buffer: V8 is slower beyond it. */
const SLACK = 64;
/** Each thread has one of each, because making one takes longer than most of its uses. */
export const ENCODER = new TextEncoder();
export const DECODER = new TextDecoder();
/** Leaves a byte order mark in the text, so that a part of a workbook comes back as it was. */
export const DECODER_WITH_MARK = new TextDecoder('utf-8', { ignoreBOM: true });

/** A buffer that grows as it is written. */
export class ByteSink {
  bytes: Uint8Array<ArrayBuffer>;
  /** The number of bytes written. */
  length = 0;
  private asWords: DataView;
  /** The bytes that were copied last, to copy four at once. */
  private source: Uint8Array;
  private sourceView: DataView;

  constructor(size = FIRST_SINK_BYTES) {
    this.bytes = new Uint8Array(size);
    this.asWords = new DataView(this.bytes.buffer);
    this.source = this.bytes;
    this.sourceView = this.asWords;
  }

  /** Makes room for `more` bytes. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + more, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.asWords = new DataView(larger.buffer);
  }

  /** Writes a byte for which the caller has reserved room. */
  byte(value: number): void {
    this.bytes[this.length++] = value;
  }

  text(text: string): void {
    this.reserve(text.length * 3);
    const { bytes, length: end } = this;
    const { length } = text;
    // Most texts are short and ASCII: for those, the encoder costs more than this loop.
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) {
        this.length += ENCODER.encodeInto(text, bytes.subarray(end)).written;
        return;
      }
      bytes[end + i] = code;
    }
    this.length = end + length;
  }

  /** Writes a few bytes that come from no file. */
  append(few: Uint8Array): void {
    this.reserve(few.length);
    const { bytes, length } = this;
    for (let i = 0; i < few.length; i++) bytes[length + i] = few[i];
    this.length = length + few.length;
  }

  copy(source: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    const { bytes, length } = this;
    this.length = length + to - from;
    if (to - from > FEW) {
      bytes.set(source.subarray(from, to), length);
      return;
    }
    if (source !== this.source) {
      this.source = source;
      this.sourceView = new DataView(source.buffer, source.byteOffset, source.byteLength);
    }
    const { asWords: view, sourceView } = this;
    let i = from;
    let at = length;
    for (; i + 4 <= to; i += 4, at += 4) view.setInt32(at, sourceView.getInt32(i, true), true);
    for (; i < to; i++, at++) bytes[at] = source[i];
  }

  /** Writes a non-negative whole number of at most 31 bits. */
  number(value: number): void {
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits++;
    this.digits(value, digits);
  }

  /** Writes the last `count` digits of a non-negative whole number of at most 31 bits. */
  digits(value: number, count: number): void {
    this.reserve(count);
    let rest = value;
    // Integer division is several times as fast as division of floating-point numbers.
    for (let i = this.length + count - 1; i >= this.length; i--, rest = (rest / 10) | 0) {
      this.bytes[i] = Byte.ZERO + (rest % 10);
    }
    this.length += count;
  }

  /** Returns the written bytes, valid until the next write, and starts again. */
  view(): Uint8Array<ArrayBuffer> {
    const written = this.bytes.subarray(0, this.length);
    this.length = 0;
    return written;
  }

  /** Returns a copy of the written bytes and starts again. */
  take(): Uint8Array<ArrayBuffer> {
    return this.view().slice();
  }
}

/** A queue of bytes in one buffer: chunks are added at the end, and bytes that were read are dropped at the front. */
export class ByteQueue {
  bytes: Uint8Array<ArrayBuffer>;
  /** The unread bytes lie from `start` to `end`. */
  start = 0;
  end = 0;
  /** Changes whenever bytes are added or moved. */
  version = 0;

  constructor(size = FIRST_SINK_BYTES) {
    this.bytes = new Uint8Array(size + SLACK);
  }

  /** Adds a chunk, and moves the unread bytes to make room. The buffer grows to `most` bytes at most. */
  append(chunk: Uint8Array, most = Infinity): void {
    this.version++;
    if (this.end + chunk.length + SLACK > this.bytes.length) {
      const unread = this.bytes.subarray(this.start, this.end);
      const length = unread.length + chunk.length;
      if (length + SLACK > this.bytes.length) {
        this.bytes = new Uint8Array(Math.min(2 * length, most) + SLACK);
        this.bytes.set(unread);
      } else this.bytes.copyWithin(0, this.start, this.end);
      this.start = 0;
      this.end = unread.length;
    }
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }
}

/** Returns the text of bytes in UTF-8. Most texts are short and ASCII, which needs no decoder. */
export function textBetween(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  let i = from;
  if (to - from <= SHORT_TEXT) {
    for (; i + 4 <= to && (bytes[i] | bytes[i + 1] | bytes[i + 2] | bytes[i + 3]) < 128; i += 4)
      text += String.fromCharCode(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]);
    for (; i < to && bytes[i] < 128; i++) text += String.fromCharCode(bytes[i]);
    if (i === to) return text;
  }
  return DECODER.decode(bytes.subarray(from, to));
}
const SHORT_TEXT = 32;

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let i = 0;
  for (const part of parts) {
    all.set(part, i);
    i += part.length;
  }
  return all;
}

/** Runs through pieces that nobody wants. */
export function drain(pieces: Iterable<Uint8Array>): void {
  for (const piece of pieces) void piece;
}

/** Frees the memory of bytes at once, without waiting for the garbage collector. No other code may use them. */
export function release({ buffer }: Pick<Uint8Array, 'buffer'>): void {
  if ('transfer' in buffer) buffer.transfer(0); // Node 20 lacks it and waits for the garbage collector
}
