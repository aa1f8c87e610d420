/**
 * Finds the cells of a line of NDJSON among its bytes, if the line has the usual shape: one object of texts, numbers and
 * literals. Any other line is left to `JSON.parse`.
 */
import { Byte } from '../bytes.js';
import { conversionFrom } from './encoding.js';
import type { Input } from './input.js';
import { Row, Seen } from './row.js';

/** A line with more cells is of no usual shape. */
const MAX_CELLS = 256;
/** No datum of a person is longer. */
const MAX_LENGTH = 100;
/** The first byte of a byte order mark, which decoders drop. */
const MARK = 0xef;
/** Values that no datum has. A longer number is none of the usual ones. */
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[\s,}])/;
const MAX_LITERAL = 32;
/** A number that a text repeats as it is written: whole, and exact. */
const MAX_DIGITS = 15;
const UTF8 = new TextDecoder();
const ENCODER = new TextEncoder();

const enum TokenKind {
  /** Its bytes are its text. */
  PLAIN,
  /** A text with escapes. */
  ESCAPED,
  /** It must be parsed: another number, a literal, or a text that no datum has. */
  OTHER,
}

export class JsonRow extends Row {
  /** The bytes of the line; the object ends before `end`, where its closing brace is. */
  line: Uint8Array = new Uint8Array();
  /** Where the names of the cells begin and end in the line. */
  readonly nameFrom = new Int32Array(MAX_CELLS);
  readonly nameTo = new Int32Array(MAX_CELLS);
  private readonly kinds = new Uint8Array(MAX_CELLS);
  private hasEscapes = false;
  /** Takes lines that are rewritten in UTF-8, and cells without their escapes. */
  private scratch = new Uint8Array(1 << 12);
  private unescaped = new Uint8Array(1 << 12);

  /** Reads a line whose bits of `Seen` are known. Returns `false` if it has another shape, or not the encoding of the file. */
  read({ bytes, decoder }: Input, from: number, to: number, seen: number): boolean {
    if ((seen & Seen.NOT_ASCII) === 0) return this.find(bytes, from, to);
    const verdict = decoder.judge((seen & Seen.NOT_UTF8) === 0, (seen & Seen.PLAIN_UTF8) !== 0);
    if (verdict === 'ok') return this.find(bytes, from, to);
    if (verdict !== 'rewrite') return false;
    const most = (to - from) * 3 + 1;
    if (this.scratch.length < most) this.scratch = new Uint8Array(most * 2);
    const end = conversionFrom(decoder.encoding)(bytes, from, to, this.scratch, 0);
    this.scratch[end] = Byte.LINE_FEED;
    return this.find(this.scratch, 0, end);
  }

  /** Whether the bytes of these cells are those of their texts. A cell before the first is none. */
  haveTexts(...cells: readonly number[]): boolean {
    return cells.every((cell) => cell < 0 || this.kinds[cell] !== TokenKind.OTHER);
  }

  /** A line feed, or another byte that no line holds, follows the last one. */
  private find(bytes: Uint8Array, from: number, to: number): boolean {
    let i = skipBlanks(bytes, from);
    if (bytes[i] !== Byte.BRACE) return false;
    this.start = i;
    this.line = bytes;
    this.bytes = bytes;
    this.hasEscapes = false;
    for (let cell = 0; cell < MAX_CELLS; cell++) {
      i = skipBlanks(bytes, i + 1);
      if (bytes[i] !== Byte.QUOTE) return false;
      this.nameFrom[cell] = i + 1;
      i = textEnd(bytes, i + 1);
      if (bytes[i] !== Byte.QUOTE) return false;
      this.nameTo[cell] = i;
      i = skipBlanks(bytes, i + 1);
      if (bytes[i] !== Byte.COLON) return false;
      i = this.value(bytes, cell, skipBlanks(bytes, i + 1));
      if (i < 0) return false;
      i = skipBlanks(bytes, i);
      if (bytes[i] === Byte.BRACE_END) {
        this.cells = cell + 1;
        this.end = i;
        if (skipBlanks(bytes, i + 1) !== to) return false;
        if (this.hasEscapes) this.unescape();
        return true;
      }
      if (bytes[i] !== Byte.COMMA) return false;
    }
    return false;
  }

