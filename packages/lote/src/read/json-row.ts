/**
 * Reads lines of NDJSON as rows, without an object for each: a line whose names a line before it had, in the same order,
 * and whose values are texts without escapes, whole numbers or null. Any other line is read as an object.
 */
import { Byte, DECODER, ENCODER, HIGH_BITS, ONES } from '../bytes.js';
import { Row, seenBetween } from './row.js';
import type { Shape } from './shapes.js';

/** More names in a line, and more kinds of lines, are read as objects. */
const MOST_NAMES = 200;
const MOST_FRAMES = 100;
/** A longer number is not written as it is read. */
const MOST_DIGITS = 15;
/** JavaScript lists these names before all others, wherever they are in a line. */
const LISTED_FIRST = /^\d+$/;
const NAME_FACTOR = 0x01000193;
const NULL = ENCODER.encode('null');
/** A quote, a backslash and a blank, in each of four bytes. */
const FOUR_QUOTES = 0x22222222;
const FOUR_BACKSLASHES = 0x5c5c5c5c;
const FOUR_BLANKS = 0x20202020;
const FIRST_BEYOND_ASCII = 0x80;

/** The names of a line, each followed by a quote, and the shape of such objects. */
interface Frame {
  readonly names: Uint8Array;
  readonly shape: Shape;
}

export class JsonRow extends Row {
  /** The shape of the line that was read. */
  shape: Shape | null = null;
  /** The index behind the last value, where more values can follow. */
  last = 0;
  private readonly frames = new Map<number, Frame[]>();
  private count = 0;
  private readonly nameFrom = new Int32Array(MOST_NAMES);
  private readonly nameTo = new Int32Array(MOST_NAMES);
  /** The bytes before, between and behind the values of a line, one after another, and where each ends. */
  private gaps = new Uint8Array();
  private readonly gapEnds = new Int32Array(MOST_NAMES + 1);
  private hasGaps = false;
  /** The bytes that were read last, as words. */
  private words: Uint8Array = this.gaps;
  private view: DataView = new DataView(this.gaps.buffer);

  constructor() {
    super(MOST_NAMES);
  }

