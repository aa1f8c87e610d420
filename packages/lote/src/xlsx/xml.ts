/** XML by its bytes: tags with the few attributes that matter, texts, and small documents as lists of elements. */
import type { ByteSink } from './bytes.js';
import { damaged } from './errors.js';

const enum Byte {
  LF = 10,
  CR = 13,
  SPACE = 32,
  BANG = 33,
  QUOTE = 34,
  HASH = 35,
  AMPERSAND = 38,
  APOSTROPHE = 39,
  DASH = 45,
  SLASH = 47,
  COLON = 58,
  SEMICOLON = 59,
  LESS = 60,
  EQUALS = 61,
  GREATER = 62,
  QUESTION = 63,
  BRACKET = 91,
  BRACKET_END = 93,
  UNDERSCORE = 95,
  A = 97,
  F = 102,
  P = 112,
  R = 114,
  S = 115,
  T = 116,
  X = 120,
}

/** Names of elements as numbers: their letters, from the last to the first. Longer names than four are cut. */
export const enum Name {
  C = 0x63,
  V = 0x76,
  T = 0x74,
  IS = 0x6973,
  SI = 0x7369,
  RPH = 0x725068,
  ROW = 0x726f77,
  /** The last four letters of `sheetData`. */
  SHEET_DATA = 0x44617461,
}

/** Reads one tag at a time and keeps what it says. */
export class TagReader {
  /** The local name as `Name` has it. */
  name = 0;
  nameFrom = 0;
  nameTo = 0;
  isEnd = false;
  /** Whether the tag is of an element without content, `<x/>`. */
  isEmpty = false;
  /** The values of `r`, `t` and `spans`: where they stand, or -1. */
  rFrom = -1;
  rTo = -1;
  tFrom = -1;
  tTo = -1;
  spansFrom = -1;
  spansTo = -1;
  /** The number of `s`. */
  style = 0;

  /** Reads the tag that begins at `at`. Gives the place behind it, or -1 if it does not end before `end`. */
  read(bytes: Uint8Array, at: number, end: number): number {
    let i = at + 1;
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
    if (byte === Byte.GREATER) return i < end ? i + 1 : -1;
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

/** The whole number that the digits give; the bytes behind the digits do not count. */
export function numberAt(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = bytes[i] - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return value;
}

/** Whether `<` at this place begins no tag but a comment, CDATA, or an instruction. */
export const isOther = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 1] === Byte.BANG || bytes[at + 1] === Byte.QUESTION;

/** The place behind the comment, CDATA or instruction that begins here, or -1 if it does not end before `end`. */
export function skipOther(bytes: Uint8Array, at: number, end: number): number {
  if (at + 9 > end) return -1;
  let close: number = Byte.QUESTION;
  if (bytes[at + 1] === Byte.BANG) {
    close = bytes[at + 2];
    if (close === Byte.BRACKET) close = Byte.BRACKET_END;
    else if (close !== Byte.DASH) throw damaged('a DOCTYPE');
  }
  // `-->`, `]]>` or `?>`
  for (let i = at + 4; i < end; i++) {
    if (bytes[i] !== Byte.GREATER || bytes[i - 1] !== close) continue;
    if (close === Byte.QUESTION || (bytes[i - 2] === close && i >= at + 6)) return i + 1;
  }
  return -1;
}

/** The next `<`, or -1. */
export function nextTag(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) if (bytes[i] === Byte.LESS) return i;
  return -1;
}

/** Writes the text of an element as plain UTF-8, from the bytes between its tags. */
export function writeXmlText(sink: ByteSink, bytes: Uint8Array, from: number, to: number): void {
  sink.reserve(to - from);
  const begin = sink.length;
  const out = sink.bytes;
  let length = begin;
  let escapes = false;
  for (let i = from; i < to;) {
    const byte = bytes[i];
    if (byte === Byte.AMPERSAND) {
      const semicolon = bytes.indexOf(Byte.SEMICOLON, i);
      if (semicolon < 0 || semicolon >= to) throw damaged('an entity without an end');
      length = putCharacter(out, length, entity(bytes, i + 1, semicolon));
      i = semicolon + 1;
    } else if (byte === Byte.LESS) {
      const behind = skipOther(bytes, i, to);
      if (behind < 0) throw damaged('markup in a text');
      if (bytes[i + 2] === Byte.BRACKET) {
        out.set(bytes.subarray(i + 9, behind - 3), length);
        length += behind - 3 - (i + 9);
      }
      i = behind;
    } else {
      if (byte === Byte.CR) {
        // A document's CR LF and CR are line feeds.
        if (bytes[i + 1] !== Byte.LF) out[length++] = Byte.LF;
      } else {
        if (byte === Byte.UNDERSCORE) escapes = true;
        out[length++] = byte;
      }
      i++;
    }
  }
  sink.length = escapes ? unescape(out, begin, length) : length;
}

