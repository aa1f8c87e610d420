/**
 * Reads lines of NDJSON as rows, without an object for each: a line whose names a line before it had, in the same order,
 * and whose values are texts without escapes, whole numbers or null. Any other line is read as an object.
 */
import { Byte, DECODER, ENCODER } from '../bytes.js';
import { Row } from './row.js';
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

  /** Reads the line between these indexes. Returns `false` if it must be read as an object. `seen`: the bits of `Seen` of its bytes. */
  read(bytes: Uint8Array, from: number, to: number, seen: number): boolean {
    const count = this.scan(bytes, from, to);
    const frame = count > 0 ? this.frameOf(bytes, count) : undefined;
    if (frame === undefined) return false;
    this.shape = frame.shape;
    this.bytes = bytes;
    this.start = from;
    this.end = to;
    this.cells = count;
    this.seen = seen;
    return true;
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
