/** Recognises the encoding of a file by its bytes, and converts it to UTF-8. */
import { FUERA_DE_LUGAR } from '@curp-service/core';
import { Byte, ENCODER, joinBytes } from '../bytes.js';
import { type Encoding, SPOILT, isSpoilt } from '@curp-service/contract/reading';

export const isUtf16 = (encoding: Encoding | null): encoding is 'utf-16le' | 'utf-16be' =>
  encoding === 'utf-16le' || encoding === 'utf-16be';

const isOneByte = (encoding: Encoding): encoding is OneByte => encoding in CHARACTERS;

/** Returns the length in bytes of the character at `i`; 0 if it is not valid UTF-8. */
export function utf8Length(bytes: Uint8Array, i: number): number {
  const a = bytes[i];
  const b = bytes[i + 1];
  if (a >= 0xc2 && a <= 0xdf) return isTail(b) ? 2 : 0;
  if (a >= 0xe0 && a <= 0xef) {
    const complete = isTail(b) && isTail(bytes[i + 2]);
    // UTF-8 forbids overlong characters and halves of surrogate pairs.
    return complete && !(a === 0xe0 && b < 0xa0) && !(a === 0xed && b > 0x9f) ? 3 : 0;
  }
  if (a >= 0xf0 && a <= 0xf4) {
    const complete = isTail(b) && isTail(bytes[i + 2]) && isTail(bytes[i + 3]);
    return complete && !(a === 0xf0 && b < 0x90) && !(a === 0xf4 && b > 0x8f) ? 4 : 0;
  }
  return 0;
}

/** The role that a byte of Windows-1252 may have in a name; 0 if it has none. */
const KIND_1252 = new Uint8Array(256);
const enum Kind1252 {
  /** A Spanish letter beyond ASCII, or an accented letter of Catalan and others. */
  LETTER = 1,
  /** A sign that may follow a letter: spaces, dashes, quotes, ª, º, °, ´ and ·. */
  SIGN = 2,
}
for (const letter of 'ÁÉÍÓÚÑÜÇÀÈÌÒÙÏÖáéíóúñüçàèìòùïö') KIND_1252[letter.charCodeAt(0)] = Kind1252.LETTER;
for (const sign of [0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xa0, 0xaa, 0xab, 0xad, 0xb0, 0xb4, 0xb7, 0xba, 0xbb]) {
  KIND_1252[sign] = Kind1252.SIGN;
}

/**
 * Returns whether a character of UTF-8 looks like Windows-1252: `É` and a no-break space are the bytes of `ɠ`, a letter
 * that no Spanish name has. The Latin letters of UTF-8 begin with C2 to C5, which are no Spanish letters in Windows-1252.
 */
export function looksLike1252(bytes: Uint8Array, i: number, length: number): boolean {
  if (KIND_1252[bytes[i]] !== Kind1252.LETTER) return false;
  for (let k = 1; k < length; k++) if (KIND_1252[bytes[i + k]] !== Kind1252.SIGN) return false;
  return true;
}

const isTail = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Enough bytes to recognise UTF-16 and the longest byte order mark. */
const MARK_BYTES = 4;
/** The first line ends within this many bytes, or its line break is a line feed. */
const FIRST_LINE = 1 << 14;

/** Returns whether a text begins like one of UTF-32: its mark, or an ASCII letter with three zeros, in either order of bytes. */
export function isUtf32([a, b, c, d = 0]: Uint8Array): boolean {
  const isMarked = a === 0xff && b === 0xfe && c === 0 && d === 0;
  return isMarked || (a === 0 && b === 0 && d !== 0) || (a !== 0 && b === 0 && c === 0 && d === 0);
}