/** The character that an entity means. */
function entity(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] === Byte.HASH) {
    const isHex = (bytes[from + 1] | 32) === Byte.X;
    let code = 0;
    for (let i = from + (isHex ? 2 : 1); i < to; i++) {
      const digit = digitOf(bytes[i]);
      code = code * (isHex ? 16 : 10) + digit;
      if (digit < 0 || code > 0x10ffff) throw damaged('an entity of no character');
    }
    return code;
  }
  switch (String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 5)))) {
    case 'amp':
      return Byte.AMPERSAND;
    case 'lt':
      return Byte.LESS;
    case 'gt':
      return Byte.GREATER;
    case 'quot':
      return Byte.QUOTE;
    case 'apos':
      return Byte.APOSTROPHE;
    default:
      throw damaged('an unknown entity');
  }
}

/** Writes a character as UTF-8, one half of a pair as U+FFFD. Gives the place behind it. */
function putCharacter(out: Uint8Array, at: number, code: number): number {
  let i = at;
  if (code < 0x80) out[i++] = code;
  else if (code < 0x800) {
    out[i++] = 0xc0 | (code >> 6);
    out[i++] = 0x80 | (code & 63);
  } else if (code < 0x10000) {
    const whole = code >= 0xd800 && code < 0xe000 ? 0xfffd : code;
    out[i++] = 0xe0 | (whole >> 12);
    out[i++] = 0x80 | ((whole >> 6) & 63);
    out[i++] = 0x80 | (whole & 63);
  } else {
    out[i++] = 0xf0 | (code >> 18);
    out[i++] = 0x80 | ((code >> 12) & 63);
    out[i++] = 0x80 | ((code >> 6) & 63);
    out[i++] = 0x80 | (code & 63);
  }
  return i;
}

/** Replaces `_xHHHH_`, the format's way to write characters that XML cannot hold. Gives the new end. */
function unescape(bytes: Uint8Array, from: number, to: number): number {
  let length = from;
  for (let i = from; i < to;) {
    let code = bytes[i] === Byte.UNDERSCORE ? escaped(bytes, i, to) : -1;
    if (code < 0) bytes[length++] = bytes[i++];
    else {
      i += 7;
      if (code >= 0xd800 && code < 0xdc00) {
        const low = escaped(bytes, i, to);
        if (low >= 0xdc00 && low < 0xe000) {
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
          i += 7;
        }
      }
      length = putCharacter(bytes, length, code);
    }
  }
  return length;
}

/** The value of a hexadecimal digit, or -1. */
function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= Byte.A && lower <= Byte.F ? lower - 87 : -1;
}

/** The code of the `_xHHHH_` that begins here, or -1. */
function escaped(bytes: Uint8Array, at: number, to: number): number {
  if (at + 7 > to || bytes[at] !== Byte.UNDERSCORE || bytes[at + 1] !== Byte.X || bytes[at + 6] !== Byte.UNDERSCORE) {
    return -1;
  }
  let code = 0;
  for (let i = at + 2; i < at + 6; i++) {
    const digit = digitOf(bytes[i]);
    if (digit < 0) return -1;
    code = code * 16 + digit;
  }
  return code;
}

/** Writes the texts of the runs of a string item, without its phonetic hints. The bytes are those between its tags. */
export function writeRuns(sink: ByteSink, tags: TagReader, bytes: Uint8Array, from: number, to: number): void {
  let hints = 0;
  for (let i = nextTag(bytes, from, to); i >= 0; i = nextTag(bytes, i, to)) {
    if (isOther(bytes, i)) i = orDamaged(skipOther(bytes, i, to));
    else {
      i = orDamaged(tags.read(bytes, i, to));
      if (tags.name === Name.RPH && !tags.isEmpty) hints += tags.isEnd ? -1 : 1;
      else if (tags.name === Name.T && !tags.isEnd && !tags.isEmpty) {
        const behind = findTag(bytes, i, to);
        if (behind < 0) throw damaged('a text without an end');
        if (hints === 0) writeXmlText(sink, bytes, i, behind);
        i = behind;
      }
    }
  }
}

function orDamaged(place: number): number {
  if (place < 0) throw damaged('a tag without an end');
  return place;
}

/** The place of the next tag, behind any text, comment, CDATA and instruction; -1: there is none before `end`. */
export function findTag(bytes: Uint8Array, from: number, end: number): number {
  let i = from;
  for (;;) {
    i = nextTag(bytes, i, end);
    if (i < 0 || i + 1 >= end) return -1;
    if (!isOther(bytes, i)) return i;
    i = skipOther(bytes, i, end);
    if (i < 0) return -1;
  }
}

/** An element of a small document. */
export interface Element {
  /** Without its prefix. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly isEmpty: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

const TAG = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(\/?)([^\s/>!?]+)((?:[^>"']|"[^"]*"|'[^']*')*)>|<!/g;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The tags of a small document, in order. Attributes have no prefix but `r:id`, which is `id`. */
export function elementsOf(bytes: Uint8Array): Element[] {
  const text = new TextDecoder().decode(bytes);
  return Array.from(text.matchAll(TAG), ([whole, slash, name, rest = '']): Element | null => {
    if (whole === '<!') throw damaged('a DOCTYPE');
    if (name === undefined) return null;
    return {
      name: localName(name),
      isEnd: slash === '/',
      isEmpty: rest.endsWith('/'),
      attributes: attributesOf(rest),
    };
  }).filter((element) => element !== null);
}

export const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single]) => [
      localName(name),
      plain(double ?? single ?? ''),
    ]),
  );

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