  /** Takes note of a shape, so that lines with its names are read as rows. */
  learn(shape: Shape): void {
    const { names } = shape;
    const isOdd = names.some((name) => LISTED_FIRST.test(name) || /["\\\p{Cc}]/u.test(name) || !name.isWellFormed());
    if (isOdd || names.length === 0 || names.length > MOST_NAMES || this.count === MOST_FRAMES) return;
    const bytes = ENCODER.encode(`${names.join('"')}"`);
    const hash = hashOf(bytes, 0, bytes.length, 0);
    const others = this.frames.get(hash) ?? [];
    if (others.some((frame) => frame.shape === shape)) return;
    this.count++;
    this.frames.set(hash, [...others, { names: bytes, shape }]);
  }

  /** Reads the line between these indexes, whose bits of `Seen` are kept. Returns `false` if it must be read as an object. */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    const isLike = this.hasGaps && this.readLike(bytes, from, to);
    if (!isLike) {
      this.seen = seenBetween(bytes, from, to);
      const count = this.scan(bytes, from, to);
      const frame = count > 0 ? this.frameOf(bytes, count) : undefined;
      this.hasGaps = false;
      if (frame === undefined) return false;
      this.shape = frame.shape;
      this.cells = count;
      this.keepGaps(bytes, from, to);
    }
    this.bytes = bytes;
    this.start = from;
    this.end = to;
    return true;
  }

  /** Keeps what is around the values of the line that was scanned: that of most others is the same. */
  private keepGaps(bytes: Uint8Array, start: number, end: number): void {
    const { from, to, cells, gapEnds } = this;
    if (this.gaps.length < end - start) this.gaps = new Uint8Array(2 * (end - start));
    let at = 0;
    let i = start;
    for (let cell = 0; cell <= cells; cell++) {
      const before = cell === cells ? end : from[cell] < 0 ? to[cell] - NULL.length : from[cell];
      for (; i < before; i++) {
        if (bytes[i] >= FIRST_BEYOND_ASCII) return; // a name beyond ASCII tells about the encoding too
        this.gaps[at++] = bytes[i];
      }
      gapEnds[cell] = at;
      i = to[cell];
    }
    this.hasGaps = true;
  }

  /** Reads a line that differs from the one before only in its values. Returns `false` if it differs in more, or needs to be read as an object. */
  private readLike(bytes: Uint8Array, start: number, end: number): boolean {
    const { gaps, gapEnds, from, to, cells } = this;
    let seen = 0;
    let gap = 0;
    let i = start;
    for (let cell = 0; ; cell++) {
      for (const gapEnd = gapEnds[cell]; gap < gapEnd; gap++, i++) if (gaps[gap] !== bytes[i]) return false;
      if (cell === cells) break;
      from[cell] = i;
      if (gaps[gap - 1] === Byte.QUOTE) {
        i = this.nextStop(bytes, i);
        if (bytes[i] >= FIRST_BEYOND_ASCII) {
          while (bytes[i] >= FIRST_BEYOND_ASCII) i = this.nextStop(bytes, i + 1);
          seen |= seenBetween(bytes, from[cell], i);
        }
        if (bytes[i] !== Byte.QUOTE) return false;
      } else {
        i = plainEnd(bytes, i);
        if (i < 0) return false;
        if (bytes[from[cell]] > Byte.NINE) from[cell] = -1; // null
      }
      to[cell] = i;
    }
    this.last = to[cells - 1] + Number(from[cells - 1] >= 0 && bytes[to[cells - 1]] === Byte.QUOTE);
    this.seen = seen;
    return i === end;
  }

  /** Returns the index of the next byte that ends a text, or that a plain text of ASCII does not have. A line feed follows every line. */
  private nextStop(bytes: Uint8Array, from: number): number {
    if (bytes !== this.words) {
      this.words = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    for (let i = from; ; i += 4) {
      const four = this.view.getInt32(i, true);
      const quotes = four ^ FOUR_QUOTES;
      const escapes = four ^ FOUR_BACKSLASHES;
      const stops =
        (((quotes - ONES) & ~quotes) | ((escapes - ONES) & ~escapes) | ((four - FOUR_BLANKS) & ~four) | four) &
        HIGH_BITS;
      if (stops !== 0) return i + ((31 - Math.clz32(stops & -stops)) >> 3);
    }
  }

  /** Finds the names and values of an object. Returns their number; 0 if the line is none, or has other values. */
  private scan(bytes: Uint8Array, start: number, end: number): number {
    const { nameFrom, nameTo, from, to } = this;
    let i = skip(bytes, start);
    if (bytes[i] !== Byte.BRACE) return 0;
    i = skip(bytes, i + 1);
    for (let name = 0; name < MOST_NAMES; name++) {
      if (bytes[i] !== Byte.QUOTE) return 0;
      const nameEnd = textEnd(bytes, i + 1);
      if (nameEnd < 0) return 0;
      nameFrom[name] = i + 1;
      nameTo[name] = nameEnd;
      i = skip(bytes, nameEnd + 1);
      if (bytes[i] !== Byte.COLON) return 0;
      i = skip(bytes, i + 1);
      from[name] = i;
      if (bytes[i] === Byte.QUOTE) {
        const close = textEnd(bytes, i + 1);
        if (close < 0) return 0;
        from[name] = i + 1;
        to[name] = close;
        i = close + 1;
      } else {
        i = plainEnd(bytes, i);
        if (i < 0) return 0;
        to[name] = i;
        if (bytes[from[name]] > Byte.NINE) from[name] = -1; // null
      }
      this.last = i;
      i = skip(bytes, i);
      if (bytes[i] === Byte.BRACE_END) return skip(bytes, i + 1) >= end ? name + 1 : 0;
      if (bytes[i] !== Byte.COMMA) return 0;
      i = skip(bytes, i + 1);
    }
    return 0;
  }

  private frameOf(bytes: Uint8Array, count: number): Frame | undefined {
    const { nameFrom, nameTo } = this;
    let hash = 0;
    for (let name = 0; name < count; name++) hash = hashOf(bytes, nameFrom[name], nameTo[name] + 1, hash);
    return this.frames.get(hash)?.find(({ names, shape }) => {
      if (shape.names.length !== count) return false;
      let at = 0;
      for (let name = 0; name < count; name++)
        for (let i = nameFrom[name]; i <= nameTo[name]; i++) if (names[at++] !== bytes[i]) return false;
      return at === names.length;
    });
  }

  override text(cell: number): string {
    return DECODER.decode(this.bytes.subarray(this.from[cell], this.to[cell]));
  }

  /** No value is in quotes that belong to it. */
  override isQuoted(): boolean {
    return false;
  }
}

const hashOf = (bytes: Uint8Array, from: number, to: number, before: number): number => {
  let hash = before;
  for (let i = from; i < to; i++) hash = (Math.imul(hash, NAME_FACTOR) + bytes[i]) | 0;
  return hash;
};

/** Returns the index of the next byte that is no blank of JSON. */
function skip(bytes: Uint8Array, from: number): number {
  let i = from;
  while (bytes[i] === Byte.SPACE || bytes[i] === 9 || bytes[i] === Byte.CARRIAGE_RETURN) i++;
  return i;
}

/** Returns the index of the quote that ends a text; -1 if the text has an escape or a control character. A line feed follows every line. */
function textEnd(bytes: Uint8Array, from: number): number {
  let i = from;
  while (bytes[i] !== Byte.QUOTE) {
    if (bytes[i] < Byte.SPACE || bytes[i] === Byte.BACKSLASH) return -1;
    i++;
  }
  return i;
}

/** Returns the end of a whole number or of null; -1 if neither begins here. */
function plainEnd(bytes: Uint8Array, from: number): number {
  let i = from;
  while (bytes[i] >= Byte.ZERO && bytes[i] <= Byte.NINE) i++;
  const isNumber = i > from && i - from <= MOST_DIGITS && (bytes[from] !== Byte.ZERO || i === from + 1);
  if (isNumber) return isInNumber(bytes[i]) ? -1 : i;
  return i === from && NULL.every((byte, at) => bytes[from + at] === byte) ? from + NULL.length : -1;
}

/** Returns whether a byte continues a number: a point, an exponent. */
const isInNumber = (byte: number): boolean => byte === 46 || (byte | 32) === 101;