/** Returns the encoding that the first bytes show, if any, and the length of their byte order mark. */
export function readMark(bytes: Uint8Array): { encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | null; length: number } {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (isUtf32(bytes)) return { encoding: null, length: 0 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  // A header begins with ASCII letters: in UTF-16, every other byte of them is zero.
  if (a === 0 && b !== 0 && b !== undefined) return { encoding: 'utf-16be', length: 0 };
  if (b === 0 && a !== 0 && c !== 0 && c !== undefined) return { encoding: 'utf-16le', length: 0 };
  return { encoding: null, length: 0 };
}

/**
 * A row beyond ASCII is kept (`ok`) or rewritten (`rewrite`). A row in Windows-1252 among rows in UTF-8 is `broken`;
 * one in UTF-8 among rows in Windows-1252 is `foreign`.
 */
export type Verdict = 'ok' | 'rewrite' | 'broken' | 'foreign';

/** Strips the byte order mark, converts UTF-16 to UTF-8 and the line breaks of old Macs to LF, and judges the encoding of each row. */
export class Decoder {
  /** The encoding of the file; `null` if each row is judged by itself. */
  encoding: Encoding | null;
  /** True if a row that looks like another encoding is an error in this file. */
  isStrict = false;
  /** The encoding that a byte order mark or the zeros of UTF-16 show. */
  mark: 'utf-8' | 'utf-16le' | 'utf-16be' | null = null;
  /** The first bytes, held back until there are enough of them; `null` afterwards. */
  private first: Uint8Array | null = new Uint8Array();
  private readonly firstLine = new FirstLine();
  private utf16: TextDecoder | null = null;
  /** True if lines end with CR alone. */
  hasReturns = false;

  constructor(encoding: Encoding | null) {
    this.encoding = encoding;
  }

  decode(bytes: Uint8Array, atEnd: boolean): Uint8Array {
    let body = bytes;
    if (this.first !== null) {
      const seen = this.first.length === 0 ? bytes : joinBytes([this.first, bytes]);
      const hasReturns = this.firstLine.endsWithReturn(bytes.subarray(0, FIRST_LINE - this.first.length));
      if (!atEnd && (seen.length < MARK_BYTES || (hasReturns === null && seen.length < FIRST_LINE))) {
        this.first = seen.slice();
        this.mark = readMark(seen).encoding;
        return new Uint8Array();
      }
      this.hasReturns = hasReturns === true;
      body = this.begin(seen);
    }
    const text = this.utf16 === null ? body : ENCODER.encode(this.utf16.decode(body, { stream: !atEnd }));
    return this.hasReturns ? text.map((byte) => (byte === Byte.CARRIAGE_RETURN ? Byte.LINE_FEED : byte)) : text;
  }

  /** Decodes from the middle of a text: a mark is no mark there, and the lines end as those before. */
  goOn(hasReturns: boolean): void {
    this.first = null;
    this.hasReturns = hasReturns;
    if (isUtf16(this.encoding)) this.utf16 = new TextDecoder(this.encoding, { ignoreBOM: true });
  }

  /** Judges a row with characters beyond ASCII. `isPlain`: some of them do not look like Windows-1252. */
  judge(isValidUtf8: boolean, isPlain: boolean): Verdict {
    const { encoding, isStrict } = this;
    const isUtf8 = isValidUtf8 && (isPlain || !isStrict);
    if (encoding === 'utf-8') return isUtf8 ? 'ok' : 'broken';
    if (encoding === null) return isUtf8 ? 'ok' : 'rewrite';
    if (isOneByte(encoding)) return isStrict && isUtf8 ? 'foreign' : 'rewrite';
    if (isSpoilt(encoding)) return isValidUtf8 ? 'rewrite' : 'broken';
    return isUtf8 ? 'ok' : 'broken';
  }

  private begin(seen: Uint8Array): Uint8Array {
    this.first = null;
    const mark = readMark(seen);
    this.mark = mark.encoding;
    this.encoding ??= mark.encoding;
    if (isUtf16(this.encoding)) this.utf16 = new TextDecoder(this.encoding, { ignoreBOM: true });
    return mark.encoding === this.encoding ? seen.subarray(mark.length) : seen;
  }
}

/** Looks for the end of the first line, each byte once. */
class FirstLine {
  private isQuoted = false;
  private isAfterReturn = false;
  private found: boolean | null = null;

  /** Returns whether the line ends with CR alone, as lines of old Macs do; `null` if these bytes and those before do not end it. */
  endsWithReturn(bytes: Uint8Array): boolean | null {
    for (let i = 0; this.found === null && i < bytes.length; i++) if (bytes[i] !== 0) this.look(bytes[i]); // 0 is half a character of UTF-16
    return this.found;
  }

  private look(byte: number): void {
    if (byte === Byte.QUOTE) this.isQuoted = !this.isQuoted;
    if (!this.isQuoted && byte === Byte.LINE_FEED) this.found = false;
    else if (this.isAfterReturn && byte !== Byte.CARRIAGE_RETURN) this.found = true;
    this.isAfterReturn = !this.isQuoted && byte === Byte.CARRIAGE_RETURN;
  }
}

type OneByte = 'windows-1252' | 'ibm850' | 'macintosh';

/** The characters of the bytes 80 to FF. Programs of DOS and old Macs write these encodings. */
const CHARACTERS: Readonly<Record<OneByte, string>> = {
  'windows-1252': new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, i) => 128 + i)),
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■ ',
  macintosh: new TextDecoder('macintosh').decode(Uint8Array.from({ length: 128 }, (_, i) => 128 + i)),
};
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The characters of the bytes 80 to FF, in UTF-8. */
const UTF8_OF_BYTE: Readonly<Record<OneByte, readonly Uint8Array[]>> = {
  'windows-1252': Array.from(CHARACTERS['windows-1252'], (character) => ENCODER.encode(character)),
  ibm850: Array.from(CHARACTERS.ibm850, (character) => ENCODER.encode(character)),
  macintosh: Array.from(CHARACTERS.macintosh, (character) => ENCODER.encode(character)),
};

