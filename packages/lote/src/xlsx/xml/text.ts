/** Converts texts of XML to plain UTF-8: entities, escapes of the format, and the runs of rich text. */
import { Byte, type ByteSink, ENCODER } from '../../bytes.js';
import { damaged } from '../limits.js';
import { NAMED_ENTITIES } from './elements.js';
import { TagName, type TagReader, findTag, skipOther } from './tags.js';

/** Writes the text of an element as plain UTF-8, from the bytes between its tags: every comment and CDATA in them ends. */
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
      if (bytes[i + 2] === Byte.BRACKET) {
        out.set(bytes.subarray(i + 9, behind - 3), length);
        length += behind - 3 - (i + 9);
      }
      i = behind;
    } else {
      if (byte === Byte.CARRIAGE_RETURN) {
        // The CR LF and CR of a document are line feeds.
        if (bytes[i + 1] !== Byte.LINE_FEED) out[length++] = Byte.LINE_FEED;
      } else {
        if (byte === Byte.UNDERSCORE) escapes = true;
        out[length++] = byte;
      }
      i++;
    }
  }
  sink.length = escapes ? unescape(out, begin, length) : length;
}

/** Returns the character that an entity means. */
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
  const named = NAMED_ENTITIES[String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 5)))];
  if (named === undefined) throw damaged('an unknown entity');
  return named.charCodeAt(0);
}

/** Writes a character as UTF-8, or U+FFFD for one half of a surrogate pair. Returns the index after it. */
function putCharacter(out: Uint8Array, at: number, code: number): number {
  if (code > 127) return at + ENCODER.encodeInto(String.fromCodePoint(code), out.subarray(at)).written;
  out[at] = code;
  return at + 1;
}

/** Replaces `_xHHHH_`, which the format writes for characters that XML cannot hold. Returns the new end. */
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

/** Returns the value of a hexadecimal digit, or -1. */
function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= Byte.A && lower <= Byte.F ? lower - 87 : -1;
}

/** Returns the code of the `_xHHHH_` at an index, or -1. */
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

/** Writes the texts of the runs of a string item, without its phonetic hints. The bytes lie between its tags: every tag in them ends. */
export function writeRuns(sink: ByteSink, tags: TagReader, bytes: Uint8Array, from: number, to: number): void {
  let hints = 0;
  for (let i = tags.next(bytes, from, to); i >= 0; i = tags.next(bytes, i, to)) {
    if (tags.name === TagName.RPH && !tags.isEmpty) hints += tags.isEnd ? -1 : 1;
    else if (tags.name === TagName.T && !tags.isEnd && !tags.isEmpty) {
      const behind = findTag(bytes, i, to);
      if (behind < 0) throw damaged('a text without an end');
      if (hints === 0) writeXmlText(sink, bytes, i, behind);
      i = behind;
    }
  }
}