  /** Notes the value at `at`. Returns the place behind it; -1: it is none of the usual ones. */
  private value(bytes: Uint8Array, cell: number, at: number): number {
    if (bytes[at] !== Byte.QUOTE) {
      this.from[cell] = at;
      const end = numberEnd(bytes, at);
      const isWhole = end - at > 0 && end - at <= MAX_DIGITS && (bytes[at] !== Byte.ZERO || end === at + 1);
      if (isWhole && !isOfNumber(bytes[end])) {
        this.to[cell] = end;
        this.kinds[cell] = TokenKind.PLAIN;
        return end;
      }
      this.kinds[cell] = TokenKind.OTHER;
      return literalEnd(bytes, at);
    }
    let end = textEnd(bytes, at + 1);
    let kind = bytes[at + 1] === MARK ? TokenKind.OTHER : TokenKind.PLAIN;
    while (bytes[end] === Byte.BACKSLASH) {
      kind = TokenKind.ESCAPED;
      this.hasEscapes = true;
      const length = escapeLength(bytes, end + 1);
      if (length === 0) return -1;
      end = textEnd(bytes, end + 1 + length);
    }
    if (bytes[end] !== Byte.QUOTE) return -1;
    this.from[cell] = at + 1;
    this.to[cell] = end;
    this.kinds[cell] = end - at > MAX_LENGTH ? TokenKind.OTHER : kind;
    return end + 1;
  }

  /** Copies the cells to a buffer of their own, without escapes. */
  private unescape(): void {
    const { bytes, from, to, kinds, cells } = this;
    const most = cells * (3 * MAX_LENGTH + 1);
    if (this.unescaped.length < most) this.unescaped = new Uint8Array(most * 2);
    const target = this.unescaped;
    let at = 0;
    for (let cell = 0; cell < cells; cell++) {
      if (kinds[cell] === TokenKind.OTHER) continue;
      const start = at;
      if (kinds[cell] === TokenKind.ESCAPED) {
        const text: unknown = JSON.parse(UTF8.decode(bytes.subarray(from[cell] - 1, to[cell] + 1)));
        at += ENCODER.encodeInto(String(text), target.subarray(at)).written;
        if (target[start] === MARK) kinds[cell] = TokenKind.OTHER;
      } else for (let i = from[cell]; i < to[cell]; i++) target[at++] = bytes[i];
      from[cell] = start;
      to[cell] = at;
      target[at++] = Byte.LINE_FEED; // no digits of two cells stand together
    }
    this.bytes = target;
  }
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let i = from;
  while (bytes[i] === Byte.SPACE || bytes[i] === Byte.TAB || bytes[i] === Byte.CARRIAGE_RETURN) i++;
  return i;
}

/** Where a text stops: at its closing quote, at an escape, or at a byte that no text has. */
function textEnd(bytes: Uint8Array, from: number): number {
  let i = from;
  while (bytes[i] >= Byte.SPACE && bytes[i] !== Byte.QUOTE && bytes[i] !== Byte.BACKSLASH) i++;
  return i;
}

/** The length of an escape behind its backslash; 0: it is none, or half of a pair of characters. */
function escapeLength(bytes: Uint8Array, at: number): number {
  if ('"\\/bfnrt'.includes(String.fromCharCode(bytes[at]))) return 1;
  const code = bytes[at] === Byte.U ? UTF8.decode(bytes.subarray(at + 1, at + 5)) : '';
  return /^(?!d[89a-f])[\da-f]{4}$/i.test(code) ? 5 : 0;
}

function numberEnd(bytes: Uint8Array, from: number): number {
  let i = from;
  while ((bytes[i] - Byte.ZERO) >>> 0 <= 9) i++;
  return i;
}

/** Whether a number with a fraction or an exponent goes on with this byte. */
const isOfNumber = (byte: number): boolean => '.eE'.includes(String.fromCharCode(byte));

/** Where a value that is no text ends; -1: it is none of the usual ones. */
function literalEnd(bytes: Uint8Array, at: number): number {
  const [literal = ''] = LITERAL.exec(UTF8.decode(bytes.subarray(at, at + MAX_LITERAL))) ?? [];
  return literal === '' ? -1 : at + literal.length;
}