/** Returns the bytes 80 to FF of an encoding in UTF-8; `null` if its characters are not single bytes. */
export const tableOf = (encoding: Encoding | null): readonly Uint8Array[] | null =>
  encoding !== null && isOneByte(encoding) ? UTF8_OF_BYTE[encoding] : null;

/** Writes the bytes from `from` to `to` as UTF-8, at most three bytes for each. Returns the end of the written bytes. */
export type Convert = (bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number) => number;

const fromOneByte =
  (table: readonly Uint8Array[]): Convert =>
  (bytes, from, to, target, at) => {
    let end = at;
    for (let i = from; i < to; i++) {
      const byte = bytes[i];
      if (byte < 0x80) target[end++] = byte;
      else for (const part of table[byte - 0x80]) target[end++] = part;
    }
    return end;
  };

/**
 * Returns a conversion that repairs text that a program read as `shown` although it was `was`, once or several times. It
 * keeps cells that this does not explain.
 */
function undo([shown, was]: readonly [OneByte, OneByte | 'utf-8']): Convert {
  const decode = was === 'utf-8' ? null : fromOneByte(UTF8_OF_BYTE[was]);
  return (bytes, from, to, target, at) => {
    const cell = bytes.subarray(from, to);
    const lost = shown === 'windows-1252' && was === 'ibm850';
    const undone = bytesShown(lost ? withLost(UTF8.decode(cell)) : UTF8.decode(cell), shown, decode === null);
    if (undone !== null && decode !== null) return decode(undone, 0, undone.length, target, at);
    let repaired = cell;
    for (let next = undone; next !== null && isWholeUtf8(next); next = bytesShown(UTF8.decode(next), shown, true)) {
      if (next.length === repaired.length) break;
      repaired = next;
    }
    target.set(repaired, at);
    return at + repaired.length;
  };
}

/** Returns the bytes that a program showed as this text; `null` if it shows none of them so. */
function bytesShown(text: string, shown: OneByte, wasUtf8: boolean): Uint8Array | null {
  const characters = CHARACTERS[shown];
  // Programs that read UTF-8 as Latin-1, not as Windows-1252, leave 80 to 9F unchanged.
  const firstMoved = wasUtf8 ? '\u00a0' : '\u0080';
  const codes = Array.from(text, (character) =>
    character < firstMoved ? character.charCodeAt(0) : 128 + characters.indexOf(character),
  );
  return codes.includes(127) ? null : Uint8Array.from(codes);
}

