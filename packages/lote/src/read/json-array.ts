/** Converts a JSON array to NDJSON: one line for each element. */
import { Byte } from '../bytes.js';

const enum Sign {
  COMMA = 44,
  OPEN = 91,
  CLOSE = 93,
}

const isVisible = (byte: number): boolean => byte > Byte.SPACE && byte < 128;
const firstVisible = (bytes: Uint8Array): number | undefined => bytes.find(isVisible);

/** Returns whether a text begins with an array of objects. Names of columns may be in brackets too. */
export function isJsonArray(first: Uint8Array): boolean {
  const at = first.findIndex(isVisible);
  const next = firstVisible(first.subarray(at + 1));
  return first[at] === Sign.OPEN && (next === undefined || next === Byte.BRACE || next === Sign.CLOSE);
}

/** Yields the elements of an array as lines, and any other text unchanged. A bad element becomes a bad line. */
export async function* jsonArrayLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const lines = new ArrayLines();
  let first: number | undefined;
  for await (const piece of pieces) {
    first ??= firstVisible(piece);
    yield first === Sign.OPEN ? lines.take(piece) : piece;
  }
}

class ArrayLines {
  /** The number of open brackets and braces, including that of the array itself. */
  private depth = 0;
  /** True after the end of the array. The bytes after it stay unchanged. */
  private isOver = false;
  private isText = false;
  private isEscaped = false;

  /** Returns the bytes with a line feed for each comma between elements and for the closing bracket, and no other line feed. */
  take(piece: Uint8Array): Uint8Array {
    return piece.map((byte) => this.next(byte));
  }

  private next(byte: number): number {
    if (this.isOver) return byte;
    if (this.isText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === Byte.BACKSLASH) this.isEscaped = true;
      else if (byte === Byte.QUOTE) this.isText = false;
      return byte;
    }
    if (byte === Byte.QUOTE) this.isText = true;
    else if (byte === Byte.LINE_FEED || byte === Byte.CARRIAGE_RETURN) return Byte.SPACE;
    else if (byte === Sign.OPEN || byte === Byte.BRACE) return this.depth++ === 0 ? Byte.SPACE : byte;
    else if (byte === Sign.CLOSE || byte === Byte.BRACE_END) {
      this.isOver = --this.depth === 0;
      if (this.isOver) return Byte.LINE_FEED;
    } else if (byte === Sign.COMMA && this.depth === 1) return Byte.LINE_FEED;
    return byte;
  }
}
