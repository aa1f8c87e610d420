/** Converts JSON to NDJSON: an array of objects, also inside other objects (`{"data": […]}`), and objects over several lines. */
import { countKnown } from '@curp-service/contract/header';
import { Byte, ByteSink, DECODER } from '../bytes.js';

const enum Sign {
  COMMA = 44,
  OPEN = 91,
  CLOSE = 93,
}

/** This many bytes show how the objects of a text are written. */
const SAMPLED = 1 << 16;

const isVisible = (byte: number): boolean => byte > Byte.SPACE && byte < 128;
const firstVisible = (bytes: Uint8Array): number | undefined => bytes.find(isVisible);

/** Returns the first two signs of a text. */
function firstSigns(first: Uint8Array): readonly [number | undefined, number | undefined] {
  const at = first.findIndex(isVisible);
  return [first[at], firstVisible(first.subarray(at + 1))];
}

/** Returns whether a text begins with an array of objects. Names of columns may be in brackets too. */
export function isJsonArray(first: Uint8Array): boolean {
  const [sign, next] = firstSigns(first);
  return sign === Sign.OPEN && (next === undefined || next === Byte.BRACE || next === Sign.CLOSE);
}

/** Returns whether a text begins with an array of arrays. */
export const areJsonLists = (first: Uint8Array): boolean => firstSigns(first).every((sign) => sign === Sign.OPEN);

/** How the objects of a JSON text are written, other than one on each line. */
interface JsonShape {
  /** The index of the bracket that opens the list; -1 if the objects are in no list. */
  readonly list: number;
  /** True if the list is part of an object. */
  readonly isEnclosed: boolean;
}

/** Returns how the objects of a text that begins with these bytes are written; `null` if each has its line, or if the text is no JSON. */
export function jsonShape(first: Uint8Array): JsonShape | null {
  if (isJsonArray(first)) return { list: first.indexOf(Sign.OPEN), isEnclosed: false };
  return firstVisible(first) === Byte.BRACE ? new Beginning(first.subarray(0, SAMPLED)).shape() : null;
}

/** The beginning of a text whose first sign is a brace. */
class Beginning {
  /** The names in the objects around the first list of objects, and those in its first object. */
  private readonly outer: string[] = [];
  private readonly inner: string[] = [];
  /** The index of the first list of objects, and its depth. */
  private list = -1;
  private listDepth = 0;
  /** True if the first object goes on in another line. */
  private isLong = false;

  constructor(private readonly bytes: Uint8Array) {}

  shape(): JsonShape | null {
    this.read();
    const isEnclosed = this.list >= 0 && countKnown(this.inner) > countKnown(this.outer);
    if (isEnclosed) return { list: this.list, isEnclosed };
    return this.isLong ? { list: -1, isEnclosed } : null;
  }

  /** Reads the first object, as far as there are bytes. */
  private read(): void {
    const { bytes } = this;
    let depth = 0;
    let isList = false;
    for (let i = bytes.indexOf(Byte.BRACE); i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === Byte.QUOTE) i = this.readText(i + 1, depth);
      else if (byte === Sign.OPEN) {
        isList ||= this.list < 0 && firstVisible(bytes.subarray(i + 1)) === Byte.BRACE;
        if (isList && this.list < 0) [this.list, this.listDepth] = [i, depth + 1];
        depth++;
      } else if (byte === Byte.BRACE) depth++;
      else if (byte === Sign.CLOSE || byte === Byte.BRACE_END) {
        if (--depth === 0) return;
      } else if (byte === Byte.LINE_FEED) {
        // A line that begins with a brace is the next object, after one that lacks its end.
        if (depth === 1 && firstVisible(bytes.subarray(i + 1)) === Byte.BRACE) return;
        this.isLong = true;
      }
    }
  }

  /** Reads the text that begins at `from`, and notes it if it is a name. Returns the index of the quote after it. */
  private readText(from: number, depth: number): number {
    const { bytes, list, listDepth } = this;
    let end = from;
    while (end < bytes.length && bytes[end] !== Byte.QUOTE) end += bytes[end] === Byte.BACKSLASH ? 2 : 1;
    if (firstVisible(bytes.subarray(end + 1, end + 9)) !== Byte.COLON) return end;
    const isInner = list >= 0 && depth > listDepth;
    const isOuter = list < 0 || depth < listDepth;
    const names = isInner ? this.inner : isOuter ? this.outer : null;
    names?.push(DECODER.decode(bytes.subarray(from, end)).replaceAll('\0', ''));
    return end;
  }
}

/** Yields the objects of a text as lines. A bad object becomes a bad line. */
export async function* jsonLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const first = new ByteSink(0);
  let take: ((piece: Uint8Array) => Uint8Array) | null = null;
  for await (const piece of pieces) {
    if (take !== null) yield take(piece);
    else {
      first.copy(piece, 0, piece.length);
      if (first.length < SAMPLED) continue;
      const beginning = first.take();
      take = takerOf(beginning);
      yield take(beginning);
    }
  }
  const whole = first.take();
  if (whole.length > 0) yield takerOf(whole)(whole);
}

/** Returns the conversion of a text that begins with these bytes. */
function takerOf(first: Uint8Array): (piece: Uint8Array) => Uint8Array {
  const shape = jsonShape(first);
  const lines = shape === null ? null : new ObjectLines(shape);
  return (piece) => lines?.take(piece) ?? piece;
}

class ObjectLines {
  /** The number of open brackets and braces, including that of the list. */
  private depth: number;
  /** True after the end of the list. */
  private isOver = false;
  private isText = false;
  private isEscaped = false;
  /** The number of bytes taken so far. */
  private taken = 0;

  constructor(private readonly shape: JsonShape) {
    this.depth = shape.list < 0 ? 1 : 0;
  }

  /** Returns the bytes with a line feed between two objects and after the last, and no other line feed. What encloses the list becomes blanks. */
  take(piece: Uint8Array): Uint8Array {
    return piece.map((byte) => this.next(byte, this.taken++));
  }

  private next(byte: number, index: number): number {
    const { list, isEnclosed } = this.shape;
    // A byte order mark stays, and so do the zeros of UTF-16.
    if (index < list) return byte === 0 || (index < 3 && byte > 127) ? byte : Byte.SPACE;
    if (this.isOver) return isEnclosed && byte !== 0 ? Byte.SPACE : byte;
    if (this.isText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === Byte.BACKSLASH) this.isEscaped = true;
      else if (byte === Byte.QUOTE) this.isText = false;
      return byte;
    }
    if (byte === Byte.QUOTE) this.isText = true;
    else if (byte === Byte.LINE_FEED || byte === Byte.CARRIAGE_RETURN)
      return list < 0 && this.depth === 1 ? byte : Byte.SPACE;
    else if (byte === Sign.OPEN || byte === Byte.BRACE) return this.depth++ === 0 ? Byte.SPACE : byte;
    else if (byte === Sign.CLOSE || byte === Byte.BRACE_END) {
      this.isOver = --this.depth === 0;
      if (this.isOver) return Byte.LINE_FEED;
    } else if (byte === Sign.COMMA && this.depth === 1) return Byte.LINE_FEED;
    return byte;
  }
}