/** The bytes of ü and É in DOS 850, as Windows-1252 shows them. */
const [U_DIAERESIS, E_ACUTE] = ['\u0081', '\u0090'];

/** Two letters of DOS have no character in Windows-1252, and some programs write the sign of a lost character for them. */
const withLost = (text: string): string =>
  text.replaceAll(/\ufffd(?=\p{Ll})|(?<=\p{Ll})\ufffd/gu, U_DIAERESIS).replaceAll('\ufffd', E_ACUTE);

function isWholeUtf8(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length;) {
    const length = bytes[i] < 128 ? 1 : utf8Length(bytes, i);
    if (length === 0) return false;
    i += length;
  }
  return true;
}

/** The encodings that may make the accents of a row Spanish. */
export const GUESSES = [
  'windows-1252',
  'ibm850',
  'macintosh',
  'utf-8:macintosh>windows-1252',
  'utf-8:windows-1252>utf-8',
  'utf-8:windows-1252>ibm850',
  'utf-8:windows-1252>macintosh',
  'utf-8:macintosh>utf-8',
  'utf-8:ibm850>windows-1252',
  'utf-8:ibm850>utf-8',
] as const satisfies readonly Encoding[];

const CONVERSIONS = new Map<Encoding | null, Convert>([
  ...(['windows-1252', 'ibm850', 'macintosh'] as const).map((name) => [name, fromOneByte(UTF8_OF_BYTE[name])] as const),
  ...GUESSES.filter(isSpoilt).map((name) => [name, undo(SPOILT[name])] as const),
]);

/** Returns the conversion of rows in an encoding. An unknown encoding counts as Windows-1252. */
export const conversionFrom = (encoding: Encoding | null): Convert =>
  CONVERSIONS.get(encoding) ?? fromOneByte(UTF8_OF_BYTE['windows-1252']);

/** Matches what Spanish lacks beyond ASCII: other letters, a capital after a small accented letter, signs between letters except the apostrophe. */
const NOT_SPANISH =
  /[^\p{ASCII}\p{M}ÁÉÍÓÚÜÑáéíóúüñªº°´·«»\u00a0\u2010-\u2026]|[áéíóúüñ][A-ZÁÉÍÓÚÜÑ]|\p{L}[´«»‘\u2013-\u2017\u201a-\u2026]\p{L}/u;
const ACCENTED_LETTER = /[ÁÉÍÓÚÜÑáéíóúüñ]/;
const isSpanish = (text: string): boolean => !NOT_SPANISH.test(text) && !FUERA_DE_LUGAR.test(text);

/** Returns whether a row in this encoding has the accents of Spanish names. */
export function looksSpanish(bytes: Uint8Array, from: number, to: number, encoding: Encoding): boolean {
  const target = new Uint8Array((to - from) * 3);
  const end = conversionFrom(encoding)(bytes, from, to, target, 0);
  const text = UTF8.decode(target.subarray(0, end));
  // Signs and blanks prove no code page but the usual one.
  const needsLetter = encoding === 'ibm850' || encoding === 'macintosh';
  return isSpanish(text) && (!needsLetter || ACCENTED_LETTER.test(text));
}

/**
 * Classifies a row in UTF-8: Spanish accented letters (`utf8`), only signs, which show nothing (`signs`), or anything else (`odd`). The
 * sign of a lost letter shows nothing: MU�IZ may lack an Ñ or a ü.
 */
export function kindOfUtf8(bytes: Uint8Array, from: number, to: number): 'utf8' | 'signs' | 'odd' {
  const text = UTF8.decode(bytes.subarray(from, to)).replaceAll('\ufffd', '');
  if (!isSpanish(text)) return 'odd';
  return ACCENTED_LETTER.test(text) ? 'utf8' : 'signs';
}
