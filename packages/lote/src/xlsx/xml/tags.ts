/** Finds the tags of XML in its bytes, with the few attributes that matter. */
import { Byte } from '../../bytes.js';
import { damaged } from '../limits.js';

/** Names of elements as numbers: one byte for each letter. Longer names keep their last four letters. */
export const enum TagName {
  C = 0x63,
  F = 0x66,
  V = 0x76,
  T = 0x74,
  IS = 0x6973,
  SI = 0x7369,
  RPH = 0x725068,
  ROW = 0x726f77,
  SST = 0x737374,
  /** The last four letters of `sheetData`. */
  SHEET_DATA = 0x44617461,
}

/** Returns a name of ASCII as `TagReader` packs it. */
export const packedName = (name: string): number =>
  Array.from(name).reduce((packed, letter) => (packed << 8) | letter.charCodeAt(0), 0);

/** Reads one tag at a time and keeps its content. */
export class TagReader {
  /** The index where the tag begins. */
  at = 0;
  /** The local name, packed like `TagName`. */
  name = 0;
  nameFrom = 0;
  nameTo = 0;
  isEnd = false;
  /** True if the element has no content: `<x/>`. */
  isEmpty = false;
  /** The indexes of the values of `r` and `t` and of the attribute `spans`, or -1. */
  rFrom = -1;
  rTo = -1;
  tFrom = -1;
  tTo = -1;
  spansFrom = -1;
  spansTo = -1;
  /** The number of `s`. */
  style = 0;

  /** Finds and reads the next tag. Returns the index after it, or -1 if it does not end before `end`; `at` is -1 if no tag begins. */
  next(bytes: Uint8Array, from: number, end: number): number {
    this.at = findTag(bytes, from, end);
    if (this.at < 0) return -1;
    let i = this.at + 1;
    this.isEnd = bytes[i] === Byte.SLASH;
    if (this.isEnd) i++;
    let name = 0;
    let byte = 0;
    this.nameFrom = i;
    for (; i < end; i++) {
      byte = bytes[i];
      if (byte === Byte.GREATER || byte <= Byte.SPACE || byte === Byte.SLASH) break;
      if (byte === Byte.COLON) {
        name = 0;
        this.nameFrom = i + 1;
      } else name = (name << 8) | byte;
    }
    this.name = name;
    this.nameTo = i;
    this.isEmpty = false;
    this.rFrom = -1;
    this.tFrom = -1;
    this.spansFrom = -1;
    this.style = 0;
    if (byte === Byte.GREATER) return i + 1;
    return this.#attributes(bytes, i, end);
  }

  #attributes(bytes: Uint8Array, from: number, end: number): number {
    let i = from;
    while (i < end) {
      const byte = bytes[i];
      if (byte <= Byte.SPACE) i++;
      else if (byte === Byte.GREATER) return i + 1;
      else if (byte === Byte.SLASH) {
        this.isEmpty = true;
        i++;
      } else {
        const nameFrom = i;
        while (i < end && bytes[i] > Byte.SPACE && bytes[i] !== Byte.EQUALS && bytes[i] !== Byte.GREATER) i++;
        const nameTo = i;
        while (i < end && bytes[i] <= Byte.SPACE) i++;
        if (i < end && bytes[i] !== Byte.EQUALS) throw damaged('an attribute without a value');
        i++;
        while (i < end && bytes[i] <= Byte.SPACE) i++;
        const quote = bytes[i];
        if (i < end && quote !== Byte.QUOTE && quote !== Byte.APOSTROPHE) throw damaged('an attribute without quotes');
        const valueFrom = ++i;
        while (i < end && bytes[i] !== quote) i++;
        if (i >= end) return -1;
        this.#keep(bytes, nameFrom, nameTo, valueFrom, i);
        i++;
      }
    }
    return -1;
  }

  #keep(bytes: Uint8Array, nameFrom: number, nameTo: number, from: number, to: number): void {
    if (nameTo === nameFrom + 1) {
      const letter = bytes[nameFrom];
      if (letter === Byte.R) {
        this.rFrom = from;
        this.rTo = to;
      } else if (letter === Byte.T) {
        this.tFrom = from;
        this.tTo = to;
      } else if (letter === Byte.S) this.style = numberAt(bytes, from, to);
    } else if (nameTo === nameFrom + 5 && bytes[nameFrom] === Byte.S && bytes[nameFrom + 1] === Byte.P) {
      this.spansFrom = nameFrom;
      this.spansTo = to + 1;
    }
  }
}

/** Returns the whole number of the digits at `from`, up to the first other byte. */
export function numberAt(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = bytes[i] - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return value;
}

/** Returns whether the `<` at this index begins a comment, CDATA or an instruction instead of a tag. */
const isOther = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 1] === Byte.BANG || bytes[at + 1] === Byte.QUESTION;

/** Returns the index after the comment, CDATA or instruction that begins at `at`, or -1 if it does not end before `end`. */
export function skipOther(bytes: Uint8Array, at: number, end: number): number {
  if (at + 2 >= end) return -1;
  // It ends with `-->`, `]]>` or `?>`; `i` is the first possible index of its last character.
  let close: number = Byte.QUESTION;
  let i = at + 4;
  if (bytes[at + 1] === Byte.BANG) {
    close = bytes[at + 2];
    if (close === Byte.DASH) i = at + 6;
    else if (close === Byte.BRACKET) {
      close = Byte.BRACKET_END;
      i = at + 11;
    } else throw damaged('a DOCTYPE');
  }
  for (; i < end; i++) {
    if (bytes[i] !== Byte.GREATER || bytes[i - 1] !== close) continue;
    if (close === Byte.QUESTION || bytes[i - 2] === close) return i + 1;
  }
  return -1;
}

/** Returns the index of the next `<`, or -1. */
function nextTag(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) if (bytes[i] === Byte.LESS) return i;
  return -1;
}

/** Returns the index of the next tag after any text, comment, CDATA and instruction; -1 if there is none before `end`. */
export function findTag(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; ;) {
    i = nextTag(bytes, i, end);
    if (i < 0 || !isOther(bytes, i)) return i;
    i = skipOther(bytes, i, end);
    if (i < 0) return -1;
  }
}
